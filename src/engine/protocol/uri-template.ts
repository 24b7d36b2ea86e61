import { failure, success, type Result } from '../base/result.ts';

/** One variable of an expression. */
export interface VarSpec {
  readonly name: string;
  /** `:3` takes that many characters of the value; null where nothing is cut. */
  readonly prefix: number | null;
  /** `*` gives each item of a list, and each pair of a map, a place of its own. */
  readonly explode: boolean;
}

/** A piece of a template: text as it stands, or an expression in braces. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly operator: Operator; readonly variables: readonly VarSpec[] };

/** A template that was read. */
export interface UriTemplate {
  readonly parts: readonly TemplatePart[];
}

/** What a variable stands for: a text, a list, or pairs in order. */
export type TemplateValue =
  | string
  | { readonly list: readonly string[] }
  | { readonly map: readonly (readonly [key: string, value: string])[] };

/** A variable as a person has to fill it in. */
export interface TemplateVariable {
  readonly name: string;
  /** Without it the URI would lack a part of its path, and name something else. */
  readonly required: boolean;
  /** Somewhere each of several values gets a place of its own. */
  readonly explode: boolean;
}

type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** RFC 6570, appendix A: what differs between the operators. */
interface Expansion {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: '' | '=';
  /** Reserved characters stay as they are. */
  readonly reserved: boolean;
}

const EXPANSIONS: Readonly<Record<Operator, Expansion>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

/** Operators whose variables may be left out and the URI still names the same kind of thing. */
const OPTIONAL: ReadonlySet<Operator> = new Set(['?', '&', ';', '#']);

const NAME = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*$/;

/**
 * Reads a URI template (RFC 6570, level 4). Fails with `not-a-template`; the message names the expression. Linear in the length of the
 * text.
 */
export function parseUriTemplate(text: string): Result<UriTemplate, 'not-a-template'> {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    const literal = text.slice(at, open < 0 ? text.length : open);
    if (literal.includes('}')) return failure('not-a-template', 'A } stands without a {');
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    if (open < 0) break;
    const close = text.indexOf('}', open);
    if (close < 0) return failure('not-a-template', `The { at ${String(open)} is never closed`);
    const expression = readExpression(text.slice(open + 1, close));
    if (typeof expression === 'string') {
      return failure('not-a-template', `${short(text.slice(open, close + 1))}: ${expression}`);
    }
    parts.push(expression);
    at = close + 1;
  }
  return success({ parts });
}

function readExpression(inside: string): TemplatePart | string {
  if (inside === '') return 'nothing stands in the braces';
  const first = inside.charAt(0);
  if ('=,!@|'.includes(first)) return `the operator ${first} is reserved`;
  const operator = Object.hasOwn(EXPANSIONS, first) ? (first as Operator) : '';
  const variables: VarSpec[] = [];
  for (const spec of inside.slice(operator.length).split(',')) {
    const [, name = '', modifier = ''] = /^([^:*]*)(.*)$/s.exec(spec) ?? [];
    if (!NAME.test(name))
      return name === '' ? 'a variable has no name' : `${short(name)} is no name of a variable`;
    const prefix = /^:([1-9]\d{0,3})$/.exec(modifier)?.[1];
    if (modifier !== '' && modifier !== '*' && prefix === undefined) {
      return `${short(modifier)} is neither * nor a length from 1 to 9999`;
    }
    variables.push({ name, explode: modifier === '*', prefix: prefix === undefined ? null : Number(prefix) });
  }
  return { kind: 'expression', operator, variables };
}

/** The variables of a template, each once, in order of their first place. */
export function variablesOf({ parts }: UriTemplate): readonly TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const part of parts) {
    if (part.kind === 'text') continue;
    const required = !OPTIONAL.has(part.operator);
    for (const { name, explode } of part.variables) {
      const known = found.get(name);
      found.set(name, {
        name,
        required: required || known?.required === true,
        explode: explode || known?.explode === true,
      });
    }
  }
  return [...found.values()];
}

/**
 * The URI that a template makes (RFC 6570, 3). A variable that is missing in `values`, an empty list and an empty map are left out; an
 * empty text is not.
 */
export function expandUriTemplate(
  { parts }: UriTemplate,
  values: ReadonlyMap<string, TemplateValue>,
): string {
  return parts.map((part) => (part.kind === 'text' ? reserved(part.text) : expand(part, values))).join('');
}

type Expression = Extract<TemplatePart, { readonly kind: 'expression' }>;

function expand({ operator, variables }: Expression, values: ReadonlyMap<string, TemplateValue>): string {
  const how = EXPANSIONS[operator];
  const written = variables.flatMap((spec) => {
    const value = values.get(spec.name);
    return value === undefined ? [] : writeVariable(spec, value, how);
  });
  return written.length === 0 ? '' : how.first + written.join(how.separator);
}

function writeVariable(
  { name, prefix, explode }: VarSpec,
  value: TemplateValue,
  how: Expansion,
): readonly string[] {
  const encode = how.reserved ? reserved : unreserved;
  const pair = (key: string, text: string) => `${key}${text === '' ? how.ifEmpty : `=${text}`}`;
  const named = (text: string) => (how.named ? pair(name, text) : text);
  if (typeof value === 'string') return [named(encode(prefix === null ? value : startOf(value, prefix)))];
  if ('list' in value) {
    if (value.list.length === 0) return [];
    const items = value.list.map(encode);
    return explode ? items.map(named) : [named(items.join(','))];
  }
  if (value.map.length === 0) return [];
  const pairs = value.map.map(([key, text]) => [encode(key), encode(text)] as const);
  if (!explode) return [named(pairs.flat().join(','))];
  return pairs.map(([key, text]) => (how.named ? pair(key, text) : `${key}=${text}`));
}

/** The first `count` characters: a surrogate pair is one, and so is one that is already percent-encoded. */
function startOf(text: string, count: number): string {
  return (text.match(/%[0-9A-Fa-f]{2}|./gsu) ?? []).slice(0, count).join('');
}

/** Everything but unreserved characters is percent-encoded. A lone surrogate has no UTF-8 and becomes U+FFFD. */
function unreserved(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Reserved characters and what is percent-encoded already stay. */
function reserved(text: string): string {
  return text
    .toWellFormed()
    .replace(/%[0-9A-Fa-f]{2}|[^%]+|%/g, (piece) =>
      piece.length === 3 && piece.startsWith('%')
        ? piece
        : encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']'),
    );
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
