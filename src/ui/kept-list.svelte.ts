import type { Collection, Kept, Store } from '../engine/store/store.ts';

/** Things a person named and kept in this browser, newest first. Reactive. */
export class KeptList<T extends { readonly name: string }> {
  readonly #store: Store;
  readonly #collection: Collection<T>;
  entries = $state.raw<readonly Kept<T>[]>([]);

  constructor(store: Store, collection: Collection<T>) {
    this.#store = store;
    this.#collection = collection;
  }

  /** Reads what is there now: another tab may have kept something since. */
  async load(): Promise<void> {
    this.entries = await this.#store.list(this.#collection);
  }

  /** Null, or why it was not kept, in one sentence. */
  async keep(value: T): Promise<string | null> {
    const number = await this.#store.next(this.#collection.name);
    // By number and not by time: two may be kept in one millisecond.
    const put = await this.#store.put(this.#collection, String(number), value, number);
    await this.load();
    return put.ok ? null : put.message;
  }

  /** Null, or why the name stays as it was. */
  async rename({ key, order, value }: Kept<T>, name: string): Promise<string | null> {
    const put = await this.#store.put(this.#collection, key, { ...value, name }, order);
    await this.load();
    return put.ok ? null : put.message;
  }

  async remove(key: string): Promise<void> {
    await this.#store.delete(this.#collection, key);
    await this.load();
  }

  /** Why what is kept is gone with the page; null where it stays. */
  get fleeting(): string | null {
    const { kind, problem } = this.#store.status.snapshot;
    return kind === 'memory' ? problem : null;
  }
}
