import { decodeString, member, parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { membersByKey } from './members.ts';
import { References } from './references.ts';

/** How much work one schema may cause. Counted down; at zero whatever was found so far is the answer. */
export interface Budget {
  /** Schemas looked at. */
  visits: number;
  /** Values made. */
  values: number;
  /** UTF-16 units of values made. */
  characters: number;
}

/** Enough for 10 000 properties; small enough for a schema that fans out without end. */
export function freshBudget(): Budget {
  return { visits: 200_000, values: 20_000, characters: 1_000_000 };
}

/** The doubt that there is any value at all. */
export const NO_VALUE = 'The schema allows no value';

/** Most schemas that apply to one place; what a hostile schema has more is passed over, with a doubt. */
const PARTS_LIMIT = 1000;

/** Every schema that applies to one place, after references and `allOf`. */
export interface Facets {
  /** What each keyword says, in order of discovery: one value for each schema that has it. */
  readonly keywords: ReadonlyMap<string, readonly JsonNode[]>;
  /** The schemas themselves, references and `allOf` followed. */
  readonly schemas: ReadonlySet<JsonNode>;
  /** Why nothing certain can be said: unresolved references, `false`, spent budget. */
  readonly doubts: readonly string[];
  /** References that lead nowhere in this document, as they stand. Never followed further. */
  readonly unresolved: readonly string[];
}

/** A JSON Schema as text and ranges, with its local references. Reads nothing but the text: a remote `$ref` stays unresolved. */
export class SchemaDocument {
  readonly text: string;
  readonly root: JsonNode;
  #references: References | undefined;
  readonly #resolved = new Map<JsonNode, JsonNode | undefined>();

  constructor(text: string, root: JsonNode) {
    this.text = text;
    this.root = root;
  }

  /** The document of `text`; undefined where it is not JSON. */
  static read(text: string): SchemaDocument | undefined {
    const read = parseDocument(text);
    return read.ok ? new SchemaDocument(text, read.value) : undefined;
  }

  /** The exact text of a node. */
  raw(node: JsonNode): string {
    return sliceOf(this.text, node);
  }

  /** The string at `keyword` of a schema; undefined where there is none. */
  string(schema: JsonNode, keyword: string): string | undefined {
    return decodeString(this.text, member(schema, keyword));
  }

  /** The number at `keyword` as its nearest double; undefined where there is none. */
  number(schema: JsonNode, keyword: string): number | undefined {
    const node = member(schema, keyword);
    return node?.kind === 'number' ? Number(this.raw(node)) : undefined;
  }

  /** Whether `node` is this literal: `true`, `false` or `null`. */
  is(node: JsonNode | undefined, literal: 'true' | 'false' | 'null'): boolean {
    return node?.kind === 'literal' && this.raw(node) === literal;
  }

  /** What `reference`, the value of a `$ref` of this document, points at in it; undefined where it leads elsewhere or nowhere. */
  resolve(reference: JsonNode): JsonNode | undefined {
    if (!this.#resolved.has(reference)) {
      this.#references ??= new References(this.text, this.root);
      this.#resolved.set(reference, this.#references.target(reference));
    }
    return this.#resolved.get(reference);
  }

  /**
   * Follows `$ref` and `allOf` from `schemas`; with `branches` also into the first of each `anyOf` and `oneOf`.
   * A schema is visited once, so fan-out costs no more than the document is long.
   */
  facets(schemas: readonly JsonNode[], branches: boolean, budget: Budget): Facets {
    const keywords = new Map<string, JsonNode[]>();
    let parts = 0;
    const doubts: string[] = [];
    const unresolved: string[] = [];
    const seen = new Set<JsonNode>();
    const pending = schemas.toReversed();
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      budget.visits -= 1;
      if (budget.visits < 0 || parts >= PARTS_LIMIT) {
        doubts.push('The schema is too large');
        break;
      }
      if (this.is(schema, 'false')) doubts.push(NO_VALUE);
      if (schema.kind !== 'object') continue;
      parts += 1;
      for (const [keyword, value] of membersByKey(schema)) {
        const known = keywords.get(keyword);
        if (known === undefined) keywords.set(keyword, [value]);
        else known.push(value);
      }
      const next: JsonNode[] = [];
      const keyword = ['$ref', '$dynamicRef'].find((name) => this.string(schema, name) !== undefined);
      const reference = keyword === undefined ? undefined : member(schema, keyword);
      if (reference !== undefined) {
        const target = this.resolve(reference);
        if (target !== undefined) next.push(target);
        else {
          const said = decodeString(this.text, reference) ?? '';
          unresolved.push(said);
          doubts.push(`The reference ${said} is not resolved`);
        }
      }
      next.push(...(member(schema, 'allOf')?.items ?? []));
      if (branches) {
        for (const keyword of ['anyOf', 'oneOf']) {
          const first = member(schema, keyword)?.items?.[0];
          if (first !== undefined) next.push(first);
        }
      }
      for (const node of next.reverse()) pending.push(node);
    }
    return { keywords, schemas: seen, doubts, unresolved };
  }
}

/** The first value of `keyword`. */
export function firstOf(facets: Facets, keyword: string): JsonNode | undefined {
  return facets.keywords.get(keyword)?.[0];
}

/** Every value of `keyword`. */
export function everyOf(facets: Facets, keyword: string): readonly JsonNode[] {
  return facets.keywords.get(keyword) ?? [];
}

/** What either says, the first before the second. */
export function joined(first: Facets, second: Facets): Facets {
  const keywords = new Map(first.keywords);
  for (const [keyword, values] of second.keywords)
    keywords.set(keyword, [...(keywords.get(keyword) ?? []), ...values]);
  return {
    keywords,
    schemas: new Set([...first.schemas, ...second.schemas]),
    doubts: [...first.doubts, ...second.doubts],
    unresolved: [...first.unresolved, ...second.unresolved],
  };
}
