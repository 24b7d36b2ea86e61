import { expect, test } from 'vitest';
import { sameValue } from './equal.ts';

test.each([
  ['1', '1'],
  ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }'],
  ['"\\u0041"', '"A"'],
  ['[1,[2,{"x":null}]]', '[1, [2, {"x": null}]]'],
  ['{"a":1,"a":2}', '{"a":2}'],
  ['{"__proto__":1}', '{"__proto__":1}'],
  ['not json', 'not json'],
])('%s is the same as %s', (a, b) => {
  expect(sameValue(a, b)).toBe(true);
  expect(sameValue(b, a)).toBe(true);
});

test.each([
  ['1', '1.0'],
  ['1e2', '100'],
  ['9007199254740993', '9007199254740992'],
  ['1', '"1"'],
  ['true', 'false'],
  ['null', '{}'],
  ['{}', '[]'],
  ['[1,2]', '[2,1]'],
  ['[1]', '[1,1]'],
  ['{"a":1}', '{"a":1,"b":2}'],
  ['{"a":1}', '{"b":1}'],
  ['{"__proto__":1}', '{}'],
  ['{"toString":1}', '{"x":1}'],
  ['not json', '"not json"'],
  ['{"a":1}', 'not json'],
])('%s is not the same as %s', (a, b) => {
  expect(sameValue(a, b)).toBe(false);
  expect(sameValue(b, a)).toBe(false);
});

test('nesting of any depth is compared', () => {
  const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000);
  expect(sameValue(deep('1 '), deep('1'))).toBe(true);
  expect(sameValue(deep('1'), deep('2'))).toBe(false);
});
