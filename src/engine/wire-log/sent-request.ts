import type { HeaderList, WireEvent } from '../wire/events.ts';

/** A request as it went out, to be sent again by other means. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  /** The whole body; null where there was none. */
  readonly body: string | null;
  readonly mode: 'cors' | 'no-cors';
}

/**
 * The request of an exchange with everything that is known of it. `fill` gives each header value as it is to be shown: with its secrets, or
 * with placeholders in their place. Rejects where the body's text is gone.
 */
export async function sentRequest(
  request: Extract<WireEvent, { type: 'request' }>,
  fill: (value: string) => string,
): Promise<SentRequest> {
  const body = request.body === null ? null : await request.body.text();
  const headers = request.headers.map(([name, value]) => [name, fill(value)] as const);
  const named = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: request.method,
    url: requestedUrl(request.url),
    // fetch names the type of a text that has none (Fetch, "extract a body"), and so it travelled.
    headers: body === null || named ? headers : [...headers, ['Content-Type', 'text/plain;charset=UTF-8']],
    // A lone surrogate went out as U+FFFD: there is no UTF-8 for it.
    body: body?.replace(/\p{Surrogate}/gu, '\uFFFD') ?? null,
    mode: request.mode,
  };
}

/** As a browser requests it: parsed, without a fragment. */
function requestedUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.hash = '';
    return parsed.href;
  } catch {
    return url;
  }
}
