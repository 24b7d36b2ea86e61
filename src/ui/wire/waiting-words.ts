import { restedMs, type RoundView } from '../../engine/views/calls.ts';
import { cutText, visibleText } from '../../engine/base/visible-text.ts';
import { duration } from '../parts/duration.ts';

/**
 * How long a round has waited for the server, and how much of our limit that is: `waiting for the server, 3 s of 60`. What a person took
 * to answer a legacy server meanwhile is not counted, and said. A request that has not gone out waits for one of a browser's connections.
 * `now`: milliseconds since the Unix epoch; `limitMs`: undefined for none.
 */
export function waitingWords(round: RoundView, now: number, limitMs: number | undefined): string {
  if (round.request === null) {
    const since = Math.max(0, Math.floor((now - round.sentAt) / 1000));
    return `waiting for a place, ${since} s: calls and the notification stream hold five of the six connections, and one stays free for answers`;
  }
  const yours = restedMs(round, now);
  const waited = Math.max(0, Math.floor((now - round.sentAt - yours) / 1000));
  const words = `waiting for the server, ${waited} s${limitMs === undefined ? '' : ` of ${Math.round(limitMs / 1000)}`}`;
  const counted = yours < 1000 ? words : `${words}, ${duration(yours)} of yours not counted`;
  return round.resuming ? `${counted}; ${resumingWords(round.resuming, now)}` : counted;
}

/** Longest event id that is said whole. */
const ID_LENGTH = 40;

function resumingWords({ at, ms, lastEventId }: NonNullable<RoundView['resuming']>, now: number): string {
  const left = Math.max(0, Math.ceil((at + ms - now) / 1000));
  const from = visibleText(cutText(lastEventId, ID_LENGTH));
  return `its stream ended early and is resumed in ${left} s, from event ${from}`;
}
