import { createWorkerQueue, type Stopped, type WorkerLike } from '../base/worker-queue.ts';
import type { Validation, ValidationTexts } from './validation.ts';

/** Validates texts; never throws or rejects. */
export interface Validator {
  /**
   * `schemaText`: a JSON Schema, 2020-12 unless its `$schema` says draft-07. `instanceText`: the value as it will travel.
   * What can't be decided (a remote reference, rounding, a schema that is wrong or too expensive) says why.
   */
  validate(schemaText: string, instanceText: string): Promise<Validation>;
  /** Ends whatever runs; from then on every answer is `undecided`. */
  dispose(): void;
}

/**
 * A validator whose work is done by a worker that can be killed: a pattern or a schema that takes longer than
 * `timeLimitMs` gives `undecided`, and the next job a new worker. One job runs at a time and none is tried twice.
 * The worker is made by `spawn` on first use; it must speak `ValidationJob` and `ValidationReply`.
 */
export function createValidator(
  spawn: () => WorkerLike,
  { timeLimitMs = 1000 }: { readonly timeLimitMs?: number } = {},
): Validator {
  const reasons: Readonly<Record<Stopped, string>> = {
    closed: 'Validation has been closed',
    'not started': 'The validation worker could not be started',
    'not loaded': 'The validation worker did not load',
    failed: 'The validation worker failed',
    'too long': `Validation was stopped after ${timeLimitMs} ms: the schema is too expensive`,
  };
  const queue = createWorkerQueue<ValidationTexts, Validation>(spawn, {
    timeLimitMs,
    stopped: (why) => ({ verdict: 'undecided', reason: reasons[why] }),
  });
  return {
    validate: (schemaText, instanceText) => queue.run({ schemaText, instanceText }),
    dispose: () => queue.dispose(),
  };
}
