import type { ColumnFacts } from '../../../engine/comparison/matrix.ts';
import type { Comparison } from '../../../engine/comparison/comparison.ts';
import { live, type Live } from '../../bridge.svelte.ts';

/** A run that another is compared with, column by column. */
export interface RunBefore {
  readonly columns: readonly ColumnFacts[];
  readonly endedAt: number;
}

/** What is said of a comparison besides what it came to. */
export interface About {
  /** What stands above the matrix: `deploy.acme.dev, 4 revisions, 1 call`. */
  readonly title: string;
  /** `kept`: its columns were read from what was kept, and nothing was sent. `saved` and `file`: it was run earlier, and opened. */
  readonly from: 'run' | 'saved' | 'file' | 'kept';
  /** The run with the same plan before it; null where there is none. */
  readonly before?: RunBefore | null;
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
  readonly warnings: readonly string[];

  constructor(comparison: Comparison, { title, from, before = null, warnings = [] }: About) {
    this.comparison = comparison;
    this.state = live(comparison);
    this.title = title;
    this.from = from;
    this.before = before;
    this.warnings = warnings;
  }

  /** This one as the run before the next; null where nothing came, or nothing was run. */
  asBefore(): RunBefore | null {
    if (this.from === 'kept') return null;
    const { columns, startedAt, endedAt } = this.comparison.snapshot;
    if (columns.every(({ runs }) => runs.length === 0)) return null;
    return { columns: columns.map(({ runs }) => runs), endedAt: endedAt ?? startedAt };
  }
}
