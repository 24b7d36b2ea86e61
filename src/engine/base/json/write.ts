import { findMember, parseDocument, type JsonNode } from './document.ts';

/** Objects and arrays nested deeper than this are left on their line: indentation would grow with the square of the depth. */
const INDENT_DEPTH = 100;

/** `value` as a JSON string, with quotes. */
export function stringLiteral(value: string): string {
  return JSON.stringify(value);
}

/** An object from members whose values are JSON texts already; they are not read, so digits stay as they are. */
export function objectText(members: readonly (readonly [key: string, rawValueText: string])[]): string {
  return `{${members.map(([key, raw]) => `${stringLiteral(key)}:${raw}`).join(',')}}`;
}

/** An array from items that are JSON texts already. */
export function arrayText(rawItems: readonly string[]): string {
  return `[${rawItems.join(',')}]`;
}

/**
 * `text`, an object, with the member `key` set to `rawValue`, or taken out where that is undefined; every other character stays.
 * The last of duplicate members is the one changed. Undefined where `text` is not a JSON object.
 */
export function withMember(text: string, key: string, rawValue: string | undefined): string | undefined {
  const read = parseDocument(text);
  if (!read.ok || read.value.members === undefined) return undefined;
  const { value: object } = read;
  const members = read.value.members;
  const found = findMember(object, key);
  if (found !== undefined) {
    if (rawValue !== undefined) return splice(text, found.value.start, found.value.end, rawValue);
    const index = members.indexOf(found);
    const before = members[index - 1];
    const after = members[index + 1];
    // With one comma: the one before it, or for the first member the one after it.
    if (before !== undefined) return splice(text, before.value.end, found.value.end, '');
    return after !== undefined
      ? splice(text, found.keyStart, after.keyStart, '')
      : splice(text, object.start + 1, object.end - 1, '');
  }
  if (rawValue === undefined) return text;
  const last = members.at(-1);
  const added = `${stringLiteral(key)}: ${rawValue}`;
  if (last === undefined) return splice(text, object.start + 1, object.end - 1, added);
  const first = members[0] ?? last;
  // The white space before the first member is how this object is laid out.
  const gap = text.slice(object.start + 1, first.keyStart);
  return splice(text, last.value.end, last.value.end, `,${gap === '' ? ' ' : gap}${added}`);
}

function splice(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/**
 * A JSON text laid out with two spaces a level; keys, strings and numbers keep their characters. Empty objects and
 * arrays stay on one line. A text that is not JSON comes back as it is. Does not recurse.
 */
export function indentText(text: string): string {
  const read = parseDocument(text);
  if (!read.ok) return text;
  interface Level {
    readonly node: JsonNode;
    next: number;
  }
  const out: string[] = [];
  const levels: Level[] = [];
  let node: JsonNode | undefined = read.value;
  while (node !== undefined) {
    const size = (node.members ?? node.items)?.length ?? 0;
    if (size > 0 && levels.length < INDENT_DEPTH) {
      out.push(node.members !== undefined ? '{' : '[');
      levels.push({ node, next: 0 });
    } else if (node.members?.length === 0) out.push('{}');
    else if (node.items?.length === 0) out.push('[]');
    else out.push(text.slice(node.start, node.end));
    node = undefined;
    while (node === undefined) {
      const level = levels.at(-1);
      if (level === undefined) break;
      const index = level.next++;
      const pad = '\n' + '  '.repeat(levels.length);
      const property = level.node.members?.[index];
      node = property?.value ?? level.node.items?.[index];
      if (node !== undefined) out.push(index > 0 ? ',' : '', pad);
      if (property !== undefined) out.push(text.slice(property.keyStart, property.keyEnd), ': ');
      if (node !== undefined) continue;
      out.push(pad.slice(0, -2), level.node.members !== undefined ? '}' : ']');
      levels.pop();
    }
  }
  return out.join('');
}
