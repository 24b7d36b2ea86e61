import type { ListEntry } from './list-pages.ts';

/** What differs between two lists of one kind. Entries are named by their key; of several with one key, by their place among them. */
export interface ListChanges {
  readonly added: readonly ListEntry[];
  readonly removed: readonly ListEntry[];
  /** As they are now: the text is another, to the character. */
  readonly changed: readonly ListEntry[];
}

/** What became of `before`. A list in another order is the same. */
export function listChanges(before: readonly ListEntry[], after: readonly ListEntry[]): ListChanges {
  const known = new Map(before.map((entry) => [identity(entry), entry]));
  const added: ListEntry[] = [];
  const changed: ListEntry[] = [];
  for (const entry of after) {
    const id = identity(entry);
    const old = known.get(id);
    known.delete(id);
    if (!old) added.push(entry);
    else if (old.raw !== entry.raw) changed.push(entry);
  }
  return { added, removed: [...known.values()], changed };
}

/** An entry without a key is known by its text alone. */
function identity({ key, raw, twin }: ListEntry): string {
  return key === '' ? JSON.stringify([raw]) : JSON.stringify([key, twin?.nth ?? 1]);
}
