import type { JsonNode } from '../base/json/document.ts';
import type { SchemaDocument } from '../schema/facets.ts';
import { typeNames, typesOfValue } from '../schema/sample.ts';
import { valueKey } from './value-key.ts';

/** Members of one schema by keyword. */
export type Keywords = ReadonlyMap<string, JsonNode>;

const ATOMS = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'] as const;

/** A type that no other is part of; `number` is `integer` and `fraction`. */
export type Atom = (typeof ATOMS)[number];

/** All types there are. */
export const EVERY_ATOM: ReadonlySet<Atom> = new Set(ATOMS);

/** What `type` allows; undefined where it names something that is no type. */
export function statedAtoms(document: SchemaDocument, keywords: Keywords): ReadonlySet<Atom> | undefined {
  const type = keywords.get('type');
  if (type === undefined) return EVERY_ATOM;
  const names = typeNames(document, type);
  if (names.length !== (type.items?.length ?? 1)) return undefined;
  const atoms = new Set<Atom>();
  for (const name of names) {
    if (name === 'number') atoms.add('integer').add('fraction');
    else {
      const atom = ATOMS.find((known) => known === name && known !== 'fraction');
      if (atom === undefined) return undefined;
      atoms.add(atom);
    }
  }
  return atoms;
}

const ATOM_WORDS: Readonly<Record<Atom, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  fraction: 'a number that is not whole',
};

/** Types in words: `a string or null`. */
export function atomWords(atoms: ReadonlySet<Atom>): string {
  if (atoms.size === ATOMS.length) return 'anything';
  const isNumber = atoms.has('integer') && atoms.has('fraction');
  const names = ATOMS.filter((atom) => atoms.has(atom) && !(isNumber && atom === 'fraction')).map((atom) =>
    isNumber && atom === 'integer' ? 'a number' : ATOM_WORDS[atom],
  );
  // Null is what a text ends with: a string or null.
  if (names[0] === 'null') names.push(...names.splice(0, 1));
  const last = names.pop();
  if (last === undefined) return 'nothing';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** The values a schema lets one choose from, by their keys. */
export interface Choice {
  readonly values: ReadonlyMap<string, string>;
  readonly atoms: ReadonlySet<Atom>;
  /** The keyword that lists them. */
  readonly keyword: string;
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

/** Whether a keyword only tells something, to whom it may concern. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** `enum`, `const`, or alternatives that are constants; undefined where the schema is of another kind, or of two at once. */
export function choiceOf(document: SchemaDocument, keywords: Keywords): Choice | undefined {
  const found = ['enum', 'const', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const node = keywords.get(keyword);
    const nodes = node === undefined ? undefined : choiceNodes(keyword, node);
    return nodes === undefined ? [] : [{ keyword, nodes }];
  });
  const [first, second] = found;
  if (first === undefined) return undefined;
  const isBoth = first.keyword === 'enum' && second?.keyword === 'const';
  // A constant has to be among the choices; which are one choice, beside which alternatives stand on their own.
  const only = isBoth ? { keyword: 'const', nodes: bothNodes(document, first.nodes, second.nodes) } : first;
  if (second !== undefined && only.keyword !== 'enum' && only.keyword !== 'const') return undefined;
  const values = new Map(only.nodes.map((node) => [valueKey(document.text, node), document.raw(node)]));
  if (only.keyword === 'oneOf' && values.size < only.nodes.length) return undefined;
  const atoms = new Set<Atom>();
  for (const node of only.nodes) {
    const types = typesOfValue(document.text, node);
    if (types.includes('integer')) atoms.add('integer');
    else if (types.includes('number')) {
      // A number so long that nobody can say is either.
      atoms.add('fraction').add('integer');
    } else for (const atom of ATOMS) if (types.includes(atom)) atoms.add(atom);
  }
  return { values, atoms, keyword: only.keyword };
}

function bothNodes(
  document: SchemaDocument,
  a: readonly JsonNode[],
  b: readonly JsonNode[],
): readonly JsonNode[] {
  const keys = new Set(a.map((node) => valueKey(document.text, node)));
  return b.filter((node) => keys.has(valueKey(document.text, node)));
}

function choiceNodes(keyword: string, node: JsonNode): readonly JsonNode[] | undefined {
  if (keyword === 'const') return [node];
  if (keyword === 'enum') return node.items;
  const constants = (node.items ?? []).flatMap(({ members }) => {
    const others = (members ?? []).filter(({ key }) => key !== 'const' && !isAnnotation(key));
    const constant = members?.findLast(({ key }) => key === 'const');
    return constant === undefined || others.length > 0 ? [] : [constant.value];
  });
  return constants.length > 0 && constants.length === node.items?.length ? constants : undefined;
}
