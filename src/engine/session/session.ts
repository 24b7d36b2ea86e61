import type { Clock } from '../base/clock.ts';
import { assertInvariant } from '../base/errors.ts';
import { State } from '../base/subscribable.ts';
import { readDeclaredFromResponse } from '../capabilities/declared.ts';
import type { Speech } from '../eras/era.ts';
import { defaultResponders, respond, type ResponderSettings } from '../responders/responders.ts';
import type { CallRun, RoundHost } from '../rounds/advance.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import { draftRequest, type DraftedRequest, type RoundDraft } from '../rounds/draft.ts';
import { runOn } from '../rounds/loop.ts';
import type { Validator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';
import { Stop } from '../wire/exchange.ts';
import type { HandshakeOutcome } from '../wire-log/notes.ts';
import { Recording } from '../wire-log/recording.ts';
import { Vault } from '../wire-log/vault.ts';
import { handshake, isCrossOrigin, type Established, type HandshakeEnd } from './connect.ts';
import type { ConnectOptions, RecentServer, Session, SessionSnapshot, StoredHandshake } from './contract.ts';
import type { PageContext } from './diagnosis.ts';
import { excerptOf, HANDSHAKES, openKept, SERVERS } from './history.ts';
import { Line } from './line.ts';
import { walkPages, type ListingRun } from './listing.ts';
import { replyTo } from './replies.ts';

/** What a session is given by its host; nothing else differs between a page, a worker and Node. */
export interface SessionHost {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly store: Store;
  readonly validator: Validator;
  readonly page: PageContext;
  /** Where everything is recorded; a new one unless the host had one before the session. */
  readonly recording?: Recording;
}

/** How long the DELETE of a session may take before disconnecting goes on without it. */
const SESSION_END_MS = 900;

const DEFAULT_LIMITS: RoundLimits = { requests: 10, empty: 3 };

/** An open connection: the line, how it speaks, and what runs on it. */
interface Open {
  readonly line: Line;
  speech: Speech;
  sessionId: string | null;
  readonly calls: Map<number, CallRun>;
  readonly listings: Map<number, ListingRun>;
  readonly stopper: AbortController;
  readonly host: RoundHost;
}

/** A session over `host`, not connected. See the contract for what each command does. */
export function createSession(host: SessionHost): Session {
  return new LiveSession(host);
}

class LiveSession implements Session {
  readonly recording: Recording;
  readonly history = new State<readonly StoredHandshake[]>([]);
  readonly recent = new State<readonly RecentServer[]>([]);
  readonly ready: Promise<void>;

  readonly #host: SessionHost;
  readonly #vault = new Vault();
  readonly #state = new State<SessionSnapshot>({
    phase: 'not connected',
    connection: null,
    trying: null,
    handshake: null,
    failure: null,
    canInitialize: false,
    options: null,
    manual: false,
    responders: defaultResponders,
    limits: DEFAULT_LIMITS,
    nextId: 1,
    toolsListing: null,
    busy: false,
  });
  #open: Open | null = null;
  #connecting: AbortController | null = null;
  #connections = 0;
  #calls = 0;
  #listings = 0;
  #busy = 0;

  constructor(host: SessionHost) {
    this.#host = host;
    this.recording = host.recording ?? new Recording();
    this.ready = this.#load();
  }

  get snapshot(): SessionSnapshot {
    return this.#state.snapshot;
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  // Connecting ------------------------------------------------------------------------------------

  connect(options: ConnectOptions): Promise<void> {
    return this.#connect(options, 'connect');
  }

  async retry(): Promise<void> {
    const { options } = this.snapshot;
    if (options) await this.#connect(options, 'retry');
  }

  async tryInitializeAnyway(): Promise<void> {
    const { options } = this.snapshot;
    if (options) await this.#connect(options, 'initialize anyway');
  }

  cancelConnect(): void {
    this.#connecting?.abort(new Stop('cancelled', 'You cancelled'));
  }

  async handshakeAgain(): Promise<void> {
    const open = this.#open;
    if (!open || this.#connecting) return;
    await this.#work(async () => {
      const before = { speech: open.speech, sessionId: open.sessionId };
      const end = await this.#shakeHands(open.line, 'again', open.speech.era === 'legacy');
      if (end.kind === 'connected') {
        if (before.sessionId !== null) await this.#endSession(open.line, before.speech);
        await this.#establish(open.line, end, open);
        if (declaresTools(end)) await this.listTools();
      } else {
        // The connection stands as it was; the failed handshake is kept and shown.
        this.#change({ phase: 'connected', trying: null });
      }
    });
  }

  async disconnect(): Promise<void> {
    this.cancelConnect();
    await this.#leave();
    this.#change({
      phase: 'not connected',
      connection: null,
      failure: null,
      canInitialize: false,
      toolsListing: null,
    });
  }

  async #connect(options: ConnectOptions, cause: 'connect' | 'retry' | 'initialize anyway'): Promise<void> {
    this.cancelConnect();
    await this.#work(async () => {
      await this.#leave();
      this.#connections += 1;
      const line = new Line(
        { fetch: this.#host.fetch, clock: this.#host.clock, recording: this.recording, vault: this.#vault },
        this.#connections,
        options,
      );
      line.note({
        type: 'connection',
        at: line.clock.now(),
        connection: line.number,
        url: options.url,
        protocolVersion: options.protocolVersion,
        timeLimitMs: options.timeLimitMs,
        profile: options.profile.name,
      });
      this.#change({
        phase: 'connecting',
        connection: null,
        failure: null,
        canInitialize: false,
        options,
        toolsListing: null,
      });
      const end = await this.#shakeHands(line, cause, cause === 'initialize anyway');
      if (end.kind === 'connected') {
        await this.#establish(line, end, null);
        if (declaresTools(end)) await this.listTools();
      } else if (end.kind === 'failed') {
        this.#change({
          phase: 'failed',
          trying: null,
          failure: end.diagnosis,
          canInitialize: end.canInitialize,
        });
      } else if (this.snapshot.options === options && this.snapshot.phase === 'connecting') {
        // A newer connect may have taken over; what it shows is its own.
        this.#change({ phase: 'not connected', trying: null });
      }
    });
  }

  async #shakeHands(
    line: Line,
    cause: 'connect' | 'again' | 'retry' | 'initialize anyway',
    initializeOnly: boolean,
  ): Promise<HandshakeEnd> {
    const stopper = new AbortController();
    this.#connecting = stopper;
    const number = await this.#host.store.next('handshake');
    line.note({ type: 'handshake', at: line.clock.now(), handshake: number, connection: line.number, cause });
    this.#change({ handshake: number });
    const end: HandshakeEnd = stopper.signal.aborted
      ? { kind: 'cancelled' }
      : await handshake({
          line,
          page: this.#host.page,
          handshake: number,
          signal: stopper.signal,
          onTrying: (method) => this.#change({ trying: { method, since: line.clock.now() } }),
          initializeOnly,
        });
    if (this.#connecting === stopper) this.#connecting = null;
    if (end.kind === 'failed') {
      line.note({ type: 'diagnosis', at: line.clock.now(), handshake: number, diagnosis: end.diagnosis });
    }
    const outcome: HandshakeOutcome =
      end.kind === 'connected'
        ? {
            kind: 'connected',
            era: end.speech.era,
            revision: end.speech.revision,
            asked: end.asked,
            attempt: end.attempt,
          }
        : { kind: end.kind };
    line.note({ type: 'handshake-ended', at: line.clock.now(), handshake: number, outcome });
    // Kept in the background: a slow disk must not hold the connection up, and the store reports its own failures.
    void this.#keep(line, number, end);
    return end;
  }

  async #establish(line: Line, end: Established, before: Open | null): Promise<void> {
    const { speech, sessionId } = end;
    if (before) {
      before.speech = speech;
      before.sessionId = sessionId;
    } else {
      this.#open = this.#openOn(line, speech, sessionId);
    }
    const { name, version } = await serverOf(end, line.options.url);
    this.#change({
      phase: 'connected',
      trying: null,
      failure: null,
      connection: {
        number: line.number,
        url: line.options.url,
        era: speech.era,
        revision: speech.revision,
        serverName: name,
        serverVersion: version,
        sessionId,
        handshake: this.snapshot.handshake ?? 0,
      },
    });
  }

  /** Gives everything on the connection up, ends a legacy session, and forgets it. Returns within a second. */
  async #leave(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    const stop = new Stop('closed', 'You disconnected');
    open.stopper.abort(stop);
    for (const run of open.calls.values()) run.under?.stopper.abort(stop);
    open.line.closeAll(stop);
    await this.#endSession(open.line, open.speech);
    open.line.note({ type: 'connection-closed', at: open.line.clock.now(), connection: open.line.number });
  }

  /** DELETE with a limit of its own: a server that never answers must not hold the person up. */
  async #endSession(line: Line, speech: Speech): Promise<void> {
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

  // Lists -----------------------------------------------------------------------------------------

  async listTools(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#listings += 1;
    const run: ListingRun = {
      listing: this.#listings,
      method: 'tools/list',
      seen: new Set(),
      page: 0,
      cursor: undefined,
    };
    open.listings.set(run.listing, run);
    open.line.note({
      type: 'listing',
      at: open.line.clock.now(),
      listing: run.listing,
      connection: open.line.number,
      method: run.method,
    });
    this.#change({ toolsListing: run.listing });
    await this.#walk(open, run);
  }

  async continueListing(listing: number): Promise<void> {
    const open = this.#open;
    const run = open?.listings.get(listing);
    if (open && run) await this.#walk(open, run);
  }

  #walk(open: Open, run: ListingRun): Promise<void> {
    return this.#work(async () => {
      const from = this.recording.length;
      await walkPages(open.line, open.speech, run, open.stopper.signal);
      this.#noteHiddenSession(open, run, from);
    });
  }

  /** A stateful server whose session id the page can't read refuses the first request after a good handshake. */
  #noteHiddenSession(open: Open, run: ListingRun, from: number): void {
    const refused = open.speech.era === 'legacy' && open.sessionId === null && run.page === 0;
    if (!refused || !isCrossOrigin(open.line.options.url, this.#host.page.origin)) return;
    for (let index = from; index < this.recording.length; index++) {
      const entry = this.recording.at(index);
      if (entry?.type !== 'response' || (entry.status !== 400 && entry.status !== 404)) continue;
      open.line.note({
        type: 'finding',
        at: open.line.clock.now(),
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

  // Calls and rounds ------------------------------------------------------------------------------

  startCall(subject: {
    readonly method: string;
    readonly name: string;
    readonly argumentsText: string;
  }): number {
    const open = this.#open;
    assertInvariant(open, 'not-connected', 'A call needs a connection');
    this.#calls += 1;
    const run: CallRun = { call: this.#calls, subject, rounds: new Map(), sent: 0, under: null };
    open.calls.set(run.call, run);
    open.line.note({
      type: 'call',
      at: open.line.clock.now(),
      call: run.call,
      connection: open.line.number,
      ...subject,
    });
    void this.#work(() => runOn(open.host, run, null, null, this.snapshot.manual ? 'hand' : 'automatic'));
    return run.call;
  }

  runAgain(call: number): number {
    const run = this.#open?.calls.get(call);
    assertInvariant(run, 'no-such-call', 'Only a call of the open connection can run again');
    return this.startCall(run.subject);
  }

  cancelCall(call: number): void {
    const open = this.#open;
    const under = open?.calls.get(call)?.under;
    if (!open || !under) return;
    const text =
      under.id === null ? null : (open.speech.cancellation?.(under.id, 'Cancelled by the person') ?? null);
    under.stopper.abort(new Stop('cancelled', 'You cancelled'));
    if (text === null) return;
    void open.line.tell({
      purpose: { kind: 'cancellation', call },
      headers: open.speech.headers('notifications/cancelled', null),
      text,
      signal: open.stopper.signal,
    });
  }

  abandonCall(call: number): void {
    const open = this.#open;
    if (!open?.calls.has(call)) return;
    this.cancelCall(call);
    open.line.note({ type: 'call-ended', at: open.line.clock.now(), call, how: 'abandoned' });
  }

  async draftRound(call: number, parent: number, draft: RoundDraft): Promise<DraftedRequest> {
    const open = this.#open;
    const run = open?.calls.get(call);
    if (!open || !run) {
      return { text: '', headers: [], problem: 'Not connected, so nothing can be sent' };
    }
    const asked = run.rounds.get(parent)?.asked ?? null;
    return draftRequest(open.speech, String(open.line.nextId), run.subject, asked, draft);
  }

  async sendRound(call: number, parent: number, draft: RoundDraft): Promise<number | null> {
    const open = this.#open;
    const run = open?.calls.get(call);
    if (!open || !run || run.under) return null;
    const done = this.#work(() => runOn(open.host, run, parent, draft, 'hand'));
    // `advance` numbers the round before it waits for the server; validation of the answers comes first.
    const before = run.sent;
    await Promise.race([done, this.#roundSent(run, before)]);
    return run.sent > before ? before + 1 : null;
  }

  #roundSent(run: CallRun, before: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.recording.subscribe(() => {
        if (run.sent <= before) return;
        stop();
        resolve();
      });
    });
  }

  #openOn(line: Line, speech: Speech, sessionId: string | null): Open {
    const stopper = new AbortController();
    const open: Open = {
      line,
      speech,
      sessionId,
      calls: new Map(),
      listings: new Map(),
      stopper,
      host: {
        clock: line.clock,
        get speech() {
          return open.speech;
        },
        usedIds: line.usedIds,
        note: (note) => line.note(note),
        nextExchange: () => line.nextExchange(),
        takeId: () => {
          const id = line.takeId();
          this.#change({ nextId: line.nextId });
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
                const reply = open.speech.era === 'legacy' ? replyTo(message) : null;
                if (reply === null) return;
                void line.tell({
                  purpose: { kind: 'reply', exchange: request.exchange },
                  headers: open.speech.headers(null, null),
                  text: reply,
                  signal: stopper.signal,
                });
              },
            },
            request.id,
          ),
        validate: (schemaText, instanceText) => this.#host.validator.validate(schemaText, instanceText),
        isManual: () => this.snapshot.manual,
        limits: () => this.snapshot.limits,
        respond: async (text) => respond(this.snapshot.responders, text),
      },
    };
    return open;
  }

  // Settings --------------------------------------------------------------------------------------

  setManual(manual: boolean): void {
    if (manual === this.snapshot.manual) return;
    this.recording.append({ type: 'switch', at: this.#host.clock.now(), manual });
    this.#change({ manual });
  }

  setResponders(responders: ResponderSettings): void {
    this.#change({ responders });
  }

  setLimits(limits: RoundLimits): void {
    this.#change({ limits });
  }

  reveal(placeholder: string): string | null {
    return this.#vault.reveal(placeholder);
  }

  // Keeping ---------------------------------------------------------------------------------------

  async #load(): Promise<void> {
    const { store } = this.#host;
    const [handshakes, servers] = await Promise.all([store.list(HANDSHAKES), store.list(SERVERS)]);
    // A handshake of this page may have been kept while the list was read.
    const known = new Set(this.history.snapshot.map((each) => each.number));
    this.history.set([
      ...this.history.snapshot,
      ...handshakes.filter(({ value }) => !known.has(value.number)).map(({ value }) => openKept(value)),
    ]);
    this.recent.set(servers.map(({ value }) => value));
  }

  async #keep(line: Line, number: number, end: HandshakeEnd): Promise<void> {
    const { store } = this.#host;
    const kept = await excerptOf(this.recording, number);
    if (kept) {
      this.history.set(
        [openKept(kept), ...this.history.snapshot.filter((each) => each.number !== number)].slice(0, 50),
      );
      await store.put(HANDSHAKES, String(number), kept, number);
    }
    if (end.kind === 'cancelled') return;
    const server = end.kind === 'connected' ? await serverOf(end, line.options.url) : null;
    const recent: RecentServer = {
      url: line.options.url,
      at: line.clock.now(),
      protocolVersion: line.options.protocolVersion,
      serverName: server?.name ?? null,
      serverVersion: server?.version ?? null,
      revision: end.kind === 'connected' ? end.speech.revision : null,
      outcome:
        end.kind === 'failed' ? end.diagnosis.short : end.attempt > 1 ? 'connected, fell back' : 'connected',
      connected: end.kind === 'connected',
    };
    this.recent.set(
      [recent, ...this.recent.snapshot.filter((each) => each.url !== recent.url)].slice(
        0,
        SERVERS.limit ?? 8,
      ),
    );
    await store.put(SERVERS, recent.url, recent, recent.at);
  }

  #change(change: Partial<SessionSnapshot>): void {
    this.#state.set({ ...this.snapshot, ...change });
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    if (this.#busy === 1) this.#change({ busy: true });
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      if (this.#busy === 0) this.#change({ busy: false });
    }
  }
}

/** The server's name and version wherever they stood; the host of the URL where there are none. */
async function serverOf(end: Established, url: string): Promise<{ name: string; version: string | null }> {
  const declared = readDeclaredFromResponse(await end.declaration.text(), end.speech.era);
  const info = declared.ok ? declared.value.serverInfo : null;
  return { name: info?.name || new URL(url).host, version: info?.version || null };
}

/** Whether the server said that it has tools; a list that nobody offers is not asked for. */
function declaresTools(end: Established): boolean {
  const text = end.declaration.peek();
  if (text === undefined) return true;
  const declared = readDeclaredFromResponse(text, end.speech.era);
  return !declared.ok || declared.value.capabilities.some(({ path }) => path[0] === 'tools');
}
