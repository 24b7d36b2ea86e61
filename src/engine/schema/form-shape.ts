import { decodeString, member, type JsonNode } from '../base/json/document.ts';
import {
  NO_VALUE,
  type SchemaDocument,
  everyOf,
  firstOf,
  freshBudget,
  type Budget,
  type Facets,
} from './facets.ts';
import { membersByKey } from './members.ts';
import { discriminatorOf, labelOfBranch } from './form-alternatives.ts';
import { hints, sameScalar, typeNames } from './sample.ts';

/** What a place in a form is filled in with. `json`: no form is made of it, only JSON text. */
export type FormKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'const'
  | 'enum'
  | 'multiselect'
  | 'array'
  | 'object'
  | 'choice'
  | 'json';

/** One value to choose. */
export interface FormOption {
  /** JSON text, as in the schema: a number stays a number, with its digits. */
  readonly value: string;
  readonly label: string;
}

/** Every schema that applies to one place, and what has been made of them on the way there. */
export interface Source {
  readonly schemas: readonly JsonNode[];
  /** `anyOf` and `oneOf` lists of which a branch is among `schemas` already, or that only validate. */
  readonly settled: ReadonlySet<JsonNode>;
  /** The types that are left, where a choice among several was made. */
  readonly types?: readonly string[];
  /** Why there are no schemas, where it is not that none is for this place. Sentence case, no full stop. */
  readonly reason?: string;
}

/** One alternative of a choice. */
export interface Branch {
  readonly label: string;
  readonly source: Source;
}

/** What a place in a form looks like. */
export interface Shape {
  readonly kind: FormKind;
  /** `null` is allowed beside what `kind` says. */
  readonly nullable: boolean;
  /** Of `const` (one), `enum` and `multiselect`. */
  readonly options: readonly FormOption[];
  /** Of `choice`: at least two. */
  readonly branches: readonly Branch[];
  /** Of `json`: why it is no form. Sentence case, no full stop. */
  readonly reason?: string;
  /** What of the schema is checked but not shown, a line each. */
  readonly notes: readonly string[];
  readonly source: Source;
  readonly facets: Facets;
}

/** Lists of alternatives at one place beyond this are left to the validator. */
const LISTS = 16;
/** Alternatives of one choice beyond this are left to the JSON editor. */
const ALTERNATIVES = 200;
/** More options than this are chosen one at a time, and not ticked in a list. */
const TICKS = 60;

/** Keywords that refuse values and that a form does not show; what the validator says of them stands beside the fields. */
const checkedOnly: readonly (readonly [keyword: string, said: string])[] = [
  ['if', 'if, then and else are checked, not shown'],
  ['dependentRequired', 'dependentRequired is checked, not shown'],
  ['dependentSchemas', 'dependentSchemas is checked, not shown'],
  ['dependencies', 'dependencies is checked, not shown'],
  ['not', 'not is checked, not shown'],
  ['contains', 'contains is checked, not shown'],
  ['propertyNames', 'propertyNames is checked, not shown'],
  ['unevaluatedProperties', 'unevaluatedProperties is checked, not shown'],
  ['unevaluatedItems', 'unevaluatedItems is checked, not shown'],
  ['contentSchema', 'contentSchema is not checked'],
];

/** What the schemas of `source` make of one place. Looks no deeper than its alternatives; bounded for any schema. */
export function shapeOf(document: SchemaDocument, source: Source): Shape {
  let current = source;
  let nullable = false;
  const notes: string[] = [];
  const budget = freshBudget();
  let facets = document.facets(current.schemas, false, budget);
  for (let round = 0; ; round++) {
    const shape = (
      kind: FormKind,
      more: Partial<Pick<Shape, 'options' | 'branches' | 'reason'>> = {},
    ): Shape => ({
      kind,
      nullable,
      options: [],
      branches: [],
      ...more,
      notes: [...notes, ...saidOf(facets)].filter((note) => note !== more.reason),
      source: current,
      facets,
    });
    const values = valuesOf(document, facets);
    if (values !== undefined) {
      nullable ||= typesOf(document, facets, current)?.includes('null') === true;
      return shapeOfOptions(values, shape);
    }
    const list = round < LISTS ? unsettledList(facets, current) : undefined;
    if (list === undefined)
      return shapeOfType(document, facets, current, (kind, more, orNull) => {
        nullable ||= orNull === true;
        return shape(kind, more);
      });
    const read = readAlternatives(document, list, budget);
    nullable ||= read.nullable;
    switch (read.kind) {
      case 'options':
        return shapeOfOptions(read.options, shape);
      case 'null':
        return shape('null');
      case 'choice': {
        const branches = read.branches.slice(0, ALTERNATIVES);
        if (branches.length < read.branches.length)
          notes.push(
            `Only the first ${ALTERNATIVES} of ${read.branches.length} alternatives are in the form`,
          );
        const tag = discriminatorOf(document, branches);
        return shape('choice', {
          branches: branches.map((branch, index) => ({
            label: labelOfBranch(document, branch, tag, index),
            source: withBranch(current, list, branch),
          })),
        });
      }
      case 'one':
        current = withBranch(current, list, read.branch);
        break;
      case 'conditions':
        notes.push(`${read.said} is checked, not shown`);
        current = { ...current, settled: new Set([...current.settled, list]) };
    }
    facets = document.facets(current.schemas, false, budget);
  }
}

function withBranch(source: Source, list: JsonNode, branch: JsonNode): Source {
  return {
    ...source,
    schemas: [...source.schemas, branch],
    settled: new Set([...source.settled, list]),
  };
}

function saidOf(facets: Facets): string[] {
  const said = checkedOnly.flatMap(([keyword, words]) =>
    firstOf(facets, keyword) === undefined ? [] : [words],
  );
  if (facets.doubts.includes('The schema is too large')) said.push('The schema is too large to show whole');
  return [...said, ...facets.unresolved.map(reasonOfReference)];
}

function unsettledList(facets: Facets, source: Source): JsonNode | undefined {
  return ['anyOf', 'oneOf']
    .flatMap((keyword) => everyOf(facets, keyword))
    .find((list) => (list.items?.length ?? 0) > 0 && !source.settled.has(list));
}

function shapeOfOptions(
  options: readonly FormOption[],
  shape: (kind: FormKind, more: Partial<Pick<Shape, 'options' | 'reason'>>) => Shape,
): Shape {
  if (options.length === 0) return shape('json', { reason: 'The schema names no value to choose from' });
  return shape(options.length === 1 ? 'const' : 'enum', { options: toldApart(options) });
}

/** Words of a form itself, which an option of the same text is not. */
const ownWords = ['absent', 'not chosen', 'null'];

/** Options that look alike and are not: a text shows its quotes, and what has a name its value as well. */
function toldApart(options: readonly FormOption[]): readonly FormOption[] {
  const values = new Map(ownWords.map((word) => [word, new Set([word])]));
  for (const { label, value } of options) values.set(label, (values.get(label) ?? new Set()).add(value));
  return options.map((option) => {
    const { label, value } = option;
    if (label === value || values.get(label)?.size === 1) return option;
    return { value, label: JSON.stringify(label) === value ? value : `${label} (${value})` };
  });
}

/** The values a schema lets one choose from; undefined where it lists none. Several lists: what is in all of them. */
function valuesOf(document: SchemaDocument, facets: Facets): readonly FormOption[] | undefined {
  const constant = firstOf(facets, 'const');
  if (constant !== undefined) return [optionOf(document, constant, undefined)];
  const lists = everyOf(facets, 'enum').filter(({ items }) => items !== undefined);
  const [first, ...others] = lists;
  if (first?.items === undefined) return undefined;
  const names = firstOf(facets, 'enumNames')?.items;
  // Names that do not pair up would put the wrong label on a value.
  const paired = names?.length === first.items.length ? names : undefined;
  return first.items.flatMap((value, index) =>
    others.every((list) => list.items?.some((other) => sameScalar(document, value, other)))
      ? [optionOf(document, value, paired?.[index])]
      : [],
  );
}

function optionOf(document: SchemaDocument, value: JsonNode, name: JsonNode | undefined): FormOption {
  const raw = document.raw(value);
  const text = decodeString(document.text, value);
  // An option of nothing, or of white space, is told apart only in quotes.
  const shown = text === undefined || text.trim() === '' ? raw : text;
  return { value: raw, label: decodeString(document.text, name) || shown };
}

type Alternatives = { readonly nullable: boolean } & (
  | { readonly kind: 'options'; readonly options: readonly FormOption[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'one'; readonly branch: JsonNode }
  | { readonly kind: 'choice'; readonly branches: readonly JsonNode[] }
  | { readonly kind: 'conditions'; readonly said: string }
);

const conditions = new Set([
  'required',
  'dependentRequired',
  'not',
  'if',
  'then',
  'else',
  'minProperties',
  'maxProperties',
  'minItems',
  'maxItems',
  'title',
  'description',
  '$comment',
]);

function readAlternatives(document: SchemaDocument, list: JsonNode, budget: Budget): Alternatives {
  const read = (list.items ?? []).map((branch) => {
    const facets = document.facets([branch], false, budget);
    return { branch, facets, values: valuesOf(document, facets) };
  });
  if (read.every(({ facets }) => [...facets.keywords.keys()].every((keyword) => conditions.has(keyword)))) {
    return { kind: 'conditions', said: 'That one of several conditions holds', nullable: false };
  }
  const others = read.filter(({ facets, values }) => !isNull(document, facets, values));
  const nullable = others.length < read.length;
  if (others.length === 0) return { kind: 'null', nullable: false };
  const [only] = others;
  // With null beside it, what else the only branch says counts too.
  const listed = others.every(({ values }) => values !== undefined) && !(nullable && others.length === 1);
  if (others.length === 1 && only !== undefined && !listed)
    return { kind: 'one', branch: only.branch, nullable };
  if (listed) {
    const options = others.flatMap(({ branch, values }) => {
      const title = document.string(branch, 'title');
      return (values ?? []).map((option) =>
        title !== undefined && title !== '' && values?.length === 1 ? { ...option, label: title } : option,
      );
    });
    return { kind: 'options', options, nullable };
  }
  return { kind: 'choice', branches: others.map(({ branch }) => branch), nullable };
}

function isNull(
  document: SchemaDocument,
  facets: Facets,
  values: readonly FormOption[] | undefined,
): boolean {
  if (values !== undefined) return values.length === 1 && values[0]?.value === 'null';
  const type = firstOf(facets, 'type');
  return type !== undefined && typeNames(document, type).join() === 'null';
}

const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

/** The types every part allows; undefined where none says. */
function typesOf(document: SchemaDocument, facets: Facets, source: Source): readonly string[] | undefined {
  if (source.types !== undefined) return source.types;
  const stated = everyOf(facets, 'type').map((node) => typeNames(document, node));
  const [first, ...others] = stated;
  if (first === undefined) return undefined;
  const common = new Set<string>();
  for (const name of new Set(stated.flat())) {
    // Where one part says number and another integer, integer is what both allow.
    const allows = (names: readonly string[]): boolean =>
      names.includes(name) || (name === 'integer' && names.includes('number'));
    if (allows(first) && others.every(allows)) common.add(name);
  }
  if (common.has('number')) common.delete('integer');
  return [...common];
}

function shapeOfType(
  document: SchemaDocument,
  facets: Facets,
  source: Source,
  shape: (
    kind: FormKind,
    more?: Partial<Pick<Shape, 'options' | 'branches' | 'reason'>>,
    orNull?: boolean,
  ) => Shape,
): Shape {
  if (facets.doubts.includes(NO_VALUE))
    return shape('json', { reason: source.reason ?? 'The schema allows no value here' });
  const stated = typesOf(document, facets, source);
  if (stated === undefined) {
    const guessed = hints.find(([, keywords]) =>
      keywords.some((keyword) => firstOf(facets, keyword) !== undefined),
    )?.[0];
    if (guessed !== undefined) return shapeOfOneType(document, facets, guessed, shape);
    const [reference] = facets.unresolved;
    if (reference !== undefined) return shape('json', { reason: reasonOfReference(reference) });
    if (source.schemas.length === 0)
      return shape('json', { reason: source.reason ?? 'The schema does not name it' });
    if (firstOf(facets, '$ref') !== undefined)
      return shape('json', { reason: 'The reference leads to no type' });
    return shape('json', { reason: 'The schema does not say which type' });
  }
  const types = stated.filter((name) => name !== 'null');
  const orNull = types.length < stated.length;
  const unknown = types.find((name) => !knownTypes.has(name));
  if (unknown !== undefined) return shape('json', { reason: `The type ${unknown} is not known` }, orNull);
  const [only] = types;
  if (only === undefined) {
    return orNull
      ? shape('null')
      : shape('json', { reason: 'No type is allowed by every part of the schema' });
  }
  if (types.length === 1)
    return shapeOfOneType(document, facets, only, (kind, more) => shape(kind, more, orNull));
  const branches = types.map((type) => ({ label: type, source: { ...source, types: [type] } }));
  return shape('choice', { branches }, orNull);
}

function reasonOfReference(reference: string): string {
  return reference.startsWith('#')
    ? `The reference ${reference} leads nowhere`
    : `External reference, not resolved: ${reference}`;
}

function shapeOfOneType(
  document: SchemaDocument,
  facets: Facets,
  type: string,
  shape: (kind: FormKind, more?: Partial<Pick<Shape, 'options'>>) => Shape,
): Shape {
  if (type === 'array' && firstOf(facets, 'prefixItems') === undefined) {
    const items = firstOf(facets, 'items');
    const options = items?.kind === 'object' ? optionsOfItems(document, items) : undefined;
    if (options !== undefined && options.length > 0 && options.length <= TICKS)
      return shape('multiselect', { options: toldApart(options) });
  }
  return shape(type as FormKind);
}

/** What items are chosen from. Looks at the items alone, so that arrays of arrays cost nothing. */
function optionsOfItems(document: SchemaDocument, items: JsonNode): readonly FormOption[] | undefined {
  const budget = freshBudget();
  const facets = document.facets([items], false, budget);
  const values = valuesOf(document, facets);
  if (values !== undefined) return values;
  const list = firstOf(facets, 'anyOf') ?? firstOf(facets, 'oneOf');
  const read =
    list?.items === undefined || list.items.length === 0
      ? undefined
      : readAlternatives(document, list, budget);
  return read?.kind === 'options' && !read.nullable ? read.options : undefined;
}

/** The properties of an object with every schema that applies to each, in order of first appearance, and which are required. */
export function propertiesOf(
  document: SchemaDocument,
  facets: Facets,
): { readonly schemas: ReadonlyMap<string, readonly JsonNode[]>; readonly required: ReadonlySet<string> } {
  const schemas = new Map<string, JsonNode[]>();
  for (const node of everyOf(facets, 'properties')) {
    for (const [key, schema] of membersByKey(node)) {
      const known = schemas.get(key);
      if (known === undefined) schemas.set(key, [schema]);
      else known.push(schema);
    }
  }
  const required = new Set(
    everyOf(facets, 'required')
      .flatMap((node) => node.items ?? [])
      .flatMap((node) => decodeString(document.text, node) ?? []),
  );
  return { schemas, required };
}

/** The title of a schema itself; what it refers to has titles of its own, and those name types. */
export function ownText(document: SchemaDocument, source: Source, keyword: string): string | undefined {
  for (const schema of source.schemas) {
    const text = decodeString(document.text, member(schema, keyword));
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}
