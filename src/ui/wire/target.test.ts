import { expect, test } from 'vitest';
import { parseTarget, targetText, type WireTarget } from './target.ts';

test.each<[string, WireTarget]>([
  ['12', { exchange: 12, direction: 'out', event: null }],
  ['12.in', { exchange: 12, direction: 'in', event: null }],
  ['12.3', { exchange: 12, direction: 'in', event: 3 }],
])('%s is a place and back', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
  expect(targetText(target)).toBe(text);
});

test.each(['', 'x', '12.', '12.out', '-1', '1.2.3', '12.in '])('%j is none', (text) => {
  expect(parseTarget(text)).toBeNull();
});
