import { describe, expect, test } from 'vitest';
import { isPlain } from './raw-block.ts';
import { rawLines, type RawLine } from './raw-lines.ts';

const plain = (lines: readonly RawLine[]): string =>
  lines
    .map((line) => line.runs.map((run) => run.pieces.map((piece) => piece.text).join('')).join(''))
    .join('\n');
const marked = (lines: readonly RawLine[]): string[] =>
  lines.flatMap((line) =>
    line.runs.flatMap((run) =>
      run.mark ? [`${run.mark} ${run.pieces.map((piece) => piece.text).join('')}`] : [],
    ),
  );
const looked = (lines: readonly RawLine[], look: string): string[] =>
  lines.flatMap((line) =>
    line.runs.flatMap((run) => run.pieces.filter((piece) => piece.look === look).map((piece) => piece.text)),
  );

describe('as sent, the text is exact', () => {
  test.each([
    '',
    '\n',
    '{"a":1}',
    '{\r\n  "a" : 1.0\r\n}\n',
    'data: {"a":1}\n\n: keepalive',
    ' \t x',
    '"open\n"b"',
    '[1,',
    '{"read_\u202eselif":"\u2067x\u2069"}\u200f',
  ])('%j', (text) => {
    for (const json of [true, false]) expect(plain(rawLines(text, { view: 'as-sent', json }))).toBe(text);
  });
});

test('what is no JSON is shown as it is, also when indented is asked for', () => {
  expect(plain(rawLines('{"a":1', { view: 'indented', json: true }))).toBe('{"a":1');
});

test('marks are ranges of the original in both views', () => {
  const text = '{"id":9,"in":{"approve":{"a":1},"b":2}}';
  const marks = [
    { start: text.indexOf('9'), end: text.indexOf('9') + 1, kind: 'chg' as const },
    { start: text.indexOf('"approve"'), end: text.indexOf(',"b"'), kind: 'add' as const },
  ];
  expect(marked(rawLines(text, { view: 'as-sent', json: true, marks }))).toEqual([
    'chg 9',
    'add "approve":{"a":1}',
  ]);
  expect(marked(rawLines(text, { view: 'indented', json: true, marks }))).toEqual([
    'chg 9',
    'add "approve": { "a": 1 }',
  ]);
});

test('a mark cuts a token, and one over many lines is drawn on each', () => {
  expect(
    marked(rawLines('abcdef', { view: 'as-sent', json: false, marks: [{ start: 2, end: 4, kind: 'hit' }] })),
  ).toEqual(['hit cd']);
  const text = '{"a":"xxxxxxxxxx","b":"yyyyyyyyyy"}';
  const marks = [{ start: 0, end: text.length, kind: 'add' as const }];
  expect(marked(rawLines(text, { view: 'indented', json: true, width: 20, marks }))).toEqual([
    'add { "a": "xxxxxxxxxx",',
    'add "b": "yyyyyyyyyy" }',
  ]);
});

test('overlapping and empty marks lose no text', () => {
  const marks = [
    { start: 0, end: 3, kind: 'hit' as const },
    { start: 2, end: 5, kind: 'add' as const },
    { start: 4, end: 4, kind: 'rem' as const },
  ];
  const lines = rawLines('abcdef', { view: 'as-sent', json: false, marks });
  expect(plain(lines)).toBe('abcdef');
  expect(marked(lines)).toEqual(['hit abc', 'add de']);
});

describe('emphasis', () => {
  const emphasis = new Set(['resultType', 'requestState']);
  const tints = new Map([['input_required', 'wait' as const]]);

  test('only keys are bold, also when they are escaped, and only values under them are tinted', () => {
    const text =
      '{"resultType":"input_required","x":"resultType","y":"input_required","result\\u0054ype":1,"requestState":"input"}';
    const lines = rawLines(text, { view: 'as-sent', json: true, emphasis, tints });
    expect(looked(lines, 'k hk')).toEqual(['"resultType"', '"result\\u0054ype"', '"requestState"']);
    expect(looked(lines, 'hw')).toEqual(['"input_required"']);
  });

  test('a name from Object.prototype is no key of ours', () => {
    expect(looked(rawLines('{"constructor":1}', { view: 'as-sent', json: true, emphasis }), 'k hk')).toEqual(
      [],
    );
  });
});

test.each([
  ['50 kB of prose', `"${'a word and, '.repeat(5_000)}"`.slice(0, 50_000), true],
  ['70 kB', 'x'.repeat(70_000), false],
  ['10,000 numbers', JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index)), false],
  ['4,000 lines', 'x\n'.repeat(4_000), false],
])('%s', (_, text, expected) => {
  expect(isPlain(text)).toBe(expected);
});

test('what turns the direction is a piece of its own, with the look and the mark of what it stands in', () => {
  const text = '{"a":"read_\u202eselif\u2069"}';
  const from = text.indexOf('_');
  const marks = [{ start: from, end: from + 3, kind: 'hit' as const }];
  for (const view of ['as-sent', 'indented'] as const) {
    const lines = rawLines(text, { view, json: true, marks });
    expect(marked(lines)).toEqual(['hit _\u202es']);
    expect(
      lines.flatMap(({ runs }) => runs.flatMap(({ pieces }) => pieces.filter(({ turns }) => turns))),
    ).toEqual([
      { text: '\u202e', look: 's', turns: true },
      { text: '\u2069', look: 's', turns: true },
    ]);
    expect(plain(lines).replaceAll(' ', '')).toBe(text);
  }
});
