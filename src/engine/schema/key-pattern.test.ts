import { describe, expect, test } from 'vitest';
import { keyTest } from './key-pattern.ts';

const keys = [
  ...['', 'a', 'abc', 'aBc', 'ab', 'x-', 'x-a', 'ax-', 'a_id', '_id', 'exact', 'exactly', '42', 'a1', '1a'],
  ...[
    'foo',
    'barfoo',
    'foo.xx',
    'é',
    '😀',
    'a b',
    'a\nb',
    '__proto__',
    'constructor',
    '2026-07-28',
    'aaaa',
    '-',
    'A-b',
  ],
];

describe('a key matches as the expression says, run by the machine', () => {
  test.each([
    ...[
      '^x-',
      '_id$',
      '^exact$',
      '',
      '.*',
      '^[a-z]+$',
      '^\\d+$',
      '^[a-z][a-z0-9_]*$',
      '^x-.*$',
      '^[a-z]{2}$',
    ],
    ...[
      '^[a-z]{2,3}$',
      '^.{3,}$',
      '^(foo|bar)+$',
      '^(?:foo|bar)+\\.x{0,2}$',
      'a|^4',
      '^$',
      '$^',
      'a?b+?',
      '[^a]',
    ],
    ...[
      '^(a+)+$',
      '^(?:a|a)*$',
      '[a-z]+[a-z]+$',
      '^(a*)*$',
      '^\\p{L}+$',
      '^.$',
      '^\\w+\\s\\w+$',
      '\\u0061',
      '\\x41',
    ],
    ...['^(?<year>\\d{4})-\\d\\d-\\d\\d$', '^[\\w-]+$', '^\\-$', '[^]', 'a^b', '(^a|b$)', '^[a-z]?x?-'],
  ])('%j', (pattern) => {
    const test = keyTest(pattern);
    let expression: RegExp;
    try {
      expression = new RegExp(pattern, 'u');
    } catch {
      expression = new RegExp(pattern);
    }
    expect(keys.filter((key) => test?.(key))).toEqual(keys.filter((key) => expression.test(key)));
  });
});

test.each([
  ['(a)\\1'],
  ['[z-a]'],
  ['^(?!x-)'],
  ['(?<=a)b'],
  ['\\bword'],
  ['a{1,99999}'],
  ['('.repeat(10_000)],
])('%s is not read here', (pattern) => {
  expect(keyTest(pattern)).toBeUndefined();
});

test('no pattern runs away, however it is made; a key that is too long is not judged', () => {
  for (const pattern of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*b$',
    '(x+x+)+y',
    '^(.*a){20}$',
    '^((a{1,9}){1,9}){1,9}$',
  ]) {
    const started = performance.now();
    keyTest(pattern)?.(`${'a'.repeat(1000)}${'x'.repeat(1000)}!`);
    expect(performance.now() - started).toBeLessThan(1000);
  }
  expect(keyTest('^(a+)+$')?.(`${'a'.repeat(5000)}!`)).toBe(false);
  expect(keyTest('^(a+)+$')?.('a'.repeat(1_000_000))).toBeUndefined();
});
