import { Stop } from '../wire/exchange.ts';
import {
  advance,
  outcomeOf,
  subjectAfter,
  taskIn,
  type CallRun,
  type JudgedRound,
  type RoundHost,
} from './advance.ts';
import { NOTHING_ASKED, readAsked } from './asked.ts';
import { draftRequest } from './draft.ts';
import { goesOn } from './task.ts';

/**
 * Asks about the task that a call became until it is done, asks for something new, or can't be asked about; each time after the pause the
 * server wishes. All that says nothing new is one round. A stop where the person gave up meanwhile.
 */
export async function followTask(
  host: RoundHost,
  run: CallRun,
  from: JudgedRound,
): Promise<JudgedRound | Stop> {
  const answered = answeredKeys(run, from);
  let judged = from;
  for (;;) {
    const stop = await rest(host, run, judged.task);
    if (stop) return stop;
    judged =
      judged === from
        ? await advance(host, run, from.round, null, 'automatic')
        : await pollAgain(host, run, from, judged);
    const { outcome } = judged;
    // What was answered may be listed a while longer.
    const old = outcome.kind === 'input required' && outcome.keys.every((key) => answered.has(key));
    if (!old && !goesOn(outcome)) return judged;
  }
}

/** Keys that this task asked for and that have been answered: none is asked for twice in the life of a task. */
function answeredKeys(run: CallRun, from: JudgedRound): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let at: number | null = from.parent; at !== null; at = run.rounds.get(at)?.parent ?? null)
    for (const { key } of run.rounds.get(at)?.asked.requests ?? []) keys.add(key);
  return keys;
}

async function rest(host: RoundHost, run: CallRun, task: JudgedRound['task']): Promise<Stop | null> {
  const stopper = new AbortController();
  run.under = { stopper };
  try {
    if (task) await host.taskNews.rest(host.clock, task.id, task.pollMs, stopper.signal);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    return thrown;
  } finally {
    run.under = null;
  }
}

/** The same question once more: the round stays, and its newest exchange counts. */
async function pollAgain(
  host: RoundHost,
  run: CallRun,
  from: JudgedRound,
  before: JudgedRound,
): Promise<JudgedRound> {
  const { round } = before;
  const { call } = run;
  const subject = subjectAfter(run, from.round, null);
  const id = host.takeId();
  const { text, headers } = draftRequest(host.speech, id, subject, null, null);
  const exchange = host.nextExchange();
  const stopper = new AbortController();
  run.under = { stopper };
  host.note({ type: 'poll', at: host.clock.now(), call, round, exchange });
  const answer = await host.send({ call, round, exchange, text, headers, id, signal: stopper.signal });
  run.under = null;
  const outcome = outcomeOf(host, answer, subject, text);
  const judged: JudgedRound = {
    ...before,
    id,
    outcome,
    asked:
      outcome.kind === 'input required' && answer.kind === 'message'
        ? readAsked(answer.message.text)
        : NOTHING_ASKED,
    task: taskIn(answer) ?? before.task,
  };
  run.rounds.set(round, judged);
  // What has not changed is not said again.
  if (JSON.stringify(outcome) !== JSON.stringify(before.outcome))
    host.note({ type: 'round-judged', at: host.clock.now(), call, round, outcome });
  return judged;
}
