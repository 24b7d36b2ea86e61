import { expect, test } from 'vitest';
import { LosslessNumber, parseLossless } from './lossless.ts';

test('lossless only where a number needs it', () => {
  expect(parseLossless('{"a":1.0}')).toEqual({ ok: true, value: { a: 1 } });
  const read = parseLossless('{"a":9007199254740993,"b":1.0,"a":1e400}');
  if (!read.ok) return expect.unreachable();
  const value = read.value as Record<string, unknown>;
  expect(value['a']).toBeInstanceOf(LosslessNumber);
  expect(String(value['a'])).toBe('1e400');
  expect(String(value['b'])).toBe('1.0');
});

test.each([
  ['[1', 'not-json'],
  ['['.repeat(100_000) + '9007199254740993' + ']'.repeat(100_000), 'too-deep'],
])('a failure is a value', (text, code) => {
  expect(parseLossless(text)).toMatchObject({ ok: false, code });
});
