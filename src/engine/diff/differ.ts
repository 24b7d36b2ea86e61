import { failure } from '../base/result.ts';
import { createWorkerQueue, type Stopped, type WorkerLike } from '../base/worker-queue.ts';
import type { ListEnd, ListKind } from './list-diff.ts';
import { doListJob, pack, type ListAnswer, type ListJob } from './list-job.ts';

/** Compares lists; never throws or rejects. */
export interface Differ {
  /** What `diffLists` gives. Where nothing came of it, `stopped` with the reason: sentence case, no full stop. */
  lists(kind: ListKind, before: ListEnd, after: ListEnd): Promise<ListAnswer>;
  /** Ends whatever runs; from then on every answer is `stopped`. */
  dispose(): void;
}

/** Lists with fewer entries than this are compared sooner than a worker would be there, in less than a frame. */
const AT_ONCE = 20;

/** And only where their texts are short: characters. */
const SHORT = 40_000;

/**
 * A differ whose work is done by a worker that can be killed; what is small is done at once. The worker is made by `spawn` on first use;
 * it must speak `NumberedListJob` and `ListReply`.
 */
export function createDiffer(
  spawn: () => WorkerLike,
  { timeLimitMs = 20_000 }: { readonly timeLimitMs?: number } = {},
): Differ {
  const reasons: Readonly<Record<Stopped, string>> = {
    closed: 'Comparing has been closed',
    'not started': 'The worker that compares could not be started',
    'not loaded': 'The worker that compares did not load',
    failed: 'The worker that compares failed',
    'too long': `Comparing was stopped after ${timeLimitMs / 1000} s: the lists are too long, or differ in too much`,
  };
  const queue = createWorkerQueue<ListJob, ListAnswer>(spawn, {
    timeLimitMs,
    stopped: (why) => failure('stopped', reasons[why]),
  });
  let disposed = false;
  return {
    lists(kind, before, after) {
      const job = { kind, before: pack(before), after: pack(after) };
      if (disposed) return Promise.resolve(failure('stopped', reasons.closed));
      return isSmall(before) && isSmall(after) ? Promise.resolve(doListJob(job)) : queue.run(job);
    },
    dispose() {
      disposed = true;
      queue.dispose();
    },
  };
}

function isSmall({ entries }: ListEnd): boolean {
  return entries.length < AT_ONCE && entries.reduce((sum, { raw }) => sum + raw.length, 0) < SHORT;
}
