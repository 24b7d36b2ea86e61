import { decodeString, member, parseDocument } from '../base/json/document.ts';
import type { ToolEntry } from './tools.ts';

/**
 * Whether a tool of 2025-11-25 runs only as a task of that revision (`execution.taskSupport: "required"`, basic/utilities/tasks). Later
 * revisions leave that to the server, and earlier ones know no tasks.
 */
export function needsTask(tool: ToolEntry, revision: string): boolean {
  if (revision !== '2025-11-25' || !tool.raw.includes('"taskSupport"')) return false;
  const read = parseDocument(tool.raw);
  const execution = read.ok ? member(read.value, 'execution') : undefined;
  return decodeString(tool.raw, member(execution, 'taskSupport')) === 'required';
}
