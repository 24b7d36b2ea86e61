import { expect, test } from 'vitest';
import { needsTask } from './tool-execution.ts';
import type { ToolEntry } from './tools.ts';

const tool = (raw: string) => ({ raw }) as ToolEntry;

test.each([
  ['{"execution":{"taskSupport":"required"}}', '2025-11-25', true],
  ['{"execution":{"taskSupport":"optional"}}', '2025-11-25', false],
  ['{"taskSupport":"required"}', '2025-11-25', false],
  ['{"execution":{"taskSupport":"required"}}', '2025-06-18', false],
  ['{"execution":{"taskSupport":"required"}}', '2026-07-28', false],
  ['{"execution":{"taskSupport":"required"', '2025-11-25', false],
  ['null', '2025-11-25', false],
])('%s in %s needs a task: %s', (raw, revision, needs) => {
  expect(needsTask(tool(raw), revision)).toBe(needs);
});
