/** A feature that the specification wants to be left behind (2026-07-28, "Deprecated Features"). */
export interface Deprecation {
  /** The revision it is deprecated in. */
  readonly since: string;
  /** What the specification says to do instead. A sentence without its full stop. */
  readonly migration: string;
  /** The first day a revision without it may come. */
  readonly removal: string;
}

/** Deprecated features that a client takes part in. */
export const DEPRECATIONS = {
  roots: {
    since: '2026-07-28',
    migration: 'Pass directories or files via tool parameters, resource URIs, or server configuration',
    removal: '2027-07-28',
  },
  sampling: {
    since: '2026-07-28',
    migration: 'Integrate directly with LLM provider APIs',
    removal: '2027-07-28',
  },
  logging: {
    since: '2026-07-28',
    migration: 'Use OpenTelemetry for observability',
    removal: '2027-07-28',
  },
  includeContext: {
    since: '2025-11-25',
    migration: 'Omit includeContext or use "none"',
    removal: '2027-07-28',
  },
} as const satisfies Record<string, Deprecation>;

/** What to say of it: since when, what instead, and until when it is sure to stay. */
export function deprecationWords({ since, migration, removal }: Deprecation): string {
  return `Deprecated since ${since}. ${migration}. It stays in revisions released before ${removal}`;
}
