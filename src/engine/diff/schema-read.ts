import { decodeString, type JsonNode } from '../base/json/document.ts';
import type { SchemaDocument } from '../schema/facets.ts';
import { membersByKey } from '../schema/members.ts';
import {
  EVERY_ATOM,
  choiceOf,
  isAnnotation,
  statedAtoms,
  type Atom,
  type Keywords,
} from './schema-values.ts';
import { valueKey } from './value-key.ts';

/** One schema of the two, read as far as its keywords. */
export interface Read {
  readonly document: SchemaDocument;
  readonly node: JsonNode | undefined;
  readonly keywords: Keywords;
}

/** Whether a keyword says the same in both schemas; with a reference in it nobody can say. */
export function isSame(before: Read, after: Read, keyword: string): boolean {
  const [a, b] = [before.keywords.get(keyword), after.keywords.get(keyword)];
  if (a === undefined || b === undefined) return a === b;
  // A reference within may lead to something else.
  if (/Ref"|\$ref"/.test(before.document.raw(a))) return false;
  return valueKey(before.document.text, a) === valueKey(after.document.text, b);
}

/** The text at a keyword. */
export function rawOf({ document, keywords }: Read, keyword: string): string | undefined {
  const node = keywords.get(keyword);
  return node && document.raw(node);
}

/** The strings in the list at a keyword. */
export function stringsOf({ document, keywords }: Read, keyword: string): ReadonlySet<string> {
  return new Set(
    (keywords.get(keyword)?.items ?? []).flatMap((node) => decodeString(document.text, node) ?? []),
  );
}

/** Schemas of the first items, and of all others. Draft-07 spells prefixItems and items as items and additionalItems. */
export function tupleOf({ keywords }: Read): {
  readonly first: readonly JsonNode[];
  readonly rest: JsonNode | undefined;
} {
  const items = keywords.get('items');
  if (items?.items !== undefined) return { first: items.items, rest: keywords.get('additionalItems') };
  return { first: keywords.get('prefixItems')?.items ?? [], rest: items };
}

/** Whether no value fits two of these schemas, as far as their types tell. */
export function areDisjoint(document: SchemaDocument, schemas: readonly JsonNode[]): boolean {
  const seen = new Set<Atom>();
  for (const schema of schemas) {
    const keywords = membersByKey(schema);
    const stated = statedAtoms(document, keywords);
    if (schema.kind !== 'object' || stated === undefined) return false;
    for (const atom of intersection(stated, choiceOf(document, keywords)?.atoms ?? EVERY_ATOM)) {
      if (seen.has(atom)) return false;
      seen.add(atom);
    }
  }
  return true;
}

/** Types in both. */
export function intersection(a: ReadonlySet<Atom>, b: ReadonlySet<Atom>): Set<Atom> {
  return new Set([...a].filter((atom) => b.has(atom)));
}

/** Types in the first alone. */
export function difference(a: ReadonlySet<Atom>, b: ReadonlySet<Atom>): Set<Atom> {
  return new Set([...a].filter((atom) => !b.has(atom)));
}

/** The alternatives of a schema that says nothing else. */
export function formsOf({
  document,
  keywords,
}: Read): { readonly keyword: 'anyOf' | 'oneOf'; readonly branches: readonly JsonNode[] } | undefined {
  if (choiceOf(document, keywords) !== undefined) return undefined;
  const [keyword, another] = (['anyOf', 'oneOf'] as const).filter((key) => keywords.has(key));
  if (keyword === undefined || another !== undefined) return undefined;
  if ([...keywords.keys()].some((key) => key !== keyword && !isAnnotation(key))) return undefined;
  return { keyword, branches: keywords.get(keyword)?.items ?? [] };
}
