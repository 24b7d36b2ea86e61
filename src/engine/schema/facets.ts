import {
  decodeString,
  member,
  nodeAtPointer,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../base/json/document.ts';

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

/** Every schema that applies to one place, after references and `allOf`. */
export interface Facets {
  /** Object schemas in order of discovery. */
  readonly parts: readonly JsonNode[];
  /** Why nothing certain can be said: unresolved references, `false`, spent budget. */
  readonly doubts: readonly string[];
}

/** A JSON Schema as text and ranges, with its local references. Reads nothing but the text: a remote `$ref` stays unresolved. */
export class SchemaDocument {
  readonly text: string;
  readonly root: JsonNode;
  #names: Map<string, JsonNode> | undefined;

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
    if (reference === '#' || reference === '') return this.root;
    if (reference.startsWith('#/')) {
      try {
        return nodeAtPointer(this.root, decodeURIComponent(reference.slice(1)));
      } catch {
        return nodeAtPointer(this.root, reference.slice(1));
      }
    }
    this.#names ??= this.#findNames();
    return this.#names.get(reference);
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
    const parts: JsonNode[] = [];
    const doubts: string[] = [];
    const seen = new Set<JsonNode>();
    const pending = schemas.toReversed();
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      budget.visits -= 1;
      if (budget.visits < 0) {
        doubts.push('The schema is too large');
        break;
      }
      if (this.is(schema, 'false')) doubts.push('The schema allows no value');
      if (schema.kind !== 'object') continue;
      parts.push(schema);
      const next: JsonNode[] = [];
      const reference = this.string(schema, '$ref') ?? this.string(schema, '$dynamicRef');
      if (reference !== undefined) {
        const target = this.resolve(reference);
        if (target !== undefined) next.push(target);
        else doubts.push(`The reference ${reference} is not resolved`);
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
    return { parts, doubts };
  }
}

/** The first value of `keyword` among the parts. */
export function firstOf(facets: Facets, keyword: string): JsonNode | undefined {
  for (const part of facets.parts) {
    const found = member(part, keyword);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every value of `keyword` among the parts. */
export function everyOf(facets: Facets, keyword: string): JsonNode[] {
  return facets.parts.flatMap((part) => member(part, keyword) ?? []);
}

/** Members of an object node by key, in order of first appearance; the last of duplicates counts. */
export function membersByKey(node: JsonNode | undefined): Map<string, JsonNode> {
  return new Map((node?.members ?? []).map(({ key, value }) => [key, value]));
}
