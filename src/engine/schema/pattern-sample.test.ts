import { describe, expect, test } from 'vitest';
import { sampleOfPattern } from './pattern-sample.ts';

describe('a sample matches its pattern', () => {
  test.each([
    ['', ''],
    ['^$', ''],
    ['^abc$', 'abc'],
    ['abc', 'abc'],
    ['^[A-Z]{3}-\\d{4}$', 'AAA-0000'],
    ['^[a-z0-9\\-_]+$', 'a'],
    ['^[^a0]$', 'A'],
    ['^[^\\w\\s]$', '-'],
    ['^(foo|bar)+\\.(?:x|y){2,3}z?$', 'foo.xx'],
    ['^a*?b+?$', 'b'],
    ['^\\s\\S\\w\\W\\D$', ' aa-a'],
    ['^v\\d+\\.\\d+$|^latest$', 'v0.0'],
    ['^(?<year>\\d{4})/.$', '0000/a'],
    ['^[.$]x$', '.x'],
    ['^(a+)+$', 'a'],
    ['[^]', 'a'],
    ['^é😀?$', undefined],
  ])('%s', (pattern, sample) => {
    expect(sampleOfPattern(pattern)).toBe(sample);
    if (sample !== undefined) expect(sample).toMatch(new RegExp(pattern));
  });
});

describe('what it does not understand it refuses', () => {
  test.each([
    'a^b',
    'a$b',
    '(^a)',
    '(a$)',
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(a)\\1',
    '\\bword\\b',
    '\\u0041',
    '\\p{L}',
    '[',
    '[]',
    '[a[b]]',
    '(',
    ')',
    'a{2',
    'a{,2}',
    'a{99999999}',
    '(((a{900}){900}){900})',
    '*',
    '\\',
    '('.repeat(100_000),
    '[^\\s\\S]',
    '[^z-a]',
  ])('%j', (pattern) => {
    expect(sampleOfPattern(pattern)).toBeUndefined();
  });
});
