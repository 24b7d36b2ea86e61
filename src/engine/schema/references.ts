import { decodeString, member, type JsonNode } from '../base/json/document.ts';
import { pointerTo, stepsOf } from '../base/json/pointer.ts';
import { membersByKey } from './members.ts';

/** What a schema without an absolute `$id` is relative to. Nothing is fetched from there, or from anywhere. */
const HERE = 'https://schema.invalid/';

/**
 * What the references of one schema document lead to inside it (JSON Schema 2020-12, core, 8.2 and 9.2): a pointer, an anchor, an
 * `$id`, or any of them below an `$id`, each relative to the `$id` it stands under.
 */
export class References {
  readonly #text: string;
  readonly #root: JsonNode;
  /** By absolute URI without fragment: what has that `$id`. */
  readonly #resources = new Map<string, JsonNode>();
  /** By absolute URI with fragment. */
  readonly #anchors = new Map<string, JsonNode>();
  /** By reference: the URI it is relative to. */
  readonly #bases = new Map<JsonNode, string>();
  readonly #members = new Map<JsonNode, Map<string, JsonNode>>();
  #definitions: Map<string, JsonNode | null> | undefined;

  constructor(text: string, root: JsonNode) {
    this.#text = text;
    this.#root = root;
    this.#resources.set(HERE, root);
    this.#index();
  }

  /** What `reference`, the value of a `$ref` in this document, points at; undefined where it leads out of it or nowhere. */
  target(reference: JsonNode): JsonNode | undefined {
    const said = decodeString(this.#text, reference);
    if (said === undefined) return undefined;
    const uri = absolute(said, this.#bases.get(reference) ?? HERE);
    return (
      (uri === undefined ? undefined : this.#at(uri)) ??
      // Generators put a schema with an id into another and leave its references as they were, from the root.
      (said.startsWith('#') ? this.#at(HERE + said) : undefined) ??
      this.#definedElsewhere(said)
    );
  }

  #at(uri: string): JsonNode | undefined {
    const hash = uri.indexOf('#');
    const resource = this.#resources.get(hash < 0 ? uri : uri.slice(0, hash));
    let fragment = hash < 0 ? '' : uri.slice(hash + 1);
    try {
      fragment = decodeURIComponent(fragment);
    } catch {
      // A stray percent sign is taken as it stands.
    }
    if (fragment === '') return resource;
    return fragment.startsWith('/') ? this.#atPointer(resource, stepsOf(fragment)) : this.#anchors.get(uri);
  }

  // Not `nodeAtPointer`: ten thousand references into ten thousand definitions need an index.
  #atPointer(resource: JsonNode | undefined, steps: readonly string[]): JsonNode | undefined {
    let node = resource;
    for (const step of steps) {
      if (node?.members !== undefined) {
        let members = this.#members.get(node);
        if (members === undefined) this.#members.set(node, (members = membersByKey(node)));
        node = members.get(step);
      } else node = /^(?:0|[1-9]\d*)$/.test(step) ? node?.items?.[Number(step)] : undefined;
    }
    return node;
  }

  #index(): void {
    const pending = [{ node: this.#root, base: HERE }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { node } = next;
      let { base } = next;
      const id = decodeString(this.#text, member(node, '$id'));
      const uri = id === undefined ? undefined : absolute(id, base);
      if (id !== undefined && uri !== undefined) {
        // Draft-07 spells an anchor as an id that is a fragment.
        if (id.startsWith('#')) setFirst(this.#anchors, uri, node);
        else {
          base = uri.replace(/#.*$/s, '');
          setFirst(this.#resources, base, node);
        }
      }
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const anchor = decodeString(this.#text, member(node, keyword));
        if (anchor === undefined) continue;
        setFirst(this.#anchors, `${base}#${anchor}`, node);
        // What stands below an id is found by its plain name too, where no other has it.
        setFirst(this.#anchors, `${HERE}#${anchor}`, node);
      }
      for (const { key, value } of node.members ?? []) {
        if (value.kind === 'string') {
          if (base !== HERE && (key === '$ref' || key === '$dynamicRef')) this.#bases.set(value, base);
        } else pending.push({ node: value, base });
      }
      for (const item of node.items ?? []) pending.push({ node: item, base });
    }
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
    const pending: JsonNode[] = [this.#root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const { key, value } of node.members ?? []) {
        pending.push(value);
        if (key !== '$defs' && key !== 'definitions') continue;
        for (const { key: name, value: definition } of value.members ?? []) {
          const reference = `#${pointerTo([key, name])}`;
          // Two of one name: which is meant is anybody's guess.
          found.set(reference, found.has(reference) ? null : definition);
        }
      }
      for (const item of node.items ?? []) pending.push(item);
    }
    return found;
  }
}

/** Undefined for what is no URI reference. Fragments stay to the character. */
function absolute(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  const hash = reference.indexOf('#');
  const fragment = hash < 0 ? '' : reference.slice(hash);
  try {
    return new URL(hash < 0 ? reference : reference.slice(0, hash), base).href + fragment;
  } catch {
    return undefined;
  }
}

function setFirst(map: Map<string, JsonNode>, name: string, node: JsonNode): void {
  if (!map.has(name)) map.set(name, node);
}
