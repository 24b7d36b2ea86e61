import { EngineError } from '../base/errors.ts';
import { State } from '../base/subscribable.ts';
import type { Diagnosis } from '../wire-log/notes.ts';
import { Recording } from '../wire-log/recording.ts';
import type { RecentServer, Session, SessionSnapshot, StoredHandshake } from './contract.ts';

/** A session before anything happened. Apart from the session itself, so that a page can show it without loading one. */
export const restingSnapshot: SessionSnapshot = {
  phase: 'not connected',
  connection: null,
  trying: null,
  handshake: null,
  failure: null,
  canInitialize: false,
  options: null,
  manual: false,
  responders: {
    elicitation: 'accept',
    sampling: { kind: 'text', text: 'This is a test answer.' },
    roots: { kind: 'list', roots: [] },
  },
  hasChatKey: false,
  limits: { requests: 10, empty: 3 },
  renewal: 'automatic',
  nextId: 1,
  listings: {},
  logLevel: null,
  busy: false,
  imported: null,
};

const nothingAsked = { ok: false, exchange: null, reason: 'Not connected' } as const;

const notLoaded: Diagnosis = {
  cause: 'unreachable',
  title: 'A part of Roundtrip did not load',
  explanation: 'Its code comes from where this page came from, and that did not answer. Reload the page.',
  short: 'the page did not load whole',
  headerLines: [],
  evidence: [],
};

/** A session that is there at once, and does its work with one that `load` brings later; `start` begins to load it. */
export interface LateSession extends Session {
  start(): void;
}

/**
 * The session that a page shows before its engine is loaded. Commands wait for it; settings hold at once and are passed
 * on. `load` is called once, with the recording both share. Where it fails, connecting fails and says so.
 */
export function createLateSession(load: (recording: Recording) => Promise<Session>): LateSession {
  return new Late(load);
}

class Late implements LateSession {
  readonly recording = new Recording();
  readonly history = new State<readonly StoredHandshake[]>([]);
  readonly recent = new State<readonly RecentServer[]>([]);
  readonly ready: Promise<void>;
  readonly #load: (recording: Recording) => Promise<Session>;
  readonly #state = new State<SessionSnapshot>(restingSnapshot);
  #loading: Promise<Session> | null = null;
  #session: Session | null = null;
  /** Moves on with every connect and cancel, so that a connect that was cancelled while it waited is not made. */
  #wish = 0;
  #chatKey = '';
  #settle: () => void = () => undefined;

  constructor(load: (recording: Recording) => Promise<Session>) {
    this.#load = load;
    this.ready = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get snapshot(): SessionSnapshot {
    return this.#state.snapshot;
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  start(): void {
    this.#loaded().catch(() => undefined);
  }

  readHistory(): Promise<void> {
    return this.#session?.readHistory() ?? Promise.resolve();
  }

  async connect(options: Parameters<Session['connect']>[0]): Promise<void> {
    if (this.#session) return this.#session.connect(options);
    this.#wish += 1;
    const wish = this.#wish;
    this.#change({ phase: 'connecting', failure: null, canInitialize: false, options, busy: true });
    try {
      const session = await this.#loaded();
      if (wish === this.#wish) await session.connect(options);
    } catch {
      if (wish === this.#wish) this.#change({ phase: 'failed', failure: notLoaded, busy: false });
    }
  }

  cancelConnect(): void {
    if (this.#session) return this.#session.cancelConnect();
    this.#wish += 1;
    this.#change({ phase: 'not connected', busy: false });
  }

  retry(): Promise<void> {
    const { options } = this.snapshot;
    if (this.#session) return this.#session.retry();
    return options ? this.connect(options) : Promise.resolve();
  }

  tryInitializeAnyway(): Promise<void> {
    return this.#session?.tryInitializeAnyway() ?? Promise.resolve();
  }

  handshakeAgain(): Promise<void> {
    return this.#session?.handshakeAgain() ?? Promise.resolve();
  }

  disconnect(): Promise<void> {
    return this.#session?.disconnect() ?? Promise.resolve(this.cancelConnect());
  }

  list(...list: Parameters<Session['list']>): Promise<void> {
    return this.#session?.list(...list) ?? Promise.resolve();
  }

  continueListing(...listing: Parameters<Session['continueListing']>): Promise<void> {
    return this.#session?.continueListing(...listing) ?? Promise.resolve();
  }

  startCall(call: Parameters<Session['startCall']>[0]): number {
    return this.#connected().startCall(call);
  }

  runAgain(...run: Parameters<Session['runAgain']>): number {
    return this.#connected().runAgain(...run);
  }

  cancelCall(call: number): void {
    this.#session?.cancelCall(call);
  }

  abandonCall(call: number): void {
    this.#session?.abandonCall(call);
  }

  answerUrl(...answer: Parameters<Session['answerUrl']>): void {
    this.#session?.answerUrl(...answer);
  }

  resumeCall(call: number): void {
    this.#session?.resumeCall(call);
  }

  draftRound(...round: Parameters<Session['draftRound']>): ReturnType<Session['draftRound']> {
    return this.#connected().draftRound(...round);
  }

  sendRound(...round: Parameters<Session['sendRound']>): Promise<number | null> {
    return this.#session?.sendRound(...round) ?? Promise.resolve(null);
  }

  sendAgain(...round: Parameters<Session['sendAgain']>): Promise<number | null> {
    return this.#session?.sendAgain(...round) ?? Promise.resolve(null);
  }

  draftReply(...reply: Parameters<Session['draftReply']>): ReturnType<Session['draftReply']> {
    return this.#connected().draftReply(...reply);
  }

  sendReply(...reply: Parameters<Session['sendReply']>): ReturnType<Session['sendReply']> {
    return this.#connected().sendReply(...reply);
  }

  leaveUnanswered(request: number): void {
    this.#session?.leaveUnanswered(request);
  }

  complete(...asked: Parameters<Session['complete']>): ReturnType<Session['complete']> {
    return this.#session?.complete(...asked) ?? Promise.resolve(nothingAsked);
  }

  ping(): ReturnType<Session['ping']> {
    return this.#session?.ping() ?? Promise.resolve(nothingAsked);
  }

  subscribeTo(filter: Parameters<Session['subscribeTo']>[0]): void {
    this.#session?.subscribeTo(filter);
  }

  unsubscribe(subscription: number): void {
    this.#session?.unsubscribe(subscription);
  }

  setLogLevel(...level: Parameters<Session['setLogLevel']>): ReturnType<Session['setLogLevel']> {
    return this.#session?.setLogLevel(...level) ?? Promise.resolve(null);
  }

  setRenewal(renewal: SessionSnapshot['renewal']): void {
    if (this.#session) this.#session.setRenewal(renewal);
    else this.#change({ renewal });
  }

  setManual(manual: boolean): void {
    if (this.#session) this.#session.setManual(manual);
    else this.#change({ manual });
  }

  setResponders(responders: SessionSnapshot['responders']): void {
    if (this.#session) this.#session.setResponders(responders);
    else this.#change({ responders });
  }

  setChatKey(key: string): void {
    this.#chatKey = key;
    if (this.#session) this.#session.setChatKey(key);
    else this.#change({ hasChatKey: key !== '' });
  }

  setProfile(profile: Parameters<Session['setProfile']>[0]): Promise<void> {
    return this.#session?.setProfile(profile) ?? Promise.resolve();
  }

  setLimits(limits: SessionSnapshot['limits']): void {
    if (this.#session) this.#session.setLimits(limits);
    else this.#change({ limits });
  }

  reveal(placeholder: string): string | null {
    return this.#session?.reveal(placeholder) ?? null;
  }

  #loaded(): Promise<Session> {
    this.#loading ??= this.#load(this.recording).then(
      (session) => {
        this.#adopt(session);
        return session;
      },
      (thrown: unknown) => {
        // The next connect tries again; nothing else has to wait for what may never come.
        this.#loading = null;
        this.#settle();
        throw thrown;
      },
    );
    return this.#loading;
  }

  #adopt(session: Session): void {
    const { manual, responders, limits, renewal } = this.snapshot;
    session.setManual(manual);
    session.setRenewal(renewal);
    session.setResponders(responders);
    session.setLimits(limits);
    session.setChatKey(this.#chatKey);
    this.#session = session;
    const follow = <T>(
      from: { snapshot: T; subscribe(listener: () => void): unknown },
      to: State<T>,
    ): void => {
      from.subscribe(() => to.set(from.snapshot));
    };
    follow(session, this.#state);
    follow(session.history, this.history);
    follow(session.recent, this.recent);
    // A connect that waits keeps its "connecting" until the session says so itself.
    if (this.snapshot.phase !== 'connecting') this.#state.set(session.snapshot);
    this.history.set(session.history.snapshot);
    this.recent.set(session.recent.snapshot);
    void session.ready.then(() => this.#settle());
  }

  #connected(): Session {
    if (this.#session) return this.#session;
    throw new EngineError('not-connected', 'A call needs a connection');
  }

  #change(change: Partial<SessionSnapshot>): void {
    this.#state.set({ ...this.snapshot, ...change });
  }
}
