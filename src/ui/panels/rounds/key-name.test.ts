import { expect, test } from 'vitest';
import { keyName } from './key-name.ts';

test.each([
  ['approve', 'approve'],
  ['two words', 'two words'],
  ['__proto__', '__proto__'],
  ['"quoted"', '"quoted"'],
  ['', '""'],
  [' a', '" a"'],
  ['a\n', '"a\\n"'],
  ['a\u0000b', '"a\\u0000b"'],
  ['a\u202eb', '"a\\u202eb"'],
])('%j is shown as %s', (key, shown) => {
  expect(keyName(key)).toBe(shown);
});
