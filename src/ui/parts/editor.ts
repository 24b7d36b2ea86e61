import type { Severity } from './tone.ts';

/** Something about a range of the text; offsets in UTF-16. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity: Severity;
}

/** Line and column of an offset, from one, as people count them. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, Math.max(0, offset));
  const breaks = before.split('\n');
  return { line: breaks.length, column: (breaks.at(-1)?.length ?? 0) + 1 };
}

/** A problem's range, inside the text and in order. A range of nothing stays one. */
export function clampRange(problem: Problem, length: number): { from: number; to: number } {
  const from = Math.min(Math.max(0, problem.from), length);
  return { from, to: Math.min(Math.max(from, problem.to), length) };
}
