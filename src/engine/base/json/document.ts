import { atOnce } from '../turn.ts';
import { stepsOf } from './pointer.ts';

/** What a node is. `literal`: `true`, `false` or `null`. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** One value of a JSON text, as a range: the text stays the truth, so digits, escapes and white space survive. */
export interface JsonNode {
  readonly kind: JsonKind;
  /** Offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  /** Of an object: every member in order, duplicates included. */
  readonly members?: readonly JsonMember[];
  /** Of an array. */
  readonly items?: readonly JsonNode[];
}

/** One member of an object. */
export interface JsonMember {
  /** Decoded. A server may have chosen it: data, never an id or a property name. */
  readonly key: string;
  /** Range of the key with its quotes. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

/** A path into a document: keys of objects and indexes of arrays. */
export type JsonPath = readonly (string | number)[];

/** Why a text is not JSON (RFC 8259), and where. Fits `Result<JsonNode, 'not-json'>`. */
export interface NotJson {
  readonly ok: false;
  readonly code: 'not-json';
  /** What was expected, then line and column, both from 1: `Expected a value at line 2, column 7`. */
  readonly message: string;
  /** Offset in UTF-16 units where reading stopped. */
  readonly at: number;
}

interface OpenNode {
  readonly kind: 'object' | 'array';
  readonly start: number;
  end: number;
  readonly members?: JsonMember[];
  readonly items?: JsonNode[];
}

interface Frame {
  readonly node: OpenNode;
  key: string;
  keyStart: number;
  keyEnd: number;
}

class Unexpected {
  readonly expected: string;
  readonly at: number;

  constructor(expected: string, at: number) {
    this.expected = expected;
    this.at = at;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const literals = ['true', 'false', 'null'] as const;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Units of a string that are looked at one by one before the rest is run through. */
const RUN = 48;
// eslint-disable-next-line no-control-regex -- no string of JSON may hold one
const plainRun = /[^"\\\u0000-\u001f]*/y;
const hexDigits = /[0-9a-fA-F]{4}/y;

/** What a text was read as. */
export type DocumentRead = { readonly ok: true; readonly value: JsonNode } | NotJson;

/**
 * Reads a whole JSON text, strictly (what `JSON.parse` accepts, this accepts, and nothing else), into ranges.
 * Does not recurse: any depth is read. Duplicate members are kept. Fails with `not-json`.
 */
export function parseDocument(text: string): DocumentRead {
  return atOnce(readDocument(text, Infinity, Infinity));
}

/** Values that are read between two chances to stop. */
const VALUES_A_STEP = 4096;

/** Values that were read before, in another text: where one of them stands again, character by character, it is not read once more. */
export interface KnownValues {
  /** How many objects and arrays are around each of them. */
  readonly depth: number;
  /** The object or array that begins at `at` of `text`, with its range there; undefined where none of them does. */
  at(text: string, at: number): JsonNode | undefined;
}

/**
 * Reads as `parseDocument` does, giving way every few thousand values. Of a value deeper than `depth` only the range is kept,
 * without members or items: the whole text is judged, but a part that nobody looks into costs no memory. The root is at depth 0.
 */
export function* readDocument(
  text: string,
  depth = Infinity,
  valuesAStep = VALUES_A_STEP,
  known: KnownValues | null = null,
): Generator<void, DocumentRead> {
  const reader = new Reader(text, depth, known);
  try {
    for (;;) {
      const value = reader.read(valuesAStep);
      if (value) return { ok: true, value };
      yield;
    }
  } catch (thrown) {
    if (!(thrown instanceof Unexpected)) throw thrown;
    const message = `Expected ${thrown.expected} at ${placeOf(text, thrown.at)}`;
    return { ok: false, code: 'not-json', message, at: thrown.at };
  }
}

class Reader {
  readonly #text: string;
  readonly #depth: number;
  readonly #known: KnownValues | null;
  readonly #stack: Frame[] = [];
  /** What is open inside a value of which only the range is kept, outermost first: whether it is an object. */
  readonly #inside: boolean[] = [];
  #at: number;

  constructor(text: string, depth: number, known: KnownValues | null) {
    this.#text = text;
    this.#depth = depth;
    this.#known = known;
    this.#at = skipSpace(text, 0);
  }

  /** Reads `values` values at most; the root once it is whole. */
  read(values: number): JsonNode | null {
    const text = this.#text;
    const stack = this.#stack;
    const inside = this.#inside;
    const depth = this.#depth;
    const known = this.#known;
    const knownDepth = known?.depth ?? -1;
    let at = this.#at;
    for (let left = values; left > 0; left--) {
      // A value begins at `at`. Of one that nobody looks into, only where it ends is wanted.
      let done: JsonNode | null = null;
      let end: number;
      const open = text.charCodeAt(at);
      const again = stack.length + inside.length === knownDepth ? known?.at(text, at) : undefined;
      if (again) {
        done = again;
        end = again.end;
      } else if (open === OPEN_OBJECT || open === OPEN_ARRAY) {
        const object = open === OPEN_OBJECT;
        const node = stack.length <= depth + 1 ? openNode(object, at, stack.length <= depth) : null;
        const first = skipSpace(text, at + 1);
        if (text.charCodeAt(first) !== (object ? CLOSE_OBJECT : CLOSE_ARRAY)) {
          const expected = 'a property name or }';
          if (node === null) {
            inside.push(object);
            at = object ? afterColon(text, keyEnd(text, first, expected)) : first;
          } else {
            const frame: Frame = { node, key: '', keyStart: 0, keyEnd: 0 };
            stack.push(frame);
            at = object ? readKey(text, first, frame, expected) : first;
          }
          if (!object && !startsValue(text, at)) throw new Unexpected('a value or ]', at);
          continue;
        }
        end = first + 1;
        if (node !== null) node.end = end;
        done = node;
      } else {
        end = scalarEnd(text, at);
        const holder = stack.at(-1)?.node;
        if (!holder || holder.members || holder.items) done = { kind: scalarKind(open), start: at, end };
      }
      // A value has ended: give it to its parent, and close every parent that ends with it.
      at = skipSpace(text, end);
      for (;;) {
        const next = text.charCodeAt(at);
        if (inside.length > 0) {
          const object = inside.at(-1) === true;
          if (next === COMMA) {
            at = skipSpace(text, at + 1);
            if (object) at = afterColon(text, keyEnd(text, at, 'a property name'));
            break;
          }
          assertCloses(next, object, at);
          inside.pop();
          at = skipSpace(text, at + 1);
          continue;
        }
        const frame = stack.at(-1);
        if (frame === undefined) {
          if (at < text.length) throw new Unexpected('nothing more', at);
          return done;
        }
        const { kind, members, items } = frame.node;
        if (done) {
          members?.push({ key: frame.key, keyStart: frame.keyStart, keyEnd: frame.keyEnd, value: done });
          items?.push(done);
        }
        const object = kind === 'object';
        if (next === COMMA) {
          at = skipSpace(text, at + 1);
          if (object) at = readKey(text, at, frame, 'a property name');
          break;
        }
        assertCloses(next, object, at);
        frame.node.end = at + 1;
        done = frame.node;
        stack.pop();
        at = skipSpace(text, at + 1);
      }
    }
    this.#at = at;
    return null;
  }
}

function openNode(object: boolean, at: number, kept: boolean): OpenNode {
  if (object) {
    return kept
      ? { kind: 'object', start: at, end: at, members: [] }
      : { kind: 'object', start: at, end: at };
  }
  return kept ? { kind: 'array', start: at, end: at, items: [] } : { kind: 'array', start: at, end: at };
}

function readKey(text: string, at: number, frame: Frame, expected: string): number {
  const end = keyEnd(text, at, expected);
  if (frame.node.members) frame.key = decode(text, at, end);
  frame.keyStart = at;
  frame.keyEnd = end;
  return afterColon(text, end);
}

function keyEnd(text: string, at: number, expected: string): number {
  if (text.charCodeAt(at) !== QUOTE) throw new Unexpected(expected, at);
  return stringEnd(text, at);
}

function afterColon(text: string, from: number): number {
  const colon = skipSpace(text, from);
  if (text.charCodeAt(colon) !== COLON) throw new Unexpected('a colon', colon);
  return skipSpace(text, colon + 1);
}

function assertCloses(unit: number, object: boolean, at: number): void {
  if (unit === (object ? CLOSE_OBJECT : CLOSE_ARRAY)) return;
  throw new Unexpected(object ? 'a comma or }' : 'a comma or ]', at);
}

function startsValue(text: string, at: number): boolean {
  return at < text.length && '{["-0123456789tfn'.includes(text.charAt(at));
}

function scalarKind(unit: number): JsonKind {
  if (unit === QUOTE) return 'string';
  return unit === MINUS || (unit >= ZERO && unit <= NINE) ? 'number' : 'literal';
}

function scalarEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  switch (scalarKind(unit)) {
    case 'string':
      return stringEnd(text, at);
    case 'number':
      numberToken.lastIndex = at;
      if (numberToken.test(text)) return numberToken.lastIndex;
      throw new Unexpected('a digit after the minus sign', at);
    default:
      for (const literal of literals) if (text.startsWith(literal, at)) return at + literal.length;
      throw new Unexpected('a value', at);
  }
}

function stringEnd(text: string, start: number): number {
  let plain = 0;
  for (let at = start + 1; at < text.length; at++) {
    // A long text is run through by the host, which is faster; a short one is over before that has begun.
    if (++plain > RUN) {
      plain = 0;
      plainRun.lastIndex = at;
      plainRun.test(text);
      at = plainRun.lastIndex;
      if (at === text.length) break;
    }
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit < 0x20) throw new Unexpected('a closing quote, or an escape for the control character', at);
    if (unit !== BACKSLASH) continue;
    at += 1;
    if (text[at] === 'u') {
      hexDigits.lastIndex = at + 1;
      if (!hexDigits.test(text)) throw new Unexpected('four hexadecimal digits', at + 1);
      at += 4;
    } else if (at >= text.length || !'"\\/bfnrt'.includes(text.charAt(at))) {
      throw new Unexpected('a valid escape after the backslash', at);
    }
  }
  throw new Unexpected('a closing quote', text.length);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  // Mostly there is none, and every space is below what can begin a token.
  while (text.charCodeAt(at) <= 0x20) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
    at += 1;
  }
  return at;
}

function decode(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

function placeOf(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (const { index, 0: end } of text.slice(0, at).matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = index + end.length;
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}

/** The exact characters of `node`. `text` is the text it was read from. */
export function sliceOf(text: string, node: JsonNode): string {
  return text.slice(node.start, node.end);
}

/** The value of a string node, escapes decoded; undefined for any other node. */
export function decodeString(text: string, node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? decode(text, node.start, node.end) : undefined;
}

/** The member of an object with this key; the last one where there are several, as `JSON.parse` chooses. */
export function findMember(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.members?.findLast((candidate) => candidate.key === key);
}

/** The value of an object's member; the last one where there are several. Undefined for what is not an object. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return findMember(node, key)?.value;
}

/** The node at `path`: a string steps into an object, a number into an array. */
export function findPath(root: JsonNode | undefined, path: JsonPath): JsonNode | undefined {
  let node = root;
  for (const step of path) node = typeof step === 'number' ? node?.items?.[step] : member(node, step);
  return node;
}

/** The node at a JSON pointer (RFC 6901), e.g. the instance path of a validation error. `''` is the root. */
export function nodeAtPointer(root: JsonNode, pointer: string): JsonNode | undefined {
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let node: JsonNode | undefined = root;
  for (const step of stepsOf(pointer)) {
    if (node?.items !== undefined) {
      node = /^(?:0|[1-9]\d*)$/.test(step) ? node.items[Number(step)] : undefined;
    } else {
      node = member(node, step);
    }
  }
  return node;
}

/** Most paths that `duplicateKeys` gives: a hostile text could have one for each member. */
export const DUPLICATE_LIMIT = 100;

/** Paths of members whose key came before in the same object, in reading order; at most `DUPLICATE_LIMIT`. */
export function duplicateKeys(root: JsonNode): JsonPath[] {
  interface Visit {
    readonly node: JsonNode;
    readonly step: string | number;
    readonly parent: Visit | null;
    readonly repeats: boolean;
  }
  const found: JsonPath[] = [];
  const pending: Visit[] = [{ node: root, step: '', parent: null, repeats: false }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    if (visit.repeats) {
      const path: (string | number)[] = [];
      for (let up: Visit = visit; up.parent !== null; up = up.parent) path.push(up.step);
      found.push(path.reverse());
      if (found.length >= DUPLICATE_LIMIT) break;
    }
    const children: Visit[] = [];
    const seen = new Set<string>();
    for (const { key, value } of visit.node.members ?? []) {
      children.push({ node: value, step: key, parent: visit, repeats: seen.has(key) });
      seen.add(key);
    }
    visit.node.items?.forEach((node, step) => {
      children.push({ node, step, parent: visit, repeats: false });
    });
    // Last in, first out: pushed in reverse they are visited in reading order.
    for (const child of children.reverse()) pending.push(child);
  }
  return found;
}
