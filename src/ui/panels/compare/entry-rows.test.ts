import { expect, test } from 'vitest';
import type { ListEntry } from '../../../engine/views/list-pages.ts';
import { entryRows } from './entry-rows.ts';

function entry(key: string, raw: string, more: Partial<ListEntry> = {}): ListEntry {
  return {
    index: 0,
    page: 1,
    path: 'tools[0]',
    key,
    name: key,
    title: null,
    description: null,
    raw,
    problems: [],
    twin: null,
    ...more,
  };
}

test.each([
  ['another order of keys is no difference', ['{"name":"a","x":1}'], ['{ "x": 1, "name": "a" }'], [], 1],
  ['a member that came', ['{"name":"a"}'], ['{"name":"a","title":"A"}'], ['add a.title undefined "A"'], 0],
  ['a member that went', ['{"name":"a","x":1}'], ['{"name":"a"}'], ['rem a.x 1 undefined'], 0],
  [
    'a member that changed, digits and all',
    ['{"name":"a","x":1}'],
    ['{"name":"a","x":1.0}'],
    ['chg a.x 1 1.0'],
    0,
  ],
  ['an entry that came', [], ['{"name":"a"}'], ['add a undefined undefined'], 0],
  ['an entry that went', ['{"name":"a"}'], [], ['rem a undefined undefined'], 0],
  ['an entry that is no object', ['7'], ['8'], ['chg a.value 7 8'], 0],
] as const)('%s', (_, before, after, expected, same) => {
  const diff = entryRows(
    before.map((raw) => entry('a', raw)),
    after.map((raw) => entry('a', raw)),
  );
  expect(diff.rows.map(({ kind, path, before: from, after: to }) => `${kind} ${path} ${from} ${to}`)).toEqual(
    expected,
  );
  expect(diff.same).toBe(same);
});

test('entries of one name are told apart by their turn, one without a name by its place', () => {
  const twins = (last: string) => [
    entry('a', '{"name":"a"}', { twin: { nth: 1, of: 2 } }),
    entry('a', last, { twin: { nth: 2, of: 2 } }),
  ];
  expect(entryRows(twins('{"name":"a","x":1}'), twins('{"name":"a","x":2}')).same).toBe(1);
  expect(entryRows([], [entry('', '{}', { path: 'tools[3]' })]).rows[0]?.path).toBe('tools[3]');
});
