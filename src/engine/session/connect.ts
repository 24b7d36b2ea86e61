import { nextTurn } from '../base/turn.ts';
import { readDeclaredFromResponse, type Declared } from '../capabilities/declared.ts';
import type { AttemptEvidence } from '../eras/attempt.ts';
import type { Speech } from '../eras/era.ts';
import { evidenceOf } from '../eras/evidence.ts';
import { legacySpeech, openingSpeech } from '../eras/legacy/codec.ts';
import { INITIALIZE_HEADERS, initializeText } from '../eras/legacy/handshake.ts';
import { modernSpeech } from '../eras/modern/codec.ts';
import { discoverText } from '../eras/modern/handshake.ts';
import { judgeDiscover } from '../eras/judge-discover.ts';
import { judgeInitialize } from '../eras/judge-initialize.ts';
import { eraOf, LATEST_LEGACY_VERSION, LATEST_MODERN_VERSION, type Era } from '../protocol/revisions.ts';
import type { Evidence, Verdict } from '../protocol/verdict.ts';
import { headOf, LINGER_MS, statusOf, type Answer } from '../wire/ask.ts';
import type { HeaderList } from '../wire/events.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import { headerValue, type ExchangeEvidence, type ResponseHead } from '../wire/exchange.ts';
import type { Diagnosis, Finding } from '../wire-log/notes.ts';
import {
  diagnoseAnswer,
  diagnoseHiddenSession,
  diagnoseNetwork,
  isCrossOrigin,
  judgeTarget,
  type Failure,
  type PageContext,
} from './diagnosis.ts';
import type { Line, Outgoing } from './line.ts';
import { probe } from './probes.ts';
import { endedEarly, follow, type StreamPosition } from './resume.ts';
import type { Talk } from './talk.ts';

/** What a handshake settled. */
export interface Established {
  readonly kind: 'connected';
  /** Its number. */
  readonly handshake: number;
  readonly talk: Talk;
  readonly attempt: number;
  readonly asked: string;
  /** What the server declared; null where it can't be read. */
  readonly declared: Declared | null;
}

/** What a handshake came to. */
export type HandshakeEnd =
  | Established
  | { readonly kind: 'failed'; readonly diagnosis: Diagnosis; readonly canInitialize: boolean }
  | { readonly kind: 'cancelled' };

/** One handshake under way. */
export interface HandshakeJob {
  readonly line: Line;
  readonly page: PageContext;
  readonly handshake: number;
  readonly signal: AbortSignal;
  /** Told before each attempt. */
  readonly onTrying: (method: string) => void;
  /** Skip `server/discover` whatever the version chosen: the person asked for `initialize`. */
  readonly initializeOnly: boolean;
  /** Told of the talk that `initialize` begins; what it gives takes the messages that come there, before the connection stands and after. */
  readonly hearing: (talk: Talk) => Hear;
}

/** Takes a message, and the exchange it came in. */
type Hear = (message: ReceivedMessage, exchange: number) => void;

interface Attempted {
  readonly method: string;
  /** The version that was asked for. */
  readonly asked: string;
  readonly exchange: number;
  readonly answer: Answer;
  readonly evidence: AttemptEvidence;
  readonly verdict: Verdict;
  readonly headers: HeaderList;
  readonly ms: number;
}

/**
 * Opens a connection: `server/discover`, a corrective retry, the fall-back to `initialize`, as the verdicts say, and on failure
 * finds out why. Everything is recorded; nothing a server does makes it reject.
 */
export async function handshake(job: HandshakeJob): Promise<HandshakeEnd> {
  const { line } = job;
  const { protocolVersion, url } = line.options;
  const blocked = judgeTarget(url, job.page.origin);
  if (blocked) return { kind: 'failed', diagnosis: blocked, canInitialize: false };

  const auto = protocolVersion === 'auto';
  const startsModern = !job.initializeOnly && (auto || eraOf(protocolVersion) === 'modern');
  let attempt = 0;
  let legacyVersion = auto || eraOf(protocolVersion) === 'modern' ? LATEST_LEGACY_VERSION : protocolVersion;
  let modernFailure: Attempted | null = null;
  const attempts: Attempted[] = [];

  if (startsModern) {
    const tried: string[] = [];
    let asked = auto ? LATEST_MODERN_VERSION : protocolVersion;
    for (;;) {
      attempt += 1;
      const tryout = await discover(job, attempt, asked, auto, tried);
      attempts.push(tryout);
      if (job.signal.aborted) return { kind: 'cancelled' };
      const { verdict, answer } = tryout;
      if (verdict.kind === 'modern' && answer.kind === 'message') {
        const speech = modernSpeechFor(line, verdict.revision ?? asked);
        if (verdict.warning !== undefined)
          noteFinding(job, 'discover-warning', 'warning', verdict.warning, tryout.exchange);
        return {
          kind: 'connected',
          handshake: job.handshake,
          talk: { speech, sessionId: null, claims: line.claims(speech.revision), state: 'begins' },
          attempt,
          asked,
          declared: declaredIn(answer.message, 'modern'),
        };
      }
      if (verdict.kind === 'retry-modern' && verdict.retryVersion !== undefined) {
        tried.push(asked);
        asked = verdict.retryVersion;
        continue;
      }
      if (verdict.kind === 'try-legacy') {
        if (verdict.legacyVersion !== undefined) legacyVersion = verdict.legacyVersion;
        if (tryout.evidence.kind === 'network') modernFailure = tryout;
        break;
      }
      return failed(job, tryout, attempts, true);
    }
  }

  attempt += 1;
  const talk: Talk = {
    speech: line.dress(openingSpeech(legacyVersion, null)),
    sessionId: null,
    claims: line.claims(legacyVersion),
    state: 'begins',
  };
  const hear = job.hearing(talk);
  const tryout = await initialize(job, attempt, legacyVersion, talk, hear);
  attempts.push(tryout);
  if (job.signal.aborted) return { kind: 'cancelled' };
  const { verdict, answer } = tryout;
  if (verdict.kind !== 'legacy' || answer.kind !== 'message') {
    // Both attempts blocked the same way have one cause; the modern request carries every header the other does.
    const shown = tryout.evidence.kind === 'network' && modernFailure ? modernFailure : tryout;
    return failed(job, shown, attempts, false);
  }
  if (verdict.warning !== undefined)
    noteFinding(job, 'initialize-warning', 'warning', verdict.warning, tryout.exchange);
  const revision = verdict.revision ?? legacyVersion;
  talk.speech = line.dress(legacySpeech(revision, talk.sessionId));
  const [trouble, declared] = await Promise.all([
    initialized(job, talk, hear, tryout),
    // Read while the server is busy with that.
    nextTurn().then(() => declaredIn(answer.message, 'legacy')),
  ]);
  if (job.signal.aborted) return { kind: 'cancelled' };
  if (trouble) return { kind: 'failed', diagnosis: trouble, canInitialize: false };
  return {
    kind: 'connected',
    handshake: job.handshake,
    talk,
    attempt,
    asked: legacyVersion,
    declared,
  };
}

function declaredIn({ text }: ReceivedMessage, era: Era): Declared | null {
  const read = readDeclaredFromResponse(text, era);
  return read.ok ? read.value : null;
}

/** How a modern connection on `line` speaks `revision`. */
export function modernSpeechFor(line: Line, revision: string): Speech {
  return line.dress(
    modernSpeech({
      revision,
      clientInfo: () => line.claims(revision).clientInfoText,
      capabilities: () => line.claims(revision).capabilitiesText,
      logLevel: () => line.logLevel,
    }),
  );
}

async function discover(
  job: HandshakeJob,
  attempt: number,
  asked: string,
  auto: boolean,
  tried: readonly string[],
): Promise<Attempted> {
  const speech = modernSpeechFor(job.line, asked);
  const headers = speech.headers('server/discover', null);
  const id = job.line.takeId();
  return tryOut(
    job,
    attempt,
    'modern',
    asked,
    'server/discover',
    id,
    discoverText(speech, id),
    headers,
    (evidence) => judgeDiscover(evidence, { asked, auto, triedVersions: tried }),
  );
}

async function initialize(
  job: HandshakeJob,
  attempt: number,
  asked: string,
  talk: Talk,
  hear: Hear,
): Promise<Attempted> {
  const { line } = job;
  const id = line.takeId();
  const text = initializeText(id, asked, talk.claims.capabilitiesText, talk.claims.clientInfoText);
  const headers = line.withOwn(INITIALIZE_HEADERS);
  // A server may ask before it answers, and an answer of ours goes with the session id that the head of its answer gives.
  const onResponse = ({ headers: given }: ResponseHead) => {
    talk.sessionId = headerValue(given, 'mcp-session-id');
    talk.speech = line.dress(openingSpeech(asked, talk.sessionId));
  };
  const onLeftOpen = (exchange: number) => {
    const text = `The server left the stream of initialize open after its result. It was closed ${LINGER_MS / 1000} s later, since a browser opens only six connections to a host: what the server sends there after that is lost`;
    noteFinding(job, 'stream-left-open', 'info', text, exchange);
  };
  const stream: StreamPosition = { lastEventId: null, retryMs: null };
  const onEvent: Outgoing['onEvent'] = (event) => follow(stream, event);
  const tried = await tryOut(
    job,
    attempt,
    'legacy',
    asked,
    'initialize',
    id,
    text,
    headers,
    (evidence) => judgeInitialize(evidence, { asked }),
    { onResponse, onMessage: hear, onEvent, onLeftOpen },
  );
  if (!job.signal.aborted && stream.lastEventId !== null && endedEarly(tried.answer)) {
    const text =
      'The stream of initialize ended before its result. Its events have ids, so a client may resume it; this one does not';
    noteFinding(job, 'initialize-not-resumed', 'warning', text, tried.exchange);
  }
  return tried;
}

async function tryOut(
  job: HandshakeJob,
  attempt: number,
  era: 'modern' | 'legacy',
  asked: string,
  method: string,
  id: string,
  text: string,
  headers: HeaderList,
  judge: (evidence: AttemptEvidence) => Verdict,
  told: Pick<Outgoing, 'onResponse' | 'onMessage' | 'onEvent' | 'onLeftOpen'> = {},
): Promise<Attempted> {
  const { line, handshake: number } = job;
  job.onTrying(method);
  line.note({ type: 'attempt', at: line.clock.now(), handshake: number, attempt, era, asked });
  const exchange = line.nextExchange();
  const started = line.clock.now();
  const answer = await line.ask(
    {
      exchange,
      purpose: { kind: 'attempt', handshake: number, attempt },
      headers,
      text,
      signal: job.signal,
      ...told,
    },
    id,
  );
  const evidence = evidenceOf(answer);
  const verdict = judge(evidence);
  if (!job.signal.aborted) {
    line.note({ type: 'verdict', at: line.clock.now(), handshake: number, attempt, verdict });
  }
  return {
    method,
    asked,
    exchange,
    answer,
    evidence,
    verdict,
    headers,
    ms: Math.round(line.clock.now() - started),
  };
}

/** Sends `notifications/initialized`; a diagnosis where the answer shows that nothing after it can work. */
async function initialized(
  job: HandshakeJob,
  { speech, sessionId }: Talk,
  hear: Hear,
  before: Attempted,
): Promise<Diagnosis | null> {
  const { line } = job;
  const text = speech.notification?.('notifications/initialized') ?? null;
  const headers = speech.headers('notifications/initialized', null);
  const exchange = line.nextExchange();
  const started = line.clock.now();
  // A server that answers with a stream may ask there for as long as it likes; the connection stands meanwhile.
  const answer = await line.tellOrHear({
    exchange,
    purpose: { kind: 'initialized', handshake: job.handshake },
    headers,
    text,
    signal: job.signal,
    onMessage: hear,
  });
  if (job.signal.aborted) return null;
  if (answer.kind === 'stream') {
    noteNotificationAnswer(job, answer.head, ' with a stream', exchange);
    return null;
  }
  const failure: Failure = {
    url: line.options.url,
    origin: job.page.origin,
    verdict: before.verdict,
    evidence: { kind: 'network', ...(answer.kind === 'failed' ? { known: answer.known } : {}) },
    headerNames: headers.map(([name]) => name),
    afterHandshake: true,
    tried: [before.asked],
    challenge: null,
  };
  const ms = Math.round(line.clock.now() - started);
  if (answer.kind === 'failed') {
    const findings = await probe(line, job.handshake, headers, job.signal);
    const row: Evidence = {
      exchange,
      sent: 'POST notifications/initialized',
      good: false,
      saw: 'no answer a page may read',
      ms,
    };
    return diagnoseNetwork(
      failure,
      { ...findings, evidence: [row, ...findings.evidence] },
      await job.page.localNetworkPermission(),
    );
  }
  if (answer.kind !== 'answered') {
    noteFinding(
      job,
      'initialized-unanswered',
      'warning',
      'notifications/initialized was not answered',
      exchange,
    );
    return null;
  }
  const { status } = answer.head;
  const perhapsHidden = sessionId === null && isCrossOrigin(line.options.url, job.page.origin);
  if (perhapsHidden && refusedForSession(status)) {
    const ping = await pingAgain(job, speech);
    if (job.signal.aborted) return null;
    // A server may refuse the notification alone, against the rules, and work all the same.
    if (!ping.good) {
      return diagnoseHiddenSession(failure, [
        evidenceRow(before, 'POST initialize', true, '200, and no Mcp-Session-Id a page may read'),
        {
          exchange,
          sent: 'POST notifications/initialized, no session id',
          good: false,
          saw: `refused with ${status}`,
          ms,
        },
        ping,
      ]);
    }
  }
  noteNotificationAnswer(job, answer.head, isEmpty(answer.content) ? '' : ' with a body', exchange);
  return null;
}

/** The statuses for a request without its session id, or with one that is unknown (transports, "Session Management"). */
function refusedForSession(status: number): boolean {
  return status === 400 || status === 404;
}

/** Whether a request without a session id is refused too. */
async function pingAgain(
  { line, handshake: number, signal }: HandshakeJob,
  speech: Speech,
): Promise<Evidence> {
  const id = line.takeId();
  const exchange = line.nextExchange();
  const sent = 'POST ping, no session id';
  const started = line.clock.now();
  const answer = await line.ask(
    {
      exchange,
      purpose: { kind: 'probe', handshake: number, step: sent },
      headers: speech.headers('ping', null),
      text: speech.request(id, 'ping', [], null),
      signal,
    },
    id,
  );
  const status = statusOf(answer);
  const refused = status === null || refusedForSession(status);
  const saw = status === null ? 'no answer' : refused ? `refused with ${status}` : `${status}`;
  return { exchange, sent, good: !refused, saw, ms: Math.round(line.clock.now() - started) };
}

function isEmpty(content: Extract<ExchangeEvidence, { kind: 'answered' }>['content']): boolean {
  return content.kind === 'empty' || (content.kind === 'stream' && content.messages === 0);
}

/** What is not as it should be about the answer to a notification; the handshake goes on all the same. */
function noteNotificationAnswer(
  job: HandshakeJob,
  { status }: ResponseHead,
  body: '' | ' with a body' | ' with a stream',
  exchange: number,
): void {
  if (status >= 400) {
    noteFinding(
      job,
      'notification-refused',
      'error',
      `notifications/initialized was refused with ${status}`,
      exchange,
    );
  } else if (status !== 202 || body !== '') {
    noteFinding(
      job,
      'notification-not-202',
      'info',
      `A notification should be answered 202 without a body; this was ${status}${body}`,
      exchange,
    );
  }
}

/** `tryout` is what it failed for; `attempts` are all that were made, that one among them. */
async function failed(
  job: HandshakeJob,
  tryout: Attempted,
  attempts: readonly Attempted[],
  canInitialize: boolean,
): Promise<HandshakeEnd> {
  const { line, page } = job;
  const head = headOf(tryout.answer);
  const failure: Failure = {
    url: line.options.url,
    origin: page.origin,
    verdict: tryout.verdict,
    evidence: tryout.evidence,
    headerNames: tryout.headers.map(([name]) => name),
    afterHandshake: false,
    tried: attempts.map((each) => each.asked),
    challenge: head && headerValue(head.headers, 'www-authenticate'),
  };
  const rows = attempts.map((each) =>
    evidenceRow(each, `POST ${each.method}`, false, describeEvidence(each.evidence)),
  );
  if (tryout.evidence.kind === 'network') {
    const findings = await probe(line, job.handshake, tryout.headers, job.signal);
    if (job.signal.aborted) return { kind: 'cancelled' };
    return {
      kind: 'failed',
      diagnosis: diagnoseNetwork(
        failure,
        { ...findings, evidence: [...rows, ...findings.evidence] },
        await page.localNetworkPermission(),
      ),
      canInitialize: canInitialize && findings.reachable === true,
    };
  }
  return { kind: 'failed', diagnosis: diagnoseAnswer(failure, rows), canInitialize };
}

function evidenceRow(tryout: Attempted, sent: string, good: boolean, saw: string): Evidence {
  return { exchange: tryout.exchange, sent, good, saw, ms: tryout.ms };
}

function describeEvidence(evidence: AttemptEvidence): string {
  switch (evidence.kind) {
    case 'network':
      return 'no answer a page may read';
    case 'cut':
      return 'cut after the headers';
    case 'time-limit':
      return 'no answer in time';
    case 'answer': {
      const { body, status } = evidence;
      return body.kind === 'error' ? `${status}, error ${body.code}` : `${status}, ${BODY_WORDS[body.kind]}`;
    }
  }
}

const BODY_WORDS = {
  empty: 'empty',
  null: 'null',
  html: 'a web page',
  text: 'text',
  'json-not-rpc': 'JSON, but not JSON-RPC',
  result: 'a result',
  'other-id': 'another id',
  'no-message': 'a stream without an answer',
} as const;

function noteFinding(
  job: HandshakeJob,
  rule: string,
  severity: Finding['severity'],
  text: string,
  exchange: number,
): void {
  job.line.note({
    type: 'finding',
    at: job.line.clock.now(),
    finding: { rule, severity, text, exchange, handshake: job.handshake },
  });
}
