import type { Numbered, WorkerReply } from '../base/worker-queue.ts';

/** One thing wrong in an instance, and where. */
export interface Problem {
  /** JSON pointer (RFC 6901) of the value concerned; `''` is the whole instance. */
  readonly pointer: string;
  /** Half-open range in the instance text, UTF-16 units: the value, the key of a member that must not be there, or the object that lacks one. */
  readonly from: number;
  readonly to: number;
  /** Short and plain, no full stop: `Needs at least 8 characters, has 6`. */
  readonly message: string;
  /** The keyword of the schema that refused it. */
  readonly keyword: string;
  /** The member of the value at `pointer` that is missing, must not be there, or whose name is wrong. */
  readonly property?: string;
  /** JSON pointers, in the schema, of the schemas that say so: the objects that have the keyword. Absent where that is not known. */
  readonly schemas?: readonly string[];
  /** Of `oneOf`: more than one alternative matched. */
  readonly several?: true;
}

/** What validation of an instance against a schema found. */
export type Validation =
  | { readonly verdict: 'valid' }
  /** In the order of the text, at most `PROBLEM_LIMIT`; never empty. */
  | { readonly verdict: 'invalid'; readonly problems: readonly Problem[] }
  /** Neither can be claimed: a reference that is not resolved, rounding, a schema that is wrong or too expensive. */
  | { readonly verdict: 'undecided'; readonly reason: string };

/** Most problems given for one instance. */
export const PROBLEM_LIMIT = 50;

/** What is validated against what. */
export interface ValidationTexts {
  readonly schemaText: string;
  readonly instanceText: string;
}

/** What the validation worker is sent. */
export type ValidationJob = Numbered<ValidationTexts>;

/** What the validation worker sends. */
export type ValidationReply = WorkerReply<Validation>;
