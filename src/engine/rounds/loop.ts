import { describeThrown } from '../base/errors.ts';
import { Stop } from '../wire/exchange.ts';
import { advance, type CallRun, type JudgedRound, type RoundHost } from './advance.ts';
import { decideNext, type ResponderAnswer } from './automatic.ts';
import type { RoundDraft } from './draft.ts';
import { followTask } from './follow-task.ts';
import { sessionLost, sessionRenewed } from './session-gone.ts';
import { goesOn } from './task.ts';

/**
 * Runs a call on from `parent` with `draft` until it ends or a person is to act. The automatic driver is this loop over `advance`;
 * with `Manual MRTR` on it stops after one step. The switch is read at every round, so turning it takes effect at the next one.
 */
export async function runOn(
  host: RoundHost,
  run: CallRun,
  parent: number | null,
  draft: RoundDraft | null,
  by: 'hand' | 'automatic',
): Promise<void> {
  let sent: { readonly parent: number | null; readonly draft: RoundDraft | null } = { parent, draft };
  let judged = await advance(host, run, parent, draft, by);
  let renewed = false;
  for (;;) {
    const { outcome, asked } = judged;
    if (outcome.kind === 'no answer' && outcome.how === 'session ended' && !renewed) {
      // Each rejected request is sent once more at most: side effects may repeat.
      renewed = true;
      const about = { call: run.call, round: judged.round };
      const anew = await host.renewSession();
      const finding = anew ? sessionRenewed(about) : sessionLost(about);
      host.note({ type: 'finding', at: host.clock.now(), finding });
      if (anew) {
        judged = await advance(host, run, sent.parent, sent.draft, 'automatic');
        continue;
      }
    }
    if (outcome.kind === 'error' && outcome.elicitations) return host.park(run, judged, outcome.elicitations);
    if (goesOn(outcome)) {
      const next = await followTask(host, run, judged);
      if (next instanceof Stop) return noteCancelled(host, run, next.detail);
      judged = next;
      continue;
    }
    if (outcome.kind !== 'input required') return end(host, run, judged);

    // Nobody is asked for what would not be sent.
    const responses =
      host.isManual() || run.sent >= host.limits().requests
        ? new Map<string, ResponderAnswer>()
        : await respondToAll(host, run, judged);
    if (responses === null) return;
    const next = decideNext(
      {
        asked,
        manual: host.isManual(),
        requests: run.sent,
        emptyBefore: emptyBefore(run, judged),
        limits: host.limits(),
      },
      responses,
    );
    if (next.kind === 'wait') {
      host.note({
        type: 'waiting',
        at: host.clock.now(),
        call: run.call,
        round: judged.round,
        reason: next.reason,
      });
      return;
    }
    if (next.kind === 'fail') {
      host.note({
        type: 'call-ended',
        at: host.clock.now(),
        call: run.call,
        how: 'error',
        detail: next.reason,
      });
      return;
    }
    if (next.delayMs > 0 && !(await pause(host, run, judged, next.delayMs))) return;
    sent = { parent: judged.round, draft: { answers: next.answers, state: { kind: 'echo' } } };
    judged = await advance(host, run, sent.parent, sent.draft, 'automatic');
  }
}

/**
 * All input requests of a round at the same time (the map's keys say nothing about an order). The first responder that fails stops the others; what
 * they would have said is left open. Null where the person gave the call up meanwhile.
 */
async function respondToAll(
  host: RoundHost,
  run: CallRun,
  judged: JudgedRound,
): Promise<ReadonlyMap<string, ResponderAnswer> | null> {
  const stopper = new AbortController();
  const failed = new AbortController();
  const signal = AbortSignal.any([stopper.signal, failed.signal]);
  run.under = { stopper };
  let turn = samplingBefore(run, judged);
  const responses = await Promise.all(
    judged.asked.requests.map(async ({ key, text, method }): Promise<[string, ResponderAnswer]> => {
      if (method === SAMPLING) turn += 1;
      const answer = await respondSafely(host, text, turn, signal);
      if (answer.kind !== 'fail') return [key, answer];
      if (failed.signal.aborted) return [key, { kind: 'ask' }];
      failed.abort(new Stop('cancelled', 'Another responder failed'));
      return [key, answer];
    }),
  );
  run.under = null;
  if (!stopper.signal.aborted) return new Map(responses);
  noteCancelled(host, run, stopper.signal.reason instanceof Stop ? stopper.signal.reason.detail : '');
  return null;
}

const SAMPLING = 'sampling/createMessage';

/** A responder that throws has failed, and nothing else. */
async function respondSafely(
  host: RoundHost,
  text: string,
  turn: number,
  signal: AbortSignal,
): Promise<ResponderAnswer> {
  try {
    return await host.respond(text, turn, signal);
  } catch (thrown) {
    return { kind: 'fail', reason: describeThrown(thrown) };
  }
}

/** How many sampling requests were put on the way to `judged`, its own not counted: a branch counts its own way only. */
function samplingBefore(run: CallRun, judged: JudgedRound): number {
  let count = 0;
  for (let at = judged.parent; at !== null; at = run.rounds.get(at)?.parent ?? null) {
    count += run.rounds.get(at)?.asked.requests.filter(({ method }) => method === SAMPLING).length ?? 0;
  }
  return count;
}

function noteCancelled(host: RoundHost, run: CallRun, detail: string): void {
  host.note({ type: 'call-ended', at: host.clock.now(), call: run.call, how: 'cancelled', detail });
}

/** How many results on the way to `judged` asked nothing, itself not counted. */
function emptyBefore(run: CallRun, judged: JudgedRound): number {
  let count = 0;
  for (let at = judged.parent; at !== null; at = run.rounds.get(at)?.parent ?? null) {
    const before = run.rounds.get(at);
    if (before?.outcome.kind === 'input required' && before.asked.requests.length === 0) count += 1;
  }
  return count;
}

/** Waits before a round that asks nothing is sent again; false where the person gave up meanwhile. */
async function pause(host: RoundHost, run: CallRun, judged: JudgedRound, ms: number): Promise<boolean> {
  const stopper = new AbortController();
  run.under = { stopper };
  host.note({ type: 'pause', at: host.clock.now(), call: run.call, round: judged.round, ms });
  try {
    await host.clock.sleep(ms, stopper.signal);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    noteCancelled(host, run, thrown.detail);
    return false;
  } finally {
    run.under = null;
  }
}

function end(host: RoundHost, run: CallRun, { outcome }: JudgedRound): void {
  const at = host.clock.now();
  const { call } = run;
  switch (outcome.kind) {
    case 'complete':
      host.note({ type: 'call-ended', at, call, how: 'complete' });
      return;
    case 'task':
      host.note({ type: 'call-ended', at, call, how: 'cancelled', detail: 'The task was cancelled' });
      return;
    case 'error':
      host.note({ type: 'call-ended', at, call, how: 'error', detail: outcome.message });
      return;
    case 'unusable':
      host.note({ type: 'call-ended', at, call, how: 'error', detail: outcome.reason });
      return;
    case 'no answer':
      host.note({
        type: 'call-ended',
        at,
        call,
        how: outcome.how === 'cancelled' ? 'cancelled' : 'no answer',
        detail: outcome.reason,
      });
      return;
    case 'input required':
      return;
  }
}
