import { findPath, parseDocument, sliceOf, type JsonPath } from '../../../engine/base/json/document.ts';
import { withMember } from '../../../engine/base/json/write.ts';

/**
 * `text` with the member `key` of the object at `path` set to the JSON text `raw`, or taken out where `raw` is undefined.
 * Touches nothing else: digits, order and white space of the rest stay. Null where there is no such object.
 */
export function setMember(text: string, path: JsonPath, key: string, raw: string | undefined): string | null {
  const document = parseDocument(text);
  const object = document.ok ? findPath(document.value, path) : undefined;
  const changed = object && withMember(sliceOf(text, object), key, raw);
  return changed === undefined || !object
    ? null
    : text.slice(0, object.start) + changed + text.slice(object.end);
}

/** The members of the object at `path` as raw texts; null where there is no such object. */
export function membersAt(text: string, path: JsonPath): ReadonlyMap<string, string> | null {
  const document = parseDocument(text);
  const object = document.ok ? findPath(document.value, path) : undefined;
  if (!object?.members) return null;
  return new Map(object.members.map(({ key, value }) => [key, sliceOf(text, value)]));
}
