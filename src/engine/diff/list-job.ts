import type { Numbered, WorkerReply } from '../base/worker-queue.ts';
import { failure, type Result } from '../base/result.ts';
import { diffLists, type ListComparison, type ListEnd, type ListKind } from './list-diff.ts';

/** The entries of a list as they go to a worker: two flat arrays are copied several times faster than an object for each entry. */
export interface PackedList {
  readonly keys: readonly string[];
  readonly raws: readonly string[];
}

/** Two lists to be compared. */
export interface ListJob {
  readonly kind: ListKind;
  readonly before: PackedList;
  readonly after: PackedList;
}

/** What came of it. `stopped`: nothing did, and why in words. */
export type ListAnswer = Result<ListComparison, 'stopped'>;

/** What the worker that compares is sent. */
export type NumberedListJob = Numbered<ListJob>;

/** What it sends. */
export type ListReply = WorkerReply<ListAnswer>;

/** A list made ready to go. */
export function pack({ entries }: ListEnd): PackedList {
  return { keys: entries.map(({ key }) => key), raws: entries.map(({ raw }) => raw) };
}

/** Does a job, where it is called. */
export function doListJob({ kind, before, after }: ListJob): ListAnswer {
  const compared = diffLists(kind, unpack(before), unpack(after));
  return compared.ok ? compared : failure('stopped', compared.message);
}

function unpack({ keys, raws }: PackedList): ListEnd {
  return { entries: keys.map((key, index) => ({ key, raw: raws[index] ?? '' })) };
}
