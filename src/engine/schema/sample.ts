import { decodeString, member, sliceOf, type JsonNode } from '../base/json/document.ts';
import { isUnsafeNumber } from '../base/json/numbers.ts';
import { arrayText, objectText, stringLiteral } from '../base/json/write.ts';
import { SchemaDocument, everyOf, firstOf, freshBudget, type Budget, type Facets } from './facets.ts';
import { membersByKey } from './members.ts';
import { sampleNumber } from './sample-number.ts';
import { sampleString } from './sample-string.ts';

/** A value made from a schema. */
export interface Sample {
  /** JSON text on one line, save what stands on several in the schema. Defaults keep their digits. */
  readonly text: string;
  /** Why it may not satisfy the schema; empty where it does, as far as is known without validating. */
  readonly doubts: readonly string[];
}

/** Arrays longer than this are not made up. */
const LONGEST_ARRAY = 100;
/** Deeper values are not made up. */
const DEEPEST = 32;

/** Keywords that refuse values and that a sample does not take into account. */
const unconsidered = [
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  '$recursiveRef',
];

/**
 * The smallest value a schema asks for: required properties, and those with a default that fits; constants, first
 * choices, numbers within bounds, strings of the right length and format; the first branch of `oneOf` and `anyOf`.
 * Bounded in time and size whatever the schema is; never throws. Nothing is fetched. `free`: what a string says that may say anything.
 */
export function sampleFor(schemaText: string, free = ''): Sample {
  const document = SchemaDocument.read(schemaText);
  if (document === undefined) return { text: '{}', doubts: ['The schema is not JSON'] };
  return new Sampler(document, free).sample();
}

class Sampler {
  readonly #document: SchemaDocument;
  readonly #budget: Budget = freshBudget();
  readonly #doubts = new Set<string>();
  readonly #free: string;

  constructor(document: SchemaDocument, free: string) {
    this.#document = document;
    this.#free = free;
  }

  sample(): Sample {
    const text = this.#value([this.#document.root], new Set());
    return { text, doubts: [...this.#doubts] };
  }

  /** `entered`: schemas whose values are being made further out; meeting one again is recursion. */
  #value(schemas: readonly JsonNode[], entered: ReadonlySet<JsonNode>): string {
    this.#budget.values -= 1;
    if (this.#budget.values < 0 || this.#budget.characters < 0)
      return this.#doubt('The schema is too large', 'null');
    const own = this.#facets(schemas, false);
    const given = this.#given(own);
    if (given !== undefined) return this.#spend(given);
    const facets = this.#facets(schemas, true);
    for (const doubt of facets.doubts) this.#doubts.add(doubt);
    const chosen = this.#given(facets);
    if (chosen !== undefined) return this.#spend(chosen);
    this.#noteUnconsidered(facets);

    const entries = new Set(entered);
    let recursion = entered.size >= DEEPEST;
    for (const schema of schemas) {
      for (const entry of this.#entryPoints(schema)) {
        recursion ||= entered.has(entry);
        entries.add(entry);
      }
    }
    const type = typeOf(this.#document, facets);
    if (recursion) {
      const empty = type === 'object' ? '{}' : type === 'array' ? '[]' : 'null';
      return this.#doubt('The schema requires itself', empty);
    }
    return this.#spend(this.#ofType(type, facets, entries));
  }

  #ofType(type: string | undefined, facets: Facets, entered: ReadonlySet<JsonNode>): string {
    switch (type) {
      case 'object':
        return this.#object(facets, entered);
      case 'array':
        return this.#array(facets, entered);
      case 'string': {
        const sample = sampleString(this.#document, facets, this.#free);
        return sample === undefined
          ? this.#doubt('No text is known that matches the schema', '""')
          : stringLiteral(sample);
      }
      case 'number':
      case 'integer': {
        const sample = sampleNumber(this.#document, facets, type === 'integer');
        return sample ?? this.#doubt('No number is known that matches the schema', '0');
      }
      case 'boolean':
        return 'false';
      case 'null':
      case undefined:
        return 'null';
      default:
        return this.#doubt(`The type ${type} is not known`, 'null');
    }
  }

  #object(facets: Facets, entered: ReadonlySet<JsonNode>): string {
    const properties = new Map<string, JsonNode[]>();
    for (const node of everyOf(facets, 'properties')) {
      for (const [key, schema] of membersByKey(node)) {
        const known = properties.get(key);
        if (known === undefined) properties.set(key, [schema]);
        else known.push(schema);
      }
    }
    const required = new Set(
      everyOf(facets, 'required')
        .flatMap((node) => node.items ?? [])
        .flatMap((node) => decodeString(this.#document.text, node) ?? []),
    );
    const members: [string, string][] = [];
    for (const [key, schemas] of properties) {
      if (required.has(key)) members.push([key, this.#value(schemas, entered)]);
      else {
        const given = this.#default(this.#facets(schemas, false));
        if (given !== undefined) members.push([key, this.#spend(given)]);
      }
    }
    for (const key of required) {
      if (properties.has(key)) continue;
      const others = everyOf(facets, 'additionalProperties');
      if (others.some((node) => this.#document.is(node, 'false'))) {
        this.#doubt('A required property is not allowed', '');
      }
      members.push([
        key,
        this.#value(
          others.filter(({ kind }) => kind === 'object'),
          entered,
        ),
      ]);
    }
    return objectText(members);
  }

  #array(facets: Facets, entered: ReadonlySet<JsonNode>): string {
    const least = Math.max(0, ...everyOf(facets, 'minItems').map((node) => Number(this.#document.raw(node))));
    const most = Math.min(...everyOf(facets, 'maxItems').map((node) => Number(this.#document.raw(node))));
    if (!(least <= LONGEST_ARRAY) || least > most)
      return this.#doubt('No list is known that matches the schema', '[]');
    if (least === 0) return '[]';
    const items = firstOf(facets, 'items');
    // Draft-07 spells prefixItems and items as items and additionalItems.
    const tuple = (items?.items ?? firstOf(facets, 'prefixItems')?.items ?? []).slice(0, least);
    const rest = items?.items === undefined ? items : firstOf(facets, 'additionalItems');
    const made = tuple.map((schema) => this.#value([schema], entered));
    const options = rest === undefined ? [] : choices(this.#facets([rest], false));
    for (let index = made.length; index < least; index++) {
      const option = options[index];
      const schemas = rest === undefined ? [] : [rest];
      made.push(
        option === undefined ? this.#value(schemas, entered) : this.#spend(this.#document.raw(option)),
      );
    }
    const unique = everyOf(facets, 'uniqueItems').some((node) => this.#document.is(node, 'true'));
    if (unique && new Set(made).size < made.length) this.#doubt('The items have to differ', '');
    return arrayText(made);
  }

  /** What the schema itself gives: a constant, a default that fits, the first choice, an example where there is a pattern. */
  #given(facets: Facets): string | undefined {
    const constant = firstOf(facets, 'const');
    if (constant !== undefined) return this.#document.raw(constant);
    const preset = this.#default(facets);
    if (preset !== undefined) return preset;
    const choice = firstOf(facets, 'enum')?.items?.find((node) => fits(this.#document, facets, node));
    if (choice !== undefined) return this.#document.raw(choice);
    if (firstOf(facets, 'pattern') === undefined) return undefined;
    const example = firstOf(facets, 'examples')?.items?.find((node) => fits(this.#document, facets, node));
    return example && this.#document.raw(example);
  }

  #default(facets: Facets): string | undefined {
    const preset = firstOf(facets, 'default');
    return preset !== undefined && fits(this.#document, facets, preset)
      ? this.#document.raw(preset)
      : undefined;
  }

  #facets(schemas: readonly JsonNode[], branches: boolean): Facets {
    return this.#document.facets(schemas, branches, this.#budget);
  }

  #noteUnconsidered(facets: Facets): void {
    for (const keyword of unconsidered) {
      if (firstOf(facets, keyword) !== undefined) this.#doubts.add(`The schema uses ${keyword}`);
    }
    if (everyOf(facets, 'enum').length > 0) this.#doubts.add('No choice of the schema fits');
    for (const node of everyOf(facets, 'oneOf')) {
      if (!this.#branchesDiffer(node)) this.#doubts.add('More than one branch of oneOf may match');
    }
  }

  #branchesDiffer(oneOf: JsonNode): boolean {
    const branches = oneOf.items ?? [];
    const marks = branches.map((branch) => {
      const facets = this.#facets([branch], false);
      const constant = firstOf(facets, 'const');
      if (constant !== undefined) return `const ${this.#document.raw(constant)}`;
      const type = decodeString(this.#document.text, firstOf(facets, 'type'));
      if (type !== 'object') return type === 'integer' ? 'number' : type;
      const tags = [...membersByKey(firstOf(facets, 'properties'))].flatMap(([key, schema]) => {
        const tag = member(schema, 'const');
        return tag === undefined ? [] : [`${stringLiteral(key)}:${this.#document.raw(tag)}`];
      });
      return `object ${tags.join()}`;
    });
    return !marks.includes(undefined) && new Set(marks).size === marks.length;
  }

  /** The schema and what its `$ref` chain leads to: where recursion would enter again. */
  #entryPoints(schema: JsonNode): Set<JsonNode> {
    const entries = new Set<JsonNode>();
    for (let at: JsonNode | undefined = schema; at !== undefined && !entries.has(at);) {
      entries.add(at);
      const reference: JsonNode | undefined = member(at, '$ref');
      at = reference === undefined ? undefined : this.#document.resolve(reference);
    }
    return entries;
  }

  #spend(text: string): string {
    this.#budget.characters -= text.length;
    return this.#budget.characters < 0 ? this.#doubt('The schema is too large', 'null') : text;
  }

  #doubt(reason: string, text: string): string {
    this.#doubts.add(reason);
    return text;
  }
}

/** The values a schema lets one choose from: `enum`, or the constants of `oneOf` / `anyOf`; empty where it is another kind of schema. */
export function choices(facets: Facets): readonly JsonNode[] {
  const listed = firstOf(facets, 'enum')?.items;
  if (listed !== undefined) return listed;
  const branches = (firstOf(facets, 'oneOf') ?? firstOf(facets, 'anyOf'))?.items ?? [];
  const constants = branches.flatMap((branch) => member(branch, 'const') ?? []);
  return constants.length === branches.length ? constants : [];
}

/** The type that keywords of a schema without `type` are about. */
export const hints: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type that every part allows; the first but `null` where there are several. Guessed from other keywords where none is stated. */
function typeOf(document: SchemaDocument, facets: Facets): string | undefined {
  const stated = everyOf(facets, 'type').map((node) => typeNames(document, node));
  const [first, ...others] = stated;
  if (first === undefined) {
    return hints.find(([, keywords]) =>
      keywords.some((keyword) => firstOf(facets, keyword) !== undefined),
    )?.[0];
  }
  const common = first.filter((name) =>
    others.every((names) => names.includes(name) || (name === 'integer' && names.includes('number'))),
  );
  if (common.includes('number') && others.some((names) => names.includes('integer'))) return 'integer';
  const narrowed = common.length > 0 ? common : first.includes('number') ? ['integer'] : first;
  return narrowed.find((name) => name !== 'null') ?? narrowed[0];
}

/** The names in a `type`, which is one or a list. */
export function typeNames(document: SchemaDocument, node: JsonNode): string[] {
  return [node, ...(node.items ?? [])].flatMap((name) => decodeString(document.text, name) ?? []);
}

/** Every type a value of `text` has: an integer is a number too. */
export function typesOfValue(text: string, value: JsonNode): readonly string[] {
  const raw = sliceOf(text, value);
  switch (value.kind) {
    case 'number':
      return Number.isInteger(Number(raw)) && !(isUnsafeNumber(raw) && raw.includes('.'))
        ? ['number', 'integer']
        : ['number'];
    case 'literal':
      return raw === 'null' ? ['null'] : ['boolean'];
    default:
      return [value.kind];
  }
}

/** Whether a value the schema offers satisfies what is quickly checked: type, choice, bounds, lengths. Patterns and formats are trusted. */
export function fits(document: SchemaDocument, facets: Facets, value: JsonNode): boolean {
  const types = typesOfValue(document.text, value);
  for (const node of everyOf(facets, 'type')) {
    if (!typeNames(document, node).some((name) => types.includes(name))) return false;
  }
  const same = (other: JsonNode): boolean => sameScalar(document, value, other);
  if (value.kind !== 'object' && value.kind !== 'array') {
    if (everyOf(facets, 'enum').some((node) => !(node.items ?? []).some(same))) return false;
    const options = choices(facets);
    if (options.length > 0 && !options.some(same)) return false;
  }
  const size = sizeOf(document, value);
  return bounds[value.kind].every(([keyword, test]) =>
    everyOf(facets, keyword).every(
      (node) => node.kind !== 'number' || test(size, Number(document.raw(node))),
    ),
  );
}

type BoundTest = readonly [keyword: string, test: (size: number, bound: number) => boolean];
const atLeast = (size: number, bound: number): boolean => size >= bound;
const atMost = (size: number, bound: number): boolean => size <= bound;
const bounds: Readonly<Record<JsonNode['kind'], readonly BoundTest[]>> = {
  string: [
    ['minLength', atLeast],
    ['maxLength', atMost],
  ],
  number: [
    ['minimum', atLeast],
    ['maximum', atMost],
    ['exclusiveMinimum', (size, bound) => size > bound],
    ['exclusiveMaximum', (size, bound) => size < bound],
  ],
  array: [
    ['minItems', atLeast],
    ['maxItems', atMost],
  ],
  object: [],
  literal: [],
};

function sizeOf(document: SchemaDocument, value: JsonNode): number {
  if (value.kind === 'number') return Number(document.raw(value));
  if (value.kind === 'string') return [...(decodeString(document.text, value) ?? '')].length;
  return value.items?.length ?? 0;
}

/** Whether two values are the same scalar, in whatever spelling; numbers as doubles. */
export function sameScalar(document: SchemaDocument, a: JsonNode, b: JsonNode): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'string') return decodeString(document.text, a) === decodeString(document.text, b);
  if (a.kind === 'number') return Number(document.raw(a)) === Number(document.raw(b));
  return document.raw(a) === document.raw(b);
}
