import type { DiffReport, ReportEnd } from '../diff/report.ts';
import { findSecrets, Masks } from '../wire-log/secrets.ts';
import type { ColumnRun } from './plan.ts';

/** Where what is exported was recorded. */
export type Recorded = Pick<ColumnRun, 'recording' | 'reveal'>;

/** Masks for every secret that `runs` hold: what the person marked, and what travelled in the open under a name that says so. */
export async function exportMasks(runs: readonly Recorded[]): Promise<Masks> {
  const found = await Promise.all(
    runs.map(({ recording, reveal }) => findSecrets({ recording, kept: [] }, reveal ?? (() => null))),
  );
  return new Masks(found.flat());
}

/** A report without secrets, and without the entries it was made from. */
export function maskedReport({ entries: _, from, to, ...report }: DiffReport, masks: Masks): DiffReport {
  return { ...masks.entry({ ...report }), from: maskedEnd(from, masks), to: maskedEnd(to, masks) };
}

function maskedEnd({ url, title, ...end }: ReportEnd, masks: Masks): ReportEnd {
  return {
    ...masks.entry({ ...end }),
    title: maskedUrl(title, masks),
    ...(url !== undefined && { url: maskedUrl(url, masks) }),
  };
}

/** A text that is or holds an address: what its parameters hide is masked too. */
export function maskedUrl(url: string, masks: Masks): string {
  return masks.entry({ url }).url;
}
