import type { Collection } from './store.ts';

/** What a collection makes of a stored value; a reader that throws has met a record it does not understand. */
export function readSafely<T>(collection: Collection<T>, value: unknown): T | undefined {
  try {
    return collection.read(value);
  } catch {
    return undefined;
  }
}
