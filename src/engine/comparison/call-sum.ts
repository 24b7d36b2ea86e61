import type { Exchanges } from '../views/exchanges.ts';
import { exchangesOf, type CallFacts } from './column-facts.ts';

/** What a call took, all in all. */
export interface CallSum {
  /** HTTP requests of the client. */
  readonly requests: number;
  /** JSON-RPC requests of the server. */
  readonly asked: number;
  /** For how long at least one of the exchanges was open, in milliseconds; null where none came to an end. */
  readonly heldMs: number | null;
  /** For how much of that a person had the ball. */
  readonly personMs: number;
  /** UTF-8 bytes of bodies. */
  readonly sent: number;
  readonly received: number;
}

type Span = readonly [from: number, to: number];

/** The sum of a call that was made. */
export function sumOf(facts: Extract<CallFacts, { kind: 'made' }>, exchanges: Exchanges): CallSum {
  const { rounds } = facts.view;
  const open = exchangesOf(rounds).flatMap((number): Span[] => {
    const view = exchanges.get(number);
    const end = view?.end?.at ?? view?.body?.at ?? view?.sse.at(-1)?.at;
    return view && end !== undefined ? [[view.request.at, end]] : [];
  });
  const asked = rounds.flatMap(({ serverRequests }) => serverRequests);
  const byPerson = asked.flatMap(({ at, reply, ended }): Span[] => {
    const until = reply?.at ?? ended?.at;
    return reply?.by === 'responder' || until === undefined ? [] : [[at, until]];
  });
  const held = joined(open);
  return {
    requests: facts.traffic.roundTrips,
    asked: asked.length,
    heldMs: held.length === 0 ? null : lengthOf(held),
    personMs: lengthOf(both(held, joined(byPerson))),
    sent: facts.traffic.sent,
    received: facts.traffic.received,
  };
}

/** The same time in spans that do not touch, in order. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

/** The time that is in both. */
function both(a: readonly Span[], b: readonly Span[]): readonly Span[] {
  return a.flatMap(([from, to]) =>
    b.flatMap(([start, end]): Span[] => {
      const common: Span = [Math.max(from, start), Math.min(to, end)];
      return common[1] > common[0] ? [common] : [];
    }),
  );
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
}
