import { expect, test } from 'vitest';
import { progressFraction } from './log-lines.ts';

test.each([
  ['2 of 3, testing', 2 / 3],
  ['7 of 4', 1],
  ['0.5 of 1', 0.5],
  ['3', null],
  ['1 of 0', null],
  [null, null],
])('%s is %s', (line, fraction) => {
  expect(progressFraction(line)).toBe(fraction);
});
