import { assertInvariant } from '../base/errors.ts';
import type { Speech } from '../eras/era.ts';
import type { ResponderSettings } from '../responders/responders.ts';
import { respond } from '../responders/responders.ts';
import type { CallRun, RoundHost } from '../rounds/advance.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import { draftRequest, type CallSubject, type DraftedRequest, type RoundDraft } from '../rounds/draft.ts';
import { runOn } from '../rounds/loop.ts';
import type { Validator } from '../schema/validator.ts';
import { Stop } from '../wire/exchange.ts';
import type { Recording } from '../wire-log/recording.ts';
import { isCrossOrigin } from './connect.ts';
import type { Line } from './line.ts';
import { walkPages, type ListingRun } from './listing.ts';
import { replyTo } from './replies.ts';

/** What a connection is given by the session it belongs to. */
export interface ConnectionHost {
  readonly recording: Recording;
  readonly validator: Validator;
  /** The page's origin; null outside a page. */
  readonly origin: string | null;
  isManual(): boolean;
  limits(): RoundLimits;
  responders(): ResponderSettings;
  /** A number for the next call or listing: unique in the session. */
  nextCall(): number;
  nextListing(): number;
  /** Told after an id was taken. */
  idTaken(): void;
  /** Counts `work` as something the page waits for. */
  work<T>(work: () => Promise<T>): Promise<T>;
}

/** How long the DELETE of a session may take before disconnecting goes on without it. */
const SESSION_END_MS = 900;

/** An open connection: how it speaks, and the calls and listings that run on it. */
export class OpenConnection {
  readonly line: Line;
  speech: Speech;
  sessionId: string | null;
  readonly #host: ConnectionHost;
  readonly #calls = new Map<number, CallRun>();
  readonly #listings = new Map<number, ListingRun>();
  readonly #stopper = new AbortController();
  readonly #rounds: RoundHost;

  constructor(host: ConnectionHost, line: Line, speech: Speech, sessionId: string | null) {
    this.#host = host;
    this.line = line;
    this.speech = speech;
    this.sessionId = sessionId;
    this.#rounds = this.#roundHost();
  }

  /** Speaks as a new handshake settled it; calls that run on go on as they were sent. */
  speakAs(speech: Speech, sessionId: string | null): void {
    this.speech = speech;
    this.sessionId = sessionId;
  }

  /** Gives everything up and ends a legacy session. Returns within a second. */
  async leave(): Promise<void> {
    const stop = new Stop('closed', 'You disconnected');
    this.#stopper.abort(stop);
    for (const run of this.#calls.values()) run.under?.stopper.abort(stop);
    this.line.closeAll(stop);
    await endSession(this.line, this.speech);
    this.line.note({ type: 'connection-closed', at: this.line.clock.now(), connection: this.line.number });
  }

  /** A new listing of tools; `number` is told before the first page is asked for. */
  async listTools(started: (listing: number) => void): Promise<void> {
    const run: ListingRun = {
      listing: this.#host.nextListing(),
      method: 'tools/list',
      seen: new Set(),
      page: 0,
      cursor: undefined,
    };
    this.#listings.set(run.listing, run);
    this.line.note({
      type: 'listing',
      at: this.line.clock.now(),
      listing: run.listing,
      connection: this.line.number,
      method: run.method,
    });
    started(run.listing);
    await this.#walk(run);
  }

  async continueListing(listing: number): Promise<void> {
    const run = this.#listings.get(listing);
    if (run) await this.#walk(run);
  }

  startCall(subject: CallSubject): number {
    const run: CallRun = { call: this.#host.nextCall(), subject, rounds: new Map(), sent: 0, under: null };
    this.#calls.set(run.call, run);
    this.line.note({
      type: 'call',
      at: this.line.clock.now(),
      call: run.call,
      connection: this.line.number,
      ...subject,
    });
    const by = this.#host.isManual() ? 'hand' : 'automatic';
    void this.#host.work(() => runOn(this.#rounds, run, null, null, by));
    return run.call;
  }

  runAgain(call: number): number {
    const run = this.#calls.get(call);
    assertInvariant(run, 'no-such-call', 'Only a call of the open connection can run again');
    return this.startCall(run.subject);
  }

  cancelCall(call: number): void {
    const under = this.#calls.get(call)?.under;
    if (!under) return;
    const text =
      under.id === null ? null : (this.speech.cancellation?.(under.id, 'Cancelled by the person') ?? null);
    under.stopper.abort(new Stop('cancelled', 'You cancelled'));
    if (text === null) return;
    void this.line.tell({
      purpose: { kind: 'cancellation', call },
      headers: this.speech.headers('notifications/cancelled', null),
      text,
      signal: this.#stopper.signal,
    });
  }

  abandonCall(call: number): void {
    if (!this.#calls.has(call)) return;
    this.cancelCall(call);
    this.line.note({ type: 'call-ended', at: this.line.clock.now(), call, how: 'abandoned' });
  }

  draftRound(call: number, parent: number, draft: RoundDraft): DraftedRequest | null {
    const run = this.#calls.get(call);
    if (!run) return null;
    const asked = run.rounds.get(parent)?.asked ?? null;
    return draftRequest(this.speech, String(this.line.nextId), run.subject, asked, draft);
  }

  async sendRound(call: number, parent: number, draft: RoundDraft): Promise<number | null> {
    const run = this.#calls.get(call);
    if (!run || run.under) return null;
    const before = run.sent;
    const done = this.#host.work(() => runOn(this.#rounds, run, parent, draft, 'hand'));
    // `advance` numbers the round before it waits for the server; validation of the answers comes first.
    await Promise.race([done, this.#roundSent(run, before)]);
    return run.sent > before ? before + 1 : null;
  }

  #roundSent(run: CallRun, before: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#host.recording.subscribe(() => {
        if (run.sent <= before) return;
        stop();
        resolve();
      });
    });
  }

  #walk(run: ListingRun): Promise<void> {
    return this.#host.work(async () => {
      const from = this.#host.recording.length;
      await walkPages(this.line, this.speech, run, this.#stopper.signal);
      this.#noteHiddenSession(run, from);
    });
  }

  /** A stateful server whose session id the page can't read refuses the first request after a good handshake. */
  #noteHiddenSession(run: ListingRun, from: number): void {
    const refused = this.speech.era === 'legacy' && this.sessionId === null && run.page === 0;
    if (!refused || !isCrossOrigin(this.line.options.url, this.#host.origin)) return;
    for (let index = from; index < this.#host.recording.length; index++) {
      const entry = this.#host.recording.at(index);
      if (entry?.type !== 'response' || (entry.status !== 400 && entry.status !== 404)) continue;
      this.line.note({
        type: 'finding',
        at: this.line.clock.now(),
        finding: {
          rule: 'session-hidden',
          severity: 'error',
          text: 'The server probably issued a session id that this page may not read: it has to send Access-Control-Expose-Headers: Mcp-Session-Id',
          listing: run.listing,
          exchange: entry.exchange,
        },
      });
      return;
    }
  }

  #roundHost(): RoundHost {
    const { line } = this;
    const speechNow = () => this.speech;
    return {
      clock: line.clock,
      get speech() {
        return speechNow();
      },
      usedIds: line.usedIds,
      note: (note) => line.note(note),
      nextExchange: () => line.nextExchange(),
      takeId: () => {
        const id = line.takeId();
        this.#host.idTaken();
        return id;
      },
      send: (request) =>
        line.ask(
          {
            exchange: request.exchange,
            // The round's own note names the exchange.
            purpose: null,
            headers: request.headers,
            text: request.text,
            signal: request.signal,
            onMessage: (message) => {
              const reply = this.speech.era === 'legacy' ? replyTo(message) : null;
              if (reply === null) return;
              void line.tell({
                purpose: { kind: 'reply', exchange: request.exchange },
                headers: this.speech.headers(null, null),
                text: reply,
                signal: this.#stopper.signal,
              });
            },
          },
          request.id,
        ),
      validate: (schemaText, instanceText) => this.#host.validator.validate(schemaText, instanceText),
      isManual: () => this.#host.isManual(),
      limits: () => this.#host.limits(),
      respond: (text) => Promise.resolve(respond(this.#host.responders(), text)),
    };
  }
}

/** DELETE with a limit of its own: a server that never answers must not hold the person up. */
export async function endSession(line: Line, speech: Speech): Promise<void> {
  const headers = speech.sessionEnd?.();
  if (!headers) return;
  await line.tell(
    {
      purpose: { kind: 'session-end' },
      method: 'DELETE',
      headers,
      text: null,
      signal: new AbortController().signal,
    },
    SESSION_END_MS,
  );
}
