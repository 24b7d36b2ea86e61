import { duration } from '../../parts/duration.ts';

/** What an answer said about being kept. */
export interface Hints {
  readonly ttlMs: number | null;
  readonly cacheScope: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}

/** How long what was listed may be taken for true. */
export interface Freshness {
  readonly fresh: boolean;
  /** `for 42 s, public` */
  readonly text: string;
}

/**
 * How fresh what came with `hints` is at `now` (2026-07-28, server/utilities/caching): as fresh as the part that goes stale first. Null
 * where nothing came, or nothing said anything.
 */
export function freshnessOf(hints: readonly Hints[], now: number): Freshness | null {
  if (hints.every(({ ttlMs, cacheScope }) => ttlMs === null && cacheScope === null)) return null;
  const scopes = [...new Set(hints.map(({ cacheScope }) => cacheScope ?? 'no scope'))];
  const scope = scopes.length > 1 ? `pages differ: ${scopes.join(' and ')}` : (scopes[0] ?? '');
  if (hints.some(({ ttlMs }) => ttlMs === null)) return { fresh: false, text: `no ttlMs, ${scope}` };
  // A clock that ticks once a second may be behind what has just come.
  const left = Math.min(
    ...hints.map(({ ttlMs, receivedAt }) => (ttlMs === null || ttlMs <= 0 ? 0 : receivedAt + ttlMs - now)),
  );
  if (left > 0) return { fresh: true, text: `for ${wholeSeconds(left)}, ${scope}` };
  return { fresh: false, text: left === 0 ? `at once, ${scope}` : `for ${wholeSeconds(-left)}, ${scope}` };
}

function wholeSeconds(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60 ? `${String(seconds)} s` : duration(seconds * 1000);
}
