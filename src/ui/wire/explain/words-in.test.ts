import { expect, test } from 'vitest';
import { wordsIn } from './words-in.ts';

const chips = (message: unknown, revision: string | null, method?: string) =>
  Object.fromEntries(
    (wordsIn(JSON.stringify(message), revision, (id) => (id === '7' ? method : undefined)) ?? [])
      .flatMap(({ words }) => words)
      .flatMap(({ text, chip }) => (chip ? [[text, chip.text]] : [])),
  );

const list = { jsonrpc: '2.0', id: 7, result: { tools: [{ name: 'a', execution: {} }], ttlMs: 1 } };

test.each([
  ['2026-07-28', { execution: 'not in 2026-07-28' }],
  ['2025-11-25', { ttlMs: 'not in 2025-11-25' }],
  ['2025-06-18', { ttlMs: 'not in 2025-06-18', execution: 'not in 2025-06-18' }],
  [null, {}],
])('what a revision lacks is marked: %s', (revision, expected) => {
  expect(chips(list, revision, 'tools/list')).toEqual(expected);
});

test('what is deprecated is marked from the revision on that says so', () => {
  const request = { method: 'roots/list' };
  expect(chips(request, '2026-07-28')).toEqual({ 'roots/list': 'deprecated 2026-07-28' });
  expect(chips(request, '2025-11-25')).toEqual({});
});

test('what is not JSON has no words', () => {
  expect(wordsIn('<html>', null)).toBeNull();
});
