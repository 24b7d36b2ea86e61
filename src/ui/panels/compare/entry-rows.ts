import { canonical } from '../../../engine/base/json/canonical.ts';
import { parseDocument, sliceOf } from '../../../engine/base/json/document.ts';
import type { ListEntry } from '../../../engine/views/list-pages.ts';
import type { DiffRow } from '../../parts/diff-list.ts';

/** What of two lists differs: entries that came or went, and members of those that stayed. */
export interface EntryDiff {
  readonly rows: readonly DiffRow[];
  readonly same: number;
}

/** Entries are told apart by what a request names them by; where that repeats, by their turn. */
export function entryRows(before: readonly ListEntry[], after: readonly ListEntry[]): EntryDiff {
  const was = byKey(before);
  const is = byKey(after);
  const rows: DiffRow[] = [];
  const add = (row: Omit<DiffRow, 'key'>) => rows.push({ key: String(rows.length), ...row });
  let same = 0;
  for (const [key, entry] of was) {
    const next = is.get(key);
    if (!next) {
      add({ kind: 'rem', path: shown(entry), meaning: entry.description ?? '' });
      continue;
    }
    const members = changed(entry.raw, next.raw);
    if (members.length === 0) same += 1;
    for (const { name, from, to } of members) {
      add({
        kind: from === undefined ? 'add' : to === undefined ? 'rem' : 'chg',
        path: `${shown(entry)}.${name}`,
        before: from,
        after: to,
      });
    }
  }
  for (const [key, entry] of is)
    if (!was.has(key)) add({ kind: 'add', path: shown(entry), meaning: entry.description ?? '' });
  return { rows, same };
}

function byKey(entries: readonly ListEntry[]): ReadonlyMap<string, ListEntry> {
  return new Map(entries.map((entry) => [`${entry.twin?.nth ?? 1} ${entry.key}`, entry]));
}

function shown({ key, path }: ListEntry): string {
  return key === '' ? path : key;
}

interface Changed {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

function changed(before: string, after: string): readonly Changed[] {
  const was = membersOf(before);
  const is = membersOf(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name): Changed[] => {
    const from = was.get(name);
    const to = is.get(name);
    if (from !== undefined && to !== undefined && canonical(from) === canonical(to)) return [];
    return [{ name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  });
}

function membersOf(text: string): ReadonlyMap<string, string> {
  const read = parseDocument(text);
  if (!read.ok || !read.value.members) return new Map([['value', text]]);
  return new Map(read.value.members.map(({ key, value }) => [key, sliceOf(text, value)]));
}
