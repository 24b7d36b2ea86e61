import { describe, expect, test } from 'vitest';
import { contentFromDraft, draftFromContent } from './content-draft.ts';

test('a draft tells absent, empty, null and false apart, and keeps digits and names', () => {
  const text =
    '{ "a": "", "b": null, "c": false, "d": 1.0, "e": 9007199254740993, "__proto__": [ ], "": {"x": 1e3} }';
  const read = draftFromContent(text);
  const entries = [
    ['a', '""'],
    ['b', 'null'],
    ['c', 'false'],
    ['d', '1.0'],
    ['e', '9007199254740993'],
    ['__proto__', '[ ]'],
    ['', '{"x": 1e3}'],
  ] as const;
  expect(read.ok && [...read.value]).toEqual(entries);
  expect(contentFromDraft(new Map(entries))).toBe(
    '{"a":"","b":null,"c":false,"d":1.0,"e":9007199254740993,"__proto__":[ ],"":{"x": 1e3}}',
  );
  expect(contentFromDraft(new Map(entries), text)).toBe(text);
});

test.each([
  ['{"a":', 'not-json'],
  ['[1]', 'not-an-object'],
  ['null', 'not-an-object'],
])('no draft in %s', (text, code) => {
  expect(draftFromContent(text)).toMatchObject({ ok: false, code });
});

describe('with a previous text only what differs changes', () => {
  test.each<[previous: string, draft: [string, string][], text: string]>([
    [
      '{ "a": 1.0, "b":2 }',
      [
        ['a', '1.0'],
        ['b', '2.50'],
      ],
      '{ "a": 1.0, "b":2.50 }',
    ],
    ['{ "a": 1.0, "b":2 }', [['a', '1.0']], '{ "a": 1.0 }'],
    [
      '{\n  "a": 1\n}',
      [
        ['a', '1'],
        ['b', '""'],
      ],
      '{\n  "a": 1,\n  "b": ""\n}',
    ],
    [
      '{ "a": 1, "b": 2 }',
      [
        ['a', '1.'],
        ['b', '3'],
      ],
      '{ "a": 1., "b": 3 }',
    ],
    [
      '{ "a": 1, "b": 2 }',
      [
        ['a', '-'],
        ['b', '3e'],
      ],
      '{"a":-,"b":3e}',
    ],
    ['{ "a": ', [['a', '1']], '{"a":1}'],
  ])('%j', (previous, draft, text) => {
    expect(contentFromDraft(new Map(draft), previous)).toBe(text);
  });
});
