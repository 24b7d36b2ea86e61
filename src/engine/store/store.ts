import type { Result } from '../base/result.ts';
import type { Subscribable } from '../base/subscribable.ts';

/** A named set of records with an order and, where `limit` is set, an upper bound. */
export interface Collection<T> {
  /** Constant; part of the stored data. */
  readonly name: string;
  /** How many records are kept: beyond it those with the lowest order go. Null for no bound. */
  readonly limit: number | null;
  /** The record's value as this version understands it; undefined where it can't be read, which skips the record. */
  read(value: unknown): T | undefined;
}

/** One record of a collection. */
export interface Kept<T> {
  readonly key: string;
  /** What a listing sorts by: a number of the caller, such as a time or a sequence number. */
  readonly order: number;
  readonly value: T;
}

/** Where things are kept, and why not longer. */
export interface StoreStatus {
  /** `browser`: survives a reload. `memory`: lasts as long as the page. */
  readonly kind: 'browser' | 'memory';
  /** Why things are kept in memory only, or why the last write failed. One sentence; null where all is well. */
  readonly problem: string | null;
}

/**
 * Where handshakes, servers, drafts and settings are kept. Values are structured-cloneable data and are copied both ways.
 * No method rejects: a read that fails finds nothing, a write that fails says so, and `status` has the reason.
 */
export interface Store {
  readonly status: Subscribable<StoreStatus>;
  /** The value under `key`; undefined where there is none or it can't be read. */
  get<T>(collection: Collection<T>, key: string): Promise<T | undefined>;
  /** Keeps `value` under `key`, in place of what was there, and drops what exceeds the collection's limit. */
  put<T>(
    collection: Collection<T>,
    key: string,
    value: T,
    order: number,
  ): Promise<Result<undefined, 'not-kept'>>;
  delete(collection: Collection<unknown>, key: string): Promise<void>;
  /** Every readable record, highest order first. One that can't be read is left out, never in the way. */
  list<T>(collection: Collection<T>): Promise<readonly Kept<T>[]>;
  /** The keys of all records, highest order first; nothing of the records is read. */
  keys(collection: Collection<unknown>): Promise<readonly string[]>;
  /** The next number of a counter, from 1, unique across the tabs that share the store. */
  next(counter: string): Promise<number>;
}
