import type { RunFacts } from './column-facts.ts';

/** One side of a comparison: a column, or the same column of another run. */
export interface ComparedSide {
  /** What stands over it. */
  readonly title: string;
  readonly facts: RunFacts;
}
