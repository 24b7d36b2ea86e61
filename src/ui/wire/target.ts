/** One place in the recording that a person may look at: a request, a body, or one event of a stream. */
export interface WireTarget {
  readonly exchange: number;
  readonly direction: 'out' | 'in';
  /** Index of the SSE event; null for a request, a whole body or the end of an exchange. */
  readonly event: number | null;
}

/** For an address: `12` is a request, `12.in` its answer, `12.3` the third event of its stream. */
export function targetText({ exchange, direction, event }: WireTarget): string {
  if (direction === 'out') return String(exchange);
  return `${exchange}.${event ?? 'in'}`;
}

/** What `targetText` made, or null for any other text. */
export function parseTarget(text: string): WireTarget | null {
  const match = /^(\d+)(?:\.(in|\d+))?$/.exec(text);
  if (!match) return null;
  const [, exchange, rest] = match;
  return {
    exchange: Number(exchange),
    direction: rest === undefined ? 'out' : 'in',
    event: rest === undefined || rest === 'in' ? null : Number(rest),
  };
}
