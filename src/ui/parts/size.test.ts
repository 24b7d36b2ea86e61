import { expect, test } from 'vitest';
import { size } from './size.ts';

const rows: [bytes: number, expected: string][] = [
  [0, '0 B'],
  [-1, '0 B'],
  [Number.NaN, '0 B'],
  [414, '414 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [1_234, '1.2 kB'],
  [18_240, '18.2 kB'],
  [99_950, '100 kB'],
  [120_400, '120 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [3_400_000, '3.4 MB'],
  [5_000_000_000_000, '5000 GB'],
];
test.each(rows)('%d bytes is %s', (bytes, expected) => {
  expect(size(bytes)).toBe(expected);
});
