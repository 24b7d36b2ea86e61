import { existsIn } from '../protocol/revisions.ts';
import { isRecord } from '../wire/message.ts';

/** 2026-07-28 lets `structuredContent` be any JSON value; before 2025-06-18 it meant nothing. */
const OBJECTS_ONLY = { since: '2025-06-18', until: '2026-07-28' };

/**
 * What is wrong with the types of a tool's result, a sentence each, without the full stop (`CallToolResult` of the schema of `revision`).
 * The result is used all the same. Pure.
 */
export function toolResultProblems(
  result: Readonly<Record<string, unknown>>,
  revision: string,
): readonly string[] {
  const found: string[] = [];
  const { isError, structuredContent } = result;
  if (isError !== undefined && typeof isError !== 'boolean') {
    found.push(`isError is ${shown(isError)}, not a boolean: the tool does not count as failed`);
  }
  if (structuredContent !== undefined && !isRecord(structuredContent) && existsIn(revision, OBJECTS_ONLY)) {
    found.push(`structuredContent is ${shown(structuredContent)}; in ${revision} it must be an object`);
  }
  return found;
}

const SHOWN_LENGTH = 60;

/** A value in words: what holds others by its kind, the rest as JSON. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (isRecord(value)) return 'an object';
  if (typeof value !== 'string') return JSON.stringify(value);
  return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
}
