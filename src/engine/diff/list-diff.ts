import { decodeString, member, sliceOf, type JsonNode, type JsonPath } from '../base/json/document.ts';
import { failure, success, type Result } from '../base/result.ts';
import { pathText } from './difference.ts';
import {
  addedFinding,
  compareEntry,
  movedFinding,
  removedFinding,
  renamedFinding,
  signatureOf,
  type ComparedEntry,
  type EntryFinding,
  type ListDifferenceKind,
  type ListDifferencePart,
  type ListKind,
} from './entry-diff.ts';
import { readPair, readPart } from './read-pair.ts';
import { longestRising } from './rising.ts';
import type { Severity } from './severity.ts';

/** Of one entry; here with what is compared. */
export type { ListDifferenceKind, ListDifferencePart, ListKind };

/** One entry of a list, as the views read it (`ListEntry` fits). */
export interface ListedEntry {
  /** What a request names it by: a name, a URI or a template. Empty where the entry has none. */
  readonly key: string;
  /** The entry's text as it travelled. */
  readonly raw: string;
}

/** One end of a comparison of lists: all entries of all pages (`EntryList` fits). */
export interface ListEnd {
  readonly entries: readonly ListedEntry[];
}

/** Where an entry stands in each list, from 0; absent where it is not in it. What tells it from others, since keys may repeat. */
export interface EntryPlaces {
  readonly before?: number;
  readonly after?: number;
}

/** One difference between two lists. */
export interface ListDifference {
  readonly kind: ListDifferenceKind;
  /** The entry's key, in the later list where it is there. Data of the server. */
  readonly entry: string;
  /** Its key in the earlier list, where it is another. */
  readonly renamedFrom?: string;
  readonly places: EntryPlaces;
  readonly part: ListDifferencePart;
  /** Where, in words: `tools.search.inputSchema.properties.query.type`. */
  readonly path: string;
  /** The same by its parts; keys of the server are data. */
  readonly segments: JsonPath;
  readonly severity: Severity;
  /** What it means to who calls the server. One or more sentences, never empty. */
  readonly sentence: string;
  /**
   * The verdict holds for callers that give no property which the old schema did not name. An open schema lets those through
   * unread, so that a property named now could in theory have been given before, in any form.
   */
  readonly assumes?: 'only-named-properties';
  /** JSON text as it came; absent for what was not there. */
  readonly before?: string;
  /** JSON text as it came; absent for what is no longer there. */
  readonly after?: string;
}

/** A difference in how an entry is written, where its value is the same. */
export interface FormDifference {
  readonly entry: string;
  readonly places: EntryPlaces;
  readonly form: 'key order' | 'white space' | 'spelling of a number' | 'escapes';
  /** How often, in this entry. */
  readonly count: number;
}

/** What differs between two lists of one kind. */
export interface ListComparison {
  readonly kind: ListKind;
  /** By entry: in the order of the earlier list, then what is new in the order of the later one. */
  readonly differences: readonly ListDifference[];
  /** Entries whose text differs and whose value does not. */
  readonly forms: readonly FormDifference[];
  readonly counts: {
    readonly before: number;
    readonly after: number;
    readonly added: number;
    readonly removed: number;
    readonly renamed: number;
    /** With the same key, and something that differs in value. */
    readonly changed: number;
    /** With the same key and the same value. */
    readonly same: number;
  };
}

/**
 * What differs between two lists of one kind, from the caller's side. Entries are known by key, the second of a key with the second.
 * An end is what a view read, or the text of a list result (or of the message, or of the array alone). Fails where such a text can't be
 * read: `not-json`, or `no-list`.
 */
export function diffLists(
  kind: ListKind,
  before: ListEnd | string,
  after: ListEnd | string,
): Result<ListComparison, 'not-json' | 'no-list'> {
  if (typeof before === 'string' && typeof after === 'string') {
    const read = readPair(before, after);
    if (!read.ok) return read;
    const from = listIn(kind, before, read.value.before);
    if (!from.ok) return from;
    const to = listIn(kind, after, read.value.after, { text: before, of: read.value.twins });
    return to.ok ? success(compareEntries(kind, from.value.entries, to.value.entries)) : to;
  }
  const from = typeof before === 'string' ? readListText(kind, before) : success(before);
  if (!from.ok) return from;
  const to = typeof after === 'string' ? readListText(kind, after) : success(after);
  if (!to.ok) return to;
  return success(compareEntries(kind, from.value.entries, to.value.entries));
}

const KEYS = { tools: 'name', prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

function readListText(kind: ListKind, text: string): Result<ListEnd, 'not-json' | 'no-list'> {
  const read = readPart(text);
  return read.ok ? listIn(kind, text, read.value) : failure('not-json', `Not JSON. ${read.message}`);
}

/** `twins`: entries that were read in the other text. */
function listIn(
  kind: ListKind,
  text: string,
  root: JsonNode,
  twins?: { readonly text: string; readonly of: ReadonlyMap<JsonNode, JsonNode> },
): Result<ListEnd, 'no-list'> {
  const list = root.items !== undefined ? root : member(member(root, 'result') ?? root, kind);
  if (list?.items === undefined) return failure('no-list', `The text has no list of ${KIND_WORDS[kind]}`);
  return success({
    entries: list.items.map((item) => {
      const twin = twins?.of.get(item);
      const [from, node] = twins && twin ? [twins.text, twin] : [text, item];
      return { key: decodeString(from, member(node, KEYS[kind])) ?? '', raw: sliceOf(from, node) };
    }),
  });
}

const KIND_WORDS = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resource templates',
} as const;

interface Placed extends ListedEntry {
  readonly index: number;
}

interface EntryPair {
  readonly before: Placed;
  readonly after: Placed;
}

function compareEntries(
  kind: ListKind,
  before: readonly ListedEntry[],
  after: readonly ListedEntry[],
): ListComparison {
  const { pairs, gone, came } = match(before, after);
  const renames = findRenames(kind, gone, came);
  const renamedTo = new Set(renames.map((pair) => pair.after));
  const renamedFrom = new Map(renames.map((pair) => [pair.before, pair]));
  const differences: ListDifference[] = [];
  const forms: FormDifference[] = [];
  let changed = 0;
  const unmoved = longestRising(
    pairs.toSorted((a, b) => a.after.index - b.after.index).map((pair) => pair.before.index),
  );
  const partner = new Map(pairs.map((pair) => [pair.before.index, pair]));
  const goneAt = new Map(gone.map((entry) => [entry.index, entry]));
  for (let index = 0; index < before.length; index++) {
    const pair = partner.get(index);
    if (pair !== undefined) {
      const found = pair.before.raw === pair.after.raw ? NOTHING : compareEntry(kind, pair, false);
      if (found.parts.length > 0) changed += 1;
      const { key } = pair.after;
      const places = { before: index, after: pair.after.index };
      for (const part of found.parts) differences.push(differenceOf(kind, key, places, undefined, part));
      for (const { form, count } of found.forms) forms.push({ entry: key, places, form, count });
      if (!unmoved.has(index))
        differences.push(differenceOf(kind, key, places, undefined, movedFinding(kind, pair)));
      continue;
    }
    const entry = goneAt.get(index);
    if (entry === undefined) continue;
    const rename = renamedFrom.get(entry);
    if (rename === undefined)
      differences.push(
        differenceOf(kind, entry.key, { before: index }, undefined, removedFinding(kind, entry)),
      );
    else {
      const { key } = rename.after;
      const places = { before: index, after: rename.after.index };
      differences.push(differenceOf(kind, key, places, entry.key, renamedFinding(kind, rename)));
      for (const part of compareEntry(kind, rename, true).parts)
        differences.push(differenceOf(kind, key, places, entry.key, part));
    }
  }
  const added = came.filter((entry) => !renamedTo.has(entry));
  for (const entry of added)
    differences.push(
      differenceOf(kind, entry.key, { after: entry.index }, undefined, addedFinding(kind, entry)),
    );
  return {
    kind,
    differences,
    forms,
    counts: {
      before: before.length,
      after: after.length,
      added: added.length,
      removed: gone.length - renames.length,
      renamed: renames.length,
      changed,
      same: pairs.length - changed,
    },
  };
}

const NOTHING: ComparedEntry = { parts: [], forms: [] };

function differenceOf(
  kind: ListKind,
  entry: string,
  places: EntryPlaces,
  renamedFrom: string | undefined,
  { kind: what, part, within, severity, sentence, assumes, before, after }: EntryFinding,
): ListDifference {
  const segments = [kind, entry, ...within];
  return {
    kind: what,
    entry,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    places,
    part,
    path: pathText(segments.map(String)),
    segments,
    severity,
    sentence,
    ...(assumes === undefined ? {} : { assumes }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function match(
  before: readonly ListedEntry[],
  after: readonly ListedEntry[],
): { pairs: EntryPair[]; gone: Placed[]; came: Placed[] } {
  const places = new Map<string, Placed[]>();
  before.forEach(({ key, raw }, index) => {
    const known = places.get(key);
    if (known === undefined) places.set(key, [{ key, raw, index }]);
    else known.push({ key, raw, index });
  });
  const taken = new Map<string, number>();
  const pairs: EntryPair[] = [];
  const came: Placed[] = [];
  after.forEach(({ key, raw }, index) => {
    const nth = taken.get(key) ?? 0;
    const old = places.get(key)?.[nth];
    taken.set(key, nth + 1);
    if (old === undefined) came.push({ key, raw, index });
    else pairs.push({ before: old, after: { key, raw, index } });
  });
  const kept = new Set(pairs.map((pair) => pair.before));
  const gone = [...places.values()]
    .flat()
    .filter((entry) => !kept.has(entry))
    .sort((a, b) => a.index - b.index);
  return { pairs, gone, came };
}

/** What went and came with the same content, where that fits but one of each. */
function findRenames(kind: ListKind, gone: readonly Placed[], came: readonly Placed[]): EntryPair[] {
  const bySignature = (entries: readonly Placed[]): Map<string, Placed[]> => {
    const found = new Map<string, Placed[]>();
    for (const entry of entries) {
      const signature = signatureOf(kind, entry.raw);
      if (signature === undefined || entry.key === '') continue;
      const known = found.get(signature);
      if (known === undefined) found.set(signature, [entry]);
      else known.push(entry);
    }
    return found;
  };
  if (gone.length === 0 || came.length === 0) return [];
  const arrivals = bySignature(came);
  return [...bySignature(gone)].flatMap(([signature, [before, another]]) => {
    const [after, more] = arrivals.get(signature) ?? [];
    return before !== undefined && another === undefined && after !== undefined && more === undefined
      ? [{ before, after }]
      : [];
  });
}
