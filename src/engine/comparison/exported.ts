import type { DiffReport } from '../diff/report.ts';
import type { Masks } from '../wire-log/secrets.ts';
import { maskedReport, maskedUrl } from './export-masks.ts';
import type { MatrixRow } from './matrix.ts';
import type { OutcomeDifference } from './outcomes.ts';
import type { MatrixReports } from './reports.ts';

/** A column of what is exported. */
export interface ExportedColumn {
  readonly title: string;
  /** Empty where it was read from a baseline that does not say. */
  readonly url: string;
  /** What was asked for: `auto`, a revision, or any text. */
  readonly protocolVersion: string;
  readonly profile: string;
  /** How often it was run. */
  readonly runs: number;
  /** `name version`, as the server said it. */
  readonly server?: string;
  /** What was negotiated; absent where it did not connect. */
  readonly revision?: string;
  /** When its handshake began: milliseconds since the Unix epoch. */
  readonly recordedAt?: number;
}

/** A call that each column made, as it was written. */
export interface ExportedCall {
  readonly method: string;
  readonly name: string;
  /** JSON text as it was typed; empty where it has no arguments. */
  readonly arguments: string;
  /** JSON text of what was added to its `_meta`. */
  readonly meta?: string;
  /** Keys of `meta` replace those that the protocol sets. */
  readonly metaReplaces?: boolean;
}

/** A whole comparison, ready to be exported. */
export interface ExportedComparison {
  /** What stands above the matrix. */
  readonly title: string;
  /** When it was run: milliseconds since the Unix epoch. Null where it was read from what was recorded, and nothing was sent. */
  readonly ranAt: number | null;
  /** What each cell is compared with. */
  readonly against: 'left neighbour' | 'run before';
  readonly columns: readonly ExportedColumn[];
  /** In the order in which they were made. */
  readonly calls: readonly ExportedCall[];
  readonly rows: readonly MatrixRow[];
  readonly reports: readonly DiffReport[];
  readonly outcomes: readonly OutcomeDifference[];
  /** What could not be compared. */
  readonly problems: readonly string[];
}

/** The same without secrets. */
export function maskedComparison(
  comparison: Omit<ExportedComparison, keyof MatrixReports>,
  { reports, outcomes, problems }: MatrixReports,
  masks: Masks,
): ExportedComparison {
  return {
    ...comparison,
    title: maskedUrl(comparison.title, masks),
    columns: comparison.columns.map(({ title, url, ...rest }) => ({
      ...masks.entry({ ...rest }),
      title: maskedUrl(title, masks),
      url: maskedUrl(url, masks),
    })),
    calls: comparison.calls.map((call) => masks.entry({ ...call })),
    rows: masks.entry({ rows: comparison.rows }).rows,
    reports: reports.map((report) => maskedReport(report, masks)),
    outcomes: masks.entry({ outcomes }).outcomes,
    problems: masks.entry({ problems }).problems,
  };
}
