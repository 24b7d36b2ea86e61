import { expect, test } from 'vitest';
import { pointerTo, stepsOf } from './pointer.ts';

test.each([
  ['', []],
  ['/', ['']],
  ['/a~1b/~01/0', ['a/b', '~1', '0']],
  ['/content//%20', ['content', '', '%20']],
])('%j is the way %j, and back', (pointer, steps) => {
  expect(stepsOf(pointer)).toEqual(steps);
  expect(pointerTo(steps)).toBe(pointer);
});
