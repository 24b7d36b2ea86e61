import type { Severity } from './tone.ts';
import type { Words } from './words.ts';

export interface FindingItem {
  readonly key: string;
  readonly severity: Severity;
  readonly words: Words;
  /** Which message, which part of it. */
  readonly where?: string;
  /** The clause of the specification. */
  readonly clause?: string;
  readonly href?: string;
}
