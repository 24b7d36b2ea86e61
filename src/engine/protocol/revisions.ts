/** The two ways of the protocol: per-request metadata (modern) or an `initialize` handshake (legacy). */
export type Era = 'modern' | 'legacy';

/** A dated version of the specification that Roundtrip speaks. */
export interface Revision {
  /** The version string as it travels. */
  readonly version: string;
  readonly era: Era;
  /** `MCP-Protocol-Version` is sent: on every request (modern), after `initialize` (legacy). */
  readonly versionHeader: boolean;
  /** Arrays of messages may travel (JSON-RPC batching); only 2025-03-26 had them. */
  readonly batches: boolean;
  /** Where its specification starts. */
  readonly specUrl: string;
}

const SPECIFICATION = 'https://modelcontextprotocol.io/specification';

/** The revisions that Roundtrip speaks, newest first. */
export const REVISIONS: readonly Revision[] = [
  {
    version: '2026-07-28',
    era: 'modern',
    versionHeader: true,
    batches: false,
    specUrl: `${SPECIFICATION}/2026-07-28`,
  },
  {
    version: '2025-11-25',
    era: 'legacy',
    versionHeader: true,
    batches: false,
    specUrl: `${SPECIFICATION}/2025-11-25`,
  },
  {
    version: '2025-06-18',
    era: 'legacy',
    versionHeader: true,
    batches: false,
    specUrl: `${SPECIFICATION}/2025-06-18`,
  },
  {
    version: '2025-03-26',
    era: 'legacy',
    versionHeader: false,
    batches: true,
    specUrl: `${SPECIFICATION}/2025-03-26`,
  },
];

/** The first modern revision: from here on every request carries its version and there is no handshake. */
export const FIRST_MODERN_VERSION = '2026-07-28';

/** Modern versions that Roundtrip speaks, newest first. */
export const MODERN_VERSIONS: readonly string[] = versionsOf('modern');

/** Legacy versions that Roundtrip speaks, newest first. */
export const LEGACY_VERSIONS: readonly string[] = versionsOf('legacy');

/** What a modern attempt asks for when nothing else is pinned. */
export const LATEST_MODERN_VERSION = '2026-07-28';

/** What an `initialize` attempt asks for when nothing else is pinned or listed. */
export const LATEST_LEGACY_VERSION = '2025-11-25';

function versionsOf(era: Era): string[] {
  return REVISIONS.filter((revision) => revision.era === era).map((revision) => revision.version);
}

/** Order of two version strings: negative when `a` is older. Dated versions order as text. */
export function compareRevisions(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The row of a version, undefined where Roundtrip does not know it. */
export function findRevision(version: string): Revision | undefined {
  return REVISIONS.find((revision) => revision.version === version);
}

/** How a version text is to be spoken, also an unknown one: legacy before 2026-07-28 in text order, modern from it on. */
export function eraOf(version: string): Era {
  return compareRevisions(version, FIRST_MODERN_VERSION) < 0 ? 'legacy' : 'modern';
}

/** True for `YYYY-MM-DD`: what every version of the specification looks like. */
export function isDatedVersion(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(version);
}

/** Whether requests after the handshake carry `MCP-Protocol-Version`; an unknown version is treated by its place in time. */
export function hasVersionHeader(version: string): boolean {
  return findRevision(version)?.versionHeader ?? compareRevisions(version, '2025-06-18') >= 0;
}

/**
 * Whether something that exists since `since` (inclusive) and until `until` (the first revision without it)
 * exists in `version`.
 */
export function existsIn(
  version: string,
  lifetime: { readonly since: string; readonly until?: string | undefined },
): boolean {
  if (compareRevisions(version, lifetime.since) < 0) return false;
  return lifetime.until === undefined || compareRevisions(version, lifetime.until) < 0;
}
