import type { Speech } from '../era.ts';

/** The body of `server/discover`: nothing but the `_meta` of every modern request (2026-07-28, server/discover). */
export function discoverText(speech: Speech, id: string): string {
  return speech.request(id, 'server/discover', [], null);
}
