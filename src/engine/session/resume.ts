import type { Speech } from '../eras/era.ts';
import { statusOf, type Answer } from '../wire/ask.ts';
import type { ResponseHead } from '../wire/exchange.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import type { OtherId } from '../wire/other-id.ts';
import type { TimeLimit } from '../wire/time-limit.ts';
import type { Line } from './line.ts';
import type { Question } from './question.ts';

/** Where a stream stands: what going on with it needs. */
export interface StreamPosition {
  /** The newest event id; null where there is none, or an empty one took it back (HTML Standard, "server-sent events"). */
  lastEventId: string | null;
  /** The newest `retry:`, milliseconds. */
  retryMs: number | null;
}

/** Notes what an event says of the stream's position. */
export function follow(
  position: StreamPosition,
  event: { readonly id?: string; readonly retry?: number },
): void {
  if (event.id !== undefined) position.lastEventId = event.id === '' ? null : event.id;
  if (event.retry !== undefined) position.retryMs = event.retry;
}

const DELAY_MS = 1000;
/** Tries in a row that may bring nothing new. */
const FRUITLESS_LIMIT = 3;

/** A question whose stream may have to be gone on with. */
export interface Resumable {
  readonly question: Question;
  /** What it came to so far. */
  readonly answer: Answer;
  readonly stream: StreamPosition;
  readonly limit: TimeLimit;
  readonly onMessage: (message: ReceivedMessage, exchange: number) => void;
}

/**
 * Goes on with the stream of a legacy question that ended without its answer, by GET with `Last-Event-ID` where the server gave event ids,
 * after `retry:` exactly (2025-11-25, transports, "Resumability and Redelivery"). Gives the answer; or why none came: what the stream came
 * to where going on with it is refused, and a 404, which may mean that the session is lost, as it is. Our time limit counts the pauses.
 */
export async function resume(line: Line, speech: Speech, request: Resumable): Promise<Answer> {
  const { question, stream, limit, onMessage } = request;
  const { purpose, id, signal } = question;
  let { answer } = request;
  let fruitless = 0;
  for (
    let attempt = 1;
    endedEarly(answer) && stream.lastEventId !== null && fruitless < FRUITLESS_LIMIT;
    attempt++
  ) {
    const from = stream.lastEventId;
    const headers = speech.streamHeaders?.(from);
    if (!headers) return answer;
    const ms = stream.retryMs ?? DELAY_MS;
    line.note({ type: 'resuming', at: line.clock.now(), of: question.exchange, lastEventId: from, ms });
    const stop = await line.pause(ms, limit, signal);
    if (stop) return { kind: 'none', evidence: { kind: 'stopped', stop, ...arrivedIn(answer) } };
    const exchange = line.nextExchange();
    line.note({
      type: 'resumed',
      at: line.clock.now(),
      exchange,
      of: question.exchange,
      lastEventId: from,
      attempt,
    });
    const next = await line.ask(
      {
        exchange,
        purpose,
        method: 'GET',
        headers,
        text: null,
        signal,
        onMessage,
        onEvent: (event) => follow(stream, event),
      },
      id,
      limit,
    );
    const status = statusOf(next);
    if (status === 404) return next;
    if (status !== null && status >= 400 && next.kind === 'none') return answer;
    // What came before the stream was gone on with still came.
    answer = next.kind === 'none' ? { otherId: otherIdOf(answer), ...next } : next;
    fruitless = stream.lastEventId === from ? fruitless + 1 : 0;
  }
  return answer;
}

/** What had arrived of an answer that ended early. */
function arrivedIn(answer: Answer): { readonly head: ResponseHead | null; readonly bytes: number } {
  if (answer.kind === 'message' || answer.evidence.kind === 'failed') return { head: null, bytes: 0 };
  const { head, bytes } = answer.evidence;
  return { head, bytes };
}

function otherIdOf(answer: Answer): OtherId | undefined {
  return answer.kind === 'none' ? answer.otherId : undefined;
}

/** Whether a stream ended before its answer, and gave no event id to go on from. */
export function isPlaceless(answer: Answer, { lastEventId }: StreamPosition): boolean {
  const streamed = answer.kind === 'none' && answer.evidence.kind !== 'failed';
  return streamed && lastEventId === null && endedEarly(answer);
}

/** Whether a stream ended, or nothing came, before the answer. */
export function endedEarly(answer: Answer): boolean {
  if (answer.kind === 'message') return false;
  const { evidence } = answer;
  return (
    (evidence.kind === 'cut' && evidence.head.mediaType === 'text/event-stream') ||
    evidence.kind === 'failed' ||
    (evidence.kind === 'answered' && evidence.content.kind === 'stream')
  );
}
