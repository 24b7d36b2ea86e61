import { describe, expect, test } from 'vitest';
import { cellCode, codeSpan, plainText, sentence } from './markdown.ts';

test.each([
  ['search', '`search`'],
  ['', '(empty)'],
  ['a`b', '``a`b``'],
  ['``', '``` `` ```'],
  [' a ', '`  a  `'],
  ['  ', '`  `'],
  ['</code><script>@octocat #1 [x](https://x)', '`</code><script>@octocat #1 [x](https://x)`'],
  ['one\n# two', '`one\\n# two`'],
  ['\u202eevil\u0000', '`\\u{202e}evil\\u{0}`'],
  ['\ud800', '`\\u{d800}`'],
])('in monospace: %j', (text, expected) => {
  expect(codeSpan(text)).toBe(expected);
});

describe('in a cell of a table', () => {
  test.each([
    ['search', '`search`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['a\\|b`<', '<code>a&#92;&#124;b&#96;&#60;</code>'],
    ['|\n@a', '<code>&#124;&#92;n&#64;a</code>'],
  ])('%j', (text, expected) => {
    expect(cellCode(text)).toBe(expected);
  });

  test.each(['|', '\\|', '`|`', '\n', 'a\\', '\\\\|', '||', '\r\n|'])(
    '%j ends no cell and no line',
    (text) => {
      expect(cellCode(text)).not.toMatch(/[|\n\r]/);
      expect(cellCode(text)).not.toMatch(/\\$/);
    },
  );
});

test.each([
  ['Plain words, and a dash - here.', 'Plain words, and a dash - here.'],
  ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
  ['<img src=x>', '\\<img src=x\\>'],
  ['[a](b)', '\\[a\\](b)'],
  ['@octocat', '@&#8203;octocat'],
  ['mail a@b.c', 'mail a@&#8203;b.c'],
  ['acme/x#12', 'acme/x\\#&#8203;12'],
  ['https://evil.example www.evil.example', 'https:&#8203;//evil.example www&#8203;.evil.example'],
  ['GH-12', 'GH&#8203;-12'],
  ['&amp;', '\\&amp;'],
  ['line\n# heading', 'line\\n\\# heading'],
  ['$x$', '\\$x\\$'],
])('in prose: %j', (text, expected) => {
  // What stands for an unseen character is escaped like the rest.
  expect(plainText(text).replace('\\\\n', '\\n')).toBe(expected);
});

test('a sentence has what it quotes in monospace, whatever that is', () => {
  expect(sentence('The tool "a`|<b>@c" is new.')).toBe('The tool ``"a`|<b>@c"`` is new.');
  expect(sentence('"say \\"hi\\" @you" is gone, and "b" came.')).toBe(
    '`"say \\"hi\\" @you"` is gone, and `"b"` came.',
  );
  expect(sentence('Speaks @now.')).toBe('Speaks @&#8203;now.');
});
