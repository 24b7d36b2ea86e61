import { describeThrown } from '../base/errors.ts';
import { Pace } from '../base/turn.ts';
import { parseDocument, sliceOf } from '../base/json/document.ts';
import type { Clock } from '../base/clock.ts';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../protocol/errors.ts';
import { schemaOfAnswer, schemaOfError } from '../responders/schema-of-answer.ts';
import { undeclaredBy } from '../capabilities/undeclared.ts';
import { respond } from '../responders/responders.ts';
import type { ResponderAnswer } from '../rounds/automatic.ts';
import { shownKey } from '../rounds/shown-key.ts';
import type { DraftedRequest } from '../rounds/draft.ts';
import { draftReply, replyDeviations, type ReplyDraft } from '../rounds/reply.ts';
import type { Validator } from '../schema/validator.ts';
import type { ReceivedMessage } from '../wire/message.ts';
import { idText, isRecord } from '../wire/message.ts';
import type { Note } from '../wire-log/notes.ts';
import { undeclaredFinding } from '../rounds/undeclared-finding.ts';
import { Stop } from '../wire/exchange.ts';
import { askEndpoint, type Answering } from './answering.ts';
import type { ReplySent } from './contract.ts';
import type { Line } from './line.ts';
import type { Talk } from './talk.ts';

/** Where a message came from. */
export interface MessageSource {
  readonly talk: Talk;
  readonly exchange: number;
  /** The call's round whose stream it came on; null for a stream that belongs to no call. */
  readonly round: { readonly call: number; readonly round: number } | null;
}

/** What requests of a server need from the connection. */
export interface ServerRequestHost {
  readonly line: Line;
  readonly clock: Clock;
  readonly validator: Validator;
  readonly signal: AbortSignal;
  isManual(): boolean;
  readonly answering: Answering;
  nextCall(): number;
  nextRequest(): number;
  note(note: Note): void;
  /** The server no longer knows the session of a talk. Whether there is a new one now. */
  sessionLost(talk: Talk): Promise<boolean>;
  work<T>(work: () => Promise<T>): Promise<T>;
  /** From now until the function it gives is called, the work of a call waits for a person and does not count. */
  rest(): () => void;
}

interface ServerRequest {
  readonly request: number;
  readonly talk: Talk;
  readonly key: string;
  /** The request's own text, to the character. */
  readonly text: string;
  readonly method: string;
  readonly call: number;
  readonly round: number;
  readonly exchange: number;
  /** The server began it, so its reply ends the call that shows it. */
  readonly alone: boolean;
  state: 'open' | 'answered' | 'ended';
  /** Why nobody is to answer it, once ended. */
  ended: string | null;
  /** While a person is to answer: lets the time limits run again. */
  wake: (() => void) | null;
  /** Of a sampling request: the how manieth of its call. */
  readonly turn: number;
  /** Ends what answers it, once nobody is to answer. */
  readonly stopper: AbortController;
}

/**
 * Requests that a legacy server sends to the client (2025-11-25 and earlier), on a call's stream or on the notification stream: answered by
 * the responders, or held for the person while the switch is on. Holding one stops the clock of all that is asked of that server.
 */
export class ServerRequests {
  readonly #host: ServerRequestHost;
  readonly #requests = new Map<number, ServerRequest>();
  /** Those that are open: a server may ask tens of thousands in a session, and few of them wait at a time. */
  readonly #waiting = new Set<ServerRequest>();
  /** Thousands may come in one go; to answer all of them at once would hold up whoever looks on. */
  readonly #pace = new Pace();
  /** How many of a method were asked in each call, by both. */
  readonly #turns = new Map<string, number>();
  /** Calls of ours that wait for a person: how many requests are held, and how to count the call as work again. */
  readonly #resting = new Map<number, { held: number; readonly wake: () => void }>();

  constructor(host: ServerRequestHost) {
    this.#host = host;
  }

  /** Takes a message of the server; those that are no request, and withdraw none, are left alone. */
  received(message: ReceivedMessage, from: MessageSource): void {
    const { summary } = message;
    if (summary.method === 'notifications/cancelled') return this.#withdrawn(message, from.talk);
    if (summary.kind !== 'request' || summary.id === undefined || summary.method === undefined) return;
    const { call, round } = from.round ?? this.#open(summary.method, from.exchange);
    const request: ServerRequest = {
      request: this.#host.nextRequest(),
      talk: from.talk,
      key: summary.id,
      text: textOf(message),
      method: summary.method,
      call,
      round,
      exchange: from.exchange,
      alone: from.round === null,
      state: 'open',
      ended: null,
      wake: null,
      turn: this.#turnOf(summary.method, call),
      stopper: new AbortController(),
    };
    this.#requests.set(request.request, request);
    this.#waiting.add(request);
    this.#host.note({
      type: 'server-request',
      at: this.#host.clock.now(),
      request: request.request,
      call,
      round,
      exchange: from.exchange,
      event: message.event,
      item: message.item,
      key: request.key,
      method: request.method,
    });
    this.#noteUndeclared(request);
    // Before there is a connection nobody can answer by hand, and for an answer to a ping a server may wait with its own.
    const byItself = from.talk.state === 'begins' && summary.method === 'ping';
    if (this.#host.isManual() && !byItself) this.#hold(request, 'manual');
    else void this.#host.work(() => this.#answer(request));
  }

  /** The call got its answer, or gave up: what it was still asked is not to be answered. */
  callEnded(call: number, detail = 'The call ended before this was answered'): void {
    this.#endEach('call ended', detail, (request) => request.call === call);
  }

  /** The server knows this session no more: what it asked there is not to be answered. */
  sessionEnded(sessionId: string): void {
    const detail = 'The server no longer knows the session that this was asked in';
    this.#endEach('session ended', detail, ({ talk }) => talk.sessionId === sessionId);
  }

  /** The handshake that began it failed, or was given up: nobody can answer there. */
  cameToNothing(talk: Talk): void {
    const detail = 'The handshake that this was asked in came to nothing';
    this.#endEach('session ended', detail, (request) => request.talk === talk);
  }

  /** Nothing is to be answered any more, in one talk or in all. `why`: what the person did. */
  leave(why: string, talk: Talk | null): void {
    const detail = `${why} before this was answered`;
    this.#endEach('left unanswered', detail, (request) => talk === null || request.talk === talk);
  }

  /** The exact POST `draft` would make; null for a request that is not known. */
  draft(number: number, draft: ReplyDraft): DraftedRequest | null {
    const request = this.#requests.get(number);
    return request ? draftReply(request.talk.speech, request.key, draft) : null;
  }

  /** Sends a reply by hand. One that the server no longer waits for is sent only with `anyway`. */
  async reply(number: number, draft: ReplyDraft, anyway: boolean): Promise<ReplySent> {
    const request = this.#requests.get(number);
    if (!request) return { sent: false, reason: 'Not connected to the server that asked' };
    if (!anyway && request.state !== 'open') return notSent(request);
    const invalid = draft.rawText === undefined ? await this.#whyInvalid(request, draft) : null;
    // The server may have given it up while the answer was judged.
    if (!anyway && request.state !== 'open') return notSent(request);
    await this.#send(request, draft, 'hand', invalid);
    return { sent: true };
  }

  /** Leaves a request unanswered, for good: the server finds out what a client that never answers does to it. */
  leaveOne(number: number): void {
    const request = this.#requests.get(number);
    if (request?.state === 'open') this.#end(request, 'left unanswered', 'Left unanswered by hand');
  }

  async #answer(request: ServerRequest): Promise<void> {
    await this.#pace.next();
    if (request.state !== 'open') return;
    if (request.method === 'ping') {
      await this.#send(request, { kind: 'result', text: '{}' }, 'responder', null);
      return;
    }
    const response = await this.#respond(request);
    // It may have been withdrawn, or its call ended, while an endpoint was asked.
    if (request.state !== 'open') return;
    switch (response.kind) {
      case 'ask':
        this.#hold(request, response.why ?? 'A responder is set to ask');
        return;
      case 'answer':
        await this.#send(request, { kind: 'result', text: response.text }, 'responder', null);
        return;
      case 'unknown': {
        const draft = errorReply(METHOD_NOT_FOUND, `Method not found: ${request.method}`);
        await this.#send(request, draft, 'responder', null);
        return;
      }
      case 'fail': {
        this.#noteFailed(request, response.reason);
        // Why it failed is for the developer: it may name what the server need not know.
        const draft = errorReply(INTERNAL_ERROR, 'The responder of the client failed');
        await this.#send(request, draft, 'responder', null);
        return;
      }
    }
  }

  async #send(
    request: ServerRequest,
    draft: ReplyDraft,
    by: 'hand' | 'responder',
    invalid: string | null,
  ): Promise<void> {
    const { line, clock } = this.#host;
    const drafted = draftReply(request.talk.speech, request.key, draft);
    request.state = 'answered';
    this.#waiting.delete(request);
    this.#release(request);
    const exchange = line.nextExchange();
    this.#host.note({
      type: 'purpose',
      at: clock.now(),
      exchange,
      purpose: { kind: 'reply', exchange: request.exchange },
    });
    this.#host.note({
      type: 'reply',
      at: clock.now(),
      request: request.request,
      exchange,
      by,
      manual: this.#host.isManual(),
      raw: draft.rawText !== undefined,
      deviations: replyDeviations(request.key, draft, invalid),
    });
    const answer = await line.tell({
      exchange,
      purpose: null,
      headers: drafted.headers,
      ...(draft.marks ? { marks: draft.marks } : {}),
      text: drafted.text,
      signal: this.#host.signal,
    });
    const status = answer.kind === 'answered' ? answer.head.status : null;
    if (status !== 202) {
      // 404 says so, to whatever carried the id of a session (2025-11-25, transports, "Session Management").
      const lost = status === 404 && request.talk.sessionId !== null;
      const text = lost
        ? lostSessionText(request.method, await this.#host.sessionLost(request.talk))
        : notAcceptedText(request.method, status);
      this.#host.note({
        type: 'finding',
        at: clock.now(),
        finding: {
          rule: 'reply-not-accepted',
          severity: status !== null && status < 400 ? 'info' : 'warning',
          text,
          exchange,
          call: request.call,
          round: request.round,
        },
      });
    }
    if (request.alone) {
      this.#host.note({ type: 'call-ended', at: clock.now(), call: request.call, how: 'complete' });
    }
  }

  /** What the responders say. One that throws has failed, and nothing else. */
  async #respond(request: ServerRequest): Promise<ResponderAnswer | { readonly kind: 'unknown' }> {
    const { answering, signal } = this.#host;
    try {
      const response = respond(answering.responders(), request.text, request.turn);
      if (response.kind === 'fail') return { kind: 'unknown' };
      if (response.kind !== 'endpoint') return response;
      const ended = AbortSignal.any([request.stopper.signal, signal]);
      return await askEndpoint(answering, response.endpoint, request.text, ended);
    } catch (thrown) {
      return { kind: 'fail', reason: describeThrown(thrown) };
    }
  }

  #noteFailed({ key, method, call, round, exchange }: ServerRequest, reason: string): void {
    this.#host.note({
      type: 'finding',
      at: this.#host.clock.now(),
      finding: {
        rule: 'responder-failed',
        severity: 'warning',
        text: `No answer for ${shownKey(key)} (${method}): ${reason}. The server was told that there is none`,
        call,
        round,
        exchange,
      },
    });
  }

  #turnOf(method: string, call: number): number {
    const key = `${call} ${method}`;
    const turn = (this.#turns.get(key) ?? 0) + 1;
    this.#turns.set(key, turn);
    return turn;
  }

  /** A server must not ask for what was not declared; it can be answered all the same. */
  #noteUndeclared({ talk, text, key, call, round, exchange }: ServerRequest): void {
    const { revision } = talk.speech;
    const found = undeclaredBy(talk.claims.capabilitiesText, text, revision);
    if (!found) return;
    this.#host.note({
      type: 'finding',
      at: this.#host.clock.now(),
      finding: undeclaredFinding(found, [key], revision, { exchange, call, round }),
    });
  }

  async #whyInvalid(request: ServerRequest, { kind, text }: ReplyDraft): Promise<string | null> {
    const schema = kind === 'error' ? schemaOfError() : schemaOfAnswer(request.text);
    const verdict = await this.#host.validator.validate(schema, text);
    return verdict.verdict === 'invalid'
      ? (verdict.problems[0]?.message ?? 'it does not fit its schema')
      : null;
  }

  /** A request on a stream of its own is shown as a call that the server began. */
  #open(method: string, exchange: number): { call: number; round: number } {
    const call = this.#host.nextCall();
    const at = this.#host.clock.now();
    this.#host.note({
      type: 'call',
      at,
      call,
      connection: this.#host.line.number,
      method,
      name: '',
      argumentsText: '',
      origin: 'server',
    });
    this.#host.note({
      type: 'round',
      at,
      call,
      round: 1,
      parent: null,
      exchange,
      by: 'automatic',
      manual: this.#host.isManual(),
      raw: false,
      answers: [],
      deviations: [],
    });
    return { call, round: 1 };
  }

  #withdrawn(message: ReceivedMessage, talk: Talk): void {
    const params = isRecord(message.value) ? message.value['params'] : undefined;
    const id = isRecord(params)
      ? idText(params['requestId'], textOf(message), ['params', 'requestId'])
      : undefined;
    const reason = isRecord(params) && typeof params['reason'] === 'string' ? `: ${params['reason']}` : '';
    const detail = `The server withdrew it${reason}`;
    this.#endEach('withdrawn', detail, (request) => request.talk === talk && request.key === id);
  }

  #hold(request: ServerRequest, reason: string): void {
    const { call, round } = request;
    request.wake = this.#host.line.rest();
    if (!request.alone) {
      const resting = this.#resting.get(call) ?? { held: 0, wake: this.#host.rest() };
      resting.held += 1;
      this.#resting.set(call, resting);
    }
    const at = this.#host.clock.now();
    this.#host.note({ type: 'waiting', at, call, round, request: request.request, reason });
  }

  #release(request: ServerRequest): void {
    if (!request.wake) return;
    request.wake();
    request.wake = null;
    const resting = this.#resting.get(request.call);
    if (!resting || request.alone) return;
    resting.held -= 1;
    if (resting.held > 0) return;
    this.#resting.delete(request.call);
    resting.wake();
  }

  #endEach(how: RequestEnd, detail: string, which: (request: ServerRequest) => boolean): void {
    for (const request of this.#waiting) if (which(request)) this.#end(request, how, detail);
  }

  #end(request: ServerRequest, how: RequestEnd, detail: string): void {
    request.state = 'ended';
    this.#waiting.delete(request);
    request.stopper.abort(new Stop('cancelled', detail));
    request.ended = detail;
    this.#release(request);
    const at = this.#host.clock.now();
    this.#host.note({ type: 'server-request-ended', at, request: request.request, how, detail });
    if (request.alone) {
      this.#host.note({ type: 'call-ended', at, call: request.call, how: 'abandoned', detail });
    }
  }
}

/** Why nobody is to answer a request any more. */
type RequestEnd = Extract<Note, { type: 'server-request-ended' }>['how'];

function errorReply(code: number, message: string): ReplyDraft {
  return { kind: 'error', text: JSON.stringify({ code, message }) };
}

function notSent({ ended }: ServerRequest): ReplySent {
  return { sent: false, reason: ended ?? 'This request was answered before' };
}

/** A message's own text; of a batch, the item's. */
function textOf(message: ReceivedMessage): string {
  if (message.item === null) return message.text;
  const document = parseDocument(message.text);
  const node = document.ok ? document.value.items?.[message.item] : undefined;
  return node ? sliceOf(message.text, node) : message.text;
}

function notAcceptedText(method: string, status: number | null): string {
  return status === null
    ? `The answer to ${method} may not have arrived: the request for it failed`
    : `The answer to ${method} was met with ${status} instead of 202`;
}

function lostSessionText(method: string, renewed: boolean): string {
  const next = renewed
    ? 'a new session was begun. Cancel and run it again'
    : 'Handshake again begins a new one';
  return `The answer to ${method} was met with 404: the server no longer knows the session that this was asked in, so nothing may come of it any more; ${next}`;
}
