import type { MatrixRow } from '../../../engine/comparison/matrix.ts';
import { outcomeDifferences, type OutcomeDifference } from '../../../engine/comparison/outcomes.ts';
import type { ComparedSide } from '../../../engine/comparison/compared-side.ts';
import { handshakeReport, listReport } from '../../../engine/comparison/reports.ts';
import type { Differ } from '../../../engine/diff/differ.ts';
import { severityCounts, type DiffReport } from '../../../engine/diff/report.ts';
import type { Severity } from '../../../engine/diff/severity.ts';
import { isAbout } from './row-differences.ts';

/** What stands behind the marks of a matrix. */
export interface BehindMarks {
  /** How many differences of each severity there are. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Columns of the cells behind which something breaks, by the key of their row. */
  readonly breaking: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Compares what each marked cell compares. `sideOf` gives what a cell is compared with, as its difference names it, or the cell's own column.
 * Null where `isOver` said, between two reports, that nobody wants it any more.
 */
export async function behindMarks(
  rows: readonly MatrixRow[],
  against: 'left neighbour' | 'run before',
  sideOf: (column: number, from: number | 'before' | null) => ComparedSide | undefined,
  differ: Differ,
  isOver: () => boolean,
): Promise<BehindMarks | null> {
  const outcomes = await outcomeDifferences(rows[0]?.cells.length ?? 0, against, sideOf);
  const known = new Map<string, DiffReport | null>();
  const breaking = new Map<string, Set<number>>();
  const found = (row: string, column: number) => {
    const columns = breaking.get(row) ?? new Set();
    breaking.set(row, columns.add(column));
  };
  for (const row of rows) {
    const { subject } = row;
    if (subject.kind === 'call') continue;
    for (const [column, { difference }] of row.cells.entries()) {
      const left = difference && sideOf(column, difference.from);
      const right = sideOf(column, null);
      if (!left || !right) continue;
      if (isOver()) return null;
      const key = JSON.stringify([subject, column, difference.from]);
      let report = known.get(key);
      if (report === undefined) {
        const made =
          subject.kind === 'list'
            ? await listReport(subject.method, left, right, differ)
            : handshakeReport(left, right);
        report = made.ok ? made.value : null;
        known.set(key, report);
      }
      const breaks = report?.differences.some(
        ({ severity, segments }) => severity === 'breaking' && isAbout(row, segments),
      );
      if (breaks) found(row.key, column);
    }
  }
  for (const { severity, column, ...outcome } of outcomes)
    if (severity === 'breaking') found(rowOf(outcome), column);
  const differences = [...known.values()].flatMap((report) => report?.differences ?? []);
  return { counts: severityCounts([...differences, ...outcomes]), breaking };
}

function rowOf({ what, call }: Pick<OutcomeDifference, 'what' | 'call'>): string {
  return what === 'connection' ? 'negotiated' : `${String(call)} ${what}`;
}
