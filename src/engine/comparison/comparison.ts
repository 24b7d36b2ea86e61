import type { Clock } from '../base/clock.ts';
import { State, type Subscribable } from '../base/subscribable.ts';
import type { Validator } from '../schema/validator.ts';
import type { Session } from '../session/contract.ts';
import { readRun, type RunFacts } from './column-facts.ts';
import type { ComparisonPlan } from './plan.ts';
import { runColumn } from './run-column.ts';

/** How far one column is. */
export interface ColumnState {
  readonly phase: 'waiting' | 'running' | 'done' | 'cancelled';
  /** What it does now: `lists prompts`. Empty unless it runs. */
  readonly step: string;
  /** The runs that are over. */
  readonly runs: readonly RunFacts[];
}

/** A comparison as it stands. */
export interface ComparisonSnapshot {
  /** In the order of the plan. */
  readonly columns: readonly ColumnState[];
  readonly running: boolean;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
}

/** A comparison that was begun. */
export interface Comparison extends Subscribable<ComparisonSnapshot> {
  readonly plan: ComparisonPlan;
  /** Resolves when every column is over, or was cancelled. */
  readonly done: Promise<void>;
  /** Stops what runs, and begins nothing more. What has come stays. */
  cancel(): void;
}

/** What a comparison is given by its host. */
export interface ComparisonHost {
  /** A session of its own, with a recording of its own, that keeps nothing. */
  newSession(): Promise<Session>;
  readonly validator: Validator;
  readonly clock: Clock;
  /** How many columns run at a time; two unless it says less. */
  readonly atATime?: number;
}

/** How many columns run at a time: more would measure each other, and look like an attack. */
const AT_A_TIME = 2;

/** Runs `plan`: for each column its own session, two at a time at most; a column's runs one after the other. */
export function startComparison(plan: ComparisonPlan, host: ComparisonHost): Comparison {
  const stopper = new AbortController();
  const state = new State<ComparisonSnapshot>({
    columns: plan.columns.map(() => ({ phase: 'waiting', step: '', runs: [] })),
    running: true,
    startedAt: host.clock.now(),
    endedAt: null,
  });
  const change = (index: number, part: Partial<ColumnState>) => {
    const columns = state.snapshot.columns.map((each, at) => (at === index ? { ...each, ...part } : each));
    state.set({ ...state.snapshot, columns });
  };

  const waiting = [...plan.columns.entries()];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, column] = next;
      const runs: RunFacts[] = [];
      for (let run = 1; run <= plan.runs && !stopper.signal.aborted; run++) {
        change(index, { phase: 'running' });
        const recorded = await runColumn(column, plan, {
          newSession: () => host.newSession(),
          validator: host.validator,
          signal: stopper.signal,
          onStep: (words) =>
            change(index, { step: plan.runs === 1 ? words : `${words}, run ${run} of ${plan.runs}` }),
        });
        runs.push(await readRun(recorded));
        change(index, { runs: [...runs] });
      }
      change(index, { phase: stopper.signal.aborted ? 'cancelled' : 'done', step: '' });
    }
  }

  const done = Promise.all(Array.from({ length: Math.min(AT_A_TIME, host.atATime ?? AT_A_TIME) }, work)).then(
    () => {
      state.set({ ...state.snapshot, running: false, endedAt: host.clock.now() });
    },
  );
  return {
    plan,
    done,
    get snapshot() {
      return state.snapshot;
    },
    subscribe: (listener) => state.subscribe(listener),
    cancel: () => stopper.abort(),
  };
}
