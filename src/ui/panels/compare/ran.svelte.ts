import type { ColumnFacts } from '../../../engine/comparison/matrix.ts';
import type { Comparison } from '../../../engine/comparison/comparison.ts';
import { live, type Live } from '../../bridge.svelte.ts';

/** A run that another is compared with, column by column. */
export interface RunBefore {
  readonly columns: readonly ColumnFacts[];
  readonly endedAt: number;
}

/** What each cell is compared with: its left neighbour, or the same column of the run before. */
export type Against = 'left' | 'before';

/** What is said of a comparison besides what it came to. */
export interface About {
  /** What stands above the matrix: `deploy.acme.dev, 4 revisions, 1 call`. */
  readonly title: string;
  /** `kept`: its columns were read from what was kept, and nothing was sent. `saved` and `file`: it was run earlier, and opened. */
  readonly from: 'run' | 'saved' | 'file' | 'kept';
  /** The last run with the same plan that came to its end before it; null where there is none. */
  readonly before?: RunBefore | null;
  /** What its cells are compared with at first; `left` unless it says so. */
  readonly against?: Against;
  /** What is missing of it, a sentence each. */
  readonly warnings?: readonly string[];
}

/** What was run or opened. It outlives the panel, so that one can look elsewhere meanwhile. */
export class Ran {
  readonly comparison: Comparison;
  readonly state: Live<Comparison['snapshot']>;
  readonly title: string;
  readonly from: About['from'];
  readonly before: RunBefore | null;
  readonly against: Against;
  readonly warnings: readonly string[];

  constructor(
    comparison: Comparison,
    { title, from, before = null, against = 'left', warnings = [] }: About,
  ) {
    this.comparison = comparison;
    this.state = live(comparison);
    this.title = title;
    this.from = from;
    this.before = before;
    this.against = before === null ? 'left' : against;
    this.warnings = warnings;
  }

  /** The run before the next: this one, or the one before it where this was cancelled. Null where nothing was run. */
  asBefore(): RunBefore | null {
    if (this.from === 'kept') return null;
    const { columns, startedAt, endedAt } = this.comparison.snapshot;
    if (columns.some(({ phase }) => phase !== 'done')) return this.before;
    return { columns: columns.map(({ runs }) => runs), endedAt: endedAt ?? startedAt };
  }
}
