import { reportData, type ExportedBy } from '../diff/report-json.ts';
import type { ExportedComparison } from './exported.ts';

/** Name of the format of an exported comparison; EXPORT.md beside this file describes it. */
export const COMPARISON_FORMAT = 'roundtrip-comparison';
/** Its version. */
export const COMPARISON_FORMAT_VERSION = 1;

/** A comparison as a file of its own. */
export function comparisonFile(
  { title, ranAt, against, columns, calls, rows, reports, outcomes, problems }: ExportedComparison,
  { app, at }: ExportedBy,
): Readonly<Record<string, unknown>> {
  return {
    format: COMPARISON_FORMAT,
    version: COMPARISON_FORMAT_VERSION,
    app,
    exportedAt: new Date(at).toISOString(),
    title,
    ranAt: ranAt === null ? null : new Date(ranAt).toISOString(),
    against,
    columns: columns.map(({ recordedAt, ...column }) => ({
      ...column,
      ...(recordedAt === undefined ? {} : { recordedAt: new Date(recordedAt).toISOString() }),
    })),
    calls,
    rows,
    outcomes,
    diffs: reports.map(reportData),
    problems,
  };
}
