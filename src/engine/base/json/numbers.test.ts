import { describe, expect, test } from 'vitest';
import { hasUnsafeNumber, isUnsafeNumber, parsePlain } from './numbers.ts';

describe('a number is unsafe when its nearest double is another value', () => {
  test.each([
    ['0', false],
    ['-0', false],
    ['0.0', false],
    ['0e999', false],
    ['1.0', false],
    ['1.00000000000000000000', false],
    ['1e3', false],
    ['1E+3', false],
    ['0.1', false],
    ['0.30000000000000004', false],
    ['1e-7', false],
    ['123456789012345', false],
    ['9007199254740991', false],
    ['9007199254740992', false],
    ['9007199254740993', true],
    ['-9007199254740993', true],
    ['9007199254740993.0', true],
    ['18446744073709551615', true],
    ['100000000000000000000000', false],
    ['0.1000000000000000055', true],
    ['1.7976931348623157e308', false],
    ['1e400', true],
    ['-1e400', true],
    ['1e-400', true],
    ['5e-324', false],
    ['3e-324', true],
  ])('%s', (token, unsafe) => {
    expect(isUnsafeNumber(token)).toBe(unsafe);
    expect(hasUnsafeNumber(token)).toBe(unsafe);
    expect(hasUnsafeNumber(`{"a":[1, ${token}\n]}`)).toBe(unsafe);
    expect(hasUnsafeNumber(`{"${token}":"\\"${token}"}`)).toBe(false);
  });

  test('a number after a string that ends with an escaped backslash is seen', () => {
    expect(hasUnsafeNumber('["\\\\", 9007199254740993]')).toBe(true);
    expect(hasUnsafeNumber('["\\", 9007199254740993]"]')).toBe(false);
  });

  test('a text that is not JSON does not throw', () => {
    for (const text of ['', '"', '-', '1-2e', '"\\', '--1e4000'])
      expect(() => hasUnsafeNumber(text)).not.toThrow();
  });
});

describe('values', () => {
  test('plain parsing is JSON.parse', () => {
    const read = parsePlain('{"__proto__":{"a":1},"":2,"a":1,"a":9007199254740993}');
    expect(read).toEqual({
      ok: true,
      value: JSON.parse('{"__proto__":{"a":1},"":2,"a":9007199254740992}') as unknown,
    });
    expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__', '', 'a']);
  });

  test('a failure says where', () => {
    expect(parsePlain('{"a":}')).toEqual({
      ok: false,
      code: 'not-json',
      message: 'Expected a value at line 1, column 6',
    });
  });

  test.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(1001) + '1' + '}'.repeat(1001)],
  ])('too deep: %s', (_, text) => {
    expect(parsePlain(text)).toMatchObject({ ok: false, code: 'too-deep' });
  });

  test('brackets in strings are not depth', () => {
    expect(parsePlain(JSON.stringify('['.repeat(5000))).ok).toBe(true);
    expect(parsePlain('['.repeat(1000) + ']'.repeat(1000)).ok).toBe(true);
  });
});
