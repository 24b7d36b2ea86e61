import { expect, test } from 'vitest';
import { numberProblem } from './number-draft.ts';

test.each(['0', '-0', '1.5', '1.0', '1e3', '1E-07', '9007199254740993', '-0.0', '1e400'])(
  '%s is a number',
  (text) => {
    expect(numberProblem(text)).toBeNull();
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  },
);

test.each([
  ['', 'A number is missing'],
  ['-', 'A digit is missing after the minus sign'],
  ['1.', 'A digit is missing after the point'],
  ['.5', 'A digit is missing before the point'],
  ['1e', 'A digit is missing after the exponent'],
  ['1.5e-', 'A digit is missing after the exponent'],
  ['+1', 'A number has no plus sign'],
  ['01', 'A number begins with no needless zero'],
  ['1,5', 'The decimal point is a point, not a comma'],
  ['42xyz', 'Not a number'],
  ['NaN', 'JSON has no NaN'],
  ['-Infinity', 'JSON has no Infinity'],
  ['0x10', 'Not a number'],
  [' 1', 'White space is not part of a number'],
  ['1,"x":2', 'Not a number'],
  ['null', 'Not a number'],
])('%j: %s', (text, problem) => {
  expect(numberProblem(text)).toBe(problem);
});
