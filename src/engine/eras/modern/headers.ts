import { utf8ToBase64 } from '../../base/base64.ts';
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

/**
 * A value as a header can carry it: itself where it is printable ASCII without outer white space and not mistakable for the
 * wrapper, else `=?base64?…?=` of its UTF-8 bytes ("Value Encoding", same page).
 */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\x20-\x7e]*$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/i.test(value);
  return plain ? value : `=?base64?${utf8ToBase64(value)}?=`;
}
