import { isDatedVersion } from '../../../engine/protocol/revisions.ts';
import type { ExchangeView } from '../../../engine/views/exchanges.ts';

/** The revision an exchange was made under, as far as the exchange itself says; null where it does not. */
export function revisionOf({ request, purpose }: ExchangeView): string | null {
  const header = request.headers.find(([name]) => name.toLowerCase() === 'mcp-protocol-version')?.[1];
  if (header !== undefined) return isDatedVersion(header) ? header : null;
  if (request.messages.some(({ method }) => method === 'initialize')) return askedFor(request.body?.peek());
  // A server has to take a request without the header for one of 2025-03-26, and a client leaves it out in no later revision.
  return purpose?.kind === 'probe' || request.messages.length === 0 ? null : '2025-03-26';
}

function askedFor(body: string | undefined): string | null {
  const found = /"protocolVersion"\s*:\s*"(\d{4}-\d{2}-\d{2})"/.exec(body ?? '');
  return found?.[1] ?? null;
}
