import type { BodyRef } from '../../../engine/base/body.ts';
import { decodeString, member, parseDocument, sliceOf } from '../../../engine/base/json/document.ts';
import type { RoundView, ServerRequestView } from '../../../engine/views/calls.ts';
import type { Exchanges, ExchangeView } from '../../../engine/views/exchanges.ts';
import { duration } from '../../parts/duration.ts';
import { signed } from '../../parts/signed.ts';
import type { ChipData } from '../../parts/tone.ts';
import { timeOfDay } from '../../when.ts';

/** Whether a request of a legacy server still waits for an answer. */
export function isOpen({ reply, ended }: ServerRequestView): boolean {
  return reply === null && ended === null;
}

/** How many requests of the server a round is still to answer. */
export function openCount({ serverRequests }: RoundView): number {
  return serverRequests.filter(isOpen).length;
}

/** What became of a request, in a word: `accept`, `answer`, `error −1`, `withdrawn`, `left unanswered`. */
export function replyChip({ reply, ended }: ServerRequestView, body: BodyRef | null): ChipData {
  if (reply) return { text: body ? wordOf(body) : 'answer' };
  return ended ? { text: ended.how } : { text: 'waiting', tone: 'wait' };
}

const words = new WeakMap<BodyRef, string>();

/** A response too large for the heap says no more than that it is one. */
function wordOf(body: BodyRef): string {
  const known = words.get(body);
  if (known !== undefined) return known;
  const text = body.peek();
  const word = text === undefined ? 'answer' : wordIn(text);
  words.set(body, word);
  return word;
}

function wordIn(text: string): string {
  const document = parseDocument(text);
  if (!document.ok) return 'raw text';
  const error = member(document.value, 'error');
  if (error) {
    const code = member(error, 'code');
    return code?.kind === 'number' ? `error ${signed(Number(sliceOf(text, code)))}` : 'error';
  }
  const result = member(document.value, 'result');
  const action = decodeString(text, member(result, 'action'));
  if (action === 'accept' || action === 'decline' || action === 'cancel') return action;
  return result ? 'answer' : 'raw text';
}

/** Who answered, how the server took it, and how long it had waited: `by hand after 6.0 s, 202`. */
export function replyFacts({ at, reply }: ServerRequestView, exchange: ExchangeView | undefined): string {
  if (!reply) return '';
  const by = `${reply.by === 'hand' ? 'by hand' : 'by responder'} after ${duration(reply.at - at)}`;
  const status = exchange?.response?.status;
  if (status !== undefined) return `${by}, ${status}`;
  return exchange?.end ? `${by}, no status` : by;
}

/** Why nobody waits for an answer any more, and since when: `The server withdrew it: too late, at 14:02:44.061`. Empty where one does. */
export function settledWords({ reply, ended }: ServerRequestView): string {
  if (reply) return `It was answered before, at ${timeOfDay(reply.at)}`;
  return ended ? `${ended.detail || ended.how}, at ${timeOfDay(ended.at)}` : '';
}

/** What a round's requests by the server came to, in a line: `1 to answer`, `3 input requests by hand`. Empty without any. */
export function askedWords(round: RoundView): string {
  const { serverRequests } = round;
  if (serverRequests.length === 0) return '';
  const open = openCount(round);
  if (open > 0) return `${open} to answer`;
  const by = new Set(serverRequests.map(({ reply }) => reply?.by));
  const who = by.has('hand')
    ? by.has('responder')
      ? ', by hand and responder'
      : ', by hand'
    : by.has('responder')
      ? ', by responder'
      : '';
  return `${serverRequests.length} input request${serverRequests.length === 1 ? '' : 's'}${who}`;
}

/** The same for a line of the tree: `2 of 3 answered`. */
export function askedNote(round: RoundView): string {
  const { serverRequests } = round;
  if (serverRequests.length === 0) return '';
  const open = openCount(round);
  if (open > 0) return `${open} to answer`;
  const answered = serverRequests.filter(({ reply }) => reply !== null).length;
  return answered === serverRequests.length
    ? `${answered} answered`
    : `${answered} of ${serverRequests.length} answered`;
}

/** What was against the rules in the answers to a round's requests. */
export function replyDeviationCount({ serverRequests }: RoundView): number {
  return serverRequests.reduce((sum, { reply }) => sum + (reply?.deviations.length ?? 0), 0);
}

/** The exchange that carried the answer. */
export function replyExchange({ reply }: ServerRequestView, exchanges: Exchanges): ExchangeView | undefined {
  return reply ? exchanges.get(reply.exchange) : undefined;
}
