import type { ReceivedMessage } from '../wire/message.ts';

/**
 * The answer to a request that a legacy server sends to the client, as JSON text; null for a message that is none. `ping` is answered
 * (2025-11-25, basic/utilities/ping); the rest is not declared on a legacy connection, so the method is not found.
 */
export function replyTo({ summary }: ReceivedMessage): string | null {
  if (summary.kind !== 'request' || summary.id === undefined) return null;
  if (summary.method === 'ping') return `{"jsonrpc":"2.0","id":${summary.id},"result":{}}`;
  const message = JSON.stringify(`Method not found: ${summary.method ?? ''}`);
  return `{"jsonrpc":"2.0","id":${summary.id},"error":{"code":-32601,"message":${message}}}`;
}
