import { expect, test } from 'vitest';
import { cutText, visibleText } from './visible-text.ts';

test('a long text is cut, and never within a character', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc… (4 characters)');
  expect(cutText('a\u{1f600}b', 2)).toBe('a… (4 characters)');
});

test('what can not be seen, or turns the direction of what follows, is written out', () => {
  expect(visibleText('tab\there')).toBe('tab\\there');
  expect(visibleText('a\u202egnp')).toBe('a\\u{202e}gnp');
});
