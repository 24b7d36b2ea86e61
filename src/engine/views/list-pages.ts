import type { BodyRef } from '../base/body.ts';
import { decodeString, member, readDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { inSlices } from '../base/turn.ts';
import type { ListingView, PageView } from './listings.ts';

/** One entry of a list, also a broken one, with everything as it travelled. */
export interface ListEntry {
  /** Position over all pages, from 0: the key of the entry, since names may repeat. */
  readonly index: number;
  readonly page: number;
  /** `tools[6]` within its page. */
  readonly path: string;
  /** What a request names it by: a name, a URI or a template. Empty where the entry has none. */
  readonly key: string;
  /** Empty where the entry has none. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  /** The entry's text as it travelled. */
  readonly raw: string;
  /** What makes it broken: where, and why. It stays usable by hand where it has a key. */
  readonly problems: readonly EntryProblem[];
  /** Position among the entries with this key, from 1, and how many there are. */
  readonly twin: { readonly nth: number; readonly of: number } | null;
}

/** One thing wrong with an entry of a list. */
export interface EntryProblem {
  /** `tools[6].inputSchema` */
  readonly path: string;
  /** Sentence case, no full stop. */
  readonly reason: string;
}

/** What a page says about being kept (2026-07-28, server/utilities/caching), and when it came. */
export interface PageHints {
  readonly page: number;
  /** Milliseconds, as the page gave them where that was a number. */
  readonly ttlMs: number | null;
  readonly cacheScope: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}

/** The entries of a listing and what kept a page from being read. */
export interface EntryList<E> {
  readonly entries: readonly E[];
  readonly failedPages: readonly {
    readonly page: number;
    readonly exchange: number;
    readonly reason: string;
  }[];
  readonly hints: readonly PageHints[];
}

/** An entry before its place among all pages is known. */
export type PageEntry<E extends ListEntry> = Omit<E, 'index' | 'page' | 'twin'>;

/** Reads one entry of a page. Adds to `problems` what is wrong with it. */
export type ReadEntry<E extends ListEntry> = (
  text: string,
  node: JsonNode,
  path: string,
  problems: EntryProblem[],
) => PageEntry<E>;

type PageContent<E extends ListEntry> =
  | {
      readonly ok: true;
      readonly entries: readonly PageEntry<E>[];
      readonly ttlMs: number | null;
      readonly cacheScope: string | null;
    }
  | { readonly ok: false; readonly reason: string };

interface ReadPage<E extends ListEntry> {
  readonly page: PageView;
  /** Null while it is under way. */
  readonly content: PageContent<E> | null;
}

/** Entries that are read between two chances to stop. */
const STEP = 256;

/**
 * A reader of one kind of list, whose entries stand in the member `name` of each page's result. A broken entry is listed with its
 * problems and hides none of the others; a page without the list is named with the reason. A page that is still under way is left
 * out. Never rejects for what came. `depth`: how deep in the message parts have their members (an entry stands at 3); deeper nobody
 * looks.
 */
export function createListReader<E extends ListEntry>(
  name: string,
  depth: number,
  readEntry: ReadEntry<E>,
): (listing: ListingView) => Promise<EntryList<E>> {
  // A page never changes once it has come, and a listing is read again whenever one more arrives.
  const contents = new WeakMap<BodyRef, Promise<PageContent<E>>>();
  /** Several places read the same listing. */
  const lists = new WeakMap<ListingView, Promise<EntryList<E>>>();

  return (listing) => {
    const known = lists.get(listing);
    if (known) return known;
    const reading = readPages(listing);
    lists.set(listing, reading);
    return reading;
  };

  async function readPages(listing: ListingView): Promise<EntryList<E>> {
    const pages = await Promise.all(
      listing.pages.map(async (page) => ({ page, content: await contentOf(page, listing) })),
    );
    return inSlices(joinPages(pages));
  }

  function contentOf(page: PageView, listing: ListingView): Promise<PageContent<E>> | PageContent<E> | null {
    const { result } = page;
    if (result === null) {
      const { ended } = listing;
      return ended ? { ok: false, reason: ended.detail ?? 'No answer came' } : null;
    }
    const known = contents.get(result);
    if (known) return known;
    const reading = result.text().then(
      (text) => inSlices(readPage(text)),
      () => unreadable('Its text is no longer there'),
    );
    contents.set(result, reading);
    return reading;
  }

  function* readPage(text: string): Generator<void, PageContent<E>> {
    // An answer in an array stands one deeper.
    const parsed = yield* readDocument(text, /^\s*\[/.test(text) ? depth + 1 : depth);
    if (!parsed.ok) return unreadable(`Not JSON. ${parsed.message}`);
    const message = answerIn(parsed.value);
    const result = member(message, 'result');
    if (!result) return unreadable(errorText(text, member(message, 'error')));
    const list = member(result, name);
    if (!list) return unreadable(`The result has no ${name}`);
    if (!list.items) return unreadable(`${name} is ${nounOf(text, list)}, not an array`);
    const entries: PageEntry<E>[] = [];
    for (const node of list.items) {
      entries.push(readEntry(text, node, `${name}[${entries.length}]`, []));
      if (entries.length % STEP === 0) yield;
    }
    const ttl = member(result, 'ttlMs');
    return {
      ok: true,
      entries,
      ttlMs: ttl?.kind === 'number' ? Number(sliceOf(text, ttl)) : null,
      cacheScope: decodeString(text, member(result, 'cacheScope')) ?? null,
    };
  }
}

function* joinPages<E extends ListEntry>(pages: readonly ReadPage<E>[]): Generator<void, EntryList<E>> {
  const failedPages: { page: number; exchange: number; reason: string }[] = [];
  const hints: PageHints[] = [];
  const counts = new Map<string, number>();
  for (const { page, content } of pages) {
    if (content === null) continue;
    if (!content.ok) {
      failedPages.push({ page: page.page, exchange: page.exchange, reason: content.reason });
      continue;
    }
    const { ttlMs, cacheScope } = content;
    if (page.receivedAt !== null)
      hints.push({ page: page.page, ttlMs, cacheScope, receivedAt: page.receivedAt });
    for (const { key } of content.entries) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  const entries: E[] = [];
  for (const { page, content } of pages) {
    if (!content?.ok) continue;
    for (const entry of content.entries) {
      const of = counts.get(entry.key) ?? 1;
      const nth = (seen.get(entry.key) ?? 0) + 1;
      if (of > 1) seen.set(entry.key, nth);
      const place = { index: entries.length, page: page.page, twin: of > 1 ? { nth, of } : null };
      // What is left out of a page's entry is what is put in here.
      entries.push({ ...entry, ...place } as unknown as E);
      if (entries.length % STEP === 0) yield;
    }
  }
  return { entries, failedPages, hints };
}

function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

/** The answer in a body: the body itself, or the first answer of an array (2025-03-26). */
function answerIn(root: JsonNode): JsonNode {
  return root.items?.find((item) => member(item, 'result') ?? member(item, 'error')) ?? root;
}

function errorText(text: string, error: JsonNode | undefined): string {
  if (!error) return 'The answer is neither a result nor an error';
  const code = member(error, 'code');
  const said = decodeString(text, member(error, 'message'));
  const number = code ? ` ${sliceOf(text, code).replace('-', '−')}` : '';
  return `The server answered error${number}${said ? `: ${said}` : ''}`;
}

/** A member that names an entry: a string that is neither empty nor blank. Anything else is a problem. */
export function readKey(
  text: string,
  node: JsonNode,
  key: string,
  path: string,
  problems: EntryProblem[],
): string {
  const at = `${path}.${key}`;
  const value = member(node, key);
  if (!value) {
    problems.push({ path: at, reason: `${key} is missing` });
    return '';
  }
  const said = decodeString(text, value);
  if (said === undefined)
    problems.push({ path: at, reason: `${key} is ${nounOf(text, value)}, not a string` });
  else if (said === '') problems.push({ path: at, reason: `${key} is empty` });
  else if (said.trim() === '') problems.push({ path: at, reason: `${key} is blank` });
  return said ?? '';
}

/** A member that may be missing; one that is no string is a problem. */
export function readOptionalText(
  text: string,
  node: JsonNode,
  key: string,
  path: string,
  problems: EntryProblem[],
): string | null {
  const value = member(node, key);
  if (!value) return null;
  const found = decodeString(text, value);
  if (found === undefined)
    problems.push({ path: `${path}.${key}`, reason: `${key} is ${nounOf(text, value)}, not a string` });
  return found ?? null;
}

const NOUNS = { object: 'an object', array: 'an array', string: 'a string', number: 'a number' } as const;

/** What a value is, in words: `an array`, `null`. */
export function nounOf(text: string, node: JsonNode): string {
  return node.kind === 'literal' ? sliceOf(text, node) : NOUNS[node.kind];
}
