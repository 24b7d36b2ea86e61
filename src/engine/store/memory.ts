import { assertInvariant, describeThrown } from '../base/errors.ts';
import { failure, success } from '../base/result.ts';
import { State } from '../base/subscribable.ts';
import { readSafely } from './record.ts';
import type { Collection, Kept, Store, StoreStatus } from './store.ts';

interface MemoryRecord {
  readonly key: string;
  readonly order: number;
  readonly value: unknown;
}

/**
 * A store that lasts as long as the page; `problem` says why it is used, null where it was wanted.
 * It behaves as the one in the browser does, copies included.
 */
export function createMemoryStore(problem: string | null = null): Store {
  const collections = new Map<string, Map<string, MemoryRecord>>();
  const counters = new Map<string, number>();
  const status = new State<StoreStatus>({ kind: 'memory', problem });

  const recordsOf = ({ name }: Collection<unknown>) => {
    const found = collections.get(name);
    if (found) return found;
    const records = new Map<string, MemoryRecord>();
    collections.set(name, records);
    return records;
  };

  return {
    status,
    get(collection, key) {
      const record = recordsOf(collection).get(key);
      return Promise.resolve(record && readSafely(collection, structuredClone(record.value)));
    },
    async put(collection, key, value, order) {
      assertInvariant(Number.isFinite(order), 'order-not-finite', `No order for ${collection.name}`);
      const records = recordsOf(collection);
      try {
        records.set(key, { key, order, value: structuredClone(value) });
      } catch (thrown) {
        return failure('not-kept', `It could not be kept: ${describeThrown(thrown)}`);
      }
      const surplus = collection.limit === null ? 0 : records.size - collection.limit;
      for (const { key: oldest } of sorted(records).slice(0, Math.max(0, surplus))) records.delete(oldest);
      return success(undefined);
    },
    delete(collection, key) {
      recordsOf(collection).delete(key);
      return Promise.resolve();
    },
    list<T>(collection: Collection<T>) {
      const kept = sorted(recordsOf(collection)).flatMap(({ key, order, value }): Kept<T>[] => {
        const read = readSafely(collection, structuredClone(value));
        return read === undefined ? [] : [{ key, order, value: read }];
      });
      return Promise.resolve(kept.reverse());
    },
    keys(collection) {
      return Promise.resolve(
        sorted(recordsOf(collection))
          .map(({ key }) => key)
          .reverse(),
      );
    },
    next(counter) {
      const number = (counters.get(counter) ?? 0) + 1;
      counters.set(counter, number);
      return Promise.resolve(number);
    },
  };
}

/** Lowest order first, ties by key: the order of the browser's index. */
function sorted(records: ReadonlyMap<string, MemoryRecord>): MemoryRecord[] {
  return [...records.values()].sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
}
