import { decodeString, member, parseDocument } from '../../../engine/base/json/document.ts';
import { withValueAt, withoutValueAt } from '../../../engine/base/json/edit.ts';
import { stringLiteral } from '../../../engine/base/json/write.ts';

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
  const path = ['roots', index, key];
  const changed =
    value === undefined ? withoutValueAt(text, path) : withValueAt(text, path, stringLiteral(value));
  return changed ?? text;
}

/** The text with one root more, at the end. */
export function withRootAdded(text: string, uri: string): string {
  const count = rootRows(text)?.length ?? 0;
  return withValueAt(text, ['roots', count], `{ "uri": ${stringLiteral(uri)} }`) ?? text;
}

/** The text without one of its roots. */
export function withRootRemoved(text: string, index: number): string {
  return withoutValueAt(text, ['roots', index]) ?? text;
}
