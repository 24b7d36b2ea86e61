import { decodeString, member, parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';

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

/** Most schemas that apply to one place; what a hostile schema has more is passed over, with a doubt. */
const PARTS_LIMIT = 1000;

/** Every schema that applies to one place, after references and `allOf`. */
export interface Facets {
  /** What each keyword says, in order of discovery: one value for each schema that has it. */
  readonly keywords: ReadonlyMap<string, readonly JsonNode[]>;
  /** Why nothing certain can be said: unresolved references, `false`, spent budget. */
  readonly doubts: readonly string[];
  /** References that lead nowhere in this document, as they stand. Never followed further. */
  readonly unresolved: readonly string[];
}

/** A JSON Schema as text and ranges, with its local references. Reads nothing but the text: a remote `$ref` stays unresolved. */
export class SchemaDocument {
  readonly text: string;
  readonly root: JsonNode;
  #names: Map<string, JsonNode> | undefined;
  #definitions: Map<string, JsonNode | null> | undefined;
  readonly #resolved = new Map<string, JsonNode | undefined>();
  readonly #members = new Map<JsonNode, Map<string, JsonNode>>();

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

  /** What a `$ref` points at inside this document: `#`, a pointer with its escapes, an anchor, or an `$id` that stands here. */
  resolve(reference: string): JsonNode | undefined {
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#find(reference));
    return this.#resolved.get(reference);
  }

  #find(reference: string): JsonNode | undefined {
    if (reference === '#' || reference === '') return this.root;
    if (reference.startsWith('#/')) {
      let pointer = reference.slice(2);
      try {
        pointer = decodeURIComponent(pointer);
      } catch {
        // A stray percent sign is taken as it stands.
      }
      return this.#atPointer(pointer.split('/'));
    }
    this.#names ??= this.#findNames();
    return this.#names.get(reference);
  }

  /**
   * Generators put a schema with its own definitions into a property and leave its references as they were, from the root.
   * By the letter such a reference leads nowhere; what it means is the definition of that name, where there is but one.
   */
  #definedElsewhere(reference: string): JsonNode | undefined {
    if (!/^#\/(?:\$defs|definitions)\/[^/]+$/.test(reference)) return undefined;
    this.#definitions ??= this.#findDefinitions();
    return this.#definitions.get(reference) ?? undefined;
  }

  #findDefinitions(): Map<string, JsonNode | null> {
    const found = new Map<string, JsonNode | null>();
    const pending: JsonNode[] = [this.root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const { key, value } of node.members ?? []) {
        pending.push(value);
        if (key !== '$defs' && key !== 'definitions') continue;
        for (const { key: name, value: definition } of value.members ?? []) {
          const reference = `#/${key}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          // Two of one name: which is meant is anybody's guess.
          found.set(reference, found.has(reference) ? null : definition);
        }
      }
      for (const item of node.items ?? []) pending.push(item);
    }
    return found;
  }

  // Not `nodeAtPointer`: ten thousand references into ten thousand definitions need an index.
  #atPointer(tokens: readonly string[]): JsonNode | undefined {
    let node: JsonNode | undefined = this.root;
    for (const token of tokens) {
      if (node?.members !== undefined) {
        let members = this.#members.get(node);
        if (members === undefined) this.#members.set(node, (members = membersByKey(node)));
        node = members.get(token.replaceAll('~1', '/').replaceAll('~0', '~'));
      } else node = /^(?:0|[1-9]\d*)$/.test(token) ? node?.items?.[Number(token)] : undefined;
    }
    return node;
  }

  #findNames(): Map<string, JsonNode> {
    const names = new Map<string, JsonNode>();
    const pending: JsonNode[] = [this.root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const anchor = this.string(node, keyword);
        if (anchor !== undefined && !names.has(`#${anchor}`)) names.set(`#${anchor}`, node);
      }
      const id = this.string(node, '$id');
      if (id !== undefined && !names.has(id)) names.set(id, node);
      for (const { value } of node.members ?? []) pending.push(value);
      for (const item of node.items ?? []) pending.push(item);
    }
    return names;
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
      if (this.is(schema, 'false')) doubts.push('The schema allows no value');
      if (schema.kind !== 'object') continue;
      parts += 1;
      for (const [keyword, value] of membersByKey(schema)) {
        const known = keywords.get(keyword);
        if (known === undefined) keywords.set(keyword, [value]);
        else known.push(value);
      }
      const next: JsonNode[] = [];
      const reference = this.string(schema, '$ref') ?? this.string(schema, '$dynamicRef');
      if (reference !== undefined) {
        const target = this.resolve(reference) ?? this.#definedElsewhere(reference);
        if (target !== undefined) next.push(target);
        else {
          unresolved.push(reference);
          doubts.push(`The reference ${reference} is not resolved`);
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
    return { keywords, doubts, unresolved };
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
    doubts: [...first.doubts, ...second.doubts],
    unresolved: [...first.unresolved, ...second.unresolved],
  };
}

/** Members of an object node by key, in order of first appearance; the last of duplicates counts. */
export function membersByKey(node: JsonNode | undefined): Map<string, JsonNode> {
  return new Map((node?.members ?? []).map(({ key, value }) => [key, value]));
}
