import type { HeaderList } from './events.ts';

/** An earlier answer of the same server that this page could read: what it says of a request that got none. */
export interface KnownAnswer {
  readonly exchange: number;
  /** Milliseconds from that answer to the failure. */
  readonly agoMs: number;
  /** `POST tools/call`. */
  readonly sent: string;
  readonly status: number;
  /** Where it was asked, when that was another path than the one that failed; null for the same. */
  readonly path: string | null;
  /** What no answered request at this path had and the one that failed has: its HTTP method, header names in lower case. */
  readonly unlike: readonly string[];
}

/** Names of `headers` that a preflight must allow, lower case, sorted: what the browser asks for (Fetch, "CORS-preflight fetch"). */
export function preflightNames(headers: HeaderList | readonly string[]): readonly string[] {
  const names = headers.map((each) => (typeof each === 'string' ? each : each[0]).toLowerCase());
  return [...new Set(names)].filter((name) => name !== 'accept').sort();
}

/** What a call that got no answer may have been kept from it by. Nothing else is asked of the network to find out. */
export function whyNoAnswer(known: KnownAnswer | undefined): string {
  if (!known) return 'CORS or network';
  return isLike(known)
    ? `the network, likelier than CORS: ${saysKnown(known)}`
    : `CORS or network; ${saysKnown(known)}`;
}

/** What is known, without a full stop. */
export function saysKnown(known: KnownAnswer): string {
  const answered = `the server answered this page ${agoText(known.agoMs)}`;
  if (isLike(known)) return answered;
  return known.path === null
    ? `${answered}, but no request with ${listWords(known.unlike)} yet`
    : `${answered} at ${known.path}, but not yet at this path`;
}

/** A request in which a preflight could find no more than in this one was answered. */
function isLike({ path, unlike }: KnownAnswer): boolean {
  return path === null && unlike.length === 0;
}

/** `just before`, `40 s ago`, `3 min ago`, `2 h ago`. */
export function agoText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'just before';
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
