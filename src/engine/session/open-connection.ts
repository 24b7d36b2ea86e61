import { assertInvariant } from '../base/errors.ts';
import { parsePlain } from '../base/json/numbers.ts';
import { withMember } from '../base/json/write.ts';
import { METHOD_NOT_FOUND } from '../protocol/errors.ts';
import { META_CLIENT_CAPABILITIES } from '../protocol/meta-keys.ts';
import type { Claims } from '../capabilities/client.ts';
import { speaksOfSession } from '../eras/speaks-of-session.ts';
import type { ParamList, Speech } from '../eras/era.ts';
import type { ListMethod } from '../protocol/lists.ts';
import type { ElicitAction } from '../responders/suggest.ts';
import { subjectAfter, type CallRun, type RoundHost, type RoundSend } from '../rounds/advance.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import { draftRequest, type CallSubject, type DraftedRequest, type RoundDraft } from '../rounds/draft.ts';
import { runOn } from '../rounds/loop.ts';
import { sessionLost, sessionRenewed } from '../rounds/session-gone.ts';
import { goesOn } from '../rounds/task.ts';
import { TaskNews } from '../rounds/task-news.ts';
import type { ReplyDraft } from '../rounds/reply.ts';
import type { Validator } from '../schema/validator.ts';
import { statusOf, type Answer } from '../wire/ask.ts';
import { Stop } from '../wire/exchange.ts';
import { isRecord, type ReceivedMessage } from '../wire/message.ts';
import type { Finding } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { answerInput, type Answering } from './answering.ts';
import { Asking } from './asking.ts';
import type { Established } from './connect.ts';
import { isCrossOrigin } from './diagnosis.ts';
import type { Aside } from './asides.ts';
import type { Line } from './line.ts';
import { walkPages, type ListingRun } from './listing.ts';
import { keepListening } from './notification-stream.ts';
import type { Question } from './question.ts';
import type { ReplySent } from './contract.ts';
import { StreamSlots } from './stream-slots.ts';
import { ServerRequests, type MessageSource } from './server-requests.ts';
import type { Talk } from './talk.ts';
import { TASK_STATUS } from '../protocol/subscription-filter.ts';
import { Subscriptions } from './subscriptions.ts';
import { UrlElicitations } from './url-elicitations.ts';

/** What a connection is given by the session it belongs to. */
export interface ConnectionHost extends Answering {
  readonly recording: Recording;
  readonly validator: Validator;
  /** The page's origin; null outside a page. */
  readonly origin: string | null;
  isManual(): boolean;
  limits(): RoundLimits;
  /** A number for the next call or listing: unique in the session. What the server begins is numbered apart. */
  nextCall(origin: 'client' | 'server'): number;
  nextListing(): number;
  nextRequest(): number;
  nextSubscription(): number;
  /** Makes a new session in place of one the server no longer knows; false where it failed or the person is to be asked first. */
  renewSession(): Promise<boolean>;
  /** Told after an id was taken. */
  idTaken(): void;
  /** Counts `work` as something the page waits for. */
  work<T>(work: () => Promise<T>): Promise<T>;
  /** From now until the function it gives is called, one work under way waits for a person and does not count. */
  rest(): () => void;
}

/** What a handshake settled, as far as a connection goes by it. */
type Settled = Pick<Established, 'handshake' | 'talk'>;

/** What was asked, as far as doing so again in a new session goes: where, and how it failed or was answered; null where neither matters. */
interface Asked {
  readonly answer: Answer | null;
  readonly exchange: number;
  readonly listing?: number;
}

/** How long the DELETE of a session may take before disconnecting goes on without it. */
const SESSION_END_MS = 900;

/** A connection from its first handshake on: how it speaks, and the calls and listings that run on it. */
export class OpenConnection {
  readonly line: Line;
  readonly #host: ConnectionHost;
  readonly #calls = new Map<number, CallRun>();
  readonly #listings = new Map<number, ListingRun>();
  readonly #stopper = new AbortController();
  readonly #rounds: RoundHost;
  readonly #requests: ServerRequests;
  readonly #urls: UrlElicitations;
  readonly subscriptions: Subscriptions;
  readonly #taskNews = new TaskNews();
  readonly #slots = new StreamSlots();
  readonly #asking: Asking;
  #listening = new AbortController();
  #renewing: Promise<boolean> | null = null;
  #renewedUnasked = false;
  /** Null until the first handshake is settled. */
  #talk: Talk | null = null;
  #handshake = 0;
  /** Sessions the server no longer knows. */
  readonly #lost = new Set<string>();

  constructor(host: ConnectionHost, line: Line) {
    this.#host = host;
    this.line = line;
    this.#rounds = this.#roundHost();
    this.#asking = new Asking({
      line,
      signal: this.#stopper.signal,
      crossOrigin: this.#crossOrigin,
      slots: this.#slots,
      talk: () => this.#settled,
      hearing: (talk, round) => this.hearing(talk, round),
      rest: () => host.rest(),
    });
    this.#requests = new ServerRequests({
      line,
      clock: line.clock,
      validator: host.validator,
      signal: this.#stopper.signal,
      isManual: () => host.isManual(),
      answering: host,
      nextCall: () => host.nextCall('server'),
      nextRequest: () => host.nextRequest(),
      note: (note) => line.note(note),
      sessionLost: (talk) => this.#renewUnasked(talk),
      work: (work) => host.work(work),
      rest: () => host.rest(),
    });
    this.#urls = new UrlElicitations({
      clock: line.clock,
      note: (note) => line.note(note),
      isManual: () => host.isManual(),
      limits: () => host.limits(),
      responder: () => {
        const { elicitation } = host.responders();
        return elicitation === 'off' ? 'ask' : elicitation;
      },
      resume: (run, round, by) => void host.work(() => runOn(this.#rounds, run, round, null, by)),
      giveUp: (run, detail) => this.#abandon(run, detail),
    });
    this.subscriptions = new Subscriptions({
      line,
      signal: this.#stopper.signal,
      speech: () => this.speech,
      nextSubscription: () => host.nextSubscription(),
      slots: this.#slots,
      ask: (begin) =>
        this.#inSession(async () => {
          const question = begin();
          return { answer: await this.#asking.ask(question), exchange: question.exchange };
        }),
      told: ({ method, name }) => {
        if (method === TASK_STATUS && name !== undefined) this.#taskNews.told(name);
      },
      idTaken: () => host.idTaken(),
    });
  }

  get #settled(): Talk {
    assertInvariant(this.#talk, 'not-connected', 'The connection is still made');
    return this.#talk;
  }

  get speech(): Speech {
    return this.#settled.speech;
  }

  get sessionId(): string | null {
    return this.#settled.sessionId;
  }

  /** What the client says of itself: in every request, or as it said in `initialize`. */
  get claims(): Claims {
    return this.speech.era === 'modern' ? this.line.claims(this.speech.revision) : this.#settled.claims;
  }

  get #crossOrigin(): boolean {
    return isCrossOrigin(this.line.options.url, this.#host.origin);
  }

  /** Speaks as a new handshake settled it; calls that run on go on as they were sent. */
  speakAs({ handshake, talk }: Settled): void {
    if (this.#talk && talk.sessionId !== this.#talk.sessionId) this.subscriptions.sessionReplaced();
    this.#handshake = handshake;
    this.#talk = talk;
    talk.state = 'stands';
    this.#listening.abort(new Stop('closed', 'The session was replaced'));
    this.#listening = new AbortController();
    this.#listen();
  }

  /** What takes the messages that come in a talk: to a round, or to what is no call. */
  hearing(
    talk: Talk,
    round: MessageSource['round'] = null,
  ): (message: ReceivedMessage, exchange: number) => void {
    return (message, exchange) => {
      if (talk.speech.era !== 'legacy' || talk.state === 'came to nothing') return;
      this.#requests.received(message, { talk, exchange, round });
      this.#urls.received(message, exchange);
    };
  }

  /** A handshake failed, or was given up. */
  cameToNothing(talk: Talk): void {
    talk.state = 'came to nothing';
    this.#requests.cameToNothing(talk);
  }

  /** Opens the stream for requests of a legacy server. Nothing waits for it. */
  #listen(): void {
    if (!this.speech.streamHeaders) return;
    const { speech } = this;
    const talk = this.#settled;
    const listening = {
      handshake: this.#handshake,
      crossOrigin: this.#crossOrigin,
      signal: AbortSignal.any([this.#stopper.signal, this.#listening.signal]),
      onMessage: this.hearing(talk),
      renewSession: () => this.#renewUnasked(talk),
    };
    void this.#slots.take(listening.signal).then(async (giveBack) => {
      if (giveBack) await keepListening(this.line, speech, listening).finally(giveBack);
    });
  }

  /**
   * Begins a new session for what nobody asked for: the notification stream, or an answer to the server. Once a connection: a server that
   * forgets each new session at the first of these would be given new ones without end. Whether there is a new one.
   */
  async #renewUnasked(lost: Talk): Promise<boolean> {
    if (lost.sessionId === null) return false;
    this.#lose(lost.sessionId);
    if (lost !== this.#talk) return this.#talk !== null;
    if (this.#renewedUnasked) return false;
    this.#renewedUnasked = await this.#host.work(() => this.#renew());
    return this.#renewedUnasked;
  }

  /** Gives everything up and ends a legacy session. Returns within a second. */
  async leave(): Promise<void> {
    const stop = new Stop('closed', 'You disconnected');
    this.#stopper.abort(stop);
    this.#giveUp(stop, null);
    this.line.closeAll(stop);
    await endSession(this.line, this.speech);
    this.line.note({ type: 'connection-closed', at: this.line.clock.now(), connection: this.line.number });
  }

  /** Gives up what a session that is about to be ended was asked for: its answers could come no more. */
  leaveSession(): void {
    this.#giveUp(new Stop('closed', 'You made a new session'), this.#talk);
  }

  #giveUp(stop: Stop, talk: Talk | null): void {
    for (const run of this.#calls.values()) {
      if (run.under) run.under.stopper.abort(stop);
      else if (isWaiting(run) || this.#urls.isParked(run.call)) this.#abandon(run, stop.detail);
    }
    this.#requests.leave(stop.detail, talk);
  }

  /** A new listing; its number is told before the first page is asked for. */
  async list(method: ListMethod, started: (listing: number) => void, pages?: number): Promise<void> {
    const run: ListingRun = {
      listing: this.#host.nextListing(),
      method,
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
    await this.#walk(run, pages);
  }

  async continueListing(listing: number, pages?: number): Promise<void> {
    const run = this.#listings.get(listing);
    if (run) await this.#walk(run, pages);
  }

  /** A request that is no call and no list. */
  aside(method: string, params: ParamList, signal?: AbortSignal): Promise<Aside> {
    return this.#host.work(() => this.#inSession(() => this.#askAside(method, params, signal)));
  }

  /** Asks, and once more in a new session where the server no longer knew the one it was asked in. A call does the same by rounds. */
  async #inSession<T extends Asked>(ask: () => Promise<T>): Promise<T> {
    const asked = await ask();
    const { answer, exchange, listing } = asked;
    if (answer === null || !this.#sessionEnded(answer)) return asked;
    const anew = await this.#renew();
    const about = { ...(listing === undefined ? {} : { listing }), exchange };
    const finding = anew ? sessionRenewed(about) : sessionLost(about);
    this.line.note({ type: 'finding', at: this.line.clock.now(), finding });
    return anew ? ask() : asked;
  }

  async #askAside(method: string, params: ParamList, signal?: AbortSignal): Promise<Aside> {
    const id = this.#takeId();
    const exchange = this.line.nextExchange();
    const from = this.line.clock.now();
    const answer = await this.#asking.ask({
      exchange,
      purpose: { kind: 'request' },
      headers: this.speech.headers(method, null),
      text: this.speech.request(id, method, params, null),
      id,
      signal: signal ? AbortSignal.any([this.#stopper.signal, signal]) : this.#stopper.signal,
    });
    return { exchange, ms: this.line.clock.now() - from, answer };
  }

  #takeId(): string {
    const id = this.line.takeId();
    this.#host.idTaken();
    return id;
  }

  startCall(subject: CallSubject): number {
    const run: CallRun = {
      call: this.#host.nextCall('client'),
      subject,
      rounds: new Map(),
      sent: 0,
      under: null,
      abandoned: false,
    };
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

  runAgain(call: number, capabilitiesText?: string): number {
    const run = this.#calls.get(call);
    assertInvariant(run, 'no-such-call', 'Only a call of the open connection can run again');
    return this.startCall(
      capabilitiesText === undefined ? run.subject : declaring(run.subject, capabilitiesText),
    );
  }

  cancelCall(call: number): void {
    const run = this.#calls.get(call);
    if (!run) return;
    const task = openTaskOf(run);
    const { under } = run;
    if (task !== null) this.#cancelTask(run, task);
    if (!under) {
      // Nobody is to answer what a task that is given up asks.
      if (task !== null) this.#end(run, 'cancelled', 'You cancelled');
      return;
    }
    under.stopper.abort(new Stop('cancelled', 'You cancelled'));
    this.#requests.callEnded(call, 'You cancelled the call before this was answered');
  }

  abandonCall(call: number): void {
    const run = this.#calls.get(call);
    if (!run) return;
    if (run.under) this.cancelCall(call);
    this.#abandon(run, 'You abandoned it');
  }

  /** Whether somebody agrees to go to a URL that error −32042 names; declining gives the call up. */
  answerUrl(call: number, elicitation: string, action: ElicitAction): void {
    this.#urls.answer(call, elicitation, action);
  }

  /** Sends a call again that waits for URLs, whatever is complete. */
  resumeCall(call: number): void {
    this.#urls.resume(call);
  }

  /** Asks the server to stop a task: it may, or go on (SEP-2663, "Task Cancellation"). */
  #cancelTask(run: CallRun, task: string): void {
    const id = this.#takeId();
    const subject = { ...run.subject, method: 'tasks/cancel', name: task, argumentsText: '' };
    const { text, headers } = draftRequest(this.speech, id, subject, null, null);
    const purpose = { kind: 'cancellation', call: run.call } as const;
    const exchange = this.line.nextExchange();
    void this.#asking.ask({ exchange, purpose, headers, text, id, signal: this.#stopper.signal });
  }

  #abandon(run: CallRun, detail: string): void {
    this.#end(run, 'abandoned', detail);
  }

  #end(run: CallRun, how: 'abandoned' | 'cancelled', detail: string): void {
    run.abandoned = true;
    this.#urls.forget(run.call);
    this.line.note({
      type: 'call-ended',
      at: this.line.clock.now(),
      call: run.call,
      how,
      detail,
    });
  }

  draftRound(call: number, parent: number, draft: RoundDraft): DraftedRequest | null {
    const run = this.#calls.get(call);
    if (!run) return null;
    const asked = run.rounds.get(parent)?.asked ?? null;
    const subject = subjectAfter(run, parent, draft);
    return draftRequest(this.speech, String(this.line.nextId), subject, asked, draft);
  }

  async sendRound(call: number, parent: number, draft: RoundDraft | null): Promise<number | null> {
    const run = this.#calls.get(call);
    if (!run || run.under) return null;
    const before = run.sent;
    const done = this.#host.work(() => runOn(this.#rounds, run, parent, draft, 'hand'));
    // `advance` numbers the round before it waits for the server; validation of the answers comes first.
    await Promise.race([done, this.#roundSent(run, before)]);
    return run.sent > before ? before + 1 : null;
  }

  async sendAgain(call: number, round: number): Promise<number | null> {
    const sent = this.#calls.get(call)?.rounds.get(round);
    return sent?.parent == null ? null : this.sendRound(call, sent.parent, sent.draft);
  }

  draftReply(request: number, draft: ReplyDraft): DraftedRequest | null {
    return this.#requests.draft(request, draft);
  }

  sendReply(request: number, draft: ReplyDraft, anyway: boolean): Promise<ReplySent> {
    return this.#requests.reply(request, draft, anyway);
  }

  leaveUnanswered(request: number): void {
    this.#requests.leaveOne(request);
  }

  /** Tells a legacy server that the roots are others, where that was declared (2025-11-25, client/roots). */
  rootsChanged(): void {
    const text = this.speech.notification?.('notifications/roots/list_changed');
    if (text === undefined || !declaresRootChanges(this.claims.capabilitiesText)) return;
    void this.line.tell({
      purpose: { kind: 'notification' },
      headers: this.speech.headers('notifications/roots/list_changed', null),
      text,
      signal: this.#stopper.signal,
    });
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

  #walk(run: ListingRun, pages?: number): Promise<void> {
    return this.#host.work(async () => {
      const from = this.#host.recording.length;
      await this.#inSession(async () => {
        let exchange = 0;
        const ask = (question: Question) => {
          ({ exchange } = question);
          return this.#asking.ask(question);
        };
        const answer = await walkPages(this.line, this.speech, run, this.#stopper.signal, pages, ask);
        const { listing } = run;
        if (answer) this.#noteSessionTalk(answer, { listing, exchange });
        return { answer, exchange, listing };
      });
      this.#noteHiddenSession(run, from);
    });
  }

  /**
   * A 404 to a request that carried a session id (2025-11-25, transports, "Session Management"), unless its body says that it is the
   * method that is not there: many servers give that error this status, and a new session would not bring the method.
   */
  #sessionEnded(answer: Answer): boolean {
    const session = this.#asking.sessionOf(answer);
    if (session === null || statusOf(answer) !== 404) return false;
    if (answer.kind === 'message' && answer.message.summary.errorCode === METHOD_NOT_FOUND) return false;
    this.#lose(session);
    return true;
  }

  #lose(session: string): void {
    this.#lost.add(session);
    this.#requests.sessionEnded(session);
  }

  /**
   * What a refusal that speaks of a session may mean. Said, and nothing changes by itself: the era stays as it was settled, and only a
   * 404 ends a session (2025-11-25, basic/transports, "Session Management").
   */
  #noteSessionTalk(answer: Answer, about: Pick<Finding, 'listing' | 'call' | 'round' | 'exchange'>): void {
    if (!speaksOfSession(answer)) return;
    const modern = this.speech.era === 'modern';
    if (!modern && (this.sessionId === null || statusOf(answer) !== 400)) return;
    this.line.note({
      type: 'finding',
      at: this.line.clock.now(),
      finding: {
        rule: modern ? 'answers-as-legacy' : 'session-perhaps-lost',
        severity: 'warning',
        text: modern
          ? `The server says it speaks ${this.speech.revision}, but answered this as a legacy server would: a gateway may stand before one`
          : 'The server may not know this session any more, after a restart for example: it should say so with 404. Handshake again begins a new one',
        ...about,
      },
    });
  }

  /** One new session for all requests that the old one was refused for. */
  async #renew(): Promise<boolean> {
    if (this.sessionId === null || !this.#lost.has(this.sessionId)) return true;
    this.#renewing ??= this.#host.renewSession().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** A stateful server whose session id the page can't read refuses the first request after a good handshake. */
  #noteHiddenSession(run: ListingRun, from: number): void {
    const refused = this.speech.era === 'legacy' && this.sessionId === null && run.page === 0;
    if (!refused || !this.#crossOrigin) return;
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
      takeId: () => this.#takeId(),
      send: (request) => this.#send(request),
      sessionEnded: (answer) => this.#sessionEnded(answer),
      renewSession: () => this.#renew(),
      validate: (schemaText, instanceText) => this.#host.validator.validate(schemaText, instanceText),
      isManual: () => this.#host.isManual(),
      limits: () => this.#host.limits(),
      taskNews: this.#taskNews,
      park: (run, judged, elicitations) => this.#urls.park(run, judged, elicitations),
      claims: () => this.claims,
      respond: (text, turn, signal) => answerInput(this.#host, text, turn, signal),
    };
  }

  async #send(request: RoundSend): Promise<Answer> {
    const { exchange, call, round } = request;
    const answer = await this.#asking.ask({ ...request, purpose: { kind: 'round', call, round } });
    this.#requests.callEnded(call);
    this.#noteSessionTalk(answer, { call, round, exchange });
    return answer;
  }
}

/** The task that a call became and that has not ended, as far as is known. */
function openTaskOf(run: CallRun): string | null {
  const last = run.rounds.get(run.sent);
  const ended = last && !goesOn(last.outcome) && last.outcome.kind !== 'input required';
  const known = [...run.rounds.values()].findLast(({ task }) => task !== null)?.task?.id ?? null;
  // While a request is under way the newest judged round is the one before it.
  return ended || run.abandoned ? null : known;
}

/** Whether the newest round asks for input that nobody has answered. */
function isWaiting(run: CallRun): boolean {
  return !run.abandoned && run.rounds.get(run.sent)?.outcome.kind === 'input required';
}

/** The same call, declaring `capabilitiesText` by itself; what a person added to `_meta` stays. */
function declaring(subject: CallSubject, capabilitiesText: string): CallSubject {
  const own = subject.metaText?.trim() ?? '';
  const metaText = withMember(own === '' ? '{}' : own, META_CLIENT_CAPABILITIES, capabilitiesText);
  return metaText === undefined ? subject : { ...subject, metaText, metaReplaces: true };
}

function declaresRootChanges(capabilitiesText: string): boolean {
  const read = parsePlain(capabilitiesText);
  const roots = read.ok && isRecord(read.value) ? read.value['roots'] : undefined;
  return isRecord(roots) && roots['listChanged'] === true;
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
