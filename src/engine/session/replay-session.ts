import type { BodyRef } from '../base/body.ts';
import { EngineError } from '../base/errors.ts';
import { decodeString, member, parseDocument, sliceOf } from '../base/json/document.ts';
import { success, type Result } from '../base/result.ts';
import { nextTurn, SLICE_MS } from '../base/turn.ts';
import { State } from '../base/subscribable.ts';
import { namesItself, readDeclaredFromResponse } from '../capabilities/declared.ts';
import type { Claims } from '../capabilities/client.ts';
import type { ClientInfo } from '../capabilities/profile.ts';
import { listOf, type ListMethod } from '../protocol/lists.ts';
import { META_CLIENT_CAPABILITIES, META_CLIENT_INFO } from '../protocol/meta-keys.ts';
import type { DraftedRequest } from '../rounds/draft.ts';
import { createExchangesView, type Exchanges, type ExchangeView } from '../views/exchanges.ts';
import { hasFacts, readFacts } from '../views/handshake-facts.ts';
import { createHandshakesView, type HandshakeView } from '../views/handshakes.ts';
import { createListingsView } from '../views/listings.ts';
import { headerValue } from '../wire/exchange.ts';
import { openRecordingFile, type OpenedRecording, type Refusal } from '../wire-log/open-recording-file.ts';
import type { Recording } from '../wire-log/recording.ts';
import type {
  Connection,
  ConnectOptions,
  RecentServer,
  Session,
  SessionSnapshot,
  StoredHandshake,
} from './contract.ts';
import { restingSnapshot } from './late-session.ts';
import { NOTHING_IS_SENT } from './nothing-is-sent.ts';

/** A recording from a file as a session, or why the file is not opened. `live` keeps the settings. */
export async function openReplaySession(
  file: ReadableStream<Uint8Array>,
  name: string,
  live: Session,
): Promise<Result<Session, Refusal>> {
  const opened = await openRecordingFile(file);
  return opened.ok ? success(await createReplaySession(opened.value, name, live)) : opened;
}

/**
 * A session over a recording that was opened from a file called `name`: the same recording and a snapshot as at its end, so that every
 * panel shows what the live one showed. Nothing is sent. Settings of this browser pass through to `live`.
 */
export async function createReplaySession(
  opened: OpenedRecording,
  name: string,
  live: Session,
): Promise<Session> {
  const { recording, kept, header, secrets, warnings } = opened;
  const end = await endOf(recording);
  const last = recording.at(recording.length - 1)?.at ?? 0;
  return new Replay(recording, kept, secrets, live, {
    ...restingSnapshot,
    ...end,
    responders: live.snapshot.responders,
    hasChatKey: live.snapshot.hasChatKey,
    limits: live.snapshot.limits,
    renewal: live.snapshot.renewal,
    imported: {
      name,
      app: `${header.app.name} ${header.app.version}`.trim(),
      exportedAt: Math.max(Date.parse(header.exportedAt), last),
      warnings: isBare(recording) ? [...warnings, BARE] : warnings,
      servers: await serversOf(recording),
    },
  });
}

const BARE =
  'No note says what its messages were for: they are in the wire log, and not grouped into handshakes, lists and calls';

/** Whether it holds messages and no note at all: something else may have written it. */
function isBare(recording: Recording): boolean {
  for (let index = 0; index < recording.length; index++) {
    const type = recording.at(index)?.type;
    if (type === 'connection' || type === 'purpose' || type === 'call') return false;
  }
  return recording.length > 0;
}

const DRAFTED: DraftedRequest = { text: '', headers: [], problem: NOTHING_IS_SENT };
const UNANSWERED = { ok: false, exchange: null, reason: NOTHING_IS_SENT } as const;
const done = Promise.resolve();

class Replay implements Session {
  readonly recording: Recording;
  readonly history: State<readonly StoredHandshake[]>;
  readonly recent: State<readonly RecentServer[]>;
  readonly ready = done;
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #live: Session;
  readonly #state: State<SessionSnapshot>;

  constructor(
    recording: Recording,
    kept: readonly StoredHandshake[],
    secrets: ReadonlyMap<string, string>,
    live: Session,
    snapshot: SessionSnapshot,
  ) {
    this.recording = recording;
    this.history = new State(kept);
    this.#secrets = secrets;
    this.#live = live;
    this.#state = new State(snapshot);
    this.recent = new State(live.recent.snapshot);
  }

  get snapshot(): SessionSnapshot {
    return this.#state.snapshot;
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  readHistory(): Promise<void> {
    return done;
  }
  connect(): Promise<void> {
    return done;
  }
  cancelConnect(): void {}
  retry(): Promise<void> {
    return done;
  }
  tryInitializeAnyway(): Promise<void> {
    return done;
  }
  handshakeAgain(): Promise<void> {
    return done;
  }
  disconnect(): Promise<void> {
    return done;
  }
  list(): Promise<void> {
    return done;
  }
  continueListing(): Promise<void> {
    return done;
  }
  startCall(): number {
    throw new EngineError('imported', NOTHING_IS_SENT);
  }
  runAgain(): number {
    throw new EngineError('imported', NOTHING_IS_SENT);
  }
  cancelCall(): void {}
  abandonCall(): void {}
  answerUrl(): void {}
  resumeCall(): void {}
  draftRound(): Promise<DraftedRequest> {
    return Promise.resolve(DRAFTED);
  }
  sendRound(): Promise<number | null> {
    return Promise.resolve(null);
  }
  sendAgain(): Promise<number | null> {
    return Promise.resolve(null);
  }
  draftReply(): Promise<DraftedRequest> {
    return Promise.resolve(DRAFTED);
  }
  sendReply(): ReturnType<Session['sendReply']> {
    return Promise.resolve({ sent: false, reason: NOTHING_IS_SENT });
  }
  leaveUnanswered(): void {}
  complete(): ReturnType<Session['complete']> {
    return Promise.resolve(UNANSWERED);
  }
  ping(): ReturnType<Session['ping']> {
    return Promise.resolve(UNANSWERED);
  }
  subscribeTo(): void {}
  unsubscribe(): void {}
  setLogLevel(): ReturnType<Session['setLogLevel']> {
    return Promise.resolve(UNANSWERED);
  }
  /** The switch stands as it stood: its position is part of the recording. */
  setManual(): void {}

  setResponders(responders: SessionSnapshot['responders']): void {
    this.#live.setResponders(responders);
    this.#state.set({ ...this.snapshot, responders });
  }
  setChatKey(key: string): void {
    this.#live.setChatKey(key);
    this.#state.set({ ...this.snapshot, hasChatKey: key !== '' });
  }
  setProfile(): Promise<void> {
    return done;
  }
  setLimits(limits: SessionSnapshot['limits']): void {
    this.#live.setLimits(limits);
    this.#state.set({ ...this.snapshot, limits });
  }
  setRenewal(renewal: SessionSnapshot['renewal']): void {
    this.#live.setRenewal(renewal);
    this.#state.set({ ...this.snapshot, renewal });
  }

  reveal(placeholder: string): string | null {
    return this.#secrets.get(placeholder) ?? null;
  }
}

type End = Pick<
  SessionSnapshot,
  'phase' | 'connection' | 'handshake' | 'failure' | 'options' | 'manual' | 'listings'
>;

/** How things stood at the end. A connection that was left is still the one that is shown. */
async function endOf(recording: Recording): Promise<End> {
  const handshakes = createHandshakesView(recording).read();
  const exchanges = createExchangesView(recording).read();
  const newest = handshakes.at(-1);
  const settled = handshakes.findLast(({ outcome }) => outcome?.kind === 'connected');
  const connection = settled ? await connectionOf(settled, exchanges) : null;
  // A handshake that failed on a connection that stands leaves it as it was.
  const failed = newest?.outcome?.kind === 'failed' && newest.connection !== connection?.number;
  const listings: { [method in ListMethod]?: number } = {};
  for (const { method, listing, connection: of } of createListingsView(recording).read()) {
    const list = listOf(method);
    if (list && of === connection?.number) listings[list.method] = listing;
  }
  const shown = failed ? newest : (settled ?? newest);
  return {
    phase: failed ? 'failed' : connection ? 'connected' : 'not connected',
    connection,
    handshake: newest?.number ?? null,
    failure: failed ? newest.diagnosis : null,
    options: shown ? await optionsOf(shown, exchanges, recording) : null,
    manual: manualOf(recording),
    listings,
  };
}

/** Who the servers said they are, a connection each: in its newest handshake, as the live session names it. */
async function serversOf(recording: Recording): Promise<ReadonlyMap<number, string>> {
  const exchanges = createExchangesView(recording).read();
  const settled = new Map<number, HandshakeView>();
  for (const handshake of createHandshakesView(recording).read())
    if (handshake.outcome?.kind === 'connected') settled.set(handshake.connection, handshake);
  const servers = new Map<number, string>();
  let until = performance.now() + SLICE_MS;
  for (const [connection, handshake] of settled) {
    // A file may hold any number of them.
    if (performance.now() > until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    const facts = await readFacts({ handshake, exchanges });
    const info = hasFacts(facts) ? facts.declared.serverInfo : null;
    servers.set(connection, [info?.name || hostOf(handshake.url), info?.version].filter(Boolean).join(' '));
  }
  return servers;
}

interface Answered {
  readonly view: ExchangeView;
  readonly result: BodyRef;
}

/** The exchange in which a handshake was settled, and the message that settled it. */
function answeredOf(handshake: HandshakeView, exchanges: Exchanges): Answered | null {
  const { outcome } = handshake;
  if (outcome?.kind !== 'connected') return null;
  const attempt = handshake.attempts.find((each) => each.attempt === outcome.attempt);
  for (const number of attempt?.exchanges.toReversed() ?? []) {
    const view = exchanges.get(number);
    if (view?.request.messages[0]?.kind !== 'request') continue;
    const isResult = (messages: ExchangeView['request']['messages']) =>
      messages.some(({ kind }) => kind === 'result');
    if (view.body && isResult(view.body.messages)) return { view, result: view.body.body };
    const event = view.sse.find(({ messages }) => isResult(messages));
    if (event?.data) return { view, result: event.data };
  }
  return null;
}

async function connectionOf(handshake: HandshakeView, exchanges: Exchanges): Promise<Connection | null> {
  const { outcome, url } = handshake;
  if (outcome?.kind !== 'connected') return null;
  const claims = await claimsOf(handshake, exchanges);
  const answered = answeredOf(handshake, exchanges);
  const declared = answered ? readDeclaredFromResponse(await answered.result.text(), outcome.era) : undefined;
  const info = declared?.ok ? declared.value.serverInfo : null;
  const legacy = outcome.era === 'legacy' ? answered?.view.response : null;
  return {
    number: handshake.connection,
    url,
    era: outcome.era,
    revision: outcome.revision,
    serverName: info?.name || hostOf(url),
    serverVersion: info?.version || null,
    sessionId: legacy ? headerValue(legacy.headers, 'mcp-session-id') : null,
    handshake: handshake.number,
    declares: declared?.ok ? declared.value.capabilities.flatMap(namesItself) : null,
    ...(claims ? { claims } : {}),
  };
}

function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}

/** What was asked for, as far as what travelled tells. Own headers are among the recorded ones, and not told apart. */
async function optionsOf(
  handshake: HandshakeView,
  exchanges: Exchanges,
  recording: Recording,
): Promise<ConnectOptions> {
  const { url, protocolVersion, profile, connection } = handshake;
  const claims = await claimsOf(handshake, exchanges);
  return {
    url,
    protocolVersion,
    headers: [],
    profile: {
      name: profile,
      clientInfo: clientInfoOf(claims?.clientInfoText ?? ''),
      capabilitiesText: claims?.capabilitiesText ?? null,
    },
    timeLimitMs: timeLimitOf(recording, connection),
  };
}

function timeLimitOf(recording: Recording, connection: number): number {
  for (let index = 0; index < recording.length; index++) {
    const entry = recording.at(index);
    if (entry?.type === 'connection' && entry.connection === connection) return entry.timeLimitMs;
  }
  return 0;
}

/** Who the client said it is, in the last attempt of the handshake; null where it said nothing that can be read. */
async function claimsOf(handshake: HandshakeView, exchanges: Exchanges): Promise<Claims | null> {
  const attempt = handshake.attempts.at(-1);
  const sent = attempt?.exchanges
    .map((number) => exchanges.get(number)?.request)
    .find((request) => request?.messages[0]?.kind === 'request');
  const text = (await sent?.body?.text()) ?? '';
  const read = parseDocument(text);
  const params = read.ok ? member(read.value, 'params') : undefined;
  const modern = attempt?.era === 'modern';
  const from = modern ? member(params, '_meta') : params;
  const info = member(from, modern ? META_CLIENT_INFO : 'clientInfo');
  const capabilities = member(from, modern ? META_CLIENT_CAPABILITIES : 'capabilities');
  return info && capabilities
    ? { clientInfoText: sliceOf(text, info), capabilitiesText: sliceOf(text, capabilities) }
    : null;
}

function clientInfoOf(text: string): ClientInfo {
  const read = parseDocument(text);
  const said = (name: string) => (read.ok ? decodeString(text, member(read.value, name)) : undefined);
  const optional = (['title', 'description', 'websiteUrl'] as const).flatMap((name) => {
    const value = said(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { name: said('name') ?? '', version: said('version') ?? '', ...Object.fromEntries(optional) };
}

function manualOf(recording: Recording): boolean {
  for (let index = recording.length - 1; index >= 0; index--) {
    const entry = recording.at(index);
    if (entry?.type === 'switch') return entry.manual;
  }
  return false;
}
