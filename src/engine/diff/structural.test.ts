import { describe, expect, test } from 'vitest';
import { compareNumbers, numberKey } from './decimal.ts';
import { longestRising } from './rising.ts';
import { diffTexts, type StructuralChange } from './structural.ts';

function diff(before: string, after: string) {
  const compared = diffTexts(before, after);
  if (!compared.ok) throw new Error(compared.message);
  return compared.value;
}
const short = ({ kind, path, movedFrom, before, after, sameNumber }: StructuralChange) =>
  [
    kind,
    path.join('.'),
    ...(movedFrom === undefined ? [before, after] : [`from ${movedFrom}`]),
    ...(sameNumber ? ['same number'] : []),
  ]
    .filter((part) => part !== undefined)
    .join(' ');

describe('what differs is told by path', () => {
  test.each<[title: string, before: string, after: string, changes: string[], forms?: string[]]>([
    ['nothing', '{"a":1}', '{"a":1}', []],
    ['a value', '{"a":{"b":1}}', '{"a":{"b":2}}', ['changed a.b 1 2']],
    ['the whole', '1', '"1"', ['changed  1 "1"']],
    ['another type', '{"a":[]}', '{"a":{}}', ['changed a [] {}']],
    ['members come and go', '{"a":1,"b":2}', '{"b":2,"c":[3]}', ['removed a 1', 'added c [3]']],
    ['digits count, and the number is the same', '[1]', '[1.0]', ['changed 0 1 1.0 same number'], []],
    [
      'no number is rounded',
      '{"n":9007199254740992}',
      '{"n":9007199254740993}',
      ['changed n 9007199254740992 9007199254740993'],
    ],
    ['key order is a form', '{"a":1,"b":2}', '{"b":2,"a":1}', [], ['key order 1 ']],
    ['white space is a form', '{"a":[1,2]}', '{"a":[1, 2]}', [], ['white space 1 a']],
    ['white space of an object', '{"a":1}', '{ "a": 1 }', [], ['white space 1 ']],
    ['escapes are a form', '{"a":"é"}', '{"a":"\\u00e9"}', [], ['escapes 1 a']],
    [
      'a value and a form side by side',
      '{"a":1,"b":2}',
      '{"b":3,"a":1}',
      ['changed b 2 3'],
      ['key order 1 '],
    ],
    ['another key does not count as order', '{"a":1,"b":2}', '{"b":2}', ['removed a 1'], []],
    ['of duplicate keys the last counts', '{"a":1,"a":2}', '{"a":2}', [], []],
    ['keys are data', '{"__proto__":1}', '{"__proto__":2,"":3}', ['changed __proto__ 1 2', 'added  3']],

    [
      'tools are known by name',
      '[{"name":"a","x":1},{"name":"b"}]',
      '[{"name":"b"},{"name":"a","x":2}]',
      ['moved 0 from 1', 'changed 1.x 1 2'],
    ],
    [
      'resources by URI',
      '[{"uri":"a:","name":"n"},{"uri":"b:","name":"n"}]',
      '[{"uri":"b:","name":"n"}]',
      ['removed 0 {"uri":"a:","name":"n"}'],
    ],
    [
      'templates by template',
      '[{"uriTemplate":"{a}","name":"n"}]',
      '[{"uriTemplate":"{b}","name":"n"}]',
      ['removed 0 {"uriTemplate":"{a}","name":"n"}', 'added 0 {"uriTemplate":"{b}","name":"n"}'],
    ],
    [
      'the second of a name with the second',
      '[{"name":"a","x":1},{"name":"a","x":2}]',
      '[{"name":"a","x":1},{"name":"a","x":3}]',
      ['changed 1.x 2 3'],
    ],
    [
      'enum values by value',
      '["a","b","c"]',
      '["c","a","d"]',
      ['removed 1 "b"', 'moved 0 from 2', 'added 2 "d"'],
    ],
    ['as few moves as can be', '["a","b","c","d"]', '["d","a","b","c"]', ['moved 0 from 3']],
    ['without identity by what is alike around it', '[[1],[2],[3]]', '[[1],[9],[2],[3]]', ['added 1 [9]']],
    ['and then by place', '[[1],[2],[3]]', '[[1],[4],[3]]', ['removed 1.0 2', 'added 1.0 4']],
    [
      'deep in a list of a message',
      '{"result":{"tools":[{"name":"a","s":{"p":{"q":[{"x":1}]}}}]}}',
      '{"result":{"tools":[{"name":"a","s":{"p":{"q":[{"x":2}]}}}]}}',
      ['changed result.tools.0.s.p.q.0.x 1 2'],
    ],
  ])('%s', (_, before, after, changes, forms) => {
    const found = diff(before, after);
    expect(found.changes.map(short)).toEqual(changes);
    if (forms)
      expect(
        found.forms.map(
          ({ form, count, paths }) => `${form} ${count} ${paths.map((path) => path.join('.')).join()}`,
        ),
      ).toEqual(forms);
  });

  describe('of a long list entries that stand in both texts are read once, and told as in a short one', () => {
    const entry = (index: number) => ({ name: `entry ${index}`, text: 'as long as an entry is', index });
    const entries = Array.from({ length: 200 }, (_, index) => entry(index));
    const list = (of: readonly unknown[], space = 0) =>
      JSON.stringify({ result: { tools: of, nextCursor: 'x' } }, null, space);
    test.each<[title: string, before: unknown[], after: unknown[], changes: string[]]>([
      ['alike', entries, entries, []],
      [
        'one changed',
        entries,
        entries.with(150, { ...entry(150), index: -1 }),
        ['changed result.tools.150.index 150 -1'],
      ],
      [
        'one came',
        entries,
        entries.toSpliced(10, 0, entry(900)),
        [`added result.tools.10 ${JSON.stringify(entry(900))}`],
      ],
      [
        'one went',
        entries,
        entries.toSpliced(10, 1),
        [`removed result.tools.10 ${JSON.stringify(entry(10))}`],
      ],
      [
        'one moved and changed',
        entries,
        [{ ...entry(199), text: 'other' }, ...entries.slice(0, 199)],
        ['moved result.tools.0 from 199', 'changed result.tools.0.text "as long as an entry is" "other"'],
      ],
      ['one twice', entries, [...entries, entry(3)], [`added result.tools.200 ${JSON.stringify(entry(3))}`]],
      [
        'entries without identity',
        Array.from({ length: 100 }, (_, index) => [index]),
        Array.from({ length: 100 }, (_, index) => [index === 50 ? 0 : index]),
        ['removed result.tools.50.0 50', 'added result.tools.50.0 0'],
      ],
    ])('%s', (_, before, after, changes) => {
      expect(diff(list(before), list(after)).changes.map(short)).toEqual(changes);
      // With other spaces no entry stands in both.
      const places = (of: readonly StructuralChange[]) =>
        of.map(({ kind, path }) => `${kind} ${path.join('.')}`);
      expect(places(diff(list(before), list(after, 1)).changes)).toEqual(
        places(diff(list(before), list(after)).changes),
      );
    });

    test('and where each value begins is told in its own text', () => {
      const before = list(entries);
      const after = list(
        entries.with(2, { ...entry(2), index: 12345 }).with(150, { ...entry(150), index: -1 }),
      );
      for (const change of diff(before, after).changes) {
        expect(before.slice(change.beforeStart).startsWith(change.before ?? '?')).toBe(true);
        expect(after.slice(change.afterStart).startsWith(change.after ?? '?')).toBe(true);
      }
    });
  });

  test('any depth is compared', () => {
    const nest = (inner: string) => '['.repeat(50_000) + inner + ']'.repeat(50_000);
    const [change] = diff(nest('[1,{}]'), nest('[2,{}]')).changes;
    expect(change?.path).toHaveLength(50_001);
    expect(change?.after).toBe('2');
  });

  test('a text that is not JSON is named', () => {
    expect(diffTexts('{}', '{')).toMatchObject({
      ok: false,
      code: 'not-json',
      message: expect.stringMatching(/^The later text is not JSON/),
    });
    expect(diffTexts('', '{}')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The earlier text/),
    });
  });
});

describe('numbers', () => {
  test.each([
    ['1', '2', -1],
    ['-1', '1', -1],
    ['0', '-0', 0],
    ['0.10', '1e-1', 0],
    ['10', '9', 1],
    ['-10', '-9', -1],
    ['1e400', '1e399', 1],
    ['9007199254740993', '9007199254740992', 1],
    ['0.5', '0.25', 1],
    ['0', '-1', 1],
    ['1.50', '15e-1', 0],
  ])('%s against %s', (a, b, order) => {
    expect(Math.sign(compareNumbers(a, b))).toBe(order);
    expect(numberKey(a) === numberKey(b)).toBe(order === 0);
  });
});

test('the longest that rises', () => {
  expect([...longestRising([3, 0, 1, 2])].sort()).toEqual([0, 1, 2]);
  expect(longestRising([])).toEqual(new Set());
  expect(longestRising([2, 1, 0]).size).toBe(1);
});
