import type { BodyRef } from '../base/body.ts';
import type { MessageSummary, WireEvent } from '../wire/events.ts';
import type { Deviation } from '../wire-log/deviation.ts';
import type { AnsweredBy, Finding, RoundOutcome } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { AnswerPosition } from './answer-position.ts';
import { joined, lengthOf, PersonTime, type Span } from './person-time.ts';
import { createView, type View } from './view.ts';

/** Something a legacy server asked for while a round was under way, or on its own. */
export interface ServerRequestView {
  readonly request: number;
  /** Its JSON-RPC id as JSON text. */
  readonly key: string;
  readonly method: string;
  readonly at: number;
  /** Since when a person is to answer it; null where nobody was asked. */
  readonly heldAt: number | null;
  /** Where it came: exchange and index of the event. */
  readonly exchange: number;
  readonly event: number | null;
  /** The message that carried it; `item` is its position where that is a batch. */
  readonly message: BodyRef | null;
  readonly item: number | null;
  readonly reply: {
    readonly exchange: number;
    readonly at: number;
    readonly by: 'hand' | 'responder';
    readonly raw: boolean;
    readonly deviations: readonly Deviation[];
  } | null;
  /** Exchanges of answers sent before `reply`: a request may be answered more than once, against the rules. */
  readonly earlier: readonly number[];
  /** Of an elicitation at a URL: when the server said that it is done; null before, and where it is none. */
  readonly completedAt: number | null;
  /** Nobody is to answer it any more, and why. */
  readonly ended: { readonly how: string; readonly detail: string; readonly at: number } | null;
}

/** A URL that a call waits for (−32042 of 2025-11-25), as far as no wire tells: where to go stands in the round's result. */
export interface UrlElicitationView {
  /** Its `elicitationId`. */
  readonly id: string;
  /** Whether somebody agreed to go there; null where nobody has said. */
  readonly answer: {
    readonly action: 'accept' | 'decline' | 'cancel';
    readonly by: 'hand' | 'responder';
    readonly at: number;
  } | null;
  /** When the server said that it is done. */
  readonly completedAt: number | null;
}

/** Of the log messages of a round only so many are remembered by their place. */
const NEWEST_LOGS = 5;

/** Where a log message of the server is. */
export interface LogPlace {
  readonly exchange: number;
  /** Index of the event. */
  readonly event: number;
  /** Data of the event; `item` is the position of the message where that is a batch. */
  readonly body: BodyRef;
  readonly item: number;
}

/** One request of a call and its result. */
export interface RoundView {
  /** Unique in its call, in order of sending. */
  readonly round: number;
  readonly parent: number | null;
  /** The N of `Round N`: 1 for a first request. */
  readonly depth: number;
  /** The call's own, or what is asked about the task that it became. */
  readonly method: string;
  /** How often a task was asked about in this round; 0 for any other. */
  readonly polls: number;
  /** `''` for the first child of its parent, then `b`, `c`, … */
  readonly branch: string;
  readonly exchange: number;
  readonly by: 'hand' | 'automatic';
  readonly manual: boolean;
  readonly raw: boolean;
  readonly answers: readonly (readonly [key: string, by: AnsweredBy])[];
  readonly deviations: readonly Deviation[];
  readonly sentAt: number;
  /** When the answer arrived or the exchange ended. */
  readonly endedAt: number | null;
  readonly request: BodyRef | null;
  /** HTTP status, where one arrived. */
  readonly status: number | null;
  /** What answered: a whole body or one event of a stream. `item`: which message of it, where it is an array. */
  readonly result: { readonly body: BodyRef; readonly event: number | null; readonly item: number } | null;
  /** Notifications on this round's stream, and the newest progress of them as one line. */
  readonly progressCount: number;
  readonly progress: string | null;
  readonly logCount: number;
  /** The newest log messages, `NEWEST_LOGS` at most, oldest first: whatever exchange of the round they came in. */
  readonly logs: readonly LogPlace[];
  readonly outcome: RoundOutcome | null;
  /** What a legacy server asked for on the way, in order of arrival. */
  readonly serverRequests: readonly ServerRequestView[];
  /** When a person had something to answer in this connection: anything, and what the server asked outside of any call. */
  readonly person: { readonly any: PersonTime; readonly outside: PersonTime };
  /** What has to be completed at URLs first, in the order of the error; empty where it asks for none. */
  readonly elicitations: readonly UrlElicitationView[];
  /** Exchanges that this round went on in after its stream was cut. */
  readonly resumedIn: readonly number[];
  /** The pause before it is gone on with: since when, how many milliseconds, and from which event; null outside of one. */
  readonly resuming: { readonly at: number; readonly ms: number; readonly lastEventId: string } | null;
}

/** One call with the tree of its rounds. A new object whenever something changed. */
export interface CallView {
  readonly call: number;
  readonly connection: number;
  readonly method: string;
  readonly name: string;
  readonly argumentsText: string;
  /** What a person added to `params._meta`, as typed. */
  readonly metaText?: string;
  /** It replaced keys of the protocol's own. */
  readonly metaReplaces?: boolean;
  /** `server`: a request of the server that came on a stream of its own. */
  readonly origin: 'client' | 'server';
  readonly at: number;
  readonly rounds: readonly RoundView[];
  /** `waiting`: a person is to act. */
  readonly state: 'running' | 'waiting' | 'ended';
  readonly waiting: { readonly round: number; readonly reason: string; readonly since: number } | null;
  readonly ended: { readonly how: string; readonly detail?: string; readonly at: number } | null;
  readonly findings: readonly Finding[];
}

/** The rounds from the first request to `round`, in order. */
export function pathTo(call: CallView, round: number): readonly RoundView[] {
  const path: RoundView[] = [];
  let next: number | null = round;
  while (next !== null) {
    const found: RoundView | undefined = call.rounds.find((each) => each.round === next);
    if (!found) break;
    path.unshift(found);
    next = found.parent;
  }
  return path;
}

/**
 * When a person had the ball since `round` was sent, up to `now` (`Clock.now()`): something that the server asked on the way was to be
 * answered by hand, or outside of any call, where only the server knows whether this one waits for it.
 */
export function personSpans({ sentAt, serverRequests, person }: RoundView, now: number): readonly Span[] {
  const asked = serverRequests.flatMap(({ heldAt, reply, ended }): Span[] =>
    heldAt === null ? [] : [[heldAt, Math.min(reply?.at ?? now, ended?.at ?? now)]],
  );
  return joined([...asked, ...person.outside.within(sentAt, now)]);
}

/** For how many milliseconds that was. */
export function personMs(round: RoundView, now: number): number {
  return lengthOf(personSpans(round, now));
}

/** For how many of the milliseconds since `round` was sent our time limit stood still: while a person had anything to answer there. */
export function restedMs({ sentAt, person }: RoundView, now: number): number {
  return lengthOf(person.any.within(sentAt, now));
}

/** The calls of a recording, oldest first. */
export function createCallsView(recording: Recording): View<readonly CallView[]> {
  const calls = new Map<number, CallView>();
  /** request of the server → [call, round] */
  const requests = new Map<number, readonly [number, number]>();
  /** exchange → index of the event, null for a whole body → what came there with a request in it: a note says later whose it is. */
  const arrived = new Map<number, Map<number | null, Arrived>>();
  /** connection → when a person had something to answer there */
  const persons = new Map<number, RoundView['person']>();
  /** Requests of the server that a person is to answer: where that is counted. */
  const held = new Map<number, readonly PersonTime[]>();
  /** exchange → [call, round] */
  const exchanges = new Map<number, readonly [number, number]>();
  const answer = new AnswerPosition();
  /** elicitation → when the server said that it is complete; also before anybody knew of it. */
  const completed = new Map<string, number>();
  /** elicitation → the request of the server that asked for it */
  const elicited = new Map<string, number>();
  /** By the same pair: what came since the last publishing. A stream may carry thousands between two frames. */
  const heard = new Map<readonly [number, number], Heard>();

  const change = (number: number, with_: (call: CallView) => CallView): boolean => {
    const call = calls.get(number);
    if (!call) return false;
    calls.set(number, with_(call));
    return true;
  };
  const changeRound = (number: number, round: number, with_: (round: RoundView) => RoundView): boolean =>
    change(number, (call) => ({
      ...call,
      rounds: call.rounds.map((each) => (each.round === round ? with_(each) : each)),
    }));

  const changeServerRequest = (
    number: number,
    with_: (request: ServerRequestView) => ServerRequestView,
  ): boolean => {
    const owner = requests.get(number);
    if (!owner) return false;
    return changeRound(...owner, (round) => ({
      ...round,
      serverRequests: round.serverRequests.map((each) => (each.request === number ? with_(each) : each)),
    }));
  };
  const personOf = (connection: number): RoundView['person'] => {
    const person = persons.get(connection) ?? { any: new PersonTime(), outside: new PersonTime() };
    persons.set(connection, person);
    return person;
  };
  const hold = (request: number, at: number): void => {
    const call = calls.get(requests.get(request)?.[0] ?? 0);
    if (!call || held.has(request)) return;
    const { any, outside } = personOf(call.connection);
    const counted = call.origin === 'server' ? [any, outside] : [any];
    held.set(request, counted);
    for (const time of counted) time.begin(at);
    changeServerRequest(request, (each) => ({ ...each, heldAt: at }));
  };
  const release = (request: number, at: number): void => {
    for (const time of held.get(request) ?? []) time.end(at);
    held.delete(request);
  };
  /** A call that waited for answers goes on once none is missing. */
  const goOn = (number: number): boolean =>
    change(number, (call) => {
      const open = call.rounds.some((round) =>
        round.serverRequests.some((request) => request.reply === null && request.ended === null),
      );
      return open || call.state !== 'waiting' ? call : { ...call, state: 'running', waiting: null };
    });

  const elicitationsOf = (outcome: RoundOutcome): readonly UrlElicitationView[] =>
    (outcome.kind === 'error' ? (outcome.elicitations ?? []) : []).map((id) => ({
      id,
      answer: null,
      completedAt: completed.get(id) ?? null,
    }));
  const arrive = (
    exchange: number,
    event: number | null,
    body: BodyRef,
    messages: readonly MessageSummary[],
  ): void => {
    if (!messages.some(({ kind }) => kind === 'request')) return;
    const there = arrived.get(exchange) ?? new Map<number | null, Arrived>();
    arrived.set(exchange, there.set(event, { body, messages }));
  };
  const complete = (at: number, messages: readonly MessageSummary[]): boolean => {
    let news = false;
    for (const { method, elicitation } of messages) {
      if (method !== 'notifications/elicitation/complete' || elicitation === undefined) continue;
      if (completed.has(elicitation)) continue;
      completed.set(elicitation, at);
      const request = elicited.get(elicitation);
      if (request !== undefined)
        news = changeServerRequest(request, (each) => ({ ...each, completedAt: at })) || news;
      for (const { call, rounds } of calls.values())
        for (const { round, elicitations } of rounds)
          if (elicitations.some(({ id }) => id === elicitation))
            news =
              changeRound(call, round, (each) => ({
                ...each,
                elicitations: each.elicitations.map((one) =>
                  one.id === elicitation ? { ...one, completedAt: at } : one,
                ),
              })) || news;
    }
    return news;
  };

  const hear = (
    owner: readonly [number, number],
    { exchange, index: event, messages }: SseEvent,
    body: BodyRef,
  ): boolean => {
    let news = false;
    for (const [item, { method, progress }] of messages.entries()) {
      if (method !== 'notifications/progress' && method !== 'notifications/message') continue;
      const since = heard.get(owner) ?? { progress: 0, line: null, logCount: 0, logs: [] };
      heard.set(owner, since);
      if (method === 'notifications/message') {
        since.logCount += 1;
        since.logs.push({ exchange, event, body, item });
        if (since.logs.length > NEWEST_LOGS) since.logs.shift();
      } else {
        since.progress += 1;
        since.line = progress ?? since.line;
      }
      news = true;
    }
    return news;
  };

  return createView(
    recording,
    (entry) => {
      switch (entry.type) {
        case 'server-request': {
          requests.set(entry.request, [entry.call, entry.round]);
          const from = arrived.get(entry.exchange)?.get(entry.event);
          const elicitation = from?.messages[entry.item ?? 0]?.elicitation;
          if (elicitation !== undefined) elicited.set(elicitation, entry.request);
          const request: ServerRequestView = {
            request: entry.request,
            key: entry.key,
            method: entry.method,
            at: entry.at,
            heldAt: null,
            exchange: entry.exchange,
            event: entry.event,
            message: from?.body ?? null,
            item: entry.item,
            reply: null,
            earlier: [],
            completedAt: completed.get(elicitation ?? '') ?? null,
            ended: null,
          };
          return changeRound(entry.call, entry.round, (round) => ({
            ...round,
            serverRequests: [...round.serverRequests, request],
          }));
        }
        case 'reply': {
          const { exchange, at, by, raw, deviations } = entry;
          release(entry.request, at);
          changeServerRequest(entry.request, (request) => ({
            ...request,
            reply: { exchange, at, by, raw, deviations },
            earlier: request.reply ? [...request.earlier, request.reply.exchange] : request.earlier,
          }));
          return goOn(requests.get(entry.request)?.[0] ?? 0);
        }
        case 'server-request-ended':
          release(entry.request, entry.at);
          changeServerRequest(entry.request, (request) => ({
            ...request,
            ended: { how: entry.how, detail: entry.detail ?? '', at: entry.at },
          }));
          return goOn(requests.get(entry.request)?.[0] ?? 0);
        case 'resuming': {
          const owner = exchanges.get(entry.of);
          if (!owner) return false;
          const { at, ms, lastEventId } = entry;
          return changeRound(...owner, (round) => ({
            ...round,
            resuming: { at, ms, lastEventId },
            endedAt: null,
          }));
        }
        case 'resumed': {
          const owner = exchanges.get(entry.of);
          if (!owner) return false;
          exchanges.set(entry.exchange, owner);
          answer.resumed(entry.exchange, entry.of);
          return changeRound(...owner, (round) => ({
            ...round,
            resumedIn: [...round.resumedIn, entry.exchange],
            resuming: null,
            endedAt: null,
          }));
        }
        case 'call':
          calls.set(entry.call, {
            call: entry.call,
            connection: entry.connection,
            method: entry.method,
            name: entry.name,
            argumentsText: entry.argumentsText,
            ...(entry.metaText === undefined ? {} : { metaText: entry.metaText }),
            ...(entry.metaReplaces === undefined ? {} : { metaReplaces: entry.metaReplaces }),
            origin: entry.origin ?? 'client',
            at: entry.at,
            rounds: [],
            state: 'running',
            waiting: null,
            ended: null,
            findings: [],
          });
          return true;
        case 'round': {
          // The notification stream carries more than this one request: nothing else on it is about this call.
          if (calls.get(entry.call)?.origin === 'client')
            exchanges.set(entry.exchange, [entry.call, entry.round]);
          return change(entry.call, (call) => {
            const siblings = call.rounds.filter((each) => each.parent === entry.parent).length;
            const parent = call.rounds.find((each) => each.round === entry.parent);
            const round: RoundView = {
              round: entry.round,
              parent: entry.parent,
              depth: parent ? parent.depth + 1 : 1,
              method: entry.method ?? call.method,
              polls: entry.method === 'tasks/get' ? 1 : 0,
              branch: siblings === 0 ? '' : branchLabel(siblings),
              exchange: entry.exchange,
              by: entry.by,
              manual: entry.manual,
              raw: entry.raw,
              answers: entry.answers,
              deviations: entry.deviations,
              sentAt: entry.at,
              endedAt: null,
              request: null,
              status: null,
              result: null,
              progressCount: 0,
              progress: null,
              logCount: 0,
              logs: [],
              outcome: null,
              serverRequests: [],
              person: personOf(call.connection),
              elicitations: [],
              resumedIn: [],
              resuming: null,
            };
            return { ...call, rounds: [...call.rounds, round], state: 'running', waiting: null, ended: null };
          });
        }
        case 'poll':
          exchanges.set(entry.exchange, [entry.call, entry.round]);
          return changeRound(entry.call, entry.round, (round) => ({
            ...round,
            exchange: entry.exchange,
            polls: round.polls + 1,
            result: null,
            endedAt: null,
          }));
        case 'round-judged':
          return changeRound(entry.call, entry.round, (round) => ({
            ...round,
            outcome: entry.outcome,
            resuming: null,
            elicitations: elicitationsOf(entry.outcome),
            endedAt: round.endedAt ?? entry.at,
          }));
        case 'url-answer': {
          const { action, by, at } = entry;
          return changeRound(entry.call, entry.round, (round) => ({
            ...round,
            elicitations: round.elicitations.map((each) =>
              each.id === entry.elicitation ? { ...each, answer: { action, by, at } } : each,
            ),
          }));
        }
        // An id means something on the connection it was given on.
        case 'connection':
          completed.clear();
          elicited.clear();
          return false;
        case 'waiting':
          if (entry.request !== undefined) hold(entry.request, entry.at);
          return change(entry.call, (call) => ({
            ...call,
            state: 'waiting',
            waiting: { round: entry.round, reason: entry.reason, since: entry.at },
          }));
        case 'call-ended':
          return change(entry.call, (call) => ({
            ...call,
            state: 'ended',
            waiting: null,
            ended: {
              how: entry.how,
              at: entry.at,
              ...(entry.detail === undefined ? {} : { detail: entry.detail }),
            },
          }));
        case 'finding': {
          const { finding } = entry;
          if (finding.call === undefined) return false;
          return change(finding.call, (call) => ({ ...call, findings: [...call.findings, finding] }));
        }
        case 'request': {
          const owner = exchanges.get(entry.exchange);
          // A GET that resumes a round has no body of its own.
          if (!owner || entry.method !== 'POST') return false;
          answer.sent(entry);
          return changeRound(...owner, (round) => ({ ...round, request: entry.body, sentAt: entry.at }));
        }
        case 'response': {
          const owner = exchanges.get(entry.exchange);
          return (
            owner !== undefined && changeRound(...owner, (round) => ({ ...round, status: entry.status }))
          );
        }
        case 'body': {
          arrive(entry.exchange, null, entry.body, entry.messages);
          const news = complete(entry.at, entry.messages);
          const owner = exchanges.get(entry.exchange);
          if (owner === undefined) return news;
          return (
            changeRound(...owner, (round) => ({
              ...round,
              // A body without an answer is all the same what came.
              result: { body: entry.body, event: null, item: Math.max(0, answer.in(entry)) },
              endedAt: entry.at,
            })) || news
          );
        }
        case 'sse': {
          const { data } = entry;
          if (!data) return false;
          arrive(entry.exchange, entry.index, data, entry.messages);
          const news = complete(entry.at, entry.messages);
          const owner = exchanges.get(entry.exchange);
          if (!owner) return news;
          const item = answer.in(entry);
          if (item >= 0) {
            changeRound(...owner, (round) => ({
              ...round,
              result: round.result ?? { body: data, event: entry.index, item },
              endedAt: round.endedAt ?? entry.at,
            }));
          }
          return hear(owner, entry, data) || item >= 0 || news;
        }
        case 'end': {
          const owner = exchanges.get(entry.exchange);
          return (
            owner !== undefined &&
            changeRound(...owner, (round) => ({ ...round, endedAt: round.endedAt ?? entry.at }))
          );
        }
        default:
          return false;
      }
    },
    () => {
      for (const [owner, { progress, line, logCount, logs }] of heard) {
        changeRound(...owner, (round) => ({
          ...round,
          progressCount: round.progressCount + progress,
          progress: line ?? round.progress,
          logCount: round.logCount + logCount,
          logs: logs.length === 0 ? round.logs : [...round.logs, ...logs].slice(-NEWEST_LOGS),
        }));
      }
      heard.clear();
      return [...calls.values()];
    },
  );
}

type SseEvent = Extract<WireEvent, { type: 'sse' }>;

/** A body, or the data of an event, with a request of the server in it. */
interface Arrived {
  readonly body: BodyRef;
  readonly messages: readonly MessageSummary[];
}

/** Notifications on a round's stream. */
interface Heard {
  progress: number;
  /** The newest progress as one line. */
  line: string | null;
  logCount: number;
  /** The newest of them. */
  logs: LogPlace[];
}

function branchLabel(index: number): string {
  return index < 26 ? String.fromCharCode(97 + index) : String(index + 1);
}
