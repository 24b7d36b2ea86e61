import { decodeString, member, sliceOf, type JsonNode } from '../base/json/document.ts';
import { everyOf, firstOf, freshBudget, type Facets, type SchemaDocument } from './facets.ts';
import { membersByKey } from './members.ts';
import { typeNames, typesOfValue } from './sample.ts';

/** The property whose constant tells alternatives apart; undefined where none does. */
export function discriminatorOf(document: SchemaDocument, branches: readonly JsonNode[]): string | undefined {
  const constants = branches.map((branch) => constantsOf(facetsOf(document, branch)));
  const [first] = constants;
  for (const key of first?.keys() ?? []) {
    const marks = new Set<string>();
    for (const each of constants) {
      const mark = each.get(key);
      if (mark !== undefined) marks.add(document.raw(mark));
    }
    if (marks.size === branches.length) return key;
  }
  return undefined;
}

/** What an alternative is called: its title, the constant that tells it apart, the name of its definition, its type, or its number. */
export function labelOfBranch(
  document: SchemaDocument,
  branch: JsonNode,
  discriminator: string | undefined,
  index: number,
): string {
  const title = document.string(branch, 'title');
  if (title !== undefined && title !== '') return title;
  const facets = facetsOf(document, branch);
  const mark = discriminator === undefined ? undefined : constantsOf(facets).get(discriminator);
  if (mark !== undefined) return decodeString(document.text, mark) || document.raw(mark);
  const titled = decodeString(document.text, firstOf(facets, 'title'));
  if (titled !== undefined && titled !== '') return titled;
  const name = document.string(branch, '$ref')?.split('/').at(-1);
  if (name !== undefined && name !== '' && name !== '#') return name;
  const type = firstOf(facets, 'type');
  const properties = [...membersByKey(firstOf(facets, 'properties')).keys()].slice(0, 3);
  if (properties.length > 0) return `with ${properties.join(', ')}`;
  const types = type === undefined ? '' : typeNames(document, type).join(' or ');
  const format = decodeString(document.text, firstOf(facets, 'format'));
  const item = types === 'array' ? firstOf(facets, 'items') : undefined;
  const ofItems = item === undefined ? undefined : firstOf(facetsOf(document, item), 'type');
  if (ofItems !== undefined) return `array of ${typeNames(document, ofItems).join(' or ')}`;
  if (types !== '') return format === undefined ? types : `${types}, ${format}`;
  const constant = firstOf(facets, 'const');
  return constant === undefined ? `Alternative ${index + 1}` : document.raw(constant);
}

/**
 * How well a value fits an alternative, from what can be seen at once: types, constants, names. −1 where it can't be meant.
 * `facets`: of the alternative with all that applies beside it; `types`: those a choice has left.
 */
export function fitOf(
  document: SchemaDocument,
  facets: Facets,
  types: readonly string[] | undefined,
  text: string,
  value: JsonNode,
): number {
  const own = typesOfValue(text, value);
  const allowed = [
    ...(types === undefined ? [] : [types]),
    ...everyOf(facets, 'type').map((node) => typeNames(document, node)),
  ];
  if (allowed.some((names) => !names.some((name) => own.includes(name)))) return -1;
  const constant = firstOf(facets, 'const');
  if (constant !== undefined && !sameValue(document, constant, text, value)) return -1;
  const listed = firstOf(facets, 'enum')?.items;
  if (listed !== undefined && !listed.some((option) => sameValue(document, option, text, value))) return -1;
  let fit = 1000;
  if (value.members === undefined) return fit;
  const members = membersByKey(value);
  for (const [key, mark] of constantsOf(facets)) {
    const found = members.get(key);
    if (found === undefined) continue;
    if (!sameValue(document, mark, text, found)) return -1;
    fit += 100;
  }
  const known = new Set(everyOf(facets, 'properties').flatMap((node) => [...membersByKey(node).keys()]));
  const closed = everyOf(facets, 'additionalProperties').some((node) => document.is(node, 'false'));
  for (const key of members.keys()) fit += known.has(key) ? 2 : closed ? -20 : -1;
  for (const node of everyOf(facets, 'required')) {
    for (const item of node.items ?? []) {
      const key = decodeString(document.text, item);
      if (key !== undefined && !members.has(key)) fit -= 5;
    }
  }
  return Math.max(0, fit);
}

function sameValue(document: SchemaDocument, wanted: JsonNode, text: string, value: JsonNode): boolean {
  if (wanted.kind !== value.kind) return false;
  if (wanted.kind === 'string') return decodeString(document.text, wanted) === decodeString(text, value);
  if (wanted.kind === 'number') return Number(document.raw(wanted)) === Number(sliceOf(text, value));
  return document.raw(wanted) === sliceOf(text, value);
}

/** The properties that may have one value only, with that value. */
function constantsOf(facets: Facets): Map<string, JsonNode> {
  const constants = new Map<string, JsonNode>();
  for (const node of everyOf(facets, 'properties')) {
    for (const [key, schema] of membersByKey(node)) {
      const listed = member(schema, 'enum')?.items;
      const constant = member(schema, 'const') ?? (listed?.length === 1 ? listed[0] : undefined);
      if (constant !== undefined && !constants.has(key)) constants.set(key, constant);
    }
  }
  return constants;
}

function facetsOf(document: SchemaDocument, schema: JsonNode): Facets {
  return document.facets([schema], false, freshBudget());
}
