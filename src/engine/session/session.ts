import type { Clock } from '../base/clock.ts';
import { assertInvariant } from '../base/errors.ts';
import { nextTurn } from '../base/turn.ts';
import { State, type Subscribable } from '../base/subscribable.ts';
import { namesItself } from '../capabilities/declared.ts';
import type { SubscriptionFilter } from '../protocol/subscription-filter.ts';
import type { ListMethod } from '../protocol/lists.ts';
import type { LogLevel } from '../protocol/log-levels.ts';
import type { ClientProfile } from '../capabilities/profile.ts';
import { answerableOf, rootsDiffer } from '../responders/answerable.ts';
import { findMethod } from '../protocol/methods.ts';
import { defaultResponders, type ResponderSettings } from '../responders/responders.ts';
import type { ElicitAction } from '../responders/suggest.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import type { CallSubject, DraftedRequest, RoundDraft } from '../rounds/draft.ts';
import type { ReplyDraft } from '../rounds/reply.ts';
import type { Validator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';
import { Stop } from '../wire/exchange.ts';
import type { HandshakeCause, HandshakeOutcome } from '../wire-log/notes.ts';
import { Recording } from '../wire-log/recording.ts';
import { Vault } from '../wire-log/vault.ts';
import { handshake, type Established, type HandshakeEnd } from './connect.ts';
import type {
  CompletionAnswer,
  CompletionAsked,
  ConnectOptions,
  ReplySent,
  RecentServer,
  Session,
  SessionSnapshot,
  SmallAnswer,
  StoredHandshake,
} from './contract.ts';
import type { PageContext } from './diagnosis.ts';
import { excerptOf, History, LARGEST_KEPT, SERVERS } from './history.ts';
import { complete, ping, setLevel, type AskAside } from './asides.ts';
import { Line } from './line.ts';
import { endSession, OpenConnection, type ConnectionHost } from './open-connection.ts';
import type { Talk } from './talk.ts';

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

const NOT_CONNECTED: DraftedRequest = {
  text: '',
  headers: [],
  problem: 'Not connected, so nothing can be sent',
};

/** How long a handshake takes before what it tries is said: milliseconds. */
const NOTICED_MS = 100;

const DEFAULT_LIMITS: RoundLimits = { requests: 10, empty: 3 };

/** What the server begins is counted from here on, so that the third of our calls is call 3 whatever the server asked meanwhile. */
const SERVER_CALLS = 1_000_000;

/** A session over `host`, not connected. See the contract for what each command does. */
export function createSession(host: SessionHost): Session {
  return new LiveSession(host);
}

class LiveSession implements Session {
  readonly recording: Recording;
  readonly history: Subscribable<readonly StoredHandshake[]>;
  readonly recent = new State<readonly RecentServer[]>([]);
  readonly ready: Promise<void>;

  readonly #host: SessionHost;
  readonly #history: History;
  readonly #vault = new Vault(randomTag());
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
    hasChatKey: false,
    limits: DEFAULT_LIMITS,
    renewal: 'automatic',
    nextId: 1,
    listings: {},
    logLevel: null,
    busy: false,
    imported: null,
  });
  #open: OpenConnection | null = null;
  #connecting: AbortController | null = null;
  #connections = 0;
  #calls = 0;
  #serverCalls = 0;
  #listings = 0;
  #requests = 0;
  #subscriptions = 0;
  #busy = 0;
  #chatKey = '';
  #claiming = Promise.resolve();
  /** Moves on with every connect and disconnect, so that one that was overtaken changes nothing. */
  #turn = 0;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#history = new History(host.store);
    this.history = this.#history.handshakes;
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

  handshakeAgain(): Promise<void> {
    return this.#handshakeAgain('again');
  }

  async setProfile(profile: ClientProfile): Promise<void> {
    const { options } = this.snapshot;
    if (!options) return;
    this.#change({ options: { ...options, profile } });
    if (!this.#open) return;
    this.#open.line.profile = profile;
    await this.#claimsChanged(this.#open);
  }

  /** A modern server is told with the next request; a discovery now gives the comparison its other end. One after the other. */
  #claimsChanged(open: OpenConnection): Promise<void> {
    this.#claiming = this.#claiming.then(() => this.#discoverClaims(open));
    return this.#claiming;
  }

  async #discoverClaims(open: OpenConnection): Promise<void> {
    const { connection } = this.snapshot;
    const { claims } = open;
    const said = connection?.claims;
    const same =
      said?.capabilitiesText === claims.capabilitiesText && said.clientInfoText === claims.clientInfoText;
    if (!connection || this.#open !== open || same) return;
    this.#change({ connection: { ...connection, claims } });
    await this.#handshakeAgain('profile changed');
  }

  async #handshakeAgain(cause: 'again' | 'profile changed'): Promise<void> {
    const open = this.#open;
    if (!open || this.#connecting) return;
    const turn = this.#turn;
    await this.#work(async () => {
      const before = { speech: open.speech, sessionId: open.sessionId };
      const end = await this.#shakeHands(open, cause, open.speech.era === 'legacy');
      if (turn !== this.#turn) return;
      if (end.kind === 'connected') {
        if (before.sessionId !== null) {
          open.leaveSession();
          await endSession(open.line, before.speech);
        }
        this.#establish(open, end);
        // What else was listed is listed again when somebody looks.
        const { 'tools/list': tools } = this.snapshot.listings;
        this.#change({ listings: tools === undefined ? {} : { 'tools/list': tools } });
        if (this.#mayList('tools')) await this.list('tools/list');
      } else {
        // The connection stands as it was; the failed handshake is kept and shown.
        this.#change({ phase: 'connected', trying: null });
      }
    });
  }

  async disconnect(): Promise<void> {
    this.cancelConnect();
    this.#turn += 1;
    await this.#leave();
    this.#change({
      phase: 'not connected',
      connection: null,
      failure: null,
      canInitialize: false,
      listings: {},
    });
  }

  async #connect(options: ConnectOptions, cause: 'connect' | 'retry' | 'initialize anyway'): Promise<void> {
    this.cancelConnect();
    this.#turn += 1;
    const turn = this.#turn;
    await this.#work(async () => {
      await this.#leave();
      if (turn !== this.#turn) return;
      this.#connections += 1;
      const line = new Line(
        {
          fetch: this.#host.fetch,
          clock: this.#host.clock,
          recording: this.recording,
          vault: this.#vault,
          answerable: () => answerableOf(this.snapshot.responders),
        },
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
        listings: {},
      });
      const open = new OpenConnection(this.#connectionHost(line), line);
      const end = await this.#shakeHands(open, cause, cause === 'initialize anyway');
      // A newer connect, or a disconnect, has taken over; what is shown is its own.
      if (turn !== this.#turn) {
        if (end.kind !== 'connected') return;
        open.cameToNothing(end.talk);
        await endSession(line, end.talk.speech);
        return;
      }
      if (end.kind === 'connected') {
        this.#open = open;
        this.#establish(open, end);
        // Whoever waits for the connection sees it first.
        await nextTurn();
        if (turn === this.#turn && this.#mayList('tools')) await this.list('tools/list');
      } else if (end.kind === 'failed') {
        this.#change({
          phase: 'failed',
          trying: null,
          failure: end.diagnosis,
          canInitialize: end.canInitialize,
        });
      } else {
        this.#change({ phase: 'not connected', trying: null });
      }
    });
  }

  /** A new session where the server no longer knows the old one; false where that failed, or the person wants to be asked. */
  async #renewSession(line: Line): Promise<boolean> {
    const open = this.#open;
    if (open?.line !== line || this.snapshot.renewal === 'ask') return false;
    const end = await this.#shakeHands(open, 'session ended', true);
    if (end.kind !== 'connected' || this.#open !== open) return false;
    this.#establish(open, end);
    return true;
  }

  async #shakeHands(
    open: OpenConnection,
    cause: HandshakeCause,
    initializeOnly: boolean,
  ): Promise<HandshakeEnd> {
    const { line } = open;
    const begun: Talk[] = [];
    const stopper = new AbortController();
    const over = new AbortController();
    this.#connecting = stopper;
    const number = await this.#host.store.next('handshake');
    const { profile } = line;
    line.note({
      type: 'handshake',
      at: line.clock.now(),
      handshake: number,
      connection: line.number,
      cause,
      ...(profile === line.options.profile ? {} : { profile: profile.name }),
    });
    this.#change({ handshake: number });
    const end: HandshakeEnd = stopper.signal.aborted
      ? { kind: 'cancelled' }
      : await handshake({
          line,
          page: this.#host.page,
          handshake: number,
          signal: stopper.signal,
          onTrying: this.#trying(line, over.signal),
          initializeOnly,
          hearing: (talk) => {
            begun.push(talk);
            return open.hearing(talk);
          },
        });
    if (this.#connecting === stopper) this.#connecting = null;
    over.abort();
    if (end.kind !== 'connected') for (const talk of begun) open.cameToNothing(talk);
    if (end.kind === 'failed') {
      line.note({ type: 'diagnosis', at: line.clock.now(), handshake: number, diagnosis: end.diagnosis });
    }
    const outcome: HandshakeOutcome =
      end.kind === 'connected'
        ? {
            kind: 'connected',
            era: end.talk.speech.era,
            revision: end.talk.speech.revision,
            asked: end.asked,
            attempt: end.attempt,
          }
        : { kind: end.kind };
    line.note({ type: 'handshake-ended', at: line.clock.now(), handshake: number, outcome });
    // Kept in the background, once it is shown: a slow disk must not hold the connection up, and the store reports its own failures.
    void nextTurn().then(() => this.#keep(line, number, end));
    return end;
  }

  /** Says what a handshake tries once it takes so long that a person notices; a quick one would only flicker. */
  #trying(line: Line, over: AbortSignal): (method: string) => void {
    let newest: SessionSnapshot['trying'] = null;
    return (method) => {
      const first = newest === null;
      newest = { method, since: line.clock.now() };
      if (this.snapshot.trying !== null) this.#change({ trying: newest });
      else if (first) {
        line.clock.sleep(NOTICED_MS, over).then(
          () => this.#change({ trying: newest }),
          // It rejects only when the handshake is over.
          () => undefined,
        );
      }
    };
  }

  #establish(open: OpenConnection, end: Established): void {
    const { line } = open;
    const { speech, sessionId } = end.talk;
    open.speakAs(end);
    const { name, version, declares } = serverOf(end, line.options.url);
    this.#change({
      phase: 'connected',
      trying: null,
      failure: null,
      // What a legacy server was told ended with its session.
      logLevel: line.logLevel,
      connection: {
        number: line.number,
        url: line.options.url,
        era: speech.era,
        revision: speech.revision,
        serverName: name,
        serverVersion: version,
        sessionId,
        handshake: this.snapshot.handshake ?? 0,
        declares,
        claims: open.claims,
      },
    });
  }

  async #leave(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.leave();
  }

  // Lists -----------------------------------------------------------------------------------------

  async list(method: ListMethod, pages?: number): Promise<void> {
    await this.#open?.list(
      method,
      (listing) => this.#change({ listings: { ...this.snapshot.listings, [method]: listing } }),
      pages,
    );
  }

  /** Whether the server said that it has such a list; one that nobody offers is not asked for. */
  #mayList(capability: string): boolean {
    return this.snapshot.connection?.declares?.includes(capability) ?? true;
  }

  async continueListing(listing: number, pages?: number): Promise<void> {
    await this.#open?.continueListing(listing, pages);
  }

  // Calls and rounds ------------------------------------------------------------------------------

  startCall(subject: CallSubject): number {
    assertInvariant(this.#open, 'not-connected', 'A call needs a connection');
    return this.#open.startCall(subject);
  }

  runAgain(call: number, capabilitiesText?: string): number {
    assertInvariant(this.#open, 'not-connected', 'A call needs a connection');
    return this.#open.runAgain(call, capabilitiesText);
  }

  cancelCall(call: number): void {
    this.#open?.cancelCall(call);
  }

  abandonCall(call: number): void {
    this.#open?.abandonCall(call);
  }

  answerUrl(call: number, elicitation: string, action: ElicitAction): void {
    this.#open?.answerUrl(call, elicitation, action);
  }

  resumeCall(call: number): void {
    this.#open?.resumeCall(call);
  }

  draftRound(call: number, parent: number, draft: RoundDraft): Promise<DraftedRequest> {
    return Promise.resolve(this.#open?.draftRound(call, parent, draft) ?? NOT_CONNECTED);
  }

  async sendRound(call: number, parent: number, draft: RoundDraft): Promise<number | null> {
    return (await this.#open?.sendRound(call, parent, draft)) ?? null;
  }

  async sendAgain(call: number, round: number): Promise<number | null> {
    return (await this.#open?.sendAgain(call, round)) ?? null;
  }

  draftReply(request: number, draft: ReplyDraft): Promise<DraftedRequest> {
    return Promise.resolve(this.#open?.draftReply(request, draft) ?? NOT_CONNECTED);
  }

  async sendReply(request: number, draft: ReplyDraft, anyway: boolean): Promise<ReplySent> {
    return (await this.#open?.sendReply(request, draft, anyway)) ?? { sent: false, reason: 'Not connected' };
  }

  leaveUnanswered(request: number): void {
    this.#open?.leaveUnanswered(request);
  }

  // Small requests ---------------------------------------------------------------------------------

  readonly #ask: AskAside = (method, params, signal) => this.#open?.aside(method, params, signal) ?? null;

  complete(asked: CompletionAsked, signal: AbortSignal): Promise<CompletionAnswer> {
    return complete(this.#ask, this.#open?.speech.revision ?? '', asked, signal);
  }

  ping(): Promise<SmallAnswer> {
    const revision = this.#open?.speech.revision;
    if (revision !== undefined && !findMethod('ping', revision))
      return Promise.resolve({ ok: false, exchange: null, reason: `${revision} has no ping` });
    return ping(this.#ask);
  }

  async setLogLevel(level: LogLevel | null): Promise<SmallAnswer | null> {
    const open = this.#open;
    if (!open) return null;
    if (open.speech.era === 'modern') {
      open.line.logLevel = level;
      this.#change({ logLevel: level });
      return null;
    }
    if (level === null) return null;
    const told = await setLevel(this.#ask, level);
    if (told.ok && this.#open === open) this.#change({ logLevel: level });
    return told;
  }

  subscribeTo(filter: SubscriptionFilter): void {
    this.#open?.subscriptions.open(filter);
  }

  unsubscribe(subscription: number): void {
    this.#open?.subscriptions.close(subscription);
  }

  // Settings --------------------------------------------------------------------------------------

  setRenewal(renewal: 'automatic' | 'ask'): void {
    this.#change({ renewal });
  }

  setManual(manual: boolean): void {
    if (manual === this.snapshot.manual) return;
    this.recording.append({ type: 'switch', at: this.#host.clock.now(), manual });
    this.#change({ manual });
  }

  setResponders(responders: ResponderSettings): void {
    const before = this.snapshot.responders;
    this.#change({ responders });
    const open = this.#open;
    if (!open) return;
    if (rootsDiffer(before, responders)) open.rootsChanged();
    void this.#claimsChanged(open);
  }

  setChatKey(key: string): void {
    this.#chatKey = key;
    this.#change({ hasChatKey: key !== '' });
  }

  setLimits(limits: RoundLimits): void {
    this.#change({ limits });
  }

  reveal(placeholder: string): string | null {
    return this.#vault.reveal(placeholder);
  }

  // Keeping ---------------------------------------------------------------------------------------

  readHistory(): Promise<void> {
    return this.#history.read();
  }

  async #load(): Promise<void> {
    const [servers] = await Promise.all([this.#host.store.list(SERVERS), this.readHistory()]);
    this.recent.set(servers.map(({ value }) => value));
  }

  async #keep(line: Line, number: number, end: HandshakeEnd): Promise<void> {
    const { store } = this.#host;
    const kept = await excerptOf(this.recording, number);
    if (!kept) this.#noteNotKept(line, number);
    await (kept ? this.#history.keep(kept) : this.readHistory());
    if (end.kind === 'cancelled') return;
    // Of one that fails today it is still known who it was.
    const before = this.recent.snapshot.find((each) => each.url === line.options.url);
    const server = end.kind === 'connected' ? serverOf(end, line.options.url) : null;
    const recent: RecentServer = {
      url: line.options.url,
      at: line.clock.now(),
      protocolVersion: line.options.protocolVersion,
      serverName: server ? server.name : (before?.serverName ?? null),
      serverVersion: server ? server.version : (before?.serverVersion ?? null),
      revision: end.kind === 'connected' ? end.talk.speech.revision : (before?.revision ?? null),
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

  #noteNotKept(line: Line, handshake: number): void {
    line.note({
      type: 'finding',
      at: line.clock.now(),
      finding: {
        rule: 'handshake-not-kept',
        severity: 'info',
        text: `Larger than ${LARGEST_KEPT / 1e6} MB: this browser does not keep it, and a reload ends it. Export keeps it`,
        handshake,
      },
    });
  }

  #connectionHost(line: Line): ConnectionHost {
    return {
      recording: this.recording,
      validator: this.#host.validator,
      origin: this.#host.page.origin,
      isManual: () => this.snapshot.manual,
      limits: () => this.snapshot.limits,
      fetch: this.#host.fetch,
      responders: () => this.snapshot.responders,
      chatKey: () => this.#chatKey,
      nextCall: (origin) =>
        origin === 'client' ? (this.#calls += 1) : SERVER_CALLS + (this.#serverCalls += 1),
      nextListing: () => (this.#listings += 1),
      nextRequest: () => (this.#requests += 1),
      nextSubscription: () => (this.#subscriptions += 1),
      renewSession: () => this.#renewSession(line),
      idTaken: () => this.#change({ nextId: line.nextId }),
      work: (work) => this.#work(work),
      rest: () => this.#rest(),
    };
  }

  #change(change: Partial<SessionSnapshot>): void {
    this.#state.set({ ...this.snapshot, ...change });
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1);
    try {
      return await work();
    } finally {
      this.#count(-1);
    }
  }

  #rest(): () => void {
    this.#count(-1);
    return () => this.#count(1);
  }

  #count(step: 1 | -1): void {
    this.#busy += step;
    const busy = this.#busy > 0;
    if (busy !== this.snapshot.busy) this.#change({ busy });
  }
}

/** Who the server says it is, the host of the URL where it does not, and what it declared. */
function serverOf(
  { declared }: Established,
  url: string,
): { name: string; version: string | null; declares: readonly string[] | null } {
  return {
    name: declared?.serverInfo?.name || new URL(url).host,
    version: declared?.serverInfo?.version || null,
    declares: declared?.capabilities.flatMap(namesItself) ?? null,
  };
}

/** Four letters or digits, other ones in each page. */
function randomTag(): string {
  return [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => (byte % 36).toString(36)).join('');
}
