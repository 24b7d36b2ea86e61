import { severityCounts, type DiffReport, type ReportEnd } from './report.ts';

/** Name of the format of an exported diff; `../comparison/EXPORT.md` describes it. */
export const DIFF_FORMAT = 'roundtrip-diff';
/** Its version. */
export const DIFF_FORMAT_VERSION = 1;

/** Who wrote a file, and when. */
export interface ExportedBy {
  readonly app: { readonly name: string; readonly version: string };
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A report as data: JSON texts as they travelled stand in strings. */
export function reportData(report: DiffReport): Readonly<Record<string, unknown>> {
  return {
    subject: report.subject,
    from: endData(report.from),
    to: endData(report.to),
    counts: { ...severityCounts(report.differences), same: report.same },
    ...(report.incomplete && { incomplete: report.incomplete }),
    differences: report.differences,
    forms: report.forms,
  };
}

function endData({ at, ...rest }: ReportEnd): Readonly<Record<string, unknown>> {
  return { ...rest, ...(at === undefined ? {} : { recordedAt: new Date(at).toISOString() }) };
}

/** A report as a file of its own. */
export function reportFile(report: DiffReport, { app, at }: ExportedBy): Readonly<Record<string, unknown>> {
  return {
    format: DIFF_FORMAT,
    version: DIFF_FORMAT_VERSION,
    app,
    exportedAt: new Date(at).toISOString(),
    ...reportData(report),
  };
}
