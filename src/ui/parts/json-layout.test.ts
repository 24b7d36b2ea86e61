import { describe, expect, test } from 'vitest';
import { drive, indented, joinLines, layout } from './json-layout.ts';

/** What no layout may change: everything but white space outside strings. */
const bare = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? '');

describe('compact layout', () => {
  const rows: [title: string, text: string, width: number, expected: string][] = [
    ['a scalar', ' 1.0 ', 90, '1.0'],
    ['nothing in it', '{ }', 90, '{}'],
    ['what fits stays on one line', '{"a":1,"b":[1,2],"c":{}}', 90, '{ "a": 1, "b": [1, 2], "c": {} }'],
    ['a flat array of objects is tight', '[{"a":1}]', 90, '[{ "a": 1 }]'],
    [
      'scalars share lines, closers stay on the last one',
      '{"jsonrpc":"2.0","id":9,"method":"tools/call"}',
      26,
      '{ "jsonrpc": "2.0",\n  "id": 9,\n  "method": "tools/call" }',
    ],
    [
      'a container opens its line',
      '{"id":1,"result":{"a":"xxxxxxxxxx","b":"yyyyyyyyyy"}}',
      40,
      '{ "id": 1,\n  "result": { "a": "xxxxxxxxxx",\n    "b": "yyyyyyyyyy" } }',
    ],
    [
      'a first container does not stay with the brace',
      '{"a":{"b":"xxxxxxxxxxxxxxx"},"c":2}',
      20,
      '{\n  "a": {\n    "b": "xxxxxxxxxxxxxxx"\n  },\n  "c": 2 }'.replace('"\n  },', '" },'),
    ],
    [
      'the only container of an array stays with the bracket',
      '{"m":[{"role":"user","text":"xxxxxxxxxxxx"}]}',
      30,
      '{\n  "m": [ { "role": "user",\n      "text": "xxxxxxxxxxxx" } ] }',
    ],
    [
      'several stand under each other',
      '[{"name":"xxxxxxxxxxxx"},{"name":"yyyyyyyyyyyy"}]',
      30,
      '[\n  { "name": "xxxxxxxxxxxx" },\n  { "name": "yyyyyyyyyyyy" } ]',
    ],
    [
      'what follows a container starts a line',
      '{"a":[1,2,3],"b":4,"c":"xxxxxxxxxxxxxxxx"}',
      24,
      '{\n  "a": [1, 2, 3],\n  "b": 4,\n  "c": "xxxxxxxxxxxxxxxx" }',
    ],
    ['no JSON comes back as it is', '{"a":1,}', 10, '{"a":1,}'],
    ['an event stream is no JSON', 'data: {"a":1}\n\n', 10, 'data: {"a":1}\n\n'],
  ];
  test.each(rows)('%s', (_, text, width, expected) => {
    expect(indented(text, { width })).toBe(expected);
  });
});

describe('it is a view of the text', () => {
  const rows = [
    '{"n":9007199254740993,"z":1.0,"e":1E400,"m":-0}',
    '{"b":1,"a":2,"b":3}',
    '{"k\\u0041":"\\u00e9\\/\\ud800","":" x "}',
    '[[[[[1,[2,[3]]]]]],{"a":{"b":{"c":[]}}}]',
    `{"long":"${'x'.repeat(300)}","after":[true,false,null]}`,
  ];
  test.each(rows)('digits, order and escapes stay: %s', (text) => {
    for (const width of [1, 20, 90]) expect(bare(indented(text, { width }))).toBe(bare(text));
  });

  test('no line is longer than the width unless one token is', () => {
    const text = JSON.stringify({
      list: Array.from({ length: 200 }, (_, i) => ({ i, name: `n${i}` })),
      flat: [1, 2, 3],
    });
    for (const line of indented(text, { width: 60 }).split('\n')) {
      expect(line.replace(/[\s}\],]+$/, '').length).toBeLessThanOrEqual(60);
    }
  });

  test('it is under half as tall as the usual layout', () => {
    const value = {
      result: {
        resultType: 'complete',
        content: [{ type: 'text', text: 'x' }],
        meta: { a: 1, b: [1, 2, 3] },
      },
    };
    const usual = JSON.stringify(value, null, 2).split('\n').length;
    expect(indented(JSON.stringify(value), { width: 50 }).split('\n').length).toBeLessThan(usual / 2);
  });
});

describe('depth', () => {
  test('100,000 levels neither overflow nor hang, and lines stay short', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const started = performance.now();
    const lines = layout(deep);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(lines).toBeDefined();
    const longest = Math.max(...(lines ?? []).map((line) => line.indent + line.tokens.length * 2));
    expect(longest).toBeLessThan(300);
  });

  test('100,000 nested objects', () => {
    const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
    expect(bare(indented(deep))).toBe(deep);
  });
});

test('a place in the original is found in the layout', () => {
  const text = '{"a":[10,20],"b":"word"}';
  const joined = drive(joinLines(text, layout(text, { width: 12 }) ?? []));
  for (const word of ['"a"', '10', '20', '"b"', '"word"']) {
    const at = text.indexOf(word);
    const { start, end } = joined.range(at, at + word.length);
    expect(joined.text.slice(start, end)).toBe(word);
  }
});
