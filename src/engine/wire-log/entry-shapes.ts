import { keepText, type BodyRef } from '../base/body.ts';
import {
  flag,
  list,
  moment,
  number,
  optional,
  orNull,
  pair,
  record,
  tagged,
  text,
  whole,
  word,
  type Members,
  type Read,
} from '../base/shape.ts';
import type { Evidence, Verdict } from '../protocol/verdict.ts';
import type { ExchangeEnd, HeaderList, MessageSummary } from '../wire/events.ts';
import type { NotUtf8 } from '../wire/not-utf8.ts';
import type { Deviation } from './deviation.ts';
import type {
  AnsweredBy,
  Diagnosis,
  Finding,
  HandshakeCause,
  HandshakeOutcome,
  Purpose,
  RoundOutcome,
} from './notes.ts';
import type { Entry } from './recording.ts';

type Shapes = {
  readonly [T in Entry['type']]: Members<Omit<Extract<Entry, { readonly type: T }>, 'type'>>;
};

/** A body is written as its text. */
const body: Read<BodyRef> = (value) => (typeof value === 'string' ? keepText(value) : undefined);

const headers: Read<HeaderList> = list(pair(text, text));
/** Members that are set or not there. */
const yes: Read<true> = (value) => (value === true ? true : undefined);
const uniqueTexts = list(text, (each) => each);
const era = word<'modern' | 'legacy'>({ modern: true, legacy: true });

const message = record<MessageSummary>({
  kind: word<MessageSummary['kind']>({
    request: true,
    notification: true,
    result: true,
    error: true,
    invalid: true,
  }),
  id: optional(text),
  method: optional(text),
  name: optional(text),
  resultType: optional(text),
  isError: optional(yes),
  errorCode: optional(number),
  errorMessage: optional(text),
  progress: optional(text),
  elicitation: optional(text),
  inputKeys: optional(uniqueTexts),
  stateLength: optional(whole),
  problem: optional(text),
});
const messages = list(message);

const purpose = tagged<Purpose, 'kind'>('kind', {
  attempt: { handshake: whole, attempt: whole },
  initialized: { handshake: whole },
  probe: { handshake: whole, step: text },
  listing: { listing: whole, page: whole },
  round: { call: whole, round: whole },
  cancellation: { call: optional(whole) },
  reply: { exchange: whole },
  'notification stream': { connection: whole },
  subscription: { subscription: whole, attempt: whole },
  notification: {},
  request: {},
  'session-end': {},
});

const verdict = record<Verdict>({
  kind: word<Verdict['kind']>({
    modern: true,
    legacy: true,
    'try-legacy': true,
    'retry-modern': true,
    stop: true,
  }),
  rule: text,
  reason: text,
  revision: optional(text),
  retryVersion: optional(text),
  legacyVersion: optional(text),
  warning: optional(text),
});

const evidence = record<Evidence>({
  exchange: optional(whole),
  sent: text,
  good: flag,
  saw: text,
  ms: optional(number),
});

const handshakeOutcome = tagged<HandshakeOutcome, 'kind'>('kind', {
  connected: { era, revision: text, asked: text, attempt: whole },
  failed: {},
  cancelled: {},
});

const roundOutcome = tagged<RoundOutcome, 'kind'>('kind', {
  complete: { isError: optional(yes) },
  'input required': { keys: uniqueTexts, hasState: flag },
  error: { errorCode: number, message: text, elicitations: optional(uniqueTexts) },
  task: { taskId: text, status: text, message: optional(text) },
  unusable: { reason: text },
  'no answer': {
    reason: text,
    how: word<Extract<RoundOutcome, { kind: 'no answer' }>['how']>({
      failed: true,
      cut: true,
      cancelled: true,
      'time limit': true,
      http: true,
      'session ended': true,
    }),
  },
});

/** An address that is shown as a link: nothing but the web may be behind it. */
const webAddress: Read<string> = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;

const finding = record<Finding>({
  rule: text,
  severity: word<Finding['severity']>({ error: true, warning: true, info: true }),
  text,
  exchange: optional(whole),
  handshake: optional(whole),
  call: optional(whole),
  round: optional(whole),
  listing: optional(whole),
  keys: optional(list(text)),
  clause: optional(record<NonNullable<Finding['clause']>>({ title: text, url: webAddress })),
});

const diagnosis = record<Diagnosis>({
  cause: word<Diagnosis['cause']>({
    unreachable: true,
    'cors-origin': true,
    'cors-preflight': true,
    'cors-unknown': true,
    'session-hidden': true,
    'mixed-content': true,
    'bad-port': true,
    'local-network': true,
    unauthorized: true,
    forbidden: true,
    'not-found': true,
    html: true,
    'not-json-rpc': true,
    'other-id': true,
    'no-common-version': true,
    redirected: true,
    'server-error': true,
    rejected: true,
    'time-limit': true,
    cut: true,
    'bad-url': true,
  }),
  title: text,
  explanation: text,
  short: text,
  headerLines: list(
    record<Diagnosis['headerLines'][number]>({ name: text, values: list(text), marked: list(text) }),
    (line) => line.name,
  ),
  evidence: list(evidence),
  version: optional(text),
});

const deviation = record<Deviation>({
  kind: word<Deviation['kind']>({
    'state changed': true,
    'state missing': true,
    'state invented': true,
    'key missing': true,
    'key extra': true,
    'answer not valid': true,
    'raw request': true,
    'id reused': true,
    'not JSON': true,
    'meta missing': true,
    'header differs': true,
  }),
  key: optional(text),
  text,
});
const deviations = list(deviation);

const answers = list(
  pair(text, word<AnsweredBy>({ hand: true, responder: true, omitted: true })),
  ([key]) => key,
);

/** Every kind of entry, member by member. A kind or a member that is missing here does not compile. */
const shapes: Shapes = {
  request: {
    at: moment,
    exchange: whole,
    method: word<'POST' | 'GET' | 'DELETE'>({ POST: true, GET: true, DELETE: true }),
    url: text,
    headers,
    open: { optional: list(text) },
    body: orNull(body),
    messages,
    mode: word<'cors' | 'no-cors'>({ cors: true, 'no-cors': true }),
  },
  response: {
    at: moment,
    exchange: whole,
    status: whole,
    statusText: text,
    headers,
    mediaType: orNull(text),
    url: text,
    redirected: flag,
  },
  body: { at: moment, exchange: whole, body, messages },
  sse: {
    at: moment,
    exchange: whole,
    index: whole,
    raw: body,
    id: optional(text),
    event: optional(text),
    retry: optional(number),
    data: orNull(body),
    messages,
  },
  end: {
    at: moment,
    exchange: whole,
    how: word<ExchangeEnd>({
      complete: true,
      failed: true,
      cut: true,
      cancelled: true,
      'time-limit': true,
      closed: true,
    }),
    detail: optional(text),
    bytes: whole,
    rest: optional(body),
    notUtf8: optional(
      record<NotUtf8>({
        count: whole,
        places: list(record<NotUtf8['places'][number]>({ at: whole, bytes: text })),
      }),
    ),
  },
  connection: {
    at: moment,
    connection: whole,
    url: text,
    protocolVersion: text,
    timeLimitMs: number,
    profile: text,
  },
  'connection-closed': { at: moment, connection: whole },
  handshake: {
    at: moment,
    handshake: whole,
    connection: whole,
    cause: word<HandshakeCause>({
      connect: true,
      again: true,
      retry: true,
      'initialize anyway': true,
      'session ended': true,
      'profile changed': true,
    }),
    profile: optional(text),
  },
  attempt: {
    at: moment,
    handshake: whole,
    attempt: whole,
    era,
    asked: text,
  },
  purpose: { at: moment, exchange: whole, purpose },
  verdict: { at: moment, handshake: whole, attempt: whole, verdict },
  'handshake-ended': {
    at: moment,
    handshake: whole,
    outcome: handshakeOutcome,
  },
  diagnosis: { at: moment, handshake: whole, diagnosis },
  listing: { at: moment, listing: whole, connection: whole, method: text },
  'listing-ended': {
    at: moment,
    listing: whole,
    how: word<'complete' | 'repeated cursor' | 'page cap' | 'failed' | 'cancelled'>({
      complete: true,
      'repeated cursor': true,
      'page cap': true,
      failed: true,
      cancelled: true,
    }),
    detail: optional(text),
  },
  call: {
    at: moment,
    call: whole,
    connection: whole,
    method: text,
    name: text,
    argumentsText: text,
    metaText: optional(text),
    metaReplaces: optional(flag),
    origin: optional(word<'server'>({ server: true })),
  },
  'server-request': {
    at: moment,
    request: whole,
    call: whole,
    round: whole,
    exchange: whole,
    event: orNull(whole),
    item: orNull(whole),
    key: text,
    method: text,
  },
  reply: {
    at: moment,
    request: whole,
    exchange: whole,
    by: word<'hand' | 'responder'>({ hand: true, responder: true }),
    manual: flag,
    raw: flag,
    deviations,
  },
  'server-request-ended': {
    at: moment,
    request: whole,
    how: word<'withdrawn' | 'call ended' | 'session ended' | 'left unanswered'>({
      withdrawn: true,
      'call ended': true,
      'session ended': true,
      'left unanswered': true,
    }),
    detail: optional(text),
  },
  resuming: { at: moment, of: whole, lastEventId: text, ms: number },
  resumed: {
    at: moment,
    exchange: whole,
    of: whole,
    lastEventId: text,
    attempt: whole,
  },
  round: {
    at: moment,
    call: whole,
    round: whole,
    method: optional(text),
    parent: orNull(whole),
    exchange: whole,
    by: word<'hand' | 'automatic'>({ hand: true, automatic: true }),
    manual: flag,
    raw: flag,
    answers,
    deviations,
  },
  poll: { at: moment, call: whole, round: whole, exchange: whole },
  'round-judged': {
    at: moment,
    call: whole,
    round: whole,
    outcome: roundOutcome,
  },
  waiting: { at: moment, call: whole, round: whole, request: optional(whole), reason: text },
  pause: { at: moment, call: whole, round: whole, ms: number },
  'url-answer': {
    at: moment,
    call: whole,
    round: whole,
    elicitation: text,
    action: word<'accept' | 'decline' | 'cancel'>({ accept: true, decline: true, cancel: true }),
    by: word<'hand' | 'responder'>({ hand: true, responder: true }),
  },
  'call-ended': {
    at: moment,
    call: whole,
    how: word<'complete' | 'error' | 'cancelled' | 'abandoned' | 'no answer'>({
      complete: true,
      error: true,
      cancelled: true,
      abandoned: true,
      'no answer': true,
    }),
    detail: optional(text),
  },
  subscription: { at: moment, subscription: whole, connection: whole, filter: text },
  'subscription-acknowledged': {
    at: moment,
    subscription: whole,
    exchange: whole,
    refused: uniqueTexts,
  },
  'subscription-paused': { at: moment, subscription: whole, ms: orNull(number), reason: text },
  'subscription-ended': {
    at: moment,
    subscription: whole,
    how: word<Extract<Entry, { type: 'subscription-ended' }>['how']>({
      graceful: true,
      refused: true,
      closed: true,
      'given up': true,
    }),
    detail: optional(text),
  },
  switch: { at: moment, manual: flag },
  finding: { at: moment, finding },
};

/** Whether a kind of entry is known here. */
export function isEntryType(type: string): boolean {
  return Object.hasOwn(shapes, type);
}

/**
 * An entry from plain data, bodies as their texts: each member of the type that views rely on, members nobody knows left
 * out. Undefined where a member is missing or of another type.
 */
export const readEntry: Read<Entry> = tagged<Entry, 'type'>('type', shapes);
