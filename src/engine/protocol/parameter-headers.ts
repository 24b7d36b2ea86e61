import { decodeString, member, parseDocument, sliceOf, type JsonNode } from '../base/json/document.ts';
import { isUnsafeNumber } from '../base/json/numbers.ts';
import { encodeHeaderValue } from './header-value.ts';
import { PARAMETER_HEADER_PREFIX } from './headers.ts';

/** The annotation of an input schema that wants an argument repeated in a header. */
export const PARAMETER_HEADER_KEY = 'x-mcp-header';

/** An argument that a tool wants repeated in a header (2026-07-28, basic/transports/streamable-http). */
export interface ParameterHeader {
  /** The header's whole name: `Mcp-Param-Region`. */
  readonly name: string;
  /** Keys of `properties` from the root of the schema, and so of the arguments. */
  readonly path: readonly string[];
}

/** One annotation that is against the rules: the tool is not to be called. */
export interface ParameterHeaderProblem {
  /** Where, from the schema on: `properties.a.items`. */
  readonly path: string;
  /** Sentence case, no full stop. */
  readonly reason: string;
}

/** What an input schema says of headers. With a problem the whole definition is to be left out of the list. */
export interface ParameterHeaders {
  readonly headers: readonly ParameterHeader[];
  readonly problems: readonly ParameterHeaderProblem[];
}

const NONE: ParameterHeaders = { headers: [], problems: [] };

/** Keywords that hold schemas by name; what is in any other object or array is a schema itself. */
const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keywords that hold data: what looks like an annotation there is none. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

interface Place {
  readonly node: JsonNode;
  readonly at: string;
  /** The way from the root, where `properties` alone lead here; else null. */
  readonly way: Way | null;
}

/** Keys from the root, the last one first: a list of its own at each depth would grow with the square of it. */
type Way = { readonly key: string; readonly before: Way } | 'root';

function keysOf(way: Way): readonly string[] {
  const keys: string[] = [];
  for (let at = way; at !== 'root'; at = at.before) keys.push(at.key);
  return keys.toReversed();
}

/** Reads the `x-mcp-header` annotations of an input schema given as text. Nothing where the text is not JSON. */
export function readParameterHeaders(schemaText: string): ParameterHeaders {
  // Most schemas have none, and long lists of tools are read often.
  if (!schemaText.includes(PARAMETER_HEADER_KEY)) return NONE;
  const read = parseDocument(schemaText);
  if (!read.ok) return NONE;
  const headers: ParameterHeader[] = [];
  const problems: ParameterHeaderProblem[] = [];
  const taken = new Map<string, string>();
  const pending: Place[] = [{ node: read.value, at: '', way: 'root' }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const annotation = member(place.node, PARAMETER_HEADER_KEY);
    if (annotation) judge(place, annotation);
    pending.push(...partsOf(place).toReversed());
  }
  return { headers, problems };

  function judge({ node, at, way }: Place, annotation: JsonNode): void {
    const refuse = (reason: string): void => {
      problems.push({ path: at, reason: `${PARAMETER_HEADER_KEY} ${reason}` });
    };
    const name = decodeString(schemaText, annotation);
    if (name === undefined) return refuse(`is ${short(sliceOf(schemaText, annotation))}, not a string`);
    if (name === '') return refuse('is empty');
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
      return refuse(
        `${short(JSON.stringify(name))} is no header name: letters, digits and hyphens, no spaces`,
      );
    if (way === null) return refuse(`${JSON.stringify(name)} stands where not properties alone lead`);
    if (way === 'root') return refuse(`${JSON.stringify(name)} stands on the arguments as a whole`);
    const type = member(node, 'type');
    const said = decodeString(schemaText, type);
    if (said !== 'string' && said !== 'integer' && said !== 'boolean')
      return refuse(
        `${JSON.stringify(name)} is for string, integer and boolean; the type ${type ? `is ${short(sliceOf(schemaText, type))}` : 'is missing'}`,
      );
    const twin = taken.get(name.toLowerCase());
    if (twin !== undefined)
      return refuse(`${JSON.stringify(name)} is taken by ${twin}; upper and lower case are the same`);
    taken.set(name.toLowerCase(), at);
    headers.push({ name: `${PARAMETER_HEADER_PREFIX}${name}`, path: keysOf(way) });
  }
}

function partsOf({ node, at, way }: Place): Place[] {
  const parts: Place[] = [];
  for (const { key, value } of node.members ?? []) {
    if (DATA.has(key) || key === PARAMETER_HEADER_KEY) continue;
    const here = at === '' ? key : `${at}.${key}`;
    if (BY_NAME.has(key)) {
      for (const named of value.members ?? []) {
        parts.push({
          node: named.value,
          at: `${here}.${named.key}`,
          way: key === 'properties' && way !== null ? { key: named.key, before: way } : null,
        });
      }
    } else if (value.members) parts.push({ node: value, at: here, way: null });
    else
      for (const [index, item] of (value.items ?? []).entries())
        parts.push({ node: item, at: `${here}[${index}]`, way: null });
  }
  return parts;
}

function short(raw: string): string {
  return raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
}

/** An argument and the header that repeats it. */
export interface MirroredArgument {
  readonly name: string;
  readonly path: readonly string[];
  /** As it stands in the header, encoded; null where none is sent. */
  readonly value: string | null;
  /** Why none is sent, for the person; null where one is, or where there is simply no value. */
  readonly why: string | null;
}

/**
 * The headers that repeat arguments given as text, by the rules for values: no header for `null` or nothing, none for what a header
 * can't stand for. Never fails: arguments that are no JSON object have no values.
 */
export function mirrorArguments(
  headers: readonly ParameterHeader[],
  argumentsText: string,
): readonly MirroredArgument[] {
  if (headers.length === 0) return [];
  const read = parseDocument(argumentsText);
  return headers.map(({ name, path }) => {
    let node: JsonNode | undefined = read.ok ? read.value : undefined;
    for (const key of path) node = member(node, key);
    return { name, path, ...valueOf(argumentsText, node) };
  });
}

function valueOf(text: string, node: JsonNode | undefined): Pick<MirroredArgument, 'value' | 'why'> {
  if (!node) return { value: null, why: null };
  const token = sliceOf(text, node);
  switch (node.kind) {
    case 'string':
      return { value: encodeHeaderValue(decodeString(text, node) ?? ''), why: null };
    case 'literal':
      return token === 'null' ? { value: null, why: null } : { value: token, why: null };
    case 'number': {
      const number = Number(token);
      if (!Number.isInteger(number) || (Number.isSafeInteger(number) && isUnsafeNumber(token)))
        return { value: null, why: `${short(token)} is not an integer` };
      return Number.isSafeInteger(number)
        ? // Negative zero and exponents: the decimal digits of the value.
          { value: String(number === 0 ? 0 : number), why: null }
        : { value: null, why: `${short(token)} is beyond 2^53−1` };
    }
    default:
      return {
        value: null,
        why: `${node.kind === 'array' ? 'an array' : 'an object'} is no value of a header`,
      };
  }
}
