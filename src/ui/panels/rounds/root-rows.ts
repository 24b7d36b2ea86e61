import { decodeString, findPath, member, parseDocument } from '../../../engine/base/json/document.ts';
import { stringLiteral } from '../../../engine/base/json/write.ts';
import { setMember } from './member-edit.ts';

/** One root of an answer to `roots/list`; null where the member is absent or not a string. */
export interface RootRow {
  readonly uri: string | null;
  readonly name: string | null;
}

/** The roots in an answer's text; null where it holds no list of them. */
export function rootRows(text: string): readonly RootRow[] | null {
  const document = parseDocument(text);
  const roots = document.ok ? member(document.value, 'roots') : undefined;
  if (!roots?.items) return null;
  return roots.items.map((item) => ({
    uri: decodeString(text, member(item, 'uri')) ?? null,
    name: decodeString(text, member(item, 'name')) ?? null,
  }));
}

/** The text with one member of one root set, or taken out. Everything else keeps its characters. */
export function withRoot(
  text: string,
  index: number,
  key: 'uri' | 'name',
  value: string | undefined,
): string {
  return (
    setMember(text, ['roots', index], key, value === undefined ? undefined : stringLiteral(value)) ?? text
  );
}

/** The text with one root more, at the end. */
export function withRootAdded(text: string, uri: string): string {
  const document = parseDocument(text);
  const roots = document.ok ? findPath(document.value, ['roots']) : undefined;
  if (!roots?.items) return text;
  const added = `{ "uri": ${stringLiteral(uri)} }`;
  const last = roots.items.at(-1);
  if (!last) return `${text.slice(0, roots.start)}[${added}]${text.slice(roots.end)}`;
  return `${text.slice(0, last.end)}, ${added}${text.slice(last.end)}`;
}

/** The text without one of its roots. */
export function withRootRemoved(text: string, index: number): string {
  const document = parseDocument(text);
  const items = document.ok ? findPath(document.value, ['roots'])?.items : undefined;
  const gone = items?.[index];
  if (!items || !gone) return text;
  const before = items[index - 1];
  const after = items[index + 1];
  if (before) return text.slice(0, before.end) + text.slice(gone.end);
  return after
    ? text.slice(0, gone.start) + text.slice(after.start)
    : text.slice(0, gone.start) + text.slice(gone.end);
}
