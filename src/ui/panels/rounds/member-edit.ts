import {
  findPath,
  parseDocument,
  sliceOf,
  type JsonMember,
  type JsonNode,
  type JsonPath,
} from '../../../engine/base/json/document.ts';

/**
 * `text` with the member `key` of the object at `path` set to the JSON text `raw`, or taken out where `raw` is undefined.
 * Touches nothing else: digits, order and white space of the rest stay. Null where there is no such object.
 */
export function setMember(text: string, path: JsonPath, key: string, raw: string | undefined): string | null {
  const document = parseDocument(text);
  const object = document.ok ? findPath(document.value, path) : undefined;
  if (!object?.members) return null;
  const at = object.members.findLastIndex((each) => each.key === key);
  const found = object.members[at];
  if (found) {
    if (raw !== undefined) return splice(text, found.value.start, found.value.end, raw);
    return removeMember(text, object, object.members, at);
  }
  return raw === undefined ? text : appendMember(text, object, object.members, key, raw);
}

/** The members of the object at `path` as raw texts; null where there is no such object. */
export function membersAt(text: string, path: JsonPath): ReadonlyMap<string, string> | null {
  const document = parseDocument(text);
  const object = document.ok ? findPath(document.value, path) : undefined;
  if (!object?.members) return null;
  return new Map(object.members.map(({ key, value }) => [key, sliceOf(text, value)]));
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}

function removeMember(text: string, object: JsonNode, members: readonly JsonMember[], at: number): string {
  const found = members[at];
  if (!found) return text;
  const before = members[at - 1];
  const after = members[at + 1];
  if (before) return splice(text, before.value.end, found.value.end, '');
  if (after) return splice(text, found.keyStart, after.keyStart, '');
  return splice(text, object.start + 1, object.end - 1, '');
}

function appendMember(
  text: string,
  object: JsonNode,
  members: readonly JsonMember[],
  key: string,
  raw: string,
): string {
  const last = members.at(-1);
  const name = JSON.stringify(key);
  if (!last) return splice(text, object.start, object.end, `{ ${name}: ${raw} }`);
  // The new member starts as its neighbour does: on its own line with the same indent, or after the same space.
  const from = members.at(-2)?.value.end ?? object.start;
  const lead = /(\s*)$/.exec(text.slice(from, last.keyStart))?.[1] ?? ' ';
  const space = /^\s*:(\s*)/.exec(text.slice(last.keyEnd, last.value.start))?.[1] ?? ' ';
  return splice(
    text,
    last.value.end,
    last.value.end,
    `,${lead || (members.length > 1 ? '' : ' ')}${name}:${space}${raw}`,
  );
}
