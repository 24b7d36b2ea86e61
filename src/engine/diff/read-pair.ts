import {
  readDocument,
  sliceOf,
  type DocumentRead,
  type JsonNode,
  type KnownValues,
} from '../base/json/document.ts';
import { failure, success, type Result } from '../base/result.ts';
import { atOnce } from '../base/turn.ts';

/** Two texts, read. */
export interface ReadPair {
  readonly before: JsonNode;
  readonly after: JsonNode;
  /** Entries of the second text whose characters stand in the first too, by what stands there. They have no members of their own. */
  readonly twins: ReadonlyMap<JsonNode, JsonNode>;
}

/** A list in the result of a message, its entries and their members: of most of them it is enough to know that they are alike. */
const READ_DEPTH = 3;

/** Shorter lists are read anew: that takes no time. */
const LONG = 64;

/** Entries that begin alike are told apart by no more than this many characters; of several the last is tried. */
const BEGINNING = 64;

/** Reads one text as far as the entries of a list in the result of a message. */
export function readPart(text: string): DocumentRead {
  return atOnce(readDocument(text, READ_DEPTH, Infinity));
}

/**
 * Reads two JSON texts as far as the entries of a list in the result of a message; deeper values as ranges alone. Entries of a long list of the
 * first that stand in the second too are not read again. Fails with `not-json`; the message names the text.
 */
export function readPair(before: string, after: string): Result<ReadPair, 'not-json'> {
  const from = readPart(before);
  if (!from.ok) return failure('not-json', `The earlier text is not JSON. ${from.message}`);
  const twins = new Map<JsonNode, JsonNode>();
  const known = entriesOf(before, from.value, twins);
  const to = atOnce(readDocument(after, READ_DEPTH, Infinity, known));
  if (!to.ok) return failure('not-json', `The later text is not JSON. ${to.message}`);
  return success({ before: from.value, after: to.value, twins });
}

/** The entries of the longest list; what is found of them is put into `twins`. */
function entriesOf(text: string, root: JsonNode, twins: Map<JsonNode, JsonNode>): KnownValues | null {
  let longest: { readonly items: readonly JsonNode[]; readonly depth: number } = { items: [], depth: 0 };
  let level = [root];
  // An entry stands one deeper, and its members are read.
  for (let depth = 1; depth <= READ_DEPTH; depth++) {
    for (const { items } of level)
      if (items && items.length > longest.items.length) longest = { items, depth };
    level = level.flatMap(({ items, members }) =>
      depth === READ_DEPTH
        ? []
        : (members?.map(({ value }) => value) ?? (items && items.length < LONG ? items : [])),
    );
  }
  const { items, depth } = longest;
  if (items.length < LONG) return null;
  const byBeginning = new Map(
    items.map((item, index) => [text.slice(item.start, item.start + BEGINNING), index]),
  );
  /** Most of them stand in the same order. */
  let next = 0;
  const tryAt = (index: number, other: string, at: number): JsonNode | undefined => {
    const item = items[index];
    if (item === undefined || !isEnclosed(item)) return undefined;
    const length = item.end - item.start;
    if (other.slice(at, at + length) !== sliceOf(text, item)) return undefined;
    next = index + 1;
    const found = { kind: item.kind, start: at, end: at + length };
    twins.set(found, item);
    return found;
  };
  return {
    depth,
    at(other, at) {
      const found = tryAt(next, other, at);
      if (found) return found;
      // It was changed, came, or stands elsewhere.
      const elsewhere = byBeginning.get(other.slice(at, at + BEGINNING));
      next += 1;
      return elsewhere === undefined ? undefined : tryAt(elsewhere, other, at);
    },
  };
}

/** Its last character ends it: `12` begins like `123`. */
function isEnclosed({ kind }: JsonNode): boolean {
  return kind === 'object' || kind === 'array';
}
