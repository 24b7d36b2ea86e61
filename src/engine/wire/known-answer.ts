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

/** What may have kept an answer from the page, and what else is known: `CORS or network` is all where nothing is. */
export function whyNoAnswer(known: KnownAnswer | undefined): {
  readonly cause: string;
  readonly but: string;
} {
  if (!known) return { cause: 'CORS or network', but: '' };
  const answered = `the server answered this page ${agoText(known.agoMs)}`;
  if (known.path === null && known.unlike.length === 0)
    return { cause: `the network rather than CORS, for ${answered}`, but: '' };
  const yet =
    known.path === null
      ? `, but no request with ${listWords(known.unlike)} yet`
      : ` at ${known.path}, but not yet at this path`;
  return { cause: 'CORS or network', but: `; ${answered}${yet}` };
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
