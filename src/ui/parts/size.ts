const UNITS = ['kB', 'MB', 'GB'] as const;

/** A number of bytes in words, in steps of 1000: `414 B`, `1.2 kB`, `18.2 kB`, `120 kB`. */
export function size(bytes: number): string {
  const whole = bytes > 0 ? Math.round(bytes) : 0;
  if (whole < 1_000) return `${String(whole)} B`;
  let value = whole;
  for (const unit of UNITS) {
    value /= 1_000;
    // Rounded, 999,500 B would be "1000 kB".
    if (value < 999.5 || unit === 'GB') return `${value.toFixed(value < 99.95 ? 1 : 0)} ${unit}`;
  }
  return `${String(whole)} B`;
}
