import {
  decodeString,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
  type JsonPath,
} from '../base/json/document.ts';
import { assertInvariant } from '../base/errors.ts';
import { sameNode } from '../base/json/equal.ts';
import { success, type Result } from '../base/result.ts';
import { numberKey } from './decimal.ts';
import { readPair } from './read-pair.ts';
import { longestRising } from './rising.ts';
import { valueKey } from './value-key.ts';

/** One value that differs between two JSON texts. */
export interface StructuralChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** In the later text; for `removed` in the earlier one. */
  readonly path: JsonPath;
  /** In the earlier text, where it is another place of the array. */
  readonly movedFrom?: number;
  /** Text as it came; absent for `added`. */
  readonly before?: string;
  /** Text as it came; absent for `removed`. */
  readonly after?: string;
  /** Where `before` begins in the earlier text, in UTF-16 units. */
  readonly beforeStart?: number;
  /** Where `after` begins in the later text, in UTF-16 units. */
  readonly afterStart?: number;
  /** The digits differ, the number does not: `1` and `1.0`. */
  readonly sameNumber?: true;
}

/** How the same value is written in another way. */
export interface StructuralForm {
  readonly form: 'key order' | 'white space' | 'escapes';
  /** Objects with another order, objects and arrays with other spaces, strings with other escapes. */
  readonly count: number;
  /** Where, in the later text: the first `FORM_PATHS` of them. */
  readonly paths: readonly JsonPath[];
}

/** What differs between two JSON texts. */
export interface StructuralDiff {
  /** In reading order of the later text, what was removed before what stands in its parent. */
  readonly changes: readonly StructuralChange[];
  /** Kept apart, since no value differs. */
  readonly forms: readonly StructuralForm[];
}

/** Most places that are named for one form. */
export const FORM_PATHS = 20;

/** Members that tell the entries of an array apart; the first that all of them have. */
const IDENTITIES = ['uri', 'uriTemplate', 'name'] as const;

/**
 * Compares two JSON texts by path. Digits count as text, and no number is rounded. Entries of an array are recognised by their `uri`,
 * `uriTemplate` or `name`, scalars by their value, others by their place between what is alike at both ends. Of duplicate keys the last
 * counts. Does not recurse. Fails with `not-json`; the message names the text.
 */
export function diffTexts(before: string, after: string): Result<StructuralDiff, 'not-json'> {
  const read = readPair(before, after);
  if (!read.ok) return read;
  const differ = new Differ(before, read.value.twins);
  return success(
    differ.run(
      { text: before, node: read.value.before, base: 0 },
      { text: after, node: read.value.after, base: 0 },
    ),
  );
}

/** As `diffTexts`, of two values within their texts; paths begin at the values. */
export function diffNodes(
  beforeText: string,
  before: JsonNode,
  afterText: string,
  after: JsonNode,
): StructuralDiff {
  return new Differ(beforeText, new Map()).run(
    { text: beforeText, node: before, base: 0 },
    { text: afterText, node: after, base: 0 },
  );
}

/**
 * Longer texts are compared part by part. Else each level of a deep one would be compared from its first character to its last.
 */
const COMPARED_AT_ONCE = 16_384;

/** Steps from the root, the last one first: a list for each value would grow with the square of the depth. */
type Way = { readonly step: string | number; readonly up: Way } | null;

function pathOf(way: Way): JsonPath {
  const path: (string | number)[] = [];
  for (let at = way; at !== null; at = at.up) path.push(at.step);
  return path.reverse();
}

/** A value, and the text it is a range of. */
interface Value {
  readonly text: string;
  readonly node: JsonNode;
  /** Where `text` begins in the text that was given. */
  readonly base: number;
}

interface Pair {
  readonly before: Value;
  readonly after: Value;
  readonly way: Way;
}

type Work = Pair | StructuralChange;

class Differ {
  readonly #changes: StructuralChange[] = [];
  readonly #forms = new Map<StructuralForm['form'], { count: number; paths: JsonPath[] }>();
  readonly #beforeText: string;
  readonly #twins: ReadonlyMap<JsonNode, JsonNode>;
  #pending: Work[] = [];

  constructor(beforeText: string, twins: ReadonlyMap<JsonNode, JsonNode>) {
    this.#beforeText = beforeText;
    this.#twins = twins;
  }

  run(before: Value, after: Value): StructuralDiff {
    this.#pending = [{ before, after, way: null }];
    for (let work = this.#pending.pop(); work !== undefined; work = this.#pending.pop()) {
      if ('kind' in work) this.#changes.push(work);
      else this.#compare(work);
    }
    const forms = [...this.#forms].map(([form, { count, paths }]) => ({ form, count, paths }));
    return { changes: this.#changes, forms };
  }

  #compare({ before, after, way }: Pair): void {
    if (isSameText(before, after)) return;
    const from = before.node.kind;
    const to = after.node.kind;
    if (from === 'object' && to === 'object') this.#objects(this.#whole(before), this.#whole(after), way);
    else if (from === 'array' && to === 'array') this.#arrays(this.#whole(before), this.#whole(after), way);
    else if (from === 'string' && to === 'string' && stringOf(before) === stringOf(after))
      this.#form('escapes', way);
    else {
      const was = rawOf(before);
      const is = rawOf(after);
      const sameNumber = from === 'number' && to === 'number' && numberKey(was) === numberKey(is);
      const change = { kind: 'changed', path: pathOf(way), ...wasAt(before), ...isAt(after) } as const;
      this.#changes.push(sameNumber ? { ...change, sameNumber } : change);
    }
  }

  #objects(before: Value, after: Value, way: Way): void {
    const from = membersByKey(before);
    const to = membersByKey(after);
    const work: Work[] = [];
    for (const [key, old] of from) if (!to.has(key)) work.push(removed(old, { step: key, up: way }));
    for (const [key, now] of to) {
      const old = from.get(key);
      const at: Way = { step: key, up: way };
      work.push(old === undefined ? added(now, at) : { before: old, after: now, way: at });
    }
    const stayed = [...from.keys()].filter((key) => to.has(key));
    const order = [...to.keys()].filter((key) => from.has(key));
    if (stayed.some((key, index) => key !== order[index])) this.#form('key order', way);
    const gaps = memberGaps(before);
    const newGaps = memberGaps(after);
    if (gaps.end !== newGaps.end || order.some((key) => gaps.of.get(key) !== newGaps.of.get(key)))
      this.#form('white space', way);
    this.#push(work);
  }

  #arrays(before: Value, after: Value, way: Way): void {
    const from = this.#itemsOf(before);
    const to = this.#itemsOf(after);
    const { aligned, rest } = identified(from, to) ?? alike(from, to);
    const partnerOf = new Map(rest.map(([old, now]) => [now, old]));
    const kept = new Set(rest.map(([old]) => old));
    const unmoved = longestRising(rest.map(([old]) => old));
    const work: Work[] = [];
    for (let index = aligned; index < from.length; index++) {
      const value = from[index];
      if (value !== undefined && !kept.has(index)) work.push(removed(value, { step: index, up: way }));
    }
    for (const [index, now] of to.entries()) {
      const place = index < aligned ? index : partnerOf.get(index);
      const old = place === undefined ? undefined : from[place];
      if (place === undefined || old === undefined) {
        work.push(added(now, { step: index, up: way }));
        continue;
      }
      const at: Way = { step: index, up: way };
      if (index >= aligned && !unmoved.has(place)) {
        const path = pathOf(at);
        work.push({ kind: 'moved', path, movedFrom: place, ...wasAt(old), ...isAt(now) });
      }
      if (!isSameText(old, now)) work.push({ before: old, after: now, way: at });
    }
    if (itemGaps(before) !== itemGaps(after)) this.#form('white space', way);
    this.#push(work);
  }

  /** The value with all that is in it: of what lies deep only the range was read. */
  #whole(value: Value): Value {
    const { node } = value;
    const inside = node.members ?? node.items;
    const isShallow = (one: JsonNode): boolean =>
      (one.kind === 'object' || one.kind === 'array') && !one.members && !one.items && !this.#twins.has(one);
    // The items of an array are told apart by what is in them.
    if (inside !== undefined && !(node.items?.some(isShallow) ?? false)) return value;
    const text = rawOf(value);
    const read = parseDocument(text);
    assertInvariant(read.ok, 'diff-reread', 'A value of a JSON text is a JSON text');
    return { text, node: read.value, base: value.base + node.start };
  }

  /** An item that stands in the earlier text too is read there. */
  #itemsOf({ text, node, base }: Value): Value[] {
    return (node.items ?? []).map((item) => {
      const twin = this.#twins.get(item);
      if (twin === undefined) return { text, node: item, base };
      return { text: this.#beforeText, node: twin, base: base + item.start - twin.start };
    });
  }

  #form(form: StructuralForm['form'], way: Way): void {
    const found = this.#forms.get(form) ?? { count: 0, paths: [] };
    this.#forms.set(form, found);
    found.count += 1;
    if (found.paths.length < FORM_PATHS) found.paths.push(pathOf(way));
  }

  /** Last in, first out: pushed in reverse it is done in reading order. */
  #push(work: readonly Work[]): void {
    for (let index = work.length - 1; index >= 0; index--) {
      const one = work[index];
      if (one !== undefined) this.#pending.push(one);
    }
  }
}

/** Pairs of places, the earlier one first, in order of the later one. */
type Pairs = readonly (readonly [before: number, after: number])[];

/** Which items of two arrays belong together. */
interface Matches {
  /** The first so many of each, place by place. */
  readonly aligned: number;
  readonly rest: Pairs;
}

/** The same entries by what identifies them; undefined where they have nothing that does. */
function identified(from: readonly Value[], to: readonly Value[]): Matches | undefined {
  const all = (holds: (value: Value) => boolean) => from.every(holds) && to.every(holds);
  const scalars = all(({ node }) => node.kind !== 'object' && node.kind !== 'array');
  const identity = IDENTITIES.find((key) => all(({ node }) => member(node, key)?.kind === 'string'));
  if (!scalars && identity === undefined) return undefined;
  const nameOf = ({ text, node }: Value): string =>
    scalars || identity === undefined
      ? valueKey(text, node)
      : (decodeString(text, member(node, identity)) ?? '');
  const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
    a !== undefined && b !== undefined && (a.node === b.node || nameOf(a) === nameOf(b));
  let aligned = 0;
  // Mostly all of them: what changed in an entry is not its name.
  while (aligned < from.length && isSame(from[aligned], to[aligned])) aligned += 1;
  const places = new Map<string, number[]>();
  for (const [offset, value] of from.slice(aligned).entries()) {
    const name = nameOf(value);
    const known = places.get(name);
    if (known === undefined) places.set(name, [aligned + offset]);
    else known.push(aligned + offset);
  }
  // Of one name the first belongs to the first, the second to the second.
  const taken = new Map<string, number>();
  const rest = to.slice(aligned).flatMap((value, offset) => {
    const name = nameOf(value);
    const nth = taken.get(name) ?? 0;
    const old = places.get(name)?.[nth];
    taken.set(name, nth + 1);
    return old === undefined ? [] : [[old, aligned + offset] as const];
  });
  return { aligned, rest };
}

/** What is alike at both ends, and between them place by place. */
function alike(from: readonly Value[], to: readonly Value[]): Matches {
  const same = (a: Value | undefined, b: Value | undefined): boolean =>
    a !== undefined && b !== undefined && (isSameText(a, b) || sameNode(a.text, a.node, b.text, b.node));
  const shorter = Math.min(from.length, to.length);
  // With one item on each side there is nothing to choose, and a deep text is not compared once more at each level.
  if (from.length === to.length && shorter === 1) return { aligned: 1, rest: [] };
  let start = 0;
  while (start < shorter && same(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(from[from.length - 1 - end], to[to.length - 1 - end])) end += 1;
  return {
    aligned: shorter - end,
    rest: Array.from(
      { length: end },
      (_, index) => [from.length - end + index, to.length - end + index] as const,
    ),
  };
}

function added(value: Value, way: Way): StructuralChange {
  return { kind: 'added', path: pathOf(way), ...isAt(value) };
}

function removed(value: Value, way: Way): StructuralChange {
  return { kind: 'removed', path: pathOf(way), ...wasAt(value) };
}

function wasAt(value: Value): { readonly before: string; readonly beforeStart: number } {
  return { before: rawOf(value), beforeStart: value.base + value.node.start };
}

function isAt(value: Value): { readonly after: string; readonly afterStart: number } {
  return { after: rawOf(value), afterStart: value.base + value.node.start };
}

function rawOf({ text, node }: Value): string {
  return sliceOf(text, node);
}

function stringOf({ text, node }: Value): string | undefined {
  return decodeString(text, node);
}

function isSameText(before: Value, after: Value): boolean {
  if (before.node === after.node) return true;
  const length = before.node.end - before.node.start;
  if (length !== after.node.end - after.node.start || length > COMPARED_AT_ONCE) return false;
  return rawOf(before) === rawOf(after);
}

function membersByKey({ text, node, base }: Value): Map<string, Value> {
  return new Map((node.members ?? []).map(({ key, value }) => [key, { text, node: value, base }]));
}

/** The spaces around each member, commas left out: which member is first is a matter of order. */
function memberGaps({ text, node }: Value): { of: Map<string, string>; end: string } {
  const of = new Map<string, string>();
  let at = node.start + 1;
  for (const { key, keyStart, keyEnd, value } of node.members ?? []) {
    of.set(key, text.slice(at, keyStart).replace(',', '') + text.slice(keyEnd, value.start));
    at = value.end;
  }
  return { of, end: text.slice(at, node.end - 1) };
}

/** The spaces between items: where all are written alike, once for all of them, however many there are. */
function itemGaps({ text, node }: Value): string {
  const gaps = new Set<string>();
  let at = node.start + 1;
  for (const item of node.items ?? []) {
    gaps.add(text.slice(at, item.start).replace(',', ''));
    at = item.end;
  }
  return JSON.stringify([[...gaps], text.slice(at, node.end - 1)]);
}
