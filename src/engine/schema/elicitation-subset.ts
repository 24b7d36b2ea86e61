import { decodeString, member, type JsonNode } from '../base/json/document.ts';
import { SchemaDocument, everyOf, firstOf, freshBudget, joined, type Budget, type Facets } from './facets.ts';
import { membersByKey } from './members.ts';
import { typeNames } from './sample.ts';

/** Most properties that are looked at, and most lines that are given. */
export const PROPERTY_LIMIT = 1000;

/** What the default of a type is in JSON. */
const DEFAULT_KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
]);

/** Formats that `StringSchema` of 2026-07-28 allows. */
const allowedFormats: readonly string[] = ['email', 'uri', 'date', 'date-time'];

/**
 * What of an elicitation's `requestedSchema` the specification does not provide for (2026-07-28 client/elicitation, Requested
 * Schema): a form is flat, of strings, numbers, booleans and choices. One line each, beginning with the property where it is
 * about one. Local references are followed, remote ones are not. Bounded for any schema; never throws.
 */
export function outsideOfElicitation(requestedSchemaText: string): readonly string[] {
  const document = SchemaDocument.read(requestedSchemaText);
  if (document === undefined) return ['The schema is not JSON'];
  if (document.root.kind !== 'object') return ['The schema is not an object'];
  return new SubsetReader(document).read();
}

class SubsetReader {
  readonly #document: SchemaDocument;
  readonly #budget: Budget = freshBudget();
  readonly #lines: string[] = [];

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  read(): readonly string[] {
    const root = this.#facets(this.#document.root);
    const type = decodeString(this.#document.text, firstOf(root, 'type'));
    if (type !== 'object') this.#lines.push('The schema does not say type object');
    for (const keyword of ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties']) {
      if (firstOf(root, keyword) !== undefined)
        this.#lines.push(`The schema uses ${keyword}, which a form may not`);
    }
    const properties = new Map<string, JsonNode>();
    for (const node of everyOf(root, 'properties')) {
      for (const [key, schema] of membersByKey(node)) if (!properties.has(key)) properties.set(key, schema);
    }
    for (const [key, schema] of [...properties].slice(0, PROPERTY_LIMIT)) this.#property(key, schema);
    const required = new Set(
      everyOf(root, 'required')
        .flatMap((node) => node.items ?? [])
        .flatMap((node) => decodeString(this.#document.text, node) ?? []),
    );
    for (const key of required) {
      if (!properties.has(key)) this.#report(key, 'required, but not among the properties');
    }
    return this.#lines;
  }

  #property(key: string, schema: JsonNode): void {
    const whole = this.#facets(schema);
    // Unwrapped once: alternatives within alternatives are no form's business.
    const optional = this.#optional(whole);
    if (optional !== undefined) this.#report(key, 'anyOf and oneOf of types are not provided for in a form');
    const facets = optional === undefined ? whole : joined(whole, optional);
    for (const doubt of facets.doubts) this.#report(key, doubt);
    for (const keyword of ['$ref', 'allOf']) {
      if (firstOf(facets, keyword) !== undefined)
        this.#report(key, `${keyword} is not provided for in a form`);
    }
    this.#shape(key, optional ?? whole, optional !== undefined);
    this.#bounds(key, facets);
    const format = decodeString(this.#document.text, firstOf(facets, 'format'));
    const type = decodeString(this.#document.text, firstOf(facets, 'type'));
    if (format !== undefined && type === 'string' && !allowedFormats.includes(format)) {
      this.#report(key, `the format ${format} is not provided for in a form`);
    }
  }

  #shape(key: string, facets: Facets, optional: boolean): void {
    const types = this.#types(firstOf(facets, 'type'));
    const [type, ...others] = types.filter((name) => name !== 'null');
    if (types.includes('null') || optional) this.#report(key, 'null is not provided for in a form');
    if (others.length > 0) return this.#report(key, 'several types are not provided for in a form');
    if (this.#isChoice(key, facets)) {
      if (type === undefined) this.#report(key, 'the type is missing');
      else if (type !== 'string') this.#report(key, `choices of type ${type} are not provided for in a form`);
      return;
    }
    if (firstOf(facets, 'anyOf') !== undefined || firstOf(facets, 'oneOf') !== undefined)
      return this.#report(key, 'alternatives other than constants are not provided for in a form');
    switch (type) {
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
        return;
      case 'array': {
        const items = firstOf(facets, 'items');
        if (items === undefined || !this.#isChoice(key, this.#facets(items)))
          this.#report(key, 'a list of anything but choices is not provided for in a form');
        return;
      }
      case undefined:
        return this.#report(key, 'the type is missing');
      default:
        this.#report(key, `the type ${type} is not provided for in a form`);
    }
  }

  /** Bounds that nothing can keep, and a default of another type. */
  #bounds(key: string, facets: Facets): void {
    const numberOf = (keyword: string): number | undefined => {
      const node = firstOf(facets, keyword);
      return node?.kind === 'number' ? Number(this.#document.text.slice(node.start, node.end)) : undefined;
    };
    for (const [least, most] of [
      ['minLength', 'maxLength'],
      ['minItems', 'maxItems'],
      ['minimum', 'maximum'],
    ] as const) {
      const [low, high] = [numberOf(least), numberOf(most)];
      if (low !== undefined && high !== undefined && low > high)
        this.#report(key, `${least} ${low} is more than ${most} ${high}`);
      if (least !== 'minimum' && [low, high].some((bound) => bound !== undefined && bound < 0))
        this.#report(key, `${least} and ${most} can't be below 0`);
    }
    const given = firstOf(facets, 'default');
    const [type, ...others] = this.#types(firstOf(facets, 'type'));
    if (given === undefined || type === undefined || others.length > 0) return;
    const kind = DEFAULT_KINDS.get(type);
    const literal = given.kind === 'literal' ? this.#document.text.slice(given.start, given.end) : '';
    const fits = kind === 'boolean' ? literal === 'true' || literal === 'false' : given.kind === kind;
    if (kind !== undefined && !fits) this.#report(key, `the default is not of type ${type}`);
  }

  #isChoice(key: string, facets: Facets): boolean {
    const listed = firstOf(facets, 'enum')?.items;
    if (listed !== undefined) {
      if (listed.length === 0) this.#report(key, 'there is nothing to choose from');
      const names = firstOf(facets, 'enumNames')?.items;
      if (names !== undefined && names.length !== listed.length)
        this.#report(key, 'enumNames and enum differ in length');
      return true;
    }
    const branches = (firstOf(facets, 'oneOf') ?? firstOf(facets, 'anyOf'))?.items ?? [];
    if (branches.length === 0 || !branches.every((branch) => member(branch, 'const') !== undefined))
      return false;
    if (branches.some((branch) => member(branch, 'title') === undefined))
      this.#report(key, 'a choice by const needs a title for each');
    return true;
  }

  /** The X of `anyOf: [X, null]`, as generators write an optional X. */
  #optional(facets: Facets): Facets | undefined {
    const branches = (firstOf(facets, 'anyOf') ?? firstOf(facets, 'oneOf'))?.items ?? [];
    if (branches.length !== 2) return undefined;
    const kinds = branches.map((branch) => this.#facets(branch));
    const [only, ...others] = kinds.filter((kind) => this.#types(firstOf(kind, 'type')).join() !== 'null');
    return only !== undefined && others.length === 0 && firstOf(only, 'const') === undefined
      ? only
      : undefined;
  }

  #types(node: JsonNode | undefined): string[] {
    return node === undefined ? [] : typeNames(this.#document, node);
  }

  #facets(schema: JsonNode): Facets {
    return this.#document.facets([schema], false, this.#budget);
  }

  #report(key: string, reason: string): void {
    if (this.#lines.length >= PROPERTY_LIMIT) return;
    const name = key === '' || key.trim() !== key ? JSON.stringify(key) : key;
    this.#lines.push(`${name}: ${reason}`);
  }
}
