import { expect, test } from 'vitest';
import { newestLegacy, newestModern, readVersions, versionsNamedIn } from './listed-versions.ts';

test.each([
  [undefined, [], false],
  [['2026-07-28'], ['2026-07-28'], false],
  [['a', '', 7, null, 'b'], ['a', 'b'], true],
  ['2026-07-28', [], true],
  [null, [], true],
  [{ length: 1, 0: '2026-07-28' }, [], true],
])('the versions listed as %j are %j', (value, versions, strange) => {
  expect(readVersions(value)).toEqual({ versions, strange });
});

test.each([
  [['2025-03-26', '2025-11-25', '2025-06-18'], '2025-11-25'],
  // One that Roundtrip knows before a newer one that it does not.
  [['2025-06-18', '2025-09-01'], '2025-06-18'],
  [['2024-10-07', '2024-11-05'], '2024-11-05'],
  [['2026-07-28', '2099-01-01'], undefined],
  [['1.0', 'draft', ''], undefined],
  [[], undefined],
])('the newest legacy version of %j is %s', (versions, expected) => {
  expect(newestLegacy(versions)).toBe(expected);
});

test.each([
  [['2025-11-25', '2026-07-28'], '2026-07-28'],
  [['2099-01-01'], undefined],
])('the newest modern version of %j is %s', (versions, expected) => {
  expect(newestModern(versions)).toBe(expected);
});

test.each([
  [
    'data before the text',
    { message: 'use 2025-06-18', data: { supported: ['2025-03-26'] } },
    ['2025-03-26'],
  ],
  [
    'the text',
    { message: '(supported versions: 2025-06-18, 2024-11-05)', data: undefined },
    ['2025-06-18', '2024-11-05'],
  ],
  ['data that is text', { message: 'no', data: 'try 2025-06-18' }, ['2025-06-18']],
  ['no digits around', { message: '12025-06-18 2025-06-181 2025-06-18.', data: null }, ['2025-06-18']],
  ['nothing', { message: '', data: { supported: [] } }, []],
])('versions are found in %s', (_title, error, expected) => {
  expect(versionsNamedIn(error)).toEqual(expected);
});

test('a very long text is looked at in part', () => {
  expect(versionsNamedIn({ message: `${'x '.repeat(10_000)}2025-06-18`, data: null })).toEqual([]);
});
