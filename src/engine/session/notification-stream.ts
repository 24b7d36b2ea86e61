import type { Speech } from '../eras/era.ts';
import type { ExchangeEvidence } from '../wire/exchange.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import type { Line } from './line.ts';
import { follow, type StreamPosition } from './resume.ts';
import { LAST_EVENT_ID, refusedHeadersText } from './refused-headers.ts';

/** Streams in a row that may be fruitless before nobody opens another. */
const FRUITLESS_LIMIT = 5;
/** One that stood this long may be opened again for ever: nothing is hurried by that. */
const LONG_MS = 30_000;
const FIRST_DELAY_MS = 1000;
const GROWTH = 1.5;
const LONGEST_DELAY_MS = 30_000;

/** What becomes of the stream after one exchange of it. */
export type StreamVerdict =
  | { readonly kind: 'reopen'; readonly delayMs: number }
  | { readonly kind: 'session ended'; readonly note: string }
  /** `note`: worth a word to the person; a 405 is not, since the stream is optional. */
  | { readonly kind: 'stop'; readonly note: string | null };

/** How one exchange of the stream went. */
export interface StreamEnd {
  readonly evidence: ExchangeEvidence;
  /** Fruitless streams in a row, this included. */
  readonly fruitless: number;
  /** The newest `retry:` in milliseconds. */
  readonly retryMs: number | null;
  /** A browser asks the server for leave. */
  readonly crossOrigin: boolean;
  /** The server let a stream of this session through before. */
  readonly knownBefore: boolean;
}

/**
 * Whether a stream counts towards giving up: it delivered no message, did not move on to another event id (as one does that a server lets
 * poll, 2025-11-25, transports, "Listening for Messages from the Server"), and was short. Pure.
 */
export function isFruitless(stream: {
  readonly delivered: boolean;
  readonly moved: boolean;
  /** Milliseconds that it stood. */
  readonly ms: number;
}): boolean {
  return !stream.delivered && !stream.moved && stream.ms < LONG_MS;
}

/**
 * Whether the stream is opened again, and when: `retry:` exactly where the server sent one, else growing pauses (2025-11-25, transports,
 * "Listening for Messages from the Server"). Pure.
 */
export function judgeStream(end: StreamEnd): StreamVerdict {
  const { evidence } = end;
  if (evidence.kind === 'stopped') return { kind: 'stop', note: null };
  if (evidence.kind === 'answered' && evidence.head.mediaType !== 'text/event-stream') {
    const { status, mediaType } = evidence.head;
    if (status === 405) return { kind: 'stop', note: null };
    if (status === 404 && end.knownBefore) {
      return {
        kind: 'session ended',
        note: 'The notification stream was answered with 404: the server no longer knows the session. Handshake again begins a new one',
      };
    }
    const what = status >= 400 ? String(status) : `${status} and ${mediaType ?? 'no media type'}`;
    return {
      kind: 'stop',
      note: `The notification stream was answered with ${what}; requests of the server can't arrive on it`,
    };
  }
  if (evidence.kind === 'answered' && evidence.head.status >= 400) {
    return { kind: 'stop', note: `The notification stream was answered with ${evidence.head.status}` };
  }
  if (end.fruitless >= FRUITLESS_LIMIT) {
    if (end.crossOrigin && evidence.kind === 'failed' && evidence.known?.unlike.includes(LAST_EVENT_ID))
      return { kind: 'stop', note: refusedHeadersText('Resuming a stream', [LAST_EVENT_ID]) };
    return {
      kind: 'stop',
      note: `The notification stream ended ${end.fruitless} times without delivering anything; it is not opened again before the next handshake`,
    };
  }
  const delayMs =
    end.retryMs ?? Math.min(FIRST_DELAY_MS * GROWTH ** Math.max(0, end.fruitless - 1), LONGEST_DELAY_MS);
  return { kind: 'reopen', delayMs };
}

/** What the stream needs to know of its connection. */
export interface Listening {
  /** The handshake it was opened after. */
  readonly handshake: number;
  readonly crossOrigin: boolean;
  readonly signal: AbortSignal;
  readonly onMessage: (message: ReceivedMessage, exchange: number) => void;
  /** The server no longer knows the session: true where a new one was begun, with a stream of its own. */
  readonly renewSession: () => Promise<boolean>;
}

/**
 * Keeps the stream of a legacy connection open until the signal aborts or the server does not want it. Never awaited by anything: a browser
 * may not even resolve the request before the first byte.
 */
export async function keepListening(
  line: Line,
  speech: Speech,
  { handshake, crossOrigin, signal, onMessage, renewSession }: Listening,
): Promise<void> {
  const stream: StreamPosition = { lastEventId: null, retryMs: null };
  const inSession = (speech.sessionEnd?.() ?? null) !== null;
  let fruitless = 0;
  let knownBefore = false;
  while (!signal.aborted) {
    let delivered = false;
    const { lastEventId } = stream;
    const began = line.clock.now();
    const exchange = line.nextExchange();
    const headers = speech.streamHeaders?.(lastEventId);
    if (!headers) return;
    const evidence = await line.tell(
      {
        exchange,
        purpose: { kind: 'notification stream', connection: line.number },
        method: 'GET',
        headers,
        text: null,
        signal,
        onMessage: (message, exchange) => {
          delivered = true;
          onMessage(message, exchange);
        },
        onEvent: (event) => follow(stream, event),
      },
      Infinity,
    );
    const ms = line.clock.now() - began;
    const moved = stream.lastEventId !== lastEventId;
    fruitless = isFruitless({ delivered, moved, ms }) ? fruitless + 1 : 0;
    const verdict = judgeStream({ evidence, fruitless, retryMs: stream.retryMs, crossOrigin, knownBefore });
    if (verdict.kind !== 'reopen') {
      const { note } = verdict;
      if (verdict.kind === 'session ended' && (await renewSession())) return;
      if (note !== null && !signal.aborted) {
        line.note({
          type: 'finding',
          at: line.clock.now(),
          finding: { rule: 'notification-stream', severity: 'info', text: note, handshake, exchange },
        });
      }
      return;
    }
    knownBefore ||= inSession && evidence.kind !== 'failed';
    try {
      await line.clock.sleep(verdict.delayMs, signal);
    } catch {
      // The sleep rejects only when the connection is left, and then there is nothing to listen to.
      return;
    }
  }
}
