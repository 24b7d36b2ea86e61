import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Collection, Store } from '../../../engine/store/store.ts';
import { track } from '../../parts/pending.svelte.ts';

const drafts: Collection<string> = {
  name: 'argument-drafts',
  limit: 500,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** The argument texts a person typed, by server and tool. They outlive the panel and, through the store, the page. */
export class ArgumentDrafts {
  readonly #store: Store;
  readonly #texts = new SvelteMap<string, string>();
  /** What was typed on an earlier page. */
  readonly #kept = new SvelteSet<string>();
  readonly #loading = new Map<string, Promise<void>>();
  /** By key; until the store has it. */
  readonly #unsaved = new Map<string, string>();
  /** What the page before had not saved when it went. */
  readonly #left: ReadonlyMap<string, string>;
  #saving = false;

  constructor(store: Store) {
    this.#store = store;
    this.#left = takeLeft();
    for (const [key, text] of this.#left) this.#unsaved.set(key, text);
    if (this.#left.size > 0) void this.#save();
    // A write that is under way may end with the page; what the tab keeps is there at once.
    addEventListener('pagehide', () => leave(this.#unsaved));
  }

  /** The text, once it is known whether there is one. */
  get(url: string, tool: string): string | undefined {
    return this.#texts.get(keyOf(url, tool));
  }

  /** Whether the text began as what was typed on an earlier page. */
  isKept(url: string, tool: string): boolean {
    return this.#kept.has(keyOf(url, tool));
  }

  /** Finds what was typed earlier; `seed` is the text where there is nothing. */
  open(url: string, tool: string, seed: () => string): Promise<void> {
    const key = keyOf(url, tool);
    if (this.#texts.has(key)) return Promise.resolve();
    const loading = this.#loading.get(key) ?? this.#load(key, seed);
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(key: string, seed: () => string): Promise<void> {
    const kept = this.#left.get(key) ?? (await track(this.#store.get(drafts, key)));
    this.#loading.delete(key);
    // Typing may have been faster than the store.
    if (this.#texts.has(key)) return;
    if (kept !== undefined) this.#kept.add(key);
    this.#texts.set(key, kept ?? seed());
  }

  set(url: string, tool: string, text: string): void {
    const key = keyOf(url, tool);
    this.#texts.set(key, text);
    this.#unsaved.set(key, text);
    void this.#save();
  }

  /** One write at a time, always of the newest text: nothing waits for a pause in typing, so a reload loses nothing. */
  async #save(): Promise<void> {
    if (this.#saving) return;
    this.#saving = true;
    for (let next = this.#first(); next; next = this.#first()) {
      const [key, text] = next;
      await track(this.#store.put(drafts, key, text, Date.now()));
      if (this.#unsaved.get(key) === text) this.#unsaved.delete(key);
    }
    this.#saving = false;
  }

  #first(): [string, string] | undefined {
    return this.#unsaved.entries().next().value;
  }
}

function keyOf(url: string, tool: string): string {
  return JSON.stringify([url, tool]);
}

/** In the storage of the tab, which is written at once. */
const LEFT = 'roundtrip argument drafts';

function leave(unsaved: ReadonlyMap<string, string>): void {
  try {
    if (unsaved.size > 0) window.sessionStorage.setItem(LEFT, JSON.stringify([...unsaved]));
  } catch {
    // No room, or none allowed: the write that is under way is all there is.
  }
}

function takeLeft(): ReadonlyMap<string, string> {
  try {
    const text = window.sessionStorage.getItem(LEFT);
    window.sessionStorage.removeItem(LEFT);
    const read: unknown = JSON.parse(text ?? '[]');
    const pairs = Array.isArray(read) ? (read as unknown[]) : [];
    return new Map(pairs.filter(isPair));
  } catch {
    return new Map();
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
}
