import { expect, test } from 'vitest';
import type { Entry } from './recording.ts';
import { isUnderWay } from './under-way.ts';

test.each<[Entry, boolean]>([
  [{ type: 'end', at: 1, exchange: 1, how: 'complete', bytes: 2 }, true],
  [{ type: 'attempt', at: 1, handshake: 1, attempt: 1, era: 'modern', asked: '2026-07-28' }, true],
  [{ type: 'round-judged', at: 1, call: 1, round: 1, outcome: { kind: 'complete' } }, false],
  [{ type: 'waiting', at: 1, call: 1, round: 1, reason: 'manual' }, false],
  [{ type: 'switch', at: 1, manual: true }, false],
])('what travels is followed by what it came to: %j', (entry, expected) => {
  expect(isUnderWay(entry)).toBe(expected);
});
