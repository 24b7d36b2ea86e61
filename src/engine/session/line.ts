import type { Clock } from '../base/clock.ts';
import { describeThrown } from '../base/errors.ts';
import { isSecretHeader, looksSecret, type HeaderMarks } from '../base/secret-headers.ts';
import { claimsOf, type Answerable, type Claims } from '../capabilities/client.ts';
import type { ClientProfile } from '../capabilities/profile.ts';
import type { Speech } from '../eras/era.ts';
import type { LogLevel } from '../protocol/log-levels.ts';
import { ask, timeLimitStop, type Answer } from '../wire/ask.ts';
import type { HeaderList, WireEvent } from '../wire/events.ts';
import { sendExchange, Stop, type ExchangeEvidence, type ResponseHead, type Wire } from '../wire/exchange.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import { describeNotUtf8, type NotUtf8 } from '../wire/not-utf8.ts';
import { describeOtherId, type OtherId } from '../wire/other-id.ts';
import { TimeLimit } from '../wire/time-limit.ts';
import { TimeLimits } from '../wire/time-limits.ts';
import type { Note, Purpose } from '../wire-log/notes.ts';
import { answeredBefore } from '../wire-log/answered-before.ts';
import type { Recording } from '../wire-log/recording.ts';
import { holdsPlaceholder } from '../wire-log/secrets.ts';
import type { Vault } from '../wire-log/vault.ts';
import type { ConnectOptions, OwnHeader } from './contract.ts';
import { ToolDefinitions } from './tool-definitions.ts';

/** What a session is given by its host. */
export interface LineHost {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly recording: Recording;
  readonly vault: Vault;
  /** What is answered now. */
  readonly answerable: () => Answerable;
}

/** One request or notification on its way out. */
export interface Outgoing {
  readonly exchange?: number;
  readonly purpose: Purpose | null;
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly mode?: 'cors' | 'no-cors';
  /** Those of the session hold placeholders; of others the secrets are hidden here. */
  readonly headers: HeaderList;
  /** What a person said of headers of this request. */
  readonly marks?: HeaderMarks;
  readonly text: string | null;
  readonly signal: AbortSignal;
  readonly onMessage?: (message: ReceivedMessage, exchange: number) => void;
  readonly onResponse?: (head: ResponseHead) => void;
  readonly onEvent?: (event: { readonly id?: string; readonly retry?: number }) => void;
  readonly onLeftOpen?: (exchange: number) => void;
}

/** The way to one server: URL, own headers, ids, and the recording of all that travels on it. */
export class Line {
  readonly number: number;
  readonly options: ConnectOptions;
  /** What the client claims to be from the next message on that says so. */
  profile: ClientProfile;
  /** What the tools that were listed want in headers. */
  readonly definitions = new ToolDefinitions();
  readonly #host: LineHost;
  readonly #wire: Wire;
  readonly #usedIds = new Set<string>();
  readonly #open = new Set<AbortController>();
  readonly #limits = new TimeLimits();
  /** The level of log messages that modern calls ask for; null asks for none. */
  logLevel: LogLevel | null = null;
  #lastId = 0;
  /** What was claimed last, and of what it was made. */
  #claimed: {
    readonly profile: ClientProfile;
    readonly revision: string;
    readonly answerable: Answerable;
    readonly claims: Claims;
  } | null = null;
  /** Own headers as recorded. */
  readonly #ownHeaders: HeaderList;
  readonly #marks: HeaderMarks;
  /** Exchanges that are under way for a round of a call. */
  readonly #rounds = new Map<number, { readonly call: number; readonly round: number }>();
  /** What was said of secrets that went along with a redirect, and in which handshake: once is enough. */
  readonly #carried = new Map<string, number | undefined>();

  constructor(host: LineHost, number: number, options: ConnectOptions) {
    this.number = number;
    this.options = options;
    this.profile = options.profile;
    this.#host = host;
    this.#wire = {
      fetch: host.fetch,
      clock: host.clock,
      emit: (event: WireEvent) => {
        host.recording.append(event);
        if (event.type !== 'end') return;
        if (event.notUtf8) this.#noteNotUtf8(event.notUtf8, event.exchange);
        this.#rounds.delete(event.exchange);
      },
      nextExchange: () => host.recording.nextExchange(),
    };
    this.#ownHeaders = options.headers.map((header) => [header.name, shownValue(host.vault, header)]);
    this.#marks = new Map(options.headers.map(({ name, secret }) => [name.toLowerCase(), secret]));
  }

  get usedIds(): ReadonlySet<string> {
    return this.#usedIds;
  }

  /** The id the next request will carry, as a number. */
  get nextId(): number {
    return this.#lastId + 1;
  }

  get clock(): Clock {
    return this.#host.clock;
  }

  /** What the client says of itself in `revision` now. */
  claims(revision: string): Claims {
    const { profile } = this;
    const answerable = this.#host.answerable();
    const last = this.#claimed;
    // Every request of the modern era says it, and it hardly ever changes.
    if (last?.profile === profile && last.revision === revision && last.answerable === answerable)
      return last.claims;
    const claims = claimsOf(profile, revision, answerable);
    this.#claimed = { profile, revision, answerable, claims };
    return claims;
  }

  takeId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  nextExchange(): number {
    return this.#wire.nextExchange();
  }

  note(note: Note): void {
    this.#host.recording.append(note);
  }

  /** `headers` of the specification and the person's own; of two with one name the person's counts. */
  withOwn(headers: HeaderList): HeaderList {
    const own = new Set(this.#ownHeaders.map(([name]) => name.toLowerCase()));
    return [...headers.filter(([name]) => !own.has(name.toLowerCase())), ...this.#ownHeaders];
  }

  /** `speech` with the person's own headers in every message. */
  dress(speech: Speech): Speech {
    const { sessionEnd, streamHeaders } = speech;
    const own = new Set(this.#ownHeaders.map(([name]) => name.toLowerCase()));
    return {
      ...speech,
      headers: (method, name, version) => this.withOwn(speech.headers(method, name, version)),
      ...(speech.era === 'modern'
        ? {
            parameterHeaders: (tool: string, argumentsText: string) =>
              this.definitions.headers(tool, argumentsText).filter(([name]) => !own.has(name.toLowerCase())),
          }
        : {}),
      ...(streamHeaders ? { streamHeaders: (last) => this.withOwn(streamHeaders(last)) } : {}),
      ...(sessionEnd
        ? {
            sessionEnd: () => {
              const headers = sessionEnd();
              return headers && this.withOwn(headers);
            },
          }
        : {}),
    };
  }

  /** Sends a request; resolves once it is answered, or with why it was not. */
  async ask(outgoing: Outgoing, id: string | null, limit = this.timeLimit()): Promise<Answer> {
    const { request, done } = this.#prepare(outgoing);
    if (id !== null) this.#usedIds.add(id);
    const over = this.#limited(outgoing.purpose, limit);
    const asked = await ask(this.#wire, request, id, limit);
    over();
    const answer: Answer =
      asked.kind === 'none'
        ? { ...asked, evidence: this.#withKnown(asked.evidence, request.exchange) }
        : asked;
    // The exchange may linger after its answer; `closeAll` must still reach it, so only an ended one is forgotten.
    if (answer.kind === 'none') done();
    else this.#noteMediaType(answer.head, request.exchange);
    // The verdict on an attempt says it itself.
    if (answer.kind === 'none' && answer.otherId && outgoing.purpose?.kind !== 'attempt')
      this.#noteOtherId(answer.otherId, request.exchange);
    return answer;
  }

  #noteOtherId(otherId: OtherId, exchange: number): void {
    this.note({
      type: 'finding',
      at: this.clock.now(),
      finding: {
        rule: 'other-id',
        severity: 'error',
        text: `What came is ${describeOtherId(otherId)}`,
        exchange,
      },
    });
  }

  /** What is not there in the text has to be said: a page that shows characters can't show such bytes. */
  #noteNotUtf8(notUtf8: NotUtf8, exchange: number): void {
    const text = describeNotUtf8(notUtf8);
    this.note({
      type: 'finding',
      at: this.clock.now(),
      finding: { rule: 'not-utf-8', severity: 'warning', text, exchange, ...this.#rounds.get(exchange) },
    });
  }

  /** Whom a redirect leads to is the server's choice, and a page can't look before it follows: what went along has to be said. */
  #noteCarried(
    { redirected, url }: ResponseHead,
    secrets: readonly string[],
    exchange: number,
    purpose: Purpose | null,
  ): void {
    // A browser takes this one off on the way to another origin (Fetch, "HTTP-redirect fetch").
    const carried = secrets.filter((name) => name.toLowerCase() !== 'authorization');
    if (!redirected || carried.length === 0) return;
    const { origin } = new URL(url);
    if (origin === new URL(this.options.url).origin) return;
    const handshake = purpose?.kind === 'attempt' ? purpose.handshake : undefined;
    const text = `${carried.join(', ')} went along to ${origin}, where the server redirected this request`;
    if (handshake === undefined ? this.#carried.has(text) : this.#carried.get(text) === handshake) return;
    this.#carried.set(text, handshake);
    this.note({
      type: 'finding',
      at: this.clock.now(),
      finding: {
        rule: 'secret-redirected',
        severity: 'warning',
        text,
        exchange,
        ...(handshake === undefined ? {} : { handshake }),
      },
    });
  }

  /** A message is read whatever its type says; a page that trusts the type would not read it. */
  #noteMediaType({ mediaType }: ResponseHead, exchange: number): void {
    if (mediaType === 'application/json' || mediaType === 'text/event-stream') return;
    const text =
      mediaType === null
        ? 'The answer has no Content-Type; it was read as JSON'
        : `The answer says it is ${mediaType}; it was read as JSON`;
    this.note({
      type: 'finding',
      at: this.clock.now(),
      finding: { rule: 'media-type', severity: 'warning', text, exchange },
    });
  }

  /** That of a handshake goes on: what a person is asked in one session does not hold up the next. */
  #limited(purpose: Purpose | null, limit: TimeLimit): () => void {
    return purpose !== null && 'handshake' in purpose ? () => undefined : this.#limits.add(limit);
  }

  /**
   * From now until the function it gives is called a person is to answer the server: no request's limit runs meanwhile. Nobody but the
   * server knows which of them waits for that answer.
   */
  rest(): () => void {
    return this.#limits.rest();
  }

  /** The limit for one request, as the person set it. */
  timeLimit(): TimeLimit {
    return new TimeLimit(this.options.timeLimitMs);
  }

  /** Waits as long as the server wants in the middle of a request, whose `limit` goes on; null once that is over, or what ended it. */
  async pause(ms: number, limit: TimeLimit, signal: AbortSignal): Promise<Stop | null> {
    const stopper = new AbortController();
    const over = this.#limited(null, limit);
    limit.start(() => stopper.abort(timeLimitStop(limit)));
    try {
      await this.clock.sleep(ms, AbortSignal.any([signal, stopper.signal]));
      return null;
    } catch (thrown) {
      return thrown instanceof Stop ? thrown : new Stop('closed', describeThrown(thrown));
    } finally {
      limit.stop();
      over();
    }
  }

  /** As `tell`, but resolves as soon as the answer turns out to be a stream: that goes on for as long as the server wants. */
  tellOrHear(outgoing: Outgoing): Promise<ExchangeEvidence | { kind: 'stream'; head: ResponseHead }> {
    return new Promise((resolve) => {
      void this.tell(outgoing, this.options.timeLimitMs, (head) => resolve({ kind: 'stream', head })).then(
        resolve,
      );
    });
  }

  /**
   * Sends something that has no JSON-RPC answer of its own; resolves when the exchange has ended. `timeLimitMs`: Infinity for none.
   * `streams` is told where the answer is a stream, which then has no limit.
   */
  async tell(
    outgoing: Outgoing,
    timeLimitMs = this.options.timeLimitMs,
    streams?: (head: ResponseHead) => void,
  ): Promise<ExchangeEvidence> {
    const { request, done, stopper } = this.#prepare({
      ...outgoing,
      onResponse: (head) => {
        outgoing.onResponse?.(head);
        if (!streams || head.status >= 400 || head.mediaType !== 'text/event-stream') return;
        limit.stop();
        streams(head);
      },
    });
    const limit = new TimeLimit(timeLimitMs);
    limit.start(() => stopper.abort(new Stop('time-limit', `No answer within ${timeLimitMs / 1000} s`)));
    try {
      return this.#withKnown(await sendExchange(this.#wire, request), request.exchange);
    } finally {
      limit.stop();
      done();
    }
  }

  /** What the server answered before says why it does not answer now. */
  #withKnown(evidence: ExchangeEvidence, exchange: number): ExchangeEvidence {
    if (evidence.kind !== 'failed') return evidence;
    return { ...evidence, known: answeredBefore(this.#host.recording, exchange) };
  }

  /** Ends everything under way. */
  closeAll(stop: Stop): void {
    for (const each of this.#open) each.abort(stop);
    this.#open.clear();
  }

  #prepare(outgoing: Outgoing) {
    const exchange = outgoing.exchange ?? this.nextExchange();
    if (outgoing.purpose) {
      this.note({ type: 'purpose', at: this.clock.now(), exchange, purpose: outgoing.purpose });
      if (outgoing.purpose.kind === 'round') {
        const { call, round } = outgoing.purpose;
        this.#rounds.set(exchange, { call, round });
      }
    }
    const stopper = new AbortController();
    this.#open.add(stopper);
    const marks = new Map([...this.#marks, ...(outgoing.marks ?? [])]);
    const headers = outgoing.headers.map(([name, value]): readonly [string, string] => [
      name,
      this.#shown(name, value, marks),
    ]);
    const openHeaders = headers.flatMap(([name]) =>
      looksSecret(name) && !isSecretHeader(name, marks) ? [name] : [],
    );
    const secrets = headers.flatMap(([name]) => (isSecretHeader(name, marks) ? [name] : []));
    const onResponse = (head: ResponseHead): void => {
      this.#noteCarried(head, secrets, exchange, outgoing.purpose);
      outgoing.onResponse?.(head);
    };
    const { text, method = 'POST', onMessage, onEvent, onLeftOpen, mode } = outgoing;
    return {
      stopper,
      done: () => this.#open.delete(stopper),
      request: {
        exchange,
        method,
        url: this.options.url,
        headers: this.#host.vault.fillHeaders(headers),
        shownHeaders: headers,
        openHeaders,
        body: text,
        signal: AbortSignal.any([outgoing.signal, stopper.signal]),
        ...(mode ? { mode } : {}),
        ...(onMessage ? { onMessage } : {}),
        onResponse,
        ...(onEvent ? { onEvent } : {}),
        ...(onLeftOpen ? { onLeftOpen } : {}),
      },
    };
  }

  /** What a person typed for one request may be a secret too. */
  #shown(name: string, value: string, marks: HeaderMarks): string {
    const hidden = value !== '' && isSecretHeader(name, marks) && !holdsPlaceholder(value);
    return hidden ? this.#host.vault.hideHeader(value) : value;
  }
}

function shownValue(vault: Vault, header: OwnHeader): string {
  return header.secret ? vault.hideHeader(header.value) : header.value;
}
