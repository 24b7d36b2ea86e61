import { expect, test } from 'vitest';
import { idName, keyName } from './key-name.ts';

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

test.each([
  ['0', '0'],
  ['"a b "', '"a b "'],
  ['""', '""'],
  ['9007199254740993', '9007199254740993'],
  ['"a\u202eb"', '"a\\u202eb"'],
])('the id %s, JSON already, is shown as %s', (id, shown) => {
  expect(idName(id)).toBe(shown);
});
