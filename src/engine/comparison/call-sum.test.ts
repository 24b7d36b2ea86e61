import { expect, test } from 'vitest';
import type { Exchanges } from '../views/exchanges.ts';
import { PersonTime } from '../views/person-time.ts';
import { sumOf, type CallSum } from './call-sum.ts';
import type { CallFacts } from './column-facts.ts';

interface Asked {
  readonly at: number;
  readonly repliedAt: number;
  readonly by: 'hand' | 'responder';
  readonly exchange: number;
}

interface Round {
  readonly exchange: number;
  readonly asked?: readonly Asked[];
}

function sum(
  spans: readonly (readonly [from: number, to: number | null])[],
  rounds: readonly Round[],
): CallSum {
  const exchanges = {
    get: (number: number) => {
      const span = spans[number - 1];
      return (
        span && {
          request: { at: span[0] },
          end: span[1] === null ? null : { at: span[1] },
          body: null,
          sse: [],
        }
      );
    },
  } as unknown as Exchanges;
  const facts = {
    kind: 'made',
    view: {
      rounds: rounds.map(({ exchange, asked = [] }) => ({
        exchange,
        sentAt: 0,
        endedAt: null,
        person: { any: new PersonTime(), outside: new PersonTime() },
        resumedIn: [],
        resuming: null,
        serverRequests: asked.map(({ at, repliedAt, by, exchange: reply }) => ({
          at,
          heldAt: by === 'hand' ? at : null,
          reply: { at: repliedAt, by, exchange: reply },
          earlier: [],
          ended: null,
        })),
      })),
    },
    traffic: { roundTrips: spans.length, sent: 3, received: 4, ms: null },
  } as unknown as Extract<CallFacts, { kind: 'made' }>;
  return sumOf(facts, exchanges);
}

test.each<[title: string, spans: [number, number | null][], rounds: Round[], Partial<CallSum>]>([
  ['one round', [[10, 30]], [{ exchange: 1 }], { requests: 1, asked: 0, heldMs: 20, personMs: 0 }],
  [
    'between two rounds nothing is open, whoever has the ball',
    [
      [0, 100],
      [6000, 6700],
    ],
    [{ exchange: 1 }, { exchange: 2 }],
    { requests: 2, heldMs: 800, personMs: 0 },
  ],
  [
    'a stream is held open while a person answers',
    [
      [0, 6900],
      [6100, 6200],
    ],
    [{ exchange: 1, asked: [{ at: 121, repliedAt: 6100, by: 'hand', exchange: 2 }] }],
    { requests: 2, asked: 1, heldMs: 6900, personMs: 5979 },
  ],
  [
    'a responder is no person',
    [
      [0, 500],
      [200, 210],
    ],
    [{ exchange: 1, asked: [{ at: 100, repliedAt: 200, by: 'responder', exchange: 2 }] }],
    { asked: 1, heldMs: 500, personMs: 0 },
  ],
  [
    'two that a person has at once count once',
    [[0, 1000]],
    [
      {
        exchange: 1,
        asked: [
          { at: 100, repliedAt: 500, by: 'hand', exchange: 2 },
          { at: 200, repliedAt: 600, by: 'hand', exchange: 3 },
        ],
      },
    ],
    { heldMs: 1000, personMs: 500 },
  ],
  ['nothing came to an end', [[0, null]], [{ exchange: 1 }], { heldMs: null, personMs: 0 }],
])('%s', (_, spans, rounds, expected) => {
  expect(sum(spans, rounds)).toMatchObject({ ...expected, sent: 3, received: 4 });
});
