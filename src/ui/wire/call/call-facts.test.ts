import { describe, expect, test } from 'vitest';
import type { CallView, RoundView, ServerRequestView } from '../../../engine/views/calls.ts';
import { PersonTime } from '../../../engine/views/person-time.ts';
import { callExchanges, callTime } from './call-facts.ts';

function round(over: Partial<RoundView>): RoundView {
  return {
    round: 1,
    parent: null,
    depth: 1,
    branch: '',
    exchange: 1,
    by: 'automatic',
    manual: false,
    raw: false,
    answers: [],
    deviations: [],
    sentAt: 0,
    endedAt: 100,
    request: null,
    status: 200,
    result: null,
    progressCount: 0,
    progress: null,
    logCount: 0,
    logs: [],
    serverRequests: [],
    person: { any: new PersonTime(), outside: new PersonTime() },
    elicitations: [],
    method: 'tools/call',
    polls: 0,
    resumedIn: [],
    resuming: null,
    outcome: { kind: 'complete' },
    ...over,
  };
}

const call = (...rounds: RoundView[]): CallView => ({
  call: 1,
  connection: 1,
  method: 'tools/call',
  name: 'deploy',
  argumentsText: '{}',
  origin: 'client',
  at: 0,
  rounds,
  state: 'ended',
  waiting: null,
  ended: { how: 'complete', at: 1 },
  findings: [],
});

const asked = (over: Partial<ServerRequestView>): ServerRequestView => ({
  ...{ request: 1, key: '0', method: 'elicitation/create', at: 200, exchange: 1, event: 1, message: null },
  ...{ heldAt: null, item: null, reply: null, earlier: [], completedAt: null, ended: null },
  ...over,
});
const reply = (exchange: number, at: number, by: 'hand' | 'responder' = 'hand') =>
  ({ exchange, at, by, raw: false, deviations: [] }) as const;

describe('the time of a call', () => {
  test.each<[rule: string, rounds: readonly RoundView[], words: string]>([
    ['of one round', [round({})], '100 ms'],
    ['that still runs', [round({ endedAt: null })], ''],
    [
      'of several is the whole, not that of the last',
      [round({}), round({ round: 2, parent: 1, depth: 2, sentAt: 110, endedAt: 700 })],
      '700 ms',
    ],
    [
      'says what a person took of it',
      [round({}), round({ round: 2, parent: 1, depth: 2, by: 'hand', sentAt: 4100, endedAt: 5100 })],
      '5.1 s, 4.0 s of it you',
    ],
    [
      'goes from the first request to the branch that was sent last',
      [
        round({}),
        round({ round: 2, parent: 1, depth: 2, sentAt: 150, endedAt: 300 }),
        round({ round: 3, parent: 1, depth: 2, branch: 'b', by: 'hand', sentAt: 1400, endedAt: 1900 }),
      ],
      '1.9 s, 1.1 s of it you',
    ],
    [
      'counts as a person’s what a legacy server waited for one',
      [round({ endedAt: 3300, serverRequests: [asked({ heldAt: 200, reply: reply(2, 3200) })] })],
      '3.3 s, 3.0 s of it you',
    ],
    [
      'and not what a responder answered',
      [round({ endedAt: 3300, serverRequests: [asked({ reply: reply(2, 3200, 'responder') })] })],
      '3.3 s',
    ],
  ])('%s', (_rule, rounds, words) => {
    expect(callTime(call(...rounds))).toBe(words);
  });
});

test('a call travelled in its requests, where it was resumed, and in our answers', () => {
  const first = round({
    resumedIn: [7],
    serverRequests: [asked({ reply: reply(4, 1) }), asked({ request: 2, earlier: [5], reply: reply(6, 2) })],
  });
  expect(callExchanges(call(first, round({ round: 2, exchange: 9 })))).toEqual([1, 7, 4, 5, 6, 9]);
});
