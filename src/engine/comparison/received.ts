import type { ExchangeView } from '../views/exchanges.ts';

/** UTF-8 bytes of an answer, also of one whose stream is still open: a server may leave it open after what it had to say. */
export function receivedSoFar({ end, body, sse }: ExchangeView): number {
  if (end) return end.bytes;
  return body ? body.body.bytes : sse.reduce((sum, event) => sum + event.raw.bytes, 0);
}
