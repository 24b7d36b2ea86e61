import { expect, test } from 'vitest';
import type { CellContent } from '../../../engine/comparison/matrix.ts';
import { openedRow } from './opened-row.ts';

const text = (words: string): CellContent => ({ kind: 'text', text: words });
const none: CellContent = { kind: 'none' };

test.each<[string, CellContent, CellContent, readonly [string, string, RegExp]]>([
  ['session', text('id, 36 characters'), none, ['id, 36 characters', 'none', /stands for itself/]],
  ['session', none, text('id, 8 characters'), ['none', 'id, 8 characters', /names the session/]],
  [
    'attempts',
    text('initialize'),
    text('server/discover'),
    ['initialize', 'server/discover', /first message/],
  ],
  ['tools/list kept', none, text('ttl 60 s, public'), ['none', 'ttl 60 s, public', /may now keep/]],
  ['connect trips', text('2'), text('1'), ['2', '1', /^$/]],
  ['session', none, none, ['none', 'none', /the same/]],
])('%s, %j and %j', (key, left, right, [before, after, meaning]) => {
  expect(openedRow({ key, label: 'Row' }, left, right)).toEqual({
    label: 'Row',
    left: before,
    right: after,
    meaning: expect.stringMatching(meaning) as unknown,
  });
});

test('of a side that did not come so far nothing is said', () => {
  expect(openedRow({ key: 'session', label: 'Session' }, { kind: 'unknown' }, none)).toBeNull();
});
