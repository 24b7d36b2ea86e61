import { failure, success, type Result } from '../base/result.ts';
import { parseDocument, sliceOf } from '../base/json/document.ts';
import { objectText, withMember } from '../base/json/write.ts';

/**
 * The draft in a content object: raw JSON text by key, in order. What is absent is not in the map; `""`, `null` and
 * `1.0` stay as they are. Fails with `not-json` or `not-an-object`.
 */
export function draftFromContent(
  contentText: string,
): Result<Map<string, string>, 'not-json' | 'not-an-object'> {
  const read = parseDocument(contentText);
  if (!read.ok) return read;
  const { members } = read.value;
  if (members === undefined) return failure('not-an-object', 'The content is not an object');
  return success(new Map(members.map(({ key, value }) => [key, sliceOf(contentText, value)])));
}

/**
 * A content object from a draft. With `previous`, a content text, only the members that differ change there: order, white
 * space and digits of the others stay. A value that is not JSON yet is put in as typed, and so is the text then not JSON.
 */
export function contentFromDraft(draft: ReadonlyMap<string, string>, previous?: string): string {
  const before = previous === undefined ? undefined : draftFromContent(previous);
  if (previous === undefined || before === undefined || !before.ok) return objectText([...draft]);
  let text = previous;
  // Values that are not JSON last: after one of them the text can't be read any more.
  const changes = [...new Set([...before.value.keys(), ...draft.keys()])]
    .filter((key) => draft.get(key) !== before.value.get(key))
    .map((key) => ({ key, raw: draft.get(key) }));
  const readable = ({ raw }: { readonly raw: string | undefined }): boolean =>
    raw === undefined || parseDocument(raw).ok;
  const unreadable = changes.filter((change) => !readable(change));
  if (unreadable.length > 1) return objectText([...draft]);
  for (const { key, raw } of [...changes.filter(readable), ...unreadable])
    text = withMember(text, key, raw) ?? text;
  return text;
}
