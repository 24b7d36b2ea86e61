import type { HeaderMarks } from '../base/secret-headers.ts';
import type { Clock } from '../base/clock.ts';
import type { Claims } from '../capabilities/client.ts';
import { declaredIn } from '../capabilities/required.ts';
import type { Speech } from '../eras/era.ts';
import { specLink } from '../protocol/spec-links.ts';
import type { Validation } from '../schema/validation.ts';
import { schemaOfAnswer } from '../responders/schema-of-answer.ts';
import type { Answer } from '../wire/ask.ts';
import { isRecord } from '../wire/message.ts';
import type { HeaderList } from '../wire/events.ts';
import type { AnsweredBy, Note, RoundOutcome } from '../wire-log/notes.ts';
import { NOTHING_ASKED, readAsked, type Asked } from './asked.ts';
import { mixedReason, type ResponderAnswer, type RoundLimits } from './automatic.ts';
import { deviationsOf } from './deviations.ts';
import { answersOf, draftRequest, type CallSubject, type RoundDraft } from './draft.ts';
import { judgeRound } from './judge.ts';
import type { TaskNews } from './task-news.ts';
import { declaresTasks, readTask, type TaskState } from './task.ts';
import { toolResultProblems } from './tool-result.ts';
import { readUrlRequired } from './url-required.ts';
import { undeclaredFindings } from './undeclared-finding.ts';

/** What rounds need from the connection they run on. */
export interface RoundHost {
  readonly clock: Clock;
  readonly speech: Speech;
  note(note: Note): void;
  nextExchange(): number;
  /** Takes a fresh JSON-RPC id, as JSON text. */
  takeId(): string;
  /** Ids sent so far on this connection. */
  readonly usedIds: ReadonlySet<string>;
  /** Sends a body and waits for the message that answers `id` (null: any). */
  send(request: RoundSend): Promise<Answer>;
  /** The answer says that the session it was asked in is no longer known. */
  sessionEnded(answer: Answer): boolean;
  /** Makes a new session in place of one that ended; false where that failed, or is not wanted without asking. */
  renewSession(): Promise<boolean>;
  validate(schemaText: string, instanceText: string): Promise<Validation>;
  isManual(): boolean;
  limits(): RoundLimits;
  /** What the server tells of tasks without being asked. */
  readonly taskNews: TaskNews;
  /** Takes over a call that a server of 2025-11-25 sent to URLs first (−32042). */
  park(run: CallRun, judged: JudgedRound, elicitations: readonly string[]): void;
  /** What the client says of itself on this connection. */
  claims(): Claims;
  /** What the responder says to one input request, given as JSON text. `turn`: the how manieth sampling request on the way of the call it is. */
  respond(inputRequestText: string, turn: number, signal: AbortSignal): Promise<ResponderAnswer>;
}

const SESSION_ENDED: RoundOutcome = {
  kind: 'no answer',
  how: 'session ended',
  reason: 'The server answered 404: it no longer knows this session',
};

/** One request of a call on its way out. */
export interface RoundSend {
  readonly exchange: number;
  readonly text: string;
  readonly headers: HeaderList;
  /** What a person said of them. */
  readonly marks?: HeaderMarks;
  readonly id: string | null;
  readonly signal: AbortSignal;
  readonly call: number;
  readonly round: number;
}

/** A round that has been judged, with what acting on it needs. */
export interface JudgedRound {
  readonly round: number;
  readonly parent: number | null;
  /** What it was sent with; null where nothing was answered. */
  readonly draft: RoundDraft | null;
  readonly id: string | null;
  readonly outcome: RoundOutcome;
  /** What it asks for; nothing where it asks nothing. */
  readonly asked: Asked;
  /** The task that the call became, as this round tells of it; null where it tells of none. */
  readonly task: Pick<TaskState, 'id' | 'pollMs'> | null;
}

/** A call as the engine acts on it. What it shows is a view of the recording, never this. */
export interface CallRun {
  readonly call: number;
  readonly subject: CallSubject;
  readonly rounds: Map<number, JudgedRound>;
  /** Requests sent so far. */
  sent: number;
  /** The person gave it up; a further round takes it up again. */
  abandoned: boolean;
  /** What gives up the request, or the pause, that is under way. */
  under: { readonly stopper: AbortController } | null;
}

/**
 * The one primitive: answers the result of round `parent` (null: the first request) with `draft`, and judges what comes back.
 * Automatic, by hand and a branch differ only in who calls it with what.
 */
export async function advance(
  host: RoundHost,
  run: CallRun,
  parent: number | null,
  draft: RoundDraft | null,
  by: 'hand' | 'automatic',
): Promise<JudgedRound> {
  const asked = parent === null ? null : (run.rounds.get(parent)?.asked ?? NOTHING_ASKED);
  const stopper = new AbortController();
  const invalid =
    by === 'hand' && draft ? await invalidAnswers(host, asked, draft) : new Map<string, string>();
  const raw = draft?.rawText !== undefined;
  const id = raw ? null : host.takeId();
  const subject = subjectAfter(run, parent, draft);
  const drafted = draftRequest(host.speech, id ?? '0', subject, asked, draft);
  const deviations = draft ? deviationsOf(host.speech, asked, draft, drafted, invalid, host.usedIds) : [];

  run.abandoned = false;
  run.sent += 1;
  const round = run.sent;
  const exchange = host.nextExchange();
  run.under = { stopper };
  host.note({
    type: 'round',
    at: host.clock.now(),
    call: run.call,
    round,
    ...(subject === run.subject ? {} : { method: subject.method }),
    parent,
    exchange,
    by,
    manual: host.isManual(),
    raw,
    answers: draft ? answeredBy(draft, by) : [],
    deviations,
  });

  const answer = await host.send({
    call: run.call,
    round,
    exchange,
    text: drafted.text,
    headers: drafted.headers,
    ...(draft?.marks ? { marks: draft.marks } : {}),
    id,
    signal: stopper.signal,
  });
  if (run.under.stopper === stopper) run.under = null;
  const outcome = host.sessionEnded(answer) ? SESSION_ENDED : outcomeOf(host, answer, subject, drafted.text);
  const judged: JudgedRound = {
    round,
    parent,
    draft,
    id,
    outcome,
    asked:
      outcome.kind === 'input required' && answer.kind === 'message'
        ? readAsked(answer.message.text)
        : NOTHING_ASKED,
    task: taskIn(answer) ?? (subject === run.subject ? null : taskOf(run, parent)),
  };
  run.rounds.set(round, judged);
  host.note({ type: 'round-judged', at: host.clock.now(), call: run.call, round, outcome });
  const problems =
    answer.kind === 'message' ? readUrlRequired(answer.message.value, host.speech.revision)?.problems : [];
  for (const text of problems ?? []) {
    const finding = {
      rule: 'url-required',
      severity: 'error',
      text,
      call: run.call,
      round,
      exchange,
    } as const;
    host.note({ type: 'finding', at: host.clock.now(), finding });
  }
  if (judged.asked.beside.length > 0) {
    host.note({
      type: 'finding',
      at: host.clock.now(),
      finding: {
        rule: 'asks-and-complete',
        severity: 'error',
        text: mixedReason(judged.asked.beside),
        clause: { title: 'rounds', url: specLink('rounds', host.speech.revision) },
        ...{ call: run.call, round, exchange },
      },
    });
  }
  if (
    outcome.kind === 'complete' &&
    answer.kind === 'message' &&
    answer.message.summary.inputKeys !== undefined
  ) {
    const { era, revision } = host.speech;
    const why =
      era === 'legacy' ? `which ${revision} does not have` : 'and its resultType is not input_required';
    host.note({
      type: 'finding',
      at: host.clock.now(),
      finding: {
        rule: 'asks-unsaid',
        severity: 'warning',
        text: `The result carries inputRequests, ${why}: it counts as complete, and nobody is asked`,
        clause: { title: 'rounds', url: specLink('rounds', revision) },
        ...{ call: run.call, round, exchange },
      },
    });
  }
  for (const text of outcome.kind === 'complete' ? problemsOfResult(answer, subject, host) : []) {
    host.note({
      type: 'finding',
      at: host.clock.now(),
      finding: {
        rule: 'tool-result',
        severity: 'error',
        text,
        clause: { title: 'tools', url: specLink('tools', host.speech.revision) },
        ...{ call: run.call, round, exchange },
      },
    });
  }
  if (judged.asked.requests.length > 0) {
    const declared = declaredIn(drafted.text) ?? host.claims().capabilitiesText;
    const about = { call: run.call, round, exchange };
    for (const finding of undeclaredFindings(judged.asked, declared, host.speech.revision, about)) {
      host.note({ type: 'finding', at: host.clock.now(), finding });
    }
  }
  return judged;
}

/** What is wrong with the result of a tool; nothing for what is none. */
function problemsOfResult(answer: Answer, { method }: CallSubject, { speech }: RoundHost): readonly string[] {
  if (method !== 'tools/call' || answer.kind !== 'message' || !isRecord(answer.message.value)) return [];
  const { result } = answer.message.value;
  return isRecord(result) ? toolResultProblems(result, speech.revision) : [];
}

/** The task that round `round` tells of; null where it tells of none. */
function taskOf(run: CallRun, round: number | null): JudgedRound['task'] {
  return round === null ? null : (run.rounds.get(round)?.task ?? null);
}

/** What the request after round `parent` is about: the call, or the task that it became, which is answered or asked about. */
export function subjectAfter(run: CallRun, parent: number | null, draft: RoundDraft | null): CallSubject {
  const task = taskOf(run, parent);
  if (task === null) return run.subject;
  return {
    ...run.subject,
    method: draft === null ? 'tasks/get' : 'tasks/update',
    name: task.id,
    argumentsText: '',
  };
}

/** What the answer to a request of a call means. */
export function outcomeOf(
  host: RoundHost,
  answer: Answer,
  { method, name }: CallSubject,
  text: string,
): RoundOutcome {
  const declared = declaredIn(text) ?? host.claims().capabilitiesText;
  const outcome = judgeRound(answer, method, host.speech.revision, declaresTasks(declared));
  // The answer to an answer only says that it came.
  return method === 'tasks/update' && outcome.kind === 'complete'
    ? { kind: 'task', taskId: name, status: 'working' }
    : outcome;
}

/** The task that an answer tells of. */
export function taskIn(answer: Answer): JudgedRound['task'] {
  const value = answer.kind === 'message' ? answer.message.value : null;
  const result = isRecord(value) ? value['result'] : undefined;
  return isRecord(result) ? readTask(result) : null;
}

function answeredBy(draft: RoundDraft, by: 'hand' | 'automatic'): readonly (readonly [string, AnsweredBy])[] {
  if (draft.rawText !== undefined) return [];
  return draft.answers.map(([key, text]) => [
    key,
    text === null ? 'omitted' : by === 'hand' ? 'hand' : 'responder',
  ]);
}

async function invalidAnswers(
  host: RoundHost,
  asked: Asked | null,
  draft: RoundDraft,
): Promise<ReadonlyMap<string, string>> {
  const answers = answersOf(draft);
  const found = await Promise.all(
    (asked?.requests ?? []).map(async ({ key, text }) => {
      const answer = answers.get(key);
      if (answer === undefined) return null;
      const verdict = await host.validate(schemaOfAnswer(text), answer);
      if (verdict.verdict !== 'invalid') return null;
      return [key, verdict.problems.map(({ message }) => message).join('; ')] as const;
    }),
  );
  return new Map(found.filter((each) => each !== null));
}
