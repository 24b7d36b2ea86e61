import { compareRevisions, REVISIONS } from './revisions.ts';

const SITE = 'https://modelcontextprotocol.io';

/** Pages of the specification, by what they are about; each row says where the page is, from which revision on. */
const PAGES = {
  overview: [['2025-03-26', '']],
  changelog: [['2025-03-26', 'changelog']],
  deprecated: [['2026-07-28', 'deprecated']],
  base: [['2025-03-26', 'basic/index']],
  meta: [['2025-06-18', 'basic/index#meta']],
  icons: [['2025-11-25', 'basic/index#icons']],
  errorCodes: [
    ['2025-03-26', 'basic/index#responses'],
    ['2026-07-28', 'basic/index#error-codes'],
  ],
  handshake: [
    ['2025-03-26', 'basic/lifecycle#initialization'],
    ['2026-07-28', 'server/discover'],
  ],
  versions: [
    ['2025-03-26', 'basic/lifecycle#version-negotiation'],
    ['2026-07-28', 'basic/versioning#protocol-version-negotiation'],
  ],
  capabilities: [
    ['2025-03-26', 'basic/lifecycle#capability-negotiation'],
    ['2026-07-28', 'basic/index#meta'],
  ],
  extensions: [['2026-07-28', 'basic/versioning#extension-negotiation']],
  eras: [['2026-07-28', 'basic/versioning#backward-compatibility-with-initialization-based-versions']],
  transport: [
    ['2025-03-26', 'basic/transports#streamable-http'],
    ['2026-07-28', 'basic/transports/streamable-http'],
  ],
  fallback: [
    ['2025-03-26', 'basic/transports#backwards-compatibility'],
    ['2026-07-28', 'basic/transports/streamable-http#backward-compatibility'],
  ],
  sessions: [
    ['2025-03-26', 'basic/transports#session-management'],
    ['2026-07-28', 'basic/transports/streamable-http#earlier-streamable-http-revisions'],
  ],
  versionHeader: [
    ['2025-06-18', 'basic/transports#protocol-version-header'],
    ['2026-07-28', 'basic/transports/streamable-http#protocol-version-header'],
  ],
  requestHeaders: [['2026-07-28', 'basic/transports/streamable-http#standard-request-headers']],
  parameterHeaders: [['2026-07-28', 'basic/transports/streamable-http#custom-headers-from-tool-parameters']],
  resumability: [
    ['2025-03-26', 'basic/transports#resumability-and-redelivery'],
    ['2026-07-28', 'basic/transports/streamable-http#earlier-streamable-http-revisions'],
  ],
  rounds: [['2026-07-28', 'basic/patterns/mrtr']],
  subscriptions: [
    ['2025-03-26', 'server/resources#subscriptions'],
    ['2026-07-28', 'basic/patterns/subscriptions'],
  ],
  cancellation: [
    ['2025-03-26', 'basic/utilities/cancellation'],
    ['2026-07-28', 'basic/patterns/cancellation'],
  ],
  progress: [
    ['2025-03-26', 'basic/utilities/progress'],
    ['2026-07-28', 'basic/patterns/progress'],
  ],
  ping: [['2025-03-26', 'basic/utilities/ping']],
  tasks: [['2025-11-25', 'basic/utilities/tasks']],
  authorization: [['2025-03-26', 'basic/authorization']],
  tools: [['2025-03-26', 'server/tools']],
  resources: [['2025-03-26', 'server/resources']],
  prompts: [['2025-03-26', 'server/prompts']],
  completion: [['2025-03-26', 'server/utilities/completion']],
  logging: [['2025-03-26', 'server/utilities/logging']],
  pagination: [['2025-03-26', 'server/utilities/pagination']],
  caching: [['2026-07-28', 'server/utilities/caching']],
  elicitation: [['2025-06-18', 'client/elicitation']],
  sampling: [['2025-03-26', 'client/sampling']],
  roots: [['2025-03-26', 'client/roots']],
} as const satisfies Record<string, readonly (readonly [since: string, path: string])[]>;

/** What a page of the specification is about. */
export type SpecPage = keyof typeof PAGES;

/**
 * The page about `page` as `version` words it; the first revision that has the page where `version` is older than it.
 * An unknown version gets the newest revision before it. Pages that a later revision dropped keep their last place.
 */
export function specLink(page: SpecPage, version: string): string {
  const places: readonly (readonly [string, string])[] = PAGES[page];
  const revision = nearestRevision(version);
  const place = places.findLast(([since]) => compareRevisions(since, revision) <= 0) ?? places[0];
  if (place === undefined) return SITE;
  const last = LAST_REVISION[page];
  const at =
    compareRevisions(revision, place[0]) < 0
      ? place[0]
      : last !== undefined && compareRevisions(revision, last) > 0
        ? last
        : revision;
  return `${SITE}/specification/${at}${place[1] === '' ? '' : `/${place[1]}`}`;
}

/** Pages that a later revision no longer has, with the last revision that has them. */
const LAST_REVISION: Partial<Record<SpecPage, string>> = { ping: '2025-11-25', tasks: '2025-11-25' };

function nearestRevision(version: string): string {
  const known = REVISIONS.map((revision) => revision.version);
  return known.find((each) => compareRevisions(each, version) <= 0) ?? known.at(-1) ?? version;
}

/** The page of an official extension or another page of the project's site; `path` without a leading slash. */
export function siteLink(path: string): string {
  return `${SITE}/${path}`;
}
