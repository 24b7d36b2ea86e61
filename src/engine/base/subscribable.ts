/** Something with a snapshot that is replaced, never mutated, and listeners that hear of it. */
export interface Subscribable<T> {
  readonly snapshot: T;
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** A set of listeners; `notify` calls each once, in order of subscription. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A `Subscribable` whose snapshot its owner replaces. */
export class State<T> implements Subscribable<T> {
  #snapshot: T;
  readonly #listeners = new Listeners();

  constructor(initial: T) {
    this.#snapshot = initial;
  }

  get snapshot(): T {
    return this.#snapshot;
  }

  /** Replaces the snapshot and tells every listener; the same object again is not a change. */
  set(next: T): void {
    if (next === this.#snapshot) return;
    this.#snapshot = next;
    this.#listeners.notify();
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }
}
