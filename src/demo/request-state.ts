import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';

export type StateCodec = RequestStateCodec<Record<string, unknown>>;

/** Seconds for which a request state is accepted: a person answers by hand, and may come back from lunch. */
const LIFETIME_SECONDS = 3600;

/**
 * Signs and checks request state (HMAC-SHA256) with a key that lives as long as the page. The state is bound to
 * the call, so that state taken from one tool, or from other arguments, is refused as the specification's server
 * requirement 5 asks (basic/patterns/mrtr).
 */
export function createStateCodec(callOf: (context: ServerContext) => string): StateCodec {
  return createRequestStateCodec<Record<string, unknown>>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    ttlSeconds: LIFETIME_SECONDS,
    bind: callOf,
  });
}
