import { expect, test } from 'vitest';
import { keyTest } from './key-pattern.ts';

test.each([
  ['^x-', 'x-a', true],
  ['^x-', 'ax-', false],
  ['_id$', 'a_id', true],
  ['^exact$', 'exact', true],
  ['^exact$', 'exactly', false],
  ['', 'anything', true],
  ['.*', 'anything', true],
  ['^[a-z]+$', 'abc', true],
  ['^[a-z]+$', 'aBc', false],
  ['^\\d+$', '42', true],
])('%s %s: %s', (pattern, key, matches) => {
  expect(keyTest(pattern)?.(key)).toBe(matches);
});

test.each([['^(a+)+$'], ['^(?:a|a)*$'], ['[a-z]+[a-z]+$'], ['(a)\\1'], ['[z-a]'], ['a{1,99}']])(
  '%s is not run here',
  (pattern) => {
    expect(keyTest(pattern)).toBeUndefined();
  },
);
