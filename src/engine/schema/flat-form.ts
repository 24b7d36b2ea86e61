import { decodeString, member, type JsonNode } from '../base/json/document.ts';
import {
  SchemaDocument,
  everyOf,
  firstOf,
  freshBudget,
  joined,
  membersByKey,
  type Budget,
  type Facets,
} from './facets.ts';

/** What a field is filled in with. */
export type FlatKind = 'string' | 'number' | 'integer' | 'boolean' | 'select' | 'multiselect';

/** One value to choose. */
export interface FlatOption {
  /** JSON text, as in the schema. */
  readonly value: string;
  readonly label: string;
}

/** One field of an elicitation form. Every number and value is JSON text as it stood in the schema. */
export interface FlatField {
  /** A name the server chose: data. */
  readonly key: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly kind: FlatKind;
  /** Of `select` and `multiselect`. */
  readonly options?: readonly FlatOption[];
  readonly format?: string;
  /** `null` is a value too. */
  readonly nullable?: boolean;
  readonly default?: string;
  readonly pattern?: string;
  readonly minLength?: string;
  readonly maxLength?: string;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly minItems?: string;
  readonly maxItems?: string;
}

/** A form, and what of the schema it does not show or what the specification does not provide for. */
export interface FlatForm {
  /** In the order of the schema. */
  readonly fields: readonly FlatField[];
  /** One line each, beginning with the property where it is about one. */
  readonly problems: readonly string[];
}

/** Most fields in a form; more are reported and left to the JSON editor. */
export const FIELD_LIMIT = 1000;

/** Formats that `StringSchema` of 2026-07-28 allows. */
const allowedFormats: readonly string[] = ['email', 'uri', 'date', 'date-time'];

/**
 * The form for an elicitation's `requestedSchema` (2026-07-28 client/elicitation, Requested Schema): flat, of strings,
 * numbers, booleans and choices. A property outside that subset is reported in `problems` with the reason; it still gets a
 * field where one fits. Local references are followed, remote ones are not. Bounded for any schema; never throws.
 */
export function flatFormOf(requestedSchemaText: string): FlatForm {
  const document = SchemaDocument.read(requestedSchemaText);
  if (document === undefined) return { fields: [], problems: ['The schema is not JSON'] };
  if (document.root.kind !== 'object') return { fields: [], problems: ['The schema is not an object'] };
  return new FormReader(document).read();
}

class FormReader {
  readonly #document: SchemaDocument;
  readonly #budget: Budget = freshBudget();
  readonly #problems: string[] = [];

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  read(): FlatForm {
    const root = this.#facets(this.#document.root);
    const type = decodeString(this.#document.text, firstOf(root, 'type'));
    if (type !== 'object') this.#problems.push('The schema does not say type object');
    for (const keyword of ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties']) {
      if (firstOf(root, keyword) !== undefined)
        this.#problems.push(`The schema uses ${keyword}, which a form may not`);
    }
    const properties = new Map<string, JsonNode>();
    for (const node of everyOf(root, 'properties')) {
      for (const [key, schema] of membersByKey(node)) if (!properties.has(key)) properties.set(key, schema);
    }
    const required = new Set(
      everyOf(root, 'required')
        .flatMap((node) => node.items ?? [])
        .flatMap((node) => decodeString(this.#document.text, node) ?? []),
    );
    const fields: FlatField[] = [];
    for (const [key, schema] of properties) {
      if (fields.length >= FIELD_LIMIT) {
        this.#problems.push(`Only the first ${FIELD_LIMIT} of ${properties.size} properties are in the form`);
        break;
      }
      const field = this.#field(key, schema, required.has(key));
      if (field !== undefined) fields.push(field);
    }
    for (const key of required) {
      if (!properties.has(key)) this.#report(key, 'required, but not among the properties');
    }
    return { fields, problems: this.#problems };
  }

  #field(key: string, schema: JsonNode, required: boolean): FlatField | undefined {
    const whole = this.#facets(schema);
    // Unwrapped once: alternatives within alternatives are no form's business.
    const optional = this.#optional(whole);
    if (optional !== undefined) this.#report(key, 'anyOf and oneOf of types are not provided for in a form');
    const facets = optional === undefined ? whole : joined(whole, optional);
    for (const doubt of facets.doubts) this.#report(key, doubt);
    if (firstOf(facets, '$ref') !== undefined) this.#report(key, '$ref is not provided for in a form');
    if (firstOf(facets, 'allOf') !== undefined) this.#report(key, 'allOf is not provided for in a form');
    const shape = this.#shape(key, optional ?? whole, optional !== undefined);
    if (shape === undefined) return undefined;
    const text = (keyword: string): string | undefined =>
      decodeString(this.#document.text, firstOf(facets, keyword));
    const raw = (keyword: string): string | undefined => {
      const node = firstOf(facets, keyword);
      return node && this.#document.raw(node);
    };
    const format = text('format');
    if (format !== undefined && shape.kind === 'string' && !allowedFormats.includes(format)) {
      this.#report(key, `the format ${format} is not provided for in a form`);
    }
    return defined({
      key,
      title: text('title'),
      description: text('description'),
      required,
      ...shape,
      format: shape.kind === 'string' ? format : undefined,
      default: raw('default'),
      pattern: text('pattern'),
      minLength: raw('minLength'),
      maxLength: raw('maxLength'),
      minimum: raw('minimum'),
      maximum: raw('maximum'),
      minItems: raw('minItems'),
      maxItems: raw('maxItems'),
    });
  }

  #shape(
    key: string,
    facets: Facets,
    optional: boolean,
  ): Pick<FlatField, 'kind' | 'options' | 'nullable'> | undefined {
    const types = this.#types(firstOf(facets, 'type'));
    const nullable = types.includes('null') || optional ? true : undefined;
    const [type, ...others] = types.filter((name) => name !== 'null');
    if (nullable === true) this.#report(key, 'null is not provided for in a form');
    if (others.length > 0) {
      this.#report(key, 'several types are not provided for in a form');
      return undefined;
    }
    const options = this.#options(key, facets);
    if (options !== undefined) {
      if (type === undefined) this.#report(key, 'the type is missing');
      else if (type !== 'string') this.#report(key, `choices of type ${type} are not provided for in a form`);
      return options.length > 0 ? { kind: 'select', options, nullable } : undefined;
    }
    if (firstOf(facets, 'anyOf') !== undefined || firstOf(facets, 'oneOf') !== undefined) {
      this.#report(key, 'alternatives other than constants are not provided for in a form');
      return undefined;
    }
    switch (type) {
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
        return { kind: type, nullable };
      case 'array': {
        const items = firstOf(facets, 'items');
        const choices = items && this.#options(key, this.#facets(items));
        if (choices !== undefined && choices.length > 0)
          return { kind: 'multiselect', options: choices, nullable };
        this.#report(key, 'a list of anything but choices is not provided for in a form');
        return undefined;
      }
      case undefined:
        this.#report(key, 'the type is missing');
        return undefined;
      default:
        this.#report(key, `the type ${type} is not provided for in a form`);
        return undefined;
    }
  }

  /** What one may choose from; undefined where the schema is no choice. */
  #options(key: string, facets: Facets): readonly FlatOption[] | undefined {
    const listed = firstOf(facets, 'enum')?.items;
    if (listed !== undefined) {
      if (listed.length === 0) this.#report(key, 'there is nothing to choose from');
      const names = firstOf(facets, 'enumNames')?.items;
      // Names that do not pair up would put the wrong label on a value.
      const paired = names?.length === listed.length ? names : undefined;
      if (names !== undefined && paired === undefined)
        this.#report(key, 'enumNames and enum differ in length');
      return listed.map((node, index) => this.#option(node, paired?.[index]));
    }
    const branches = (firstOf(facets, 'oneOf') ?? firstOf(facets, 'anyOf'))?.items;
    if (branches === undefined) return undefined;
    const options = branches.flatMap((branch) => {
      const constant = member(branch, 'const');
      return constant === undefined ? [] : [this.#option(constant, member(branch, 'title'))];
    });
    return options.length > 0 && options.length === branches.length ? options : undefined;
  }

  #option(value: JsonNode, name: JsonNode | undefined): FlatOption {
    const raw = this.#document.raw(value);
    return {
      value: raw,
      label: decodeString(this.#document.text, name) ?? decodeString(this.#document.text, value) ?? raw,
    };
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
    if (node === undefined) return [];
    return [node, ...(node.items ?? [])].flatMap((name) => decodeString(this.#document.text, name) ?? []);
  }

  #facets(schema: JsonNode): Facets {
    return this.#document.facets([schema], false, this.#budget);
  }

  #report(key: string, reason: string): void {
    // One more than is shown, so that a schema of any size makes a list of bounded size.
    if (this.#problems.length < FIELD_LIMIT) this.#problems.push(`${named(key)}: ${reason}`);
  }
}

function named(key: string): string {
  return key === '' || key.trim() !== key ? JSON.stringify(key) : key;
}

function defined(field: FlatField): FlatField {
  return Object.fromEntries(
    Object.entries(field).filter(([, value]) => value !== undefined),
  ) as unknown as FlatField;
}
