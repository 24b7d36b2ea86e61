import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { systemClock, type Clock } from '../base/clock.ts';
import { assertInvariant, describeThrown } from '../base/errors.ts';
import { failure, success } from '../base/result.ts';
import { State } from '../base/subscribable.ts';
import { createMemoryStore } from './memory.ts';
import { readSafely } from './record.ts';
import type { Collection, Kept, Store, StoreStatus } from './store.ts';

interface StoredRecord {
  readonly collection: string;
  readonly key: string;
  readonly order: number;
  readonly value: unknown;
}

interface Schema extends DBSchema {
  /** Every collection in one object store, so that a new one needs no new version, which open tabs would block. */
  records: {
    key: [collection: string, key: string];
    value: StoredRecord;
    indexes: { order: [collection: string, order: number] };
  };
  counters: { key: string; value: number };
}

type Database = IDBPDatabase<Schema>;

/** Where and how the browser's store is opened. */
export interface BrowserStoreOptions {
  /** Name of the database; `roundtrip` unless a test wants its own. */
  readonly name?: string;
  readonly clock?: Clock;
  /** Milliseconds to wait for the database: a browser may neither open nor refuse it. */
  readonly openLimitMs?: number;
}

const VERSION = 1;

/**
 * A store in IndexedDB, shared by the tabs of this origin. It opens on first use; where the browser refuses, blocks or never
 * answers, things are kept in memory and `status` says why.
 */
export function createBrowserStore(options: BrowserStoreOptions = {}): Store {
  return new BrowserStore(options);
}

class BrowserStore implements Store {
  readonly status = new State<StoreStatus>({ kind: 'browser', problem: null });
  readonly #name: string;
  readonly #clock: Clock;
  readonly #openLimitMs: number;
  #opening: Promise<Database | null> | null = null;
  #memory: Store | null = null;
  /** The last number given of each counter, to go on from when the database fails in the middle. */
  readonly #given = new Map<string, number>();

  constructor({ name = 'roundtrip', clock = systemClock, openLimitMs = 3000 }: BrowserStoreOptions) {
    this.#name = name;
    this.#clock = clock;
    this.#openLimitMs = openLimitMs;
  }

  async get<T>(collection: Collection<T>, key: string): Promise<T | undefined> {
    return this.#run(
      async (db) => {
        const record = await db.get('records', [collection.name, key]);
        return record && readSafely(collection, record.value);
      },
      (memory) => memory.get(collection, key),
      () => undefined,
    );
  }

  async put<T>(collection: Collection<T>, key: string, value: T, order: number) {
    assertInvariant(Number.isFinite(order), 'order-not-finite', `No order for ${collection.name}`);
    return this.#run(
      async (db) => {
        await putAndTrim(db, { collection: collection.name, key, order, value }, collection.limit);
        this.#clearProblem();
        return success(undefined);
      },
      (memory) => memory.put(collection, key, value, order),
      (problem) => failure('not-kept', problem),
    );
  }

  async delete(collection: Collection<unknown>, key: string): Promise<void> {
    await this.#run(
      (db) => db.delete('records', [collection.name, key]),
      (memory) => memory.delete(collection, key),
      () => undefined,
    );
  }

  async list<T>(collection: Collection<T>): Promise<readonly Kept<T>[]> {
    return this.#run(
      async (db) => {
        const records = await readAll(db, collection.name);
        return records.flatMap((record): Kept<T>[] => {
          const value = readSafely(collection, record.value);
          return value === undefined ? [] : [{ key: record.key, order: record.order, value }];
        });
      },
      (memory) => memory.list(collection),
      () => [],
    );
  }

  async keys(collection: Collection<unknown>): Promise<readonly string[]> {
    return this.#run(
      async (db) => {
        const keys = await db.getAllKeysFromIndex('records', 'order', rangeOf(collection.name));
        return keys.map(([, key]) => key).reverse();
      },
      (memory) => memory.keys(collection),
      () => [],
    );
  }

  async next(counter: string): Promise<number> {
    const number = await this.#run(
      (db) => increment(db, counter, (thrown) => this.#report(thrown)),
      (memory) => memory.next(counter),
      () => (this.#given.get(counter) ?? 0) + 1,
    );
    this.#given.set(counter, number);
    return number;
  }

  /** Runs `inBrowser` on the database, once more if the browser closed it under us; `failed` gives what to answer else. */
  async #run<R>(
    inBrowser: (db: Database) => Promise<R>,
    inMemory: (memory: Store) => Promise<R>,
    failed: (problem: string) => R,
  ): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      const db = await this.#database();
      if (db === null) return inMemory(this.#fallback());
      try {
        return await inBrowser(db);
      } catch (thrown) {
        if (isClosed(thrown) && attempt === 1) {
          this.#opening = null;
          continue;
        }
        return failed(this.#report(thrown));
      }
    }
  }

  #report(thrown: unknown): string {
    const problem = `The database of the browser failed: ${explain(thrown)}`;
    this.status.set({ kind: 'browser', problem });
    return problem;
  }

  #clearProblem(): void {
    if (this.status.snapshot.problem !== null) this.status.set({ kind: 'browser', problem: null });
  }

  #fallback(): Store {
    this.#memory ??= createMemoryStore(this.status.snapshot.problem);
    return this.#memory;
  }

  #database(): Promise<Database | null> {
    if (this.#memory) return Promise.resolve(null);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Null, with the reason in `status`, where there is no database to be had. */
  async #open(): Promise<Database | null> {
    const stop = new AbortController();
    // Called, not passed on: where IndexedDB is switched off the call itself throws.
    const opened = Promise.resolve().then(() =>
      openDB<Schema>(this.#name, VERSION, {
        upgrade(db) {
          const records = db.createObjectStore('records', { keyPath: ['collection', 'key'] });
          records.createIndex('order', ['collection', 'order']);
          db.createObjectStore('counters');
        },
        // Another tab brings a newer version: give way, and open again when needed.
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase | null)?.close();
          this.#opening = null;
        },
        terminated: () => {
          this.#opening = null;
        },
      }),
    );
    const late = this.#clock.sleep(this.#openLimitMs, stop.signal).then(
      () => 'late' as const,
      () => 'late' as const,
    );
    try {
      const first = await Promise.race([opened, late]);
      if (first !== 'late') return first;
      opened.then(
        (db) => db.close(),
        () => undefined,
      );
      return this.#refused('The browser did not open its database in time');
    } catch (thrown) {
      return this.#refused(`The browser does not let this page keep anything: ${explain(thrown)}`);
    } finally {
      stop.abort();
    }
  }

  #refused(problem: string): null {
    this.status.set({ kind: 'memory', problem: `${problem}. What is kept lasts until the page is closed.` });
    return null;
  }
}

async function putAndTrim(db: Database, record: StoredRecord, limit: number | null): Promise<void> {
  const transaction = db.transaction('records', 'readwrite');
  const work = async () => {
    await transaction.store.put(record);
    if (limit === null) return;
    // Keys alone: a record that can't be read must not keep others from going.
    const keys = await transaction.store.index('order').getAllKeys(rangeOf(record.collection));
    const surplus = Math.max(0, keys.length - limit);
    await Promise.all(keys.slice(0, surplus).map((key) => transaction.store.delete(key)));
  };
  await Promise.all([work().catch((thrown: unknown) => giveUp(transaction, thrown)), transaction.done]);
}

/**
 * Counts up in one transaction: tabs wait for each other, so no number is given twice. The number is known before it is safe on the
 * disk, and a connection waits for it: `onlost` says where it never got there.
 */
async function increment(db: Database, counter: string, onlost: (thrown: unknown) => void): Promise<number> {
  const transaction = db.transaction('counters', 'readwrite');
  const work = async () => {
    const last: unknown = await transaction.store.get(counter);
    const number = typeof last === 'number' && Number.isSafeInteger(last) && last >= 0 ? last + 1 : 1;
    // Its failure fails the transaction, and that is told once.
    transaction.store.put(number, counter).catch(() => undefined);
    return number;
  };
  const saved = transaction.done;
  try {
    const number = await work();
    saved.catch(onlost);
    return number;
  } catch (thrown) {
    // Its own failure says less than the one that is thrown on.
    saved.catch(() => undefined);
    return giveUp(transaction, thrown);
  }
}

function giveUp(transaction: { abort(): void }, thrown: unknown): never {
  try {
    transaction.abort();
  } catch {
    // It had ended by itself.
  }
  throw thrown;
}

/** Highest order first. Where one record makes reading all of them fail, they are read one by one. */
async function readAll(db: Database, collection: string): Promise<readonly StoredRecord[]> {
  try {
    return (await db.getAllFromIndex('records', 'order', rangeOf(collection))).reverse();
  } catch (thrown) {
    if (isClosed(thrown)) throw thrown;
  }
  const keys = await db.getAllKeysFromIndex('records', 'order', rangeOf(collection));
  const records: StoredRecord[] = [];
  for (const key of keys.reverse()) {
    const record = await db.get('records', key).catch(() => undefined);
    if (record) records.push(record);
  }
  return records;
}

function rangeOf(collection: string): IDBKeyRange {
  return IDBKeyRange.bound([collection, -Infinity], [collection, Infinity]);
}

/** The browser closed the connection: a newer tab asked for it, or site data was cleared. */
function isClosed(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'InvalidStateError';
}

function explain(thrown: unknown): string {
  if (thrown instanceof DOMException) {
    switch (thrown.name) {
      case 'QuotaExceededError':
        return 'the browser has no room left for this page';
      case 'VersionError':
        return 'another tab runs a newer Roundtrip';
      case 'SecurityError':
        return 'its settings forbid it';
    }
  }
  return describeThrown(thrown);
}
