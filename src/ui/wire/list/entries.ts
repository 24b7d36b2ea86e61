import { straightText } from '../../../engine/base/visible-text.ts';
import type { EntryList, ListEntry } from '../../../engine/views/list-pages.ts';
import type { ListingView } from '../../../engine/views/listings.ts';
import type { ChipData } from '../../parts/tone.ts';

/** One line of a list of what a server offers. */
export interface EntryRow {
  /** What names the entry, or its path where nothing does. */
  readonly name: string;
  /** `2 of 2`, where the name is not the only one. */
  readonly nth: string;
  readonly note: string;
  readonly chips: readonly ChipData[];
  /** Nothing names it. */
  readonly unnamed: boolean;
  /** Names of one list differ at their end, as URIs do: where there is no room, it is the start that goes. */
  readonly keepsEnd?: boolean;
}

/** Which entry a draft or a call belongs to, as long as the list may change: what names it and which of that name. */
export function entryKey(entry: ListEntry): string {
  return JSON.stringify(entry.key ? [entry.key, entry.twin?.nth ?? 1] : ['', entry.index]);
}

/** What every line of a list says; `note` and `chips` are for an entry that is not broken. */
export function entryRow(entry: ListEntry, note: string, chips: readonly ChipData[] = []): EntryRow {
  const [problem] = entry.problems;
  return {
    name: straightText(entry.key || entry.path),
    nth: [entry.twin && `${entry.twin.nth} of ${entry.twin.of}`, problem && entry.key && entry.path]
      .filter(Boolean)
      .join(', '),
    note: straightText(problem?.reason ?? note),
    chips: [
      ...(problem ? [{ text: 'broken', tone: 'fail' } as const] : []),
      ...(entry.twin && entry.twin.nth > 1 ? [{ text: 'same name', tone: 'wait' } as const] : []),
      ...(problem ? [] : chips),
    ],
    unnamed: entry.key === '',
  };
}

/** Entries whose name, title, description, path or problem holds the text; case does not count. Positions stay those of the whole list. */
export function filterEntries<E extends ListEntry>(entries: readonly E[], needle: string): readonly E[] {
  const wanted = needle.trim().toLowerCase();
  if (!wanted) return entries;
  return entries.filter((entry) => searchedText(entry).includes(wanted));
}

// Made once: a list of thousands is filtered at every key press.
const searched = new WeakMap<ListEntry, string>();

function searchedText(entry: ListEntry): string {
  const known = searched.get(entry);
  if (known !== undefined) return known;
  const { key, name, title, description, path, problems } = entry;
  const text = [key, name, title, description, path, problems[0]?.reason].join('\n').toLowerCase();
  searched.set(entry, text);
  return text;
}

/** Pages that failed and were not read since: of a page that was asked for again only the newest attempt counts. */
export function openFailures<E extends ListEntry>(
  list: EntryList<E>,
  listing: ListingView,
): EntryList<E>['failedPages'] {
  const newest = new Map(listing.pages.map(({ page, exchange }) => [page, exchange]));
  return list.failedPages.filter(({ page, exchange }) => newest.get(page) === exchange);
}

/** `14 in 2 pages, 1 broken`; `3 of 14` where fewer are shown. */
export function countText<E extends ListEntry>(
  list: EntryList<E>,
  listing: ListingView,
  shown: number,
): string {
  const broken = list.entries.filter(({ problems }) => problems.length > 0).length;
  // A page that was asked for again is one page.
  const count = new Set(listing.pages.map(({ page }) => page)).size;
  const pages = count > 1 ? ` in ${count} pages` : '';
  const all = list.entries.length;
  const of = shown < all ? `${shown.toLocaleString('en')} of ` : '';
  return `${of}${all.toLocaleString('en')}${pages}${broken > 0 ? `, ${broken} broken` : ''}`;
}
