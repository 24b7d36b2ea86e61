import { expect, test } from 'vitest';
import { signed } from './signed.ts';

test.each([
  [-32602, '−32602'],
  [0, '0'],
  [404, '404'],
  [1e-7, '1e−7'],
])('%d is %s', (value, expected) => {
  expect(signed(value)).toBe(expected);
});
