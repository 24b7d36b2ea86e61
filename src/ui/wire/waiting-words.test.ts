import { expect, test } from 'vitest';
import type { RoundView } from '../../engine/views/calls.ts';
import { PersonTime } from '../../engine/views/person-time.ts';
import { waitingWords } from './waiting-words.ts';

function round(...answered: readonly (readonly [from: number, to: number])[]): RoundView {
  const any = new PersonTime();
  for (const [from, to] of answered) {
    any.begin(from);
    any.end(to);
  }
  return { sentAt: 1000, request: {}, resuming: null, person: { any } } as unknown as RoundView;
}

test.each([
  [round(), 15_400, 60_000, 'waiting for the server, 14 s of 60'],
  [round(), 1000, undefined, 'waiting for the server, 0 s'],
  [round([2000, 14_000]), 17_000, 60_000, 'waiting for the server, 4 s of 60, 12.0 s of yours not counted'],
  [round([0, 3000]), 17_000, 60_000, 'waiting for the server, 14 s of 60, 2.0 s of yours not counted'],
  [round([2000, 2100]), 17_000, 60_000, 'waiting for the server, 15 s of 60'],
  [
    { ...round(), resuming: { at: 2000, ms: 20_000, lastEventId: 'ev-1\u202e' } },
    6_000,
    60_000,
    'waiting for the server, 5 s of 60; its stream ended early and is resumed in 16 s, from event ev-1\\u{202e}',
  ],
  [
    { ...round(), request: null },
    3_400,
    60_000,
    'waiting for a place, 2 s: calls and the notification stream hold five of the six connections, and one stays free for answers',
  ],
])('%#', (waiting, now, limit, words) => {
  expect(waitingWords(waiting, now, limit)).toBe(words);
});
