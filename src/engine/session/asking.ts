import type { Speech } from '../eras/era.ts';
import { PARAMETER_HEADER_PREFIX } from '../protocol/headers.ts';
import type { Answer } from '../wire/ask.ts';
import { Stop } from '../wire/exchange.ts';
import { readMessages, type ReceivedMessage } from '../wire/message.ts';
import type { Finding, Purpose } from '../wire-log/notes.ts';
import type { Line } from './line.ts';
import type { Question } from './question.ts';
import { LAST_EVENT_ID, refusedHeadersText } from './refused-headers.ts';
import { follow, isPlaceless, resume, type StreamPosition } from './resume.ts';
import type { MessageSource } from './server-requests.ts';
import { MOST_STREAMS, type StreamSlots } from './stream-slots.ts';
import type { Talk } from './talk.ts';

/** What asking needs of its connection. */
export interface AskingHost {
  readonly line: Line;
  /** Aborts when the connection is left. */
  readonly signal: AbortSignal;
  readonly crossOrigin: boolean;
  readonly slots: StreamSlots;
  /** What is spoken now. */
  talk(): Talk;
  /** What takes the messages that come meanwhile. */
  hearing(talk: Talk, round: MessageSource['round']): (message: ReceivedMessage, exchange: number) => void;
  /** From now until the function it gives is called, the work of a call waits for a person and does not count. */
  rest(): () => void;
}

/** How requests are asked once a connection stands. */
export class Asking {
  readonly #host: AskingHost;
  readonly #sentIn = new WeakMap<Answer, string | null>();

  constructor(host: AskingHost) {
    this.#host = host;
  }

  /** The session an answer was asked for in; null where there was none. */
  sessionOf(answer: Answer): string | null {
    return this.#sentIn.get(answer) ?? null;
  }

  /**
   * The one way a request is asked once the connection stands: what the server wants meanwhile is taken, a stream that ends too early is gone
   * on with, and a server that would work on for nobody is told.
   */
  async ask(question: Question): Promise<Answer> {
    const { purpose } = question;
    // What it was written in: while it waits for a place the session may be replaced.
    const talk = this.#host.talk();
    // A legacy call may stay open until a person has answered what the server asks on its stream, by a request of its own.
    if (purpose.kind !== 'round' || talk.speech.era !== 'legacy') return this.#askNow(question, talk);
    const giveBack = await this.#placeFor(question, purpose);
    if (giveBack instanceof Stop)
      return { kind: 'none', evidence: { kind: 'stopped', stop: giveBack, head: null, bytes: 0 } };
    try {
      return await this.#askNow(question, talk);
    } finally {
      giveBack();
    }
  }

  /** Waits for a place where there is none, which is said; a stop where the person gave up meanwhile. */
  async #placeFor(
    { exchange, signal }: Question,
    { call, round }: { readonly call: number; readonly round: number },
  ): Promise<(() => void) | Stop> {
    const { line, slots } = this.#host;
    const { clock } = line;
    const since = slots.full ? clock.now() : null;
    // What it waits for is up to the person, who answers or ends another call.
    const wake = since === null ? null : this.#host.rest();
    const giveBack = await slots.take(signal);
    wake?.();
    if (giveBack === null)
      return signal.reason instanceof Stop ? signal.reason : new Stop('closed', 'It was given up');
    if (since !== null) {
      const text = `This call waited ${((clock.now() - since) / 1000).toFixed(1)} s for a place: calls and the notification stream held ${MOST_STREAMS} of the six connections that a browser opens to a host over HTTP/1.1, and one stays free for answers`;
      const finding = { rule: 'call-waited', severity: 'info', text, call, round, exchange } as const;
      line.note({ type: 'finding', at: clock.now(), finding });
    }
    return giveBack;
  }

  async #askNow(question: Question, talk: Talk): Promise<Answer> {
    const { purpose, id } = question;
    const { line } = this.#host;
    const limit = line.timeLimit();
    const { speech, sessionId } = talk;
    const round = purpose.kind === 'round' ? { call: purpose.call, round: purpose.round } : null;
    const onMessage = this.#host.hearing(talk, round);
    const stream: StreamPosition = { lastEventId: null, retryMs: null };
    const onEvent = (event: { readonly id?: string; readonly retry?: number }) => follow(stream, event);
    const first = await line.ask({ ...question, onMessage, onEvent }, id, limit);
    const answer = await resume(line, speech, { question, answer: first, stream, limit, onMessage });
    this.#noteRefusedHeaders(answer, question);
    if (speech.streamHeaders && isPlaceless(answer, stream)) this.#noteNoEventIds(question);
    if (answer.kind === 'none' && answer.evidence.kind === 'stopped')
      this.#tellGivenUp(speech, question, answer.evidence.stop);
    this.#sentIn.set(answer, sessionId);
    return answer;
  }

  /**
   * A legacy server goes on with a request whose stream was closed, unless it is told (2025-11-25, lifecycle, "Timeouts", and
   * basic/utilities/cancellation).
   */
  #tellGivenUp(speech: Speech, { purpose, text }: Question, { how }: Stop): void {
    if (how === 'closed' || !speech.cancellation) return;
    const reason = how === 'time-limit' ? 'The time limit of the client passed' : 'Cancelled by the person';
    for (const id of requestIdsIn(text)) {
      void this.#host.line.tell({
        purpose: { kind: 'cancellation', ...(purpose.kind === 'round' ? { call: purpose.call } : {}) },
        headers: speech.headers('notifications/cancelled', null),
        text: speech.cancellation(id, reason),
        signal: this.#host.signal,
      });
    }
  }

  #noteNoEventIds({ purpose, exchange }: Question): void {
    const { line } = this.#host;
    line.note({
      type: 'finding',
      at: line.clock.now(),
      finding: {
        rule: 'no-event-ids',
        severity: 'info',
        text: "The stream ended before its answer, and its events have no ids: without one it can't be resumed",
        ...aboutOf(purpose),
        exchange,
      },
    });
  }

  /** A page can't see what a preflight refuses; a request with headers that only some have may be such a one, where it never got through. */
  #noteRefusedHeaders(answer: Answer, { headers, purpose, exchange }: Question): void {
    if (answer.kind !== 'none' || answer.evidence.kind !== 'failed' || !this.#host.crossOrigin) return;
    const names = headers.map(([name]) => name).filter((name) => name.startsWith(PARAMETER_HEADER_PREFIX));
    const resumed = answer.evidence.known?.unlike.includes(LAST_EVENT_ID) ?? false;
    if (names.length === 0 && !resumed) return;
    const { line } = this.#host;
    line.note({
      type: 'finding',
      at: line.clock.now(),
      finding: {
        rule: resumed ? 'resumption-refused' : 'parameter-headers-refused',
        severity: 'warning',
        text: resumed
          ? refusedHeadersText('Resuming a stream', [LAST_EVENT_ID])
          : refusedHeadersText('This tool', names),
        ...aboutOf(purpose),
        exchange,
      },
    });
  }
}

/** Whose a finding about a request is. */
function aboutOf(purpose: Purpose): Pick<Finding, 'call' | 'round' | 'listing'> {
  if (purpose.kind === 'round') return { call: purpose.call, round: purpose.round };
  return purpose.kind === 'listing' ? { listing: purpose.listing } : {};
}

/** Ids of the requests in a body, as JSON text: one, none, or those of a batch that a person wrote. */
function requestIdsIn(text: string): readonly string[] {
  const content = readMessages(text);
  if (content.kind !== 'messages') return [];
  return content.messages.flatMap(({ summary: { kind, id } }) =>
    kind === 'request' && id !== undefined ? [id] : [],
  );
}
