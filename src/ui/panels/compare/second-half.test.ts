import { expect, test } from 'vitest';
import { isSecondHalf } from './second-half.ts';

test.each([
  ['the second click of two', 2, 1_000, 1_180, true],
  ['one click, however soon', 1, 1_000, 1_010, false],
  ['a key', 0, 1_000, 1_010, false],
  ['several clicks in a row, later', 3, 1_000, 1_700, false],
  ['two clicks where nothing changed', 2, null, 1_000, false],
])('%s: is it meant for what stood there before', (_, count, since, now, expected) => {
  expect(isSecondHalf(count, since, now)).toBe(expected);
});
