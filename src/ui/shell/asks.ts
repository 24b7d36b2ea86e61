import type { CallView } from '../../engine/views/calls.ts';

/** A file that can't be opened, and why. */
export interface FileRefusal {
  readonly name: string;
  readonly reason: string;
}

/** What is asked before calls that wait are abandoned. */
export interface Question {
  readonly calls: readonly CallView[];
  /** The connection stays: only its session is made anew. */
  readonly stays: boolean;
  /** A session that the server is told to end. */
  readonly endsSession: boolean;
  answer(leave: boolean): void;
}

/** What the dialogs say; null where there is nothing to say. */
export interface Asks {
  readonly question: Question | null;
  refusal: FileRefusal | null;
}
