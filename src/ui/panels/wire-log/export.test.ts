import { expect, test } from 'vitest';
import { restWords, secretWords } from './export.svelte.ts';

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

test('that a size is not the one that travelled is said where placeholders are written', () => {
  const asTheyAre = 'Session ids and everything else are written as they are';
  expect([restWords(null, false), restWords([], false), restWords(secrets('a'), true)]).toEqual([
    asTheyAre,
    asTheyAre,
    asTheyAre,
  ]);
  expect(restWords(secrets('a'), false)).toBe(
    `${asTheyAre}. A body with a placeholder has another size than the one that travelled`,
  );
});
