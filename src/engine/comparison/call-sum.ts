import { personSpans } from '../views/calls.ts';
import type { Exchanges } from '../views/exchanges.ts';
import { joined, lengthOf, type Span } from '../views/person-time.ts';
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

/** The sum of a call that was made. */
export function sumOf(facts: Extract<CallFacts, { kind: 'made' }>, exchanges: Exchanges): CallSum {
  const { rounds } = facts.view;
  const open = exchangesOf(rounds).flatMap((number): Span[] => {
    const view = exchanges.get(number);
    const end = view?.end?.at ?? view?.body?.at ?? view?.sse.at(-1)?.at;
    return view && end !== undefined ? [[view.request.at, end]] : [];
  });
  const asked = rounds.flatMap(({ serverRequests }) => serverRequests);
  const byPerson = rounds.flatMap((round) => personSpans(round, round.endedAt ?? Infinity));
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

/** The time that is in both. */
function both(a: readonly Span[], b: readonly Span[]): readonly Span[] {
  return a.flatMap(([from, to]) =>
    b.flatMap(([start, end]): Span[] => {
      const common: Span = [Math.max(from, start), Math.min(to, end)];
      return common[1] > common[0] ? [common] : [];
    }),
  );
}
