import { expect, test } from 'vitest';
import type { CallSum } from '../../../engine/comparison/call-sum.ts';
import { sumRows } from './sum-rows.ts';

const sum = (more: Partial<CallSum> = {}): CallSum => ({
  requests: 2,
  asked: 1,
  heldMs: 6900,
  personMs: 0,
  sent: 359,
  received: 1100,
  ...more,
});

test('a sum in words', () => {
  expect(sumRows(sum({ personMs: 6000 }), null).map(({ key, value }) => `${key}: ${value}`)).toEqual([
    'HTTP requests: 2',
    'requests by the server: 1',
    'connection held for: 6.9 s, your 6.0 s in it',
    'sent, received: 359 B, 1.1 kB',
  ]);
  expect(sumRows(sum({ heldMs: null }), null)[2]?.value).toBe('not known');
});

test.each<[title: string, own: Partial<CallSum>, left: Partial<CallSum> | null, differs: string[]]>([
  ['nothing on the left', {}, null, []],
  ['the same', {}, {}, []],
  ['a wait that is hardly longer', { heldMs: 7000 }, {}, []],
  ['a short wait that is several times as long', { heldMs: 60 }, { heldMs: 8 }, []],
  ['a wait that is far shorter', { heldMs: 800 }, {}, ['connection held for']],
  ['a person on one side alone', { personMs: 100 }, {}, ['connection held for']],
  ['no end on one side', { heldMs: null }, {}, ['connection held for']],
  ['how it asked', { asked: 0, requests: 4 }, {}, ['HTTP requests', 'requests by the server']],
  ['what travelled', { sent: 360 }, {}, ['sent, received']],
])('marked where it differs: %s', (_, own, left, differs) => {
  const rows = sumRows(sum(own), left === null ? null : sum(left));
  expect(rows.filter((row) => row.differs).map(({ key }) => key)).toEqual(differs);
});
