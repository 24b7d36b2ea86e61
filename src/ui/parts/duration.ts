/** A length of time in words: `118 ms`, `12.4 s`, `3 min 20 s`, `2 h 14 min`, `3 d 4 h`. Negative and unknown are `0 ms`. */
export function duration(ms: number): string {
  if (!(ms > 0)) return '0 ms';
  if (ms < 0.5) return '<1 ms';
  if (Math.round(ms) < 1_000) return `${String(Math.round(ms))} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return pair(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return pair(minutes, 60, 'h', 'min');
  return pair(Math.round(minutes / 60), 24, 'd', 'h');
}

function pair(total: number, base: number, large: string, small: string): string {
  const rest = total % base;
  return `${String(Math.floor(total / base))} ${large}${rest > 0 ? ` ${String(rest)} ${small}` : ''}`;
}
