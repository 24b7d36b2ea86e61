import type { Entry } from './recording.ts';

/** What travels, and what only says that something begins: what it comes to is told by an entry of its own. */
const UNDER_WAY: ReadonlySet<Entry['type']> = new Set<Entry['type']>([
  'request',
  'response',
  'body',
  'sse',
  'end',
  'purpose',
  'connection',
  'handshake',
  'attempt',
  // It is followed by the next attempt, or by the end of the handshake.
  'verdict',
  'listing',
  'call',
  'round',
  'poll',
  'reply',
  'subscription',
]);

/** Whether an entry may soon be followed by one that says what it came to. */
export function isUnderWay({ type }: Entry): boolean {
  return UNDER_WAY.has(type);
}
