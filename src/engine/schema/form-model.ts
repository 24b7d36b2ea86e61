import { decodeString, member, nodeAtPointer, type JsonNode } from '../base/json/document.ts';
import { NO_VALUE, SchemaDocument, everyOf, firstOf, type Facets } from './facets.ts';
import { fitOf } from './form-alternatives.ts';
import { limitWords } from './form-limits.ts';
import {
  ownText,
  propertiesOf,
  shapeOf,
  type FormKind,
  type FormOption,
  type Shape,
  type Source,
} from './form-shape.ts';
import { keyTest, type KeyTest } from './key-pattern.ts';
import { fits } from './sample.ts';

/** One property of an object in a form. */
export interface FormProperty {
  /** A name the server chose: data. */
  readonly key: string;
  readonly required: boolean;
  readonly node: FormNode;
}

/** One alternative of a choice. */
export interface FormAlternative {
  readonly label: string;
  readonly node: FormNode;
}

/** The schemas that are for a place, or why there are none. */
type Found = Pick<Source, 'schemas' | 'reason'>;

/** Most examples that are shown. */
const EXAMPLES = 3;
/** Longest text of an example, default or pattern that is shown. */
const SHOWN = 80;

/**
 * One place of a form: what the schema says of the value there. Children are read when they are asked for, and once, so that
 * a schema that contains itself costs what is looked at. Never throws, whatever the schema is; nothing is fetched.
 */
export class FormNode {
  readonly #document: SchemaDocument;
  readonly #source: Source;
  readonly #shape: Shape;
  #properties: readonly FormProperty[] | undefined;
  #names: ReadonlySet<string> | undefined;
  #alternatives: readonly FormAlternative[] | undefined;
  #patterns: readonly { pattern: string; test: KeyTest | undefined; value: JsonNode }[] | undefined;
  readonly #children = new Map<string | number, FormNode>();

  constructor(document: SchemaDocument, source: Source) {
    this.#document = document;
    this.#source = source;
    this.#shape = shapeOf(document, source);
  }

  get kind(): FormKind {
    return this.#shape.kind;
  }

  /** `null` is allowed too. */
  get nullable(): boolean {
    return this.#shape.nullable;
  }

  /** Of `const` (one), `enum` and `multiselect`. */
  get options(): readonly FormOption[] {
    return this.#shape.options;
  }

  /** Of `json`: why no form is made of it. */
  get reason(): string | undefined {
    return this.#shape.reason;
  }

  /** What of the schema is checked and not shown, a line each. */
  get notes(): readonly string[] {
    return this.#shape.notes;
  }

  /** Of the schema itself, not of what it refers to: that names a type. */
  get title(): string | undefined {
    return ownText(this.#document, this.#source, 'title');
  }

  /** Of the schema itself first, then of what it refers to. */
  get description(): string | undefined {
    return ownText(this.#document, this.#source, 'description') ?? this.#text('description');
  }

  get format(): string | undefined {
    return this.#text('format');
  }

  /** A string that may be of several lines, by what the schema says of it. */
  get multiline(): boolean {
    const media = this.#text('contentMediaType') ?? '';
    return ['multiline', 'textarea', 'markdown'].includes(this.format ?? '') || media.startsWith('text/');
  }

  get readOnly(): boolean {
    return this.#says('readOnly');
  }

  get deprecated(): boolean {
    return this.#says('deprecated');
  }

  /** `const`, or the one value of an `enum`; JSON text. */
  get constant(): string | undefined {
    return this.kind === 'const' ? this.options[0]?.value : undefined;
  }

  /** JSON text with its own digits, also where the rest of the schema would refuse it. */
  get default(): string | undefined {
    const node = firstOf(this.#facets, 'default');
    return node && this.#document.raw(node);
  }

  /** The default, where what is quickly checked allows it: a wrong one is shown but seeds nothing. */
  get usableDefault(): string | undefined {
    const node = firstOf(this.#facets, 'default');
    return node !== undefined && fits(this.#document, this.#facets, node)
      ? this.#document.raw(node)
      : undefined;
  }

  /** JSON texts, as in the schema. */
  get examples(): readonly string[] {
    const listed = firstOf(this.#facets, 'examples')?.items ?? [];
    return listed
      .slice(0, EXAMPLES)
      .map((node) => this.#document.raw(node))
      .filter((raw) => raw.length <= SHOWN);
  }

  /** What the value has to keep to, in a few words each. */
  get limits(): readonly string[] {
    return limitWords(this.#document, this.#facets, this.kind);
  }

  /** Of an object: what the schema names, in its order; then what it requires without naming it. */
  get properties(): readonly FormProperty[] {
    return (this.#properties ??= this.#readProperties());
  }

  /** Of an object: the keys of its properties. */
  get names(): ReadonlySet<string> {
    return (this.#names ??= new Set(this.properties.map(({ key }) => key)));
  }

  /** Of an object: whether other keys are provided for, as far as the schema says so in words. */
  get others(): 'provided' | 'allowed' | 'refused' {
    if (everyOf(this.#facets, 'patternProperties').length > 0) return 'provided';
    const nodes = everyOf(this.#facets, 'additionalProperties');
    if (nodes.some((node) => this.#document.is(node, 'false'))) return 'refused';
    return nodes.length > 0 || this.properties.length === 0 ? 'provided' : 'allowed';
  }

  /** Of an object: the place of any key. */
  member(key: string): FormNode {
    return this.properties.find((property) => property.key === key)?.node ?? this.other(key);
  }

  /** Of an object: the place of a key that is not among the properties. */
  other(key: string): FormNode {
    return this.#child(`other ${key}`, () => this.#sourceOfOther(key));
  }

  /** Of an array: how many places have a schema of their own (`prefixItems`; draft-07 `items` as a list). */
  get tuple(): number {
    return Math.max(0, ...this.#tuples().map((list) => list.length));
  }

  /** Of an array: whether there may be an item at `index`; after a tuple perhaps none. */
  takes(index: number): boolean {
    return !this.item(index).forbidden;
  }

  /** The schema allows nothing in this place. */
  get forbidden(): boolean {
    return this.#facets.doubts.includes(NO_VALUE);
  }

  /** Of an array: the place at `index`, from 0. */
  item(index: number): FormNode {
    // Every place after the tuple looks alike.
    const position = Math.min(index, this.tuple);
    return this.#child(position, () => {
      const schemas = this.#tuples().flatMap((list) => list[position] ?? []);
      return { schemas: schemas.length > 0 ? schemas : this.#restOfItems() };
    });
  }

  /** Of a choice. */
  get alternatives(): readonly FormAlternative[] {
    return (this.#alternatives ??= this.#shape.branches.map(({ label, source }) => ({
      label,
      node: new FormNode(this.#document, source),
    })));
  }

  /**
   * Of a choice: the alternative that `value`, a node of `text`, means: by type, then by constants, then by the names that are
   * there. −1 where it can be none of them.
   */
  alternativeOf(text: string, value: JsonNode): number {
    const found = { index: -1, fit: -1 };
    for (const [index, { node }] of this.alternatives.entries()) {
      const fit = node.fit(text, value);
      if (fit > found.fit) Object.assign(found, { index, fit });
    }
    return found.index;
  }

  /** How well a value fits what can be seen at once; −1 where it can't be meant. Alternatives within are not looked into: they may multiply. */
  fit(text: string, value: JsonNode): number {
    if (this.nullable && text.slice(value.start, value.end) === 'null') return 0;
    if (this.kind === 'enum' || this.kind === 'const') {
      const raw = text.slice(value.start, value.end);
      return this.options.some((option) => sameText(option.value, raw)) ? 1200 : -1;
    }
    return fitOf(this.#document, this.#facets, this.#source.types, text, value);
  }

  /** Every schema that applies here: references and `allOf` are followed, alternatives are not. */
  get schemas(): ReadonlySet<JsonNode> {
    return this.#facets.schemas;
  }

  /** What stands at a JSON pointer of the schema document this place is of. */
  schemaAt(pointer: string): JsonNode | undefined {
    return nodeAtPointer(this.#document.root, pointer);
  }

  get #facets(): Facets {
    return this.#shape.facets;
  }

  #text(keyword: string): string | undefined {
    return decodeString(this.#document.text, firstOf(this.#facets, keyword));
  }

  #says(keyword: string): boolean {
    return everyOf(this.#facets, keyword).some((node) => this.#document.is(node, 'true'));
  }

  #readProperties(): readonly FormProperty[] {
    const { schemas, required } = propertiesOf(this.#document, this.#facets);
    const unnamed = [...required].filter((key) => !schemas.has(key));
    const property = (key: string, read: () => Found): FormProperty => {
      const child = (): FormNode => this.#child(`property ${key}`, read);
      return {
        key,
        required: required.has(key),
        get node() {
          return child();
        },
      };
    };
    return [
      ...[...schemas].map(([key, own]) =>
        property(key, () => ({ schemas: [...own, ...this.#matching(key).schemas] })),
      ),
      ...unnamed.map((key) => property(key, () => this.#sourceOfOther(key))),
    ];
  }

  #sourceOfOther(key: string): Found {
    const { schemas, doubt } = this.#matching(key);
    if (schemas.length > 0) return { schemas };
    if (doubt !== undefined)
      return { schemas, reason: `Whether the pattern ${cut(doubt)} is meant is checked, not shown` };
    const rest = everyOf(this.#facets, 'additionalProperties');
    const refusal = rest.find((node) => this.#document.is(node, 'false'));
    if (refusal !== undefined) return { schemas: [refusal], reason: 'The schema does not allow this key' };
    const own = objects(rest);
    return { schemas: own.length > 0 ? own : this.#conditional(key) };
  }

  /**
   * What then, else or a dependency says of a key that nothing else speaks of. Whether they apply is the validator's to say,
   * and so nothing is taken of a key that several of them speak of.
   */
  #conditional(key: string): readonly JsonNode[] {
    const parts = [
      ...['then', 'else'].flatMap((keyword) => everyOf(this.#facets, keyword)),
      ...['dependentSchemas', 'dependencies'].flatMap((keyword) =>
        everyOf(this.#facets, keyword).flatMap((node) => (node.members ?? []).map(({ value }) => value)),
      ),
    ];
    const named = objects(parts).flatMap((part) => member(member(part, 'properties'), key) ?? []);
    return named.length === 1 ? objects(named) : [];
  }

  /** What `patternProperties` says of a key; and a pattern of which only the validator knows whether it matches. */
  #matching(key: string): { readonly schemas: readonly JsonNode[]; readonly doubt: string | undefined } {
    this.#patterns ??= everyOf(this.#facets, 'patternProperties').flatMap((node) =>
      (node.members ?? []).map(({ key: pattern, value }) => ({ pattern, test: keyTest(pattern), value })),
    );
    const judged = this.#patterns.map(({ pattern, test, value }) => ({ pattern, value, is: test?.(key) }));
    return {
      schemas: judged.flatMap(({ is, value }) => (is === true ? [value] : [])),
      doubt: judged.find(({ is }) => is === undefined)?.pattern,
    };
  }

  #tuples(): readonly (readonly JsonNode[])[] {
    return [
      ...everyOf(this.#facets, 'prefixItems').map((node) => node.items ?? []),
      ...everyOf(this.#facets, 'items').flatMap((node) => (node.items === undefined ? [] : [node.items])),
    ];
  }

  #restOfItems(): readonly JsonNode[] {
    const items = everyOf(this.#facets, 'items');
    // Draft-07 spells prefixItems and items as items and additionalItems.
    const rest = items.some((node) => node.items !== undefined)
      ? everyOf(this.#facets, 'additionalItems')
      : items;
    return rest.filter((node) => !this.#document.is(node, 'true'));
  }

  #child(name: string | number, read: () => Found): FormNode {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const made = new FormNode(this.#document, { ...read(), settled: new Set() });
    this.#children.set(name, made);
    return made;
  }
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

function objects(nodes: readonly JsonNode[]): readonly JsonNode[] {
  return nodes.filter(({ kind }) => kind === 'object');
}

function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}

/** A form for a schema, or why there is none. */
export type FormModel =
  | { readonly ok: true; readonly root: FormNode }
  /** Sentence case, no full stop. */
  | { readonly ok: false; readonly reason: string };

/**
 * The form for a JSON Schema (2020-12 or draft-07) of an object, such as a tool's `inputSchema`. Local references are followed,
 * also where a definition stands inside a property; external ones are not. Fails where the value is no object or no form can
 * be made of it.
 */
export function formOf(schemaText: string): FormModel {
  const document = SchemaDocument.read(schemaText);
  if (document === undefined) return { ok: false, reason: 'The schema is not JSON' };
  if (document.root.kind !== 'object') return { ok: false, reason: 'The schema is not an object' };
  const root = new FormNode(document, { schemas: [document.root], settled: new Set() });
  switch (root.kind) {
    case 'object':
      return { ok: true, root };
    case 'choice':
      return root.alternatives.some(({ node }) => node.kind === 'object' || node.kind === 'choice')
        ? { ok: true, root }
        : { ok: false, reason: 'The schema asks for something that is not an object' };
    case 'json':
      return { ok: false, reason: root.reason ?? 'No form can be made of the schema' };
    default:
      return { ok: false, reason: 'The schema asks for something that is not an object' };
  }
}

/** A single place for a schema of any kind; undefined where the schema is not JSON. */
export function placeOf(schemaText: string): FormNode | undefined {
  const document = SchemaDocument.read(schemaText);
  return document && new FormNode(document, { schemas: [document.root], settled: new Set() });
}
