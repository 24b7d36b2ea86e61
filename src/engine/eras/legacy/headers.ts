import { hasVersionHeader } from '../../protocol/revisions.ts';
import type { HeaderList } from '../../wire/events.ts';
import { CONTENT_HEADERS } from '../era.ts';

/**
 * Headers of a legacy request after `initialize`: the session id where the server gave one, the version header from 2025-06-18 on.
 */
export function legacyHeaders(revision: string, sessionId: string | null): HeaderList {
  return [...CONTENT_HEADERS, ...sessionHeaders(revision, sessionId)];
}

/** The same before anything is settled: no version yet (2025-11-25, transports, "Protocol Version Header" names the negotiated one). */
export function openingHeaders(sessionId: string | null): HeaderList {
  return [...CONTENT_HEADERS, ...idHeader(sessionId)];
}

/** The same without the headers of a body: for DELETE. */
export function sessionHeaders(revision: string, sessionId: string | null): HeaderList {
  return [
    ...(hasVersionHeader(revision) ? [['MCP-Protocol-Version', revision] as const] : []),
    ...idHeader(sessionId),
  ];
}

function idHeader(sessionId: string | null): HeaderList {
  return sessionId === null ? [] : [['Mcp-Session-Id', sessionId]];
}
