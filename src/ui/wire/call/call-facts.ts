import { personMs, type CallView } from '../../../engine/views/calls.ts';
import { duration } from '../../parts/duration.ts';

/** The exchanges a call travelled in: its requests, those it was resumed in, and our answers to what a legacy server asked. */
export function callExchanges(call: CallView): readonly number[] {
  return call.rounds.flatMap(({ exchange, resumedIn, serverRequests }) => [
    exchange,
    ...resumedIn,
    ...serverRequests.flatMap(({ earlier, reply }) => (reply ? [...earlier, reply.exchange] : earlier)),
  ]);
}

/** What a server asked outside of any call of a connection and a person is to answer: the oldest. */
export function waitingOutside(calls: readonly CallView[], connection: number): CallView | undefined {
  return calls.find(
    (call) => call.origin === 'server' && call.state === 'waiting' && call.connection === connection,
  );
}

/**
 * How long a call took, from its first request to the newest answer, and how much of that a person had the ball:
 * `5.1 s, 4.9 s of it you`. Empty while nothing has been answered.
 */
export function callTime({ rounds }: CallView): string {
  const first = rounds[0];
  const newest = rounds.at(-1);
  if (!first || !newest || newest.endedAt === null) return '';
  let yours = 0;
  for (const [index, round] of rounds.entries()) {
    yours += personMs(round, round.endedAt ?? newest.endedAt);
    const endedAt = rounds[index - 1]?.endedAt ?? round.sentAt;
    if (round.by === 'hand') yours += Math.max(0, round.sentAt - endedAt);
  }
  const whole = duration(newest.endedAt - first.sentAt);
  return yours < SHORT_MS ? whole : `${whole}, ${duration(yours)} of it you`;
}

/** Less than this a person did not wait. */
const SHORT_MS = 100;
