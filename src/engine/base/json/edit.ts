import { findPath, member, parseDocument, sliceOf, type JsonNode, type JsonPath } from './document.ts';
import { arrayText, objectText, stringLiteral, withMember } from './write.ts';

/*
 * Edits of one place of a JSON text: every other character stays. Each gives undefined where the text is not JSON or has no
 * such place, so that a caller never takes an edit for made that was not.
 */

/**
 * `text` with `raw`, a JSON text, at `path`. Objects that are missing on the way are made; an index may be one past the end of
 * its array, never further. The empty path replaces the whole value. Undefined where the way leads through another kind of value.
 */
export function withValueAt(text: string, path: JsonPath, raw: string): string | undefined {
  const read = parseDocument(text);
  if (!read.ok) return undefined;
  let node: JsonNode = read.value;
  for (const [depth, step] of path.entries()) {
    const next = typeof step === 'number' ? node.items?.[step] : member(node, step);
    if (next === undefined) return withNew(text, node, step, made(path.slice(depth + 1), raw));
    node = next;
  }
  return splice(text, node.start, node.end, raw);
}

/** A value that holds `raw` at `path`; undefined where that would need an array of several items. */
function made(path: JsonPath, raw: string): string | undefined {
  let value = raw;
  for (const step of path.toReversed()) {
    if (step !== 0 && typeof step === 'number') return undefined;
    value = typeof step === 'number' ? arrayText([value]) : objectText([[step, value]]);
  }
  return value;
}

function withNew(
  text: string,
  node: JsonNode,
  step: string | number,
  raw: string | undefined,
): string | undefined {
  if (raw === undefined) return undefined;
  if (typeof step === 'string') return within(text, node, (part) => withMember(part, step, raw));
  const { items } = node;
  if (items === undefined || step !== items.length) return undefined;
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return splice(text, node.start + 1, node.end - 1, raw);
  // The white space before the first item is how this array is laid out.
  const gap = text.slice(node.start + 1, first.start);
  return splice(text, last.end, last.end, `,${gap === '' ? ' ' : gap}${raw}`);
}

/** `text` without the member or item at `path`; the same text where there is none. The root can't be taken out. */
export function withoutValueAt(text: string, path: JsonPath): string | undefined {
  const step = path.at(-1);
  const parent = nodeAt(text, path.slice(0, -1));
  if (step === undefined || parent === undefined) return undefined;
  if (typeof step === 'string') return within(text, parent, (part) => withMember(part, step, undefined));
  const { items } = parent;
  const item = items?.[step];
  if (items === undefined) return undefined;
  if (item === undefined) return text;
  const before = items[step - 1];
  const after = items[step + 1];
  // With one comma: the one before it, or for the first item the one after it.
  if (before !== undefined) return splice(text, before.end, item.end, '');
  return after === undefined
    ? splice(text, parent.start + 1, parent.end - 1, '')
    : splice(text, item.start, after.start, '');
}

/** `text` with two neighbours of the array at `path` in each other's place; what stands between them stays. */
export function withItemsSwapped(text: string, path: JsonPath, index: number): string | undefined {
  const items = nodeAt(text, path)?.items;
  const first = items?.[index];
  const second = items?.[index + 1];
  if (first === undefined || second === undefined) return undefined;
  const between = text.slice(first.end, second.start);
  return splice(text, first.start, second.end, sliceOf(text, second) + between + sliceOf(text, first));
}

/** `text` with the member `from` of the object at `path` called `to`. Undefined where there is none, or one called `to` already. */
export function withKeyRenamed(text: string, path: JsonPath, from: string, to: string): string | undefined {
  const members = nodeAt(text, path)?.members;
  const found = members?.findLast(({ key }) => key === from);
  if (members === undefined || found === undefined) return undefined;
  if (from === to) return text;
  if (members.some(({ key }) => key === to)) return undefined;
  return splice(text, found.keyStart, found.keyEnd, stringLiteral(to));
}

function nodeAt(text: string, path: JsonPath): JsonNode | undefined {
  const read = parseDocument(text);
  return read.ok ? findPath(read.value, path) : undefined;
}

function within(
  text: string,
  node: JsonNode,
  edit: (part: string) => string | undefined,
): string | undefined {
  const changed = edit(sliceOf(text, node));
  return changed === undefined ? undefined : splice(text, node.start, node.end, changed);
}

function splice(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}
