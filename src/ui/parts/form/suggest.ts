import type { JsonPath } from '../../../engine/base/json/document.ts';

/** Values somebody else knows for a field. */
export interface Suggestions {
  readonly values: readonly string[];
  /** What is to be said below them, such as `100 of 340`; null where nothing is. */
  readonly more: string | null;
  /** Why there are none, where that is to be said. */
  readonly problem: string | null;
}

/** Asks for values of the field at a path; null where there are none for it. `typed`: what stands there by now. */
export type Suggest = (
  path: JsonPath,
) => ((typed: string, signal: AbortSignal) => Promise<Suggestions>) | null;
