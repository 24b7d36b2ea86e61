import { expect, test } from 'vitest';
import { uniqueTitles } from './titles.ts';

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'a (2)', 'a (3)'],
  ],
  [
    ['a (2)', 'a', 'a'],
    ['a (2)', 'a', 'a (3)'],
  ],
  [
    ['', ''],
    ['', ' (2)'],
  ],
] as const)('%j become %j', (titles, expected) => {
  expect(uniqueTitles(titles)).toEqual(expected);
});
