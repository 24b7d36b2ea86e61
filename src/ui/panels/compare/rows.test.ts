import { describe, expect, test } from 'vitest';
import type { CellContent } from '../../../engine/comparison/matrix.ts';
import { cellText, columnWords } from './rows.ts';

describe('what stands in a cell', () => {
  test.each<[CellContent, string]>([
    [{ kind: 'unknown' }, '–'],
    [{ kind: 'none' }, 'none'],
    [{ kind: 'time', ms: 118 }, '118 ms'],
    [{ kind: 'bytes', sent: 414, received: 1200 }, '414 B sent, 1.2 kB received'],
    [{ kind: 'text', text: '14', digest: '3fa9c1d2' }, '14'],
  ])('%j: %s', (content, text) => {
    expect(cellText(content).text).toBe(text);
  });

  test('what is deprecated and what varies by itself says so in a word', () => {
    const { chips } = cellText({ kind: 'text', text: '{}', deprecated: '2026-07-28', varies: true });
    expect(chips.map(({ text }) => text)).toEqual(['deprecated', 'varies from run to run']);
  });
});

test.each([
  ['waiting', '', 'waits'],
  ['running', 'lists tools', 'lists tools'],
  ['running', '', 'begins'],
  ['cancelled', '', 'cancelled'],
  ['done', '', ''],
] as const)('a column that is %s %s: %s', (phase, step, words) => {
  expect(columnWords({ phase, step, runs: [] })).toBe(words);
});
