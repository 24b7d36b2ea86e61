/**
 * What a difference is to who calls the server.
 * - `breaking`: what was allowed, or could be relied on, no longer is.
 * - `unclear`: it can't be told from the two texts alone.
 * - `compatible`: who knows only the old one is served as before.
 * - `wording`: for people and models to read, or in another order: no program is affected.
 */
export type Severity = 'breaking' | 'unclear' | 'compatible' | 'wording';

/** Gravest first. */
export const SEVERITIES: readonly Severity[] = ['breaking', 'unclear', 'compatible', 'wording'];

/** The gravest of several; `wording` where there is none. */
export function gravest(severities: Iterable<Severity>): Severity {
  const found = new Set(severities);
  return SEVERITIES.find((severity) => found.has(severity)) ?? 'wording';
}
