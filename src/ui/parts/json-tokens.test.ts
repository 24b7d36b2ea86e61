import { describe, expect, test } from 'vitest';
import { tokenize } from './json-tokens.ts';

const shape = (text: string): string =>
  tokenize(text)
    .tokens.map((token) => `${token.kind}:${text.slice(token.start, token.end)}`)
    .join(' ');

describe('tokens', () => {
  const rows: [text: string, expected: string][] = [
    ['{"a":1}', 'open:{ key:"a" colon:: number:1 close:}'],
    ['["a","b"]', 'open:[ string:"a" comma:, string:"b" close:]'],
    ['{"a":"b"}', 'open:{ key:"a" colon:: string:"b" close:}'],
    [' -0.5e+10 ', 'number:-0.5e+10'],
    ['true false null', 'literal:true literal:false literal:null'],
    ['"a\\"b"', 'string:"a\\"b"'],
    ['"a\\\\"', 'string:"a\\\\"'],
    ['01', 'bad:01'],
    ['1.', 'bad:1.'],
    ['+1', 'bad:+1'],
    ["'a'", "bad:'a'"],
    ['{a:1}', 'open:{ bad:a colon:: number:1 close:}'],
    ['"open\n1', 'string:"open number:1'],
    ['', ''],
    ['\u00a0', 'bad:\u00a0'],
  ];
  test.each(rows)('%j', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  test('nothing but white space is ever dropped', () => {
    const texts = [
      '{"a" 1,,]x"',
      '\u2028\ufeff{}',
      '"\\',
      '}{][',
      'data: {"a":1}\r\n\r\n: keepalive',
      '"\ud800"',
    ];
    for (const text of texts) {
      const kept = tokenize(text).tokens.map((token) => text.slice(token.start, token.end));
      expect(kept.join('')).toBe(
        text.replace(/[ \t\r\n]+/g, (space, at: number) => (inString(text, at) ? space : '')),
      );
    }
  });
});

function inString(text: string, at: number): boolean {
  return tokenize(text).tokens.some((token) => token.start < at && at < token.end);
}

describe('what is JSON is what JSON.parse takes', () => {
  const rows = [
    '{}',
    '[]',
    '1',
    '"a"',
    'null',
    '{"a":[1,{"b":null}]}',
    ' [1 , 2] ',
    '"\\u00e9"',
    '"\\ud800"',
    '"\u2028"',
    '{"a":1,"a":2}',
    '-0',
    '1e5',
    '""',
    '{"":0}',
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{"a":}',
    '{,}',
    '[,]',
    '1 2',
    '{"a":1 "b":2}',
    '{1:2}',
    '{"a":1]',
    '[1}',
    '"a',
    '"\t"',
    '"\\x"',
    '"\\u12g4"',
    '01',
    '1.',
    '.5',
    '-',
    '+1',
    '1e',
    'tru',
    'True',
    'NaN',
    "'a'",
    '// c\n1',
    '\ufeff{}',
    '\u00a01',
    '[1],',
    '"a\nb"',
    '{"a"::1}',
    '[[]',
    ']',
    ':',
    '{"a":"b":1}',
    '"\\\\"',
    '"\\\\x"',
    '"\\\\\\x"',
    '["\\u0000"]',
    '["\u007f"]',
  ];
  test.each(rows)('%j', (text) => {
    let parses = true;
    try {
      JSON.parse(text);
    } catch {
      parses = false;
    }
    expect(tokenize(text).json).toBe(parses);
  });
});

test('a string of ten megabytes and 100,000 levels are read in a loop', () => {
  expect(tokenize(`"${'\\n'.repeat(5_000_000)}"`).tokens).toHaveLength(1);
  expect(tokenize('['.repeat(100_000)).tokens).toHaveLength(100_000);
});
