import {
  parseDocument,
  sliceOf,
  type JsonMember,
  type JsonNode,
} from '../../../engine/base/json/document.ts';

/** Where a text differs from another: ranges of the newer one, and paths that only the older one has. */
export interface RequestMarks {
  readonly marks: readonly { readonly start: number; readonly end: number; readonly kind: 'add' | 'chg' }[];
  readonly removed: readonly string[];
}

/** Most marks that are made: beyond that a mark says nothing any more. */
const MARK_LIMIT = 400;

/**
 * Compares two JSON texts member by member. A member that is new is marked at its key, a value that changed at the value.
 * Null where one of them is not JSON.
 */
export function requestMarks(before: string, after: string): RequestMarks | null {
  const old = parseDocument(before);
  const now = parseDocument(after);
  if (!old.ok || !now.ok) return null;
  const marks: { start: number; end: number; kind: 'add' | 'chg' }[] = [];
  const removed: string[] = [];
  const pending: [JsonNode, JsonNode, string][] = [[old.value, now.value, '']];
  for (let pair = pending.pop(); pair && marks.length < MARK_LIMIT; pair = pending.pop()) {
    const [was, is, path] = pair;
    if (was.members && is.members) {
      const theirs = lastOf(was.members);
      for (const { key, keyStart, keyEnd, value } of is.members) {
        const earlier = theirs.get(key);
        theirs.delete(key);
        if (earlier) pending.push([earlier.value, value, join(path, key)]);
        else marks.push({ start: keyStart, end: keyEnd, kind: 'add' });
      }
      for (const key of theirs.keys()) removed.push(join(path, key));
    } else if (was.items && is.items) {
      is.items.forEach((item, index) => {
        const earlier = was.items?.[index];
        if (earlier) pending.push([earlier, item, join(path, String(index))]);
        else marks.push({ start: item.start, end: item.end, kind: 'add' });
      });
      if (was.items.length > is.items.length) removed.push(join(path, `${is.items.length}…`));
    } else if (sliceOf(before, was) !== sliceOf(after, is)) {
      marks.push({ start: is.start, end: is.end, kind: 'chg' });
    }
  }
  return { marks: marks.sort((a, b) => a.start - b.start), removed: removed.slice(0, MARK_LIMIT) };
}

function lastOf(members: readonly JsonMember[]): Map<string, JsonMember> {
  return new Map(members.map((each) => [each.key, each]));
}

function join(path: string, step: string): string {
  return path ? `${path}.${step}` : step;
}
