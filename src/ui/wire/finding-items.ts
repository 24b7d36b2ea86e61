import type { Finding } from '../../engine/wire-log/notes.ts';
import type { FindingItem } from '../parts/findings.ts';

/** Findings as the list of them draws them. */
export function findingItems(findings: readonly Finding[]): FindingItem[] {
  return findings.map((finding, index) => ({
    key: String(index),
    severity: finding.severity,
    words: finding.text,
    ...(finding.clause ? { clause: finding.clause.title, href: finding.clause.url } : {}),
  }));
}
