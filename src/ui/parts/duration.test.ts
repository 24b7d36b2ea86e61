import { expect, test } from 'vitest';
import { duration } from './duration.ts';

const rows: [ms: number, expected: string][] = [
  [0, '0 ms'],
  [-5, '0 ms'],
  [Number.NaN, '0 ms'],
  [0.2, '<1 ms'],
  [0.6, '1 ms'],
  [118, '118 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_000, '1.0 s'],
  [12_400, '12.4 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [200_000, '3 min 20 s'],
  [3_599_600, '1 h'],
  [8_040_000, '2 h 14 min'],
  [86_399_999, '1 d'],
  [273_600_000, '3 d 4 h'],
];
test.each(rows)('%f ms is %s', (ms, expected) => {
  expect(duration(ms)).toBe(expected);
});
