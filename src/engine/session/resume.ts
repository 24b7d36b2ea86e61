import type { Speech } from '../eras/era.ts';
import type { Answer } from '../wire/ask.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import type { OtherId } from '../wire/other-id.ts';
import type { TimeLimit } from '../wire/time-limit.ts';
import type { Line } from './line.ts';

/** Where a stream stands: what resuming it needs. */
export interface StreamPosition {
  lastEventId: string | null;
  /** The newest `retry:`, milliseconds. */
  retryMs: number | null;
}

/** Notes what an event says of the stream's position. */
export function follow(
  position: StreamPosition,
  event: { readonly id?: string; readonly retry?: number },
): void {
  if (event.id !== undefined) position.lastEventId = event.id;
  if (event.retry !== undefined) position.retryMs = event.retry;
}

const DELAY_MS = 1000;
/** Tries in a row that may bring nothing new. */
const FRUITLESS_LIMIT = 3;

/** A request whose stream may have to be resumed. */
export interface Resumable {
  readonly answer: Answer;
  readonly stream: StreamPosition;
  readonly call: number;
  readonly round: number;
  readonly id: string | null;
  readonly limit: TimeLimit;
  readonly signal: AbortSignal;
  readonly onMessage: (message: ReceivedMessage, exchange: number) => void;
}

/**
 * Goes on with a legacy stream that ended without its answer, by GET with `Last-Event-ID` where the server gave event ids, after `retry:`
 * exactly (2025-11-25, transports, "Resumability and Redelivery"). Gives the answer, or the one it began with where that is of no use.
 */
export async function resume(line: Line, speech: Speech, request: Resumable): Promise<Answer> {
  const { stream, call, round, id, limit, signal } = request;
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
    try {
      await line.clock.sleep(stream.retryMs ?? DELAY_MS, signal);
    } catch {
      // The person gave up meanwhile; how the exchange before it ended says so.
      return answer;
    }
    const exchange = line.nextExchange();
    line.note({
      type: 'resumed',
      at: line.clock.now(),
      call,
      round,
      exchange,
      lastEventId: from,
      attempt,
    });
    const next = await line.ask(
      {
        exchange,
        purpose: { kind: 'round', call, round },
        method: 'GET',
        headers,
        text: null,
        signal,
        onMessage: request.onMessage,
        onEvent: (event) => follow(stream, event),
      },
      id,
      limit,
    );
    if (next.kind === 'none' && next.evidence.kind === 'answered' && next.evidence.head.status >= 400)
      return answer;
    // What came before the stream was resumed still came.
    answer = next.kind === 'none' ? { otherId: otherIdOf(answer), ...next } : next;
    fruitless = stream.lastEventId === from ? fruitless + 1 : 0;
  }
  return answer;
}

function otherIdOf(answer: Answer): OtherId | undefined {
  return answer.kind === 'none' ? answer.otherId : undefined;
}

function endedEarly(answer: Answer): boolean {
  if (answer.kind === 'message') return false;
  const { evidence } = answer;
  return (
    (evidence.kind === 'cut' && evidence.head.mediaType === 'text/event-stream') ||
    evidence.kind === 'failed' ||
    (evidence.kind === 'answered' && evidence.content.kind === 'stream')
  );
}
