import { expect, test } from 'vitest';
import { listChanges } from './list-changes.ts';
import type { ListEntry } from './list-pages.ts';

const entry = (key: string, raw = key, nth?: number): ListEntry => ({
  index: 0,
  page: 1,
  path: '',
  key,
  name: key,
  title: null,
  description: null,
  raw,
  problems: [],
  twin: nth === undefined ? null : { nth, of: 2 },
});

const names = (all: readonly ListEntry[]) => all.map(({ key, raw }) => key || raw);

test.each<[string, ListEntry[], ListEntry[], [string[], string[], string[]]]>([
  ['nothing', [entry('a'), entry('b')], [entry('b'), entry('a')], [[], [], []]],
  ['one added, one removed', [entry('a')], [entry('b')], [['b'], ['a'], []]],
  ['one changed', [entry('a', '{"a":1}')], [entry('a', '{"a":1.0}')], [[], [], ['a']]],
  [
    'the second of one name is gone',
    [entry('a', 'x', 1), entry('a', 'y', 2)],
    [entry('a', 'x')],
    [[], ['a'], []],
  ],
  ['without a key it is another', [entry('', '1')], [entry('', '2')], [['2'], ['1'], []]],
  ['a name like a member of every object', [entry('__proto__')], [], [[], ['__proto__'], []]],
])('%s', (_, before, after, [added, removed, changed]) => {
  const changes = listChanges(before, after);
  expect([names(changes.added), names(changes.removed), names(changes.changed)]).toEqual([
    added,
    removed,
    changed,
  ]);
});
