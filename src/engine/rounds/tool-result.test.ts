import { expect, test } from 'vitest';
import { toolResultProblems } from './tool-result.ts';

test.each<[string, string, Record<string, unknown>, readonly string[]]>([
  ['a sound result', '2025-11-25', { isError: true, structuredContent: {} }, []],
  ['a result without either', '2025-11-25', { content: [] }, []],
  [
    'isError as text',
    '2026-07-28',
    { isError: 'true' },
    ['isError is "true", not a boolean: the tool does not count as failed'],
  ],
  ['isError null', '2025-03-26', { isError: null }, [expect.stringContaining('isError is null')]],
  ['isError an object', '2025-03-26', { isError: {} }, [expect.stringContaining('isError is an object')]],
  [
    'a long isError is cut',
    '2025-03-26',
    { isError: 'x'.repeat(61) },
    [`isError is "${'x'.repeat(60)}…", not a boolean: the tool does not count as failed`],
  ],
  ...['2025-06-18', '2025-11-25'].map(
    (revision): [string, string, Record<string, unknown>, readonly string[]] => [
      `structuredContent that is no object, in ${revision}`,
      revision,
      { structuredContent: [1] },
      [`structuredContent is an array; in ${revision} it must be an object`],
    ],
  ),
  [
    'structuredContent null',
    '2025-06-18',
    { structuredContent: null },
    [expect.stringContaining('structuredContent is null')],
  ],
  ['any structuredContent since 2026-07-28', '2026-07-28', { structuredContent: [1] }, []],
  ['structuredContent before it had a meaning', '2025-03-26', { structuredContent: 'x' }, []],
  [
    'both',
    '2025-11-25',
    { isError: 1, structuredContent: 2 },
    [expect.stringContaining('isError is 1'), expect.stringContaining('structuredContent is 2')],
  ],
])('%s', (_rule, revision, result, problems) => {
  expect(toolResultProblems(result, revision)).toEqual(problems);
});
