import { describe, expect, test } from 'vitest';
import {
  compareRevisions,
  eraOf,
  existsIn,
  findRevision,
  hasVersionHeader,
  isDatedVersion,
  LATEST_LEGACY_VERSION,
  LATEST_MODERN_VERSION,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  REVISIONS,
} from './revisions.ts';

describe('the revisions', () => {
  test('are four, newest first', () => {
    expect(REVISIONS.map((revision) => revision.version)).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2025-03-26',
    ]);
  });

  test('are modern from 2026-07-28 on', () => {
    expect(MODERN_VERSIONS).toEqual(['2026-07-28']);
    expect(LEGACY_VERSIONS).toEqual(['2025-11-25', '2025-06-18', '2025-03-26']);
  });

  test('are of the era their place in time says', () => {
    for (const { version, era } of REVISIONS) expect(eraOf(version)).toBe(era);
  });

  test('have arrays of messages in 2025-03-26 alone', () => {
    expect(REVISIONS.filter((revision) => revision.batches).map((revision) => revision.version)).toEqual([
      '2025-03-26',
    ]);
  });

  test('have a newest of each era', () => {
    expect(LATEST_MODERN_VERSION).toBe(MODERN_VERSIONS[0]);
    expect(LATEST_LEGACY_VERSION).toBe(LEGACY_VERSIONS[0]);
  });
});

test.each([
  ['2024-11-05', 'legacy'],
  ['2026-07-27', 'legacy'],
  ['2026-07-28', 'modern'],
  ['2099-01-01', 'modern'],
  ['', 'legacy'],
  ['1.0', 'legacy'],
  ['DRAFT-2026-v1', 'modern'],
])('the version %j is spoken as %s', (version, era) => {
  expect(eraOf(version)).toBe(era);
});

test.each([
  ['2025-03-26', false],
  ['2025-06-18', true],
  ['2025-11-25', true],
  ['2026-07-28', true],
  ['2024-11-05', false],
  ['2025-08-01', true],
])('%s has the version header: %s', (version, expected) => {
  expect(hasVersionHeader(version)).toBe(expected);
});

test.each([
  ['2025-06-18', { since: '2025-06-18' }, true],
  ['2025-03-26', { since: '2025-06-18' }, false],
  ['2025-11-25', { since: '2025-11-25', until: '2026-07-28' }, true],
  ['2026-07-28', { since: '2025-11-25', until: '2026-07-28' }, false],
])('%s lies within %j: %s', (version, lifetime, expected) => {
  expect(existsIn(version, lifetime)).toBe(expected);
});

test('versions order as text', () => {
  expect(['2026-07-28', '2025-03-26', '2025-11-25'].sort(compareRevisions)).toEqual([
    '2025-03-26',
    '2025-11-25',
    '2026-07-28',
  ]);
  expect(compareRevisions('2025-06-18', '2025-06-18')).toBe(0);
});

test('an unknown version has no row', () => {
  expect(findRevision('2024-11-05')).toBeUndefined();
  expect(findRevision('__proto__')).toBeUndefined();
});

test.each([
  ['2025-06-18', true],
  ['2025-6-18', false],
  ['2025-06-18 ', false],
  ['draft', false],
])('%j is a date: %s', (version, expected) => {
  expect(isDatedVersion(version)).toBe(expected);
});
