import { findCapability } from '../../../engine/protocol/capabilities.ts';
import { compareRevisions } from '../../../engine/protocol/revisions.ts';

/** Since when log messages are deprecated and what takes their place, where `revision` says so; null where it does not. */
export function deprecatedLogging(revision: string): string | null {
  const since = findCapability('server', ['logging'])?.deprecatedSince;
  return since === undefined || compareRevisions(revision, since) < 0
    ? null
    : `Deprecated since ${since}. The specification names OpenTelemetry for what a service tells of itself`;
}
