import { expect, test } from 'vitest';
import { secretWords } from './export.svelte.ts';

const secrets = (...places: string[]) =>
  places.map((where, index) => ({
    where,
    placeholder: `‹secret ${index}, 1 characters›`,
    value: String(index),
  }));

test.each([
  [null, false, 'Looking for secrets'],
  [[], false, 'No secret is known to stand in it'],
  [secrets('Authorization'), false, '1 secret becomes a placeholder: Authorization'],
  [secrets('Authorization'), true, 'Whoever has the file has it: Authorization'],
  [secrets('a', 'b', 'a'), false, '3 secrets become placeholders: a, b'],
  [secrets('a', 'b', 'c', 'd', 'e'), true, 'Whoever has the file has them: a, b, c, d, and more'],
  [secrets('x'.repeat(60)), false, `1 secret becomes a placeholder: ${'x'.repeat(40)}`],
])('what becomes of secrets %#', (found, include, words) => {
  expect(secretWords(found, include)).toBe(words);
});
