import type { RunFacts } from './column-facts.ts';
import type { Comparison, ComparisonSnapshot } from './comparison.ts';
import type { ComparisonPlan } from './plan.ts';

/** A comparison that is over: what was read from recordings, in the order of `plan`. A column with fewer runs than planned was cancelled. */
export function finishedComparison(
  plan: ComparisonPlan,
  columns: readonly (readonly RunFacts[])[],
  startedAt: number,
  endedAt: number,
): Comparison {
  const snapshot: ComparisonSnapshot = {
    columns: plan.columns.map((_, index) => {
      const runs = columns[index] ?? [];
      return { phase: runs.length < plan.runs ? 'cancelled' : 'done', step: '', runs };
    }),
    running: false,
    startedAt,
    endedAt,
  };
  return {
    plan,
    snapshot,
    done: Promise.resolve(),
    // Nothing of it changes any more.
    subscribe: () => () => undefined,
    cancel: () => undefined,
  };
}
