import { describe, expect, test } from 'vitest';
import type { ReportedDifference } from '../../engine/diff/report.ts';
import { diffCounts, restWords, shownValue } from './diff-rows.ts';

describe('differences', () => {
  test.each([
    ['"1.4.0"', '1.4.0'],
    ['"1"', '"1"'],
    ['"false"', '"false"'],
    ['""', '""'],
    ['" a"', '" a"'],
    ['"a\\nb"', '"a\\nb"'],
    ['"{}"', '"{}"'],
    ['false', 'false'],
    ['{"a":1}', '{"a":1}'],
    [undefined, undefined],
  ])('a value %s is shown as %s', (json, shown) => expect(shownValue(json)).toBe(shown));

  test('are counted by kind, in a fixed order', () => {
    expect(diffCounts([{ kind: 'moved' }, { kind: 'changed' }, { kind: 'added' }])).toEqual([
      { text: '1 added', tone: 'added' },
      { text: '1 changed', tone: 'changed' },
      { text: '1 moved', tone: 'changed' },
    ]);
  });

  test('do not count as changed what is declared as before, and only deprecated by one of the revisions', () => {
    const deprecated = { kind: 'changed', deprecatedSince: '2026-07-28' } as const;
    expect(diffCounts([deprecated, { ...deprecated, before: '{}', after: '{"a":1}' }, deprecated])).toEqual([
      { text: '1 changed', tone: 'changed' },
      { text: '2 deprecated', tone: 'old' },
    ]);
  });

  const difference = (severity: ReportedDifference['severity']): ReportedDifference => ({
    severity,
    kind: 'changed',
    group: 'Server',
    path: 'a',
    segments: ['a'],
    sentence: 'It differs.',
  });
  const form = { where: 'a', form: 'key order', count: 1 } as const;

  test.each([
    [
      [difference('unclear'), difference('compatible'), difference('wording')],
      [],
      '3 other differences: 1 unclear, 1 compatible, 1 in wording only',
    ],
    [[difference('wording')], [], '1 other difference: 1 in wording only'],
    [[], [form], 'No value differs; one is written in another way'],
    [[], [form, form], 'No value differs; 2 are written in another way'],
  ])('where nothing breaks the rest is told', (differences, forms, words) => {
    expect(restWords({ differences, forms })).toBe(words);
  });
});
