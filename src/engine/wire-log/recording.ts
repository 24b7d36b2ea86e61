import { Listeners } from '../base/subscribable.ts';
import type { WireEvent } from '../wire/events.ts';
import type { Note } from './notes.ts';

/** One entry of a recording: what travelled, or why. */
export type Entry = WireEvent | Note;

/** The append-only model of everything the screen shows. Entries are never changed or removed. */
export class Recording {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Listeners();
  #exchanges = 0;

  /** How many entries there are. */
  get length(): number {
    return this.#entries.length;
  }

  /** The entry at `index`, counted from 0; undefined past the end. */
  at(index: number): Entry | undefined {
    return this.#entries[index];
  }

  /** A fresh exchange number, from 1. */
  nextExchange(): number {
    this.#exchanges += 1;
    return this.#exchanges;
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    if ('exchange' in entry && entry.exchange !== undefined && entry.exchange > this.#exchanges) {
      this.#exchanges = entry.exchange;
    }
    this.#listeners.notify();
  }

  /** Calls `listener` after every append: coalesce where that is too often. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }
}
