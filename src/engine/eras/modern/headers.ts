import { encodeHeaderValue } from '../../protocol/header-value.ts';
import { nameFieldOf } from '../../protocol/methods.ts';
import type { HeaderList } from '../../wire/events.ts';
import { CONTENT_HEADERS } from '../era.ts';

/**
 * Headers of a modern POST: version, `Mcp-Method`, and `Mcp-Name` for the methods that mirror one. 2026-07-28,
 * basic/transports/streamable-http, "Request Metadata".
 */
export function modernHeaders(revision: string, method: string | null, name: string | null): HeaderList {
  return [
    ...CONTENT_HEADERS,
    ['MCP-Protocol-Version', encodeHeaderValue(revision)],
    ...(method === null ? [] : [['Mcp-Method', encodeHeaderValue(method)] as const]),
    ...(method !== null && name !== null && nameFieldOf(method) !== undefined
      ? [['Mcp-Name', encodeHeaderValue(name)] as const]
      : []),
  ];
}
