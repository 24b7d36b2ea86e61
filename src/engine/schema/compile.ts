import { Validator as Interpreter } from '@cfworker/json-schema';
import { Ajv, MissingRefError, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findMember, nodeAtPointer, parseDocument, type JsonNode } from '../base/json/document.ts';
import { pointerTo } from '../base/json/pointer.ts';
import { describeThrown } from '../base/errors.ts';
import { isUnsafeNumber, parsePlain } from '../base/json/numbers.ts';
import { nearestDouble, numbersOf, roundedNumbers, type Rounded } from './nearest-doubles.ts';
import { problemMessage } from './problem-message.ts';
import { PROBLEM_LIMIT, type Problem, type Validation } from './validation.ts';

/** Compiled schemas kept, by schema text. */
const KEPT = 100;
/** More numbers that are rounded than this are not looked into. */
const ROUNDED_LIMIT = 32;

/** More faults than this are not looked at, before repetitions are dropped. */
const FAULT_LIMIT = 1000;

type Dialect = '2020-12' | '7';

/** What a validator says of a value: what is wrong with it, in its own terms. Empty: valid. */
type Check = (value: unknown) => readonly Fault[];

interface Fault {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  /** The member that is missing, should not be there, or whose name is wrong. */
  readonly property?: string;
  /** Of a `type` fault: types that would have been accepted, and what there was. */
  readonly types?: readonly string[];
  readonly value?: unknown;
  /** Of `oneOf`: more than one alternative matched, so that what the others say is beside the point. */
  readonly several?: true;
  /** Of `oneOf` and `anyOf`: how many alternatives there are. */
  readonly branches?: number;
  /** JSON pointer of the schema that has the keyword. */
  readonly schema?: string | undefined;
}

type Compiled =
  | {
      readonly ok: true;
      readonly check: Check;
      /** Doubles of the schema's numbers that were rounded. */
      readonly rounded: ReadonlySet<number>;
      readonly usesMultipleOf: boolean;
    }
  | { readonly ok: false; readonly reason: string };

class Undecidable {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const cache = new Map<string, Compiled>();
let functionsAllowed: boolean | undefined;

/**
 * Validates a JSON text against a JSON Schema text: 2020-12, or draft-07 and draft-06 where `$schema` says so. Formats
 * are checked where known. Nothing is ever fetched: a reference that leads outside makes the result `undecided`. Where a
 * host forbids functions from text, a slower interpreter does the same. Never throws; may run as long as the schema
 * makes it, so run it where it can be killed.
 */
export function validateText(schemaText: string, instanceText: string): Validation {
  try {
    const compiled = remember(schemaText);
    return compiled.ok ? judge(compiled, instanceText) : undecided(compiled.reason);
  } catch (thrown) {
    if (thrown instanceof Undecidable) return undecided(thrown.reason);
    if (thrown instanceof RangeError) return undecided('The schema or the value is nested too deep');
    return undecided(`Validation failed: ${describeThrown(thrown)}`);
  }
}

function undecided(reason: string): Validation {
  return { verdict: 'undecided', reason };
}

function remember(schemaText: string): Compiled {
  const known = cache.get(schemaText);
  if (known !== undefined) return known;
  const compiled = compile(schemaText);
  const [oldest] = cache.keys();
  if (cache.size >= KEPT && oldest !== undefined) cache.delete(oldest);
  cache.set(schemaText, compiled);
  return compiled;
}

function judge(compiled: Compiled & { ok: true }, instanceText: string): Validation {
  const read = parseDocument(instanceText);
  if (!read.ok) return undecided(`The value is not JSON: ${read.message}`);
  const rounded = roundedNumbers(instanceText, read.value, compiled.rounded);
  if (rounded.length > 0 && compiled.usesMultipleOf) return undecided(LOSES_DIGITS);
  if (rounded.length > ROUNDED_LIMIT) return undecided(LOSES_DIGITS);
  const value = parsePlain(replaced(instanceText, rounded));
  if (!value.ok) return undecided(value.message);
  const faults = compiled.check(value.value);
  // The exact value lies between the neighbours of its double: the verdict holds if it holds for both.
  for (const number of rounded) {
    for (const neighbour of number.neighbours) {
      const moved = rounded.map((other) => (other === number ? { ...number, nearest: neighbour } : other));
      const other = parsePlain(replaced(instanceText, moved));
      if (!other.ok || (compiled.check(other.value).length === 0) !== (faults.length === 0)) {
        return undecided(LOSES_DIGITS);
      }
    }
  }
  const found = withFractions(compiled, instanceText, read.value, rounded, faults);
  if (found === undefined) return undecided(LOSES_DIGITS);
  if (found.length === 0) return { verdict: 'valid' };
  return { verdict: 'invalid', problems: located(found, read.value) };
}

/**
 * `faults` of a value, and those of numbers that are no integers though every double near them is one. What hangs on that is seen
 * where it is not so: at a smaller integer and the fraction beside it. Undefined where more hangs on it than the type.
 */
function withFractions(
  compiled: Compiled & { ok: true },
  text: string,
  root: JsonNode,
  rounded: readonly Rounded[],
  faults: readonly Fault[],
): readonly Fault[] | undefined {
  const fractions = rounded.filter(({ fraction }) => fraction !== undefined);
  if (fractions.length === 0) return faults;
  const checked = (of: (fraction: number) => number): readonly Fault[] | undefined => {
    const stood = rounded.map((number) =>
      number.fraction === undefined ? number : { ...number, nearest: String(of(number.fraction)) },
    );
    const value = parsePlain(replaced(text, stood));
    return value.ok ? compiled.check(value.value) : undefined;
  };
  const asInteger = checked(Math.trunc);
  const asFraction = checked((fraction) => fraction);
  if (asInteger === undefined || asFraction === undefined) return undefined;
  const added = lacking(asFraction, asInteger);
  const starts = new Set(fractions.map(({ start }) => start));
  const isOfType = ({ keyword, pointer }: Fault): boolean =>
    keyword === 'type' && starts.has(nodeAtPointer(root, pointer)?.start ?? -1);
  if (lacking(asInteger, asFraction).length > 0 || !added.every(isOfType)) return undefined;
  return [...faults, ...added];
}

/** The faults of `some` that are not among `others`. */
function lacking(some: readonly Fault[], others: readonly Fault[]): readonly Fault[] {
  const idOf = ({ pointer, keyword, message, schema }: Fault): string =>
    JSON.stringify([pointer, keyword, message, schema]);
  const known = new Set(others.map(idOf));
  return some.filter((fault) => !known.has(idOf(fault)));
}

const LOSES_DIGITS = 'A number has more digits than can be checked';

function replaced(text: string, numbers: readonly Rounded[]): string {
  let out = '';
  let from = 0;
  for (const { start, end, nearest } of numbers) {
    out += text.slice(from, start) + nearest;
    from = end;
  }
  return out + text.slice(from);
}

function located(faults: readonly Fault[], root: JsonNode): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { pointer, keyword, message, property, several, schema } of faults) {
    const node = nodeAtPointer(root, pointer) ?? root;
    const member = property === undefined ? undefined : findMember(node, property);
    const id = `${pointer}\n${message}`;
    const schemas = [...(problems.get(id)?.schemas ?? []), ...(schema === undefined ? [] : [schema])];
    const problem: Problem = {
      pointer,
      from: member?.keyStart ?? node.start,
      to: member?.keyEnd ?? node.end,
      message,
      keyword,
      ...(property === undefined ? {} : { property }),
      ...(schemas.length === 0 ? {} : { schemas }),
      ...(several && { several }),
    };
    problems.set(id, problem);
  }
  return [...problems.values()].sort((a, b) => a.from - b.from).slice(0, PROBLEM_LIMIT);
}

function compile(schemaText: string): Compiled {
  const read = parseDocument(schemaText);
  if (!read.ok) return { ok: false, reason: `The schema is not JSON: ${read.message}` };
  const numbers = numbersOf(read.value);
  const rounded = numbers.flatMap((node): (Rounded & { readonly double: number })[] => {
    const token = schemaText.slice(node.start, node.end);
    const double = nearestDouble(token);
    return isUnsafeNumber(token)
      ? [{ start: node.start, end: node.end, nearest: String(double), neighbours: [], double }]
      : [];
  });
  const parsed = parsePlain(replaced(schemaText, rounded));
  if (!parsed.ok) return { ok: false, reason: `The schema can't be used: ${parsed.message}` };
  const schema = parsed.value;
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    return { ok: false, reason: 'The schema is neither an object nor a boolean' };
  }
  const dialect = dialectOf(schema);
  if (!dialect.ok) return dialect;
  const keys = keysOf(read.value);
  // ajv passes over this one name among properties, so that a wrong value would count as valid.
  if (keys.has('__proto__')) return { ok: false, reason: 'The schema names __proto__, which is not checked' };
  const checked = functionsAreAllowed()
    ? compileFunction(schema, dialect.value)
    : interpret(schema, dialect.value);
  if (!checked.ok) return checked;
  return {
    ok: true,
    check: checked.check,
    rounded: new Set(rounded.map(({ double }) => double)),
    usesMultipleOf: keys.has('multipleOf'),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function dialectOf(
  schema: boolean | Record<string, unknown>,
): { readonly ok: true; readonly value: Dialect } | { readonly ok: false; readonly reason: string } {
  const uri = isObject(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (uri === undefined) return { ok: true, value: '2020-12' };
  const name = String(uri)
    .replace(/^http:/, 'https:')
    .replace(/#$/, '');
  if (name === 'https://json-schema.org/draft/2020-12/schema') return { ok: true, value: '2020-12' };
  // Draft-06 is draft-07 without a few keywords.
  if (/^https:\/\/json-schema\.org\/draft-0[67]\/schema$/.test(name)) return { ok: true, value: '7' };
  return { ok: false, reason: `The schema dialect ${JSON.stringify(uri)} is not supported` };
}

function keysOf(root: JsonNode): Set<string> {
  const keys = new Set<string>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const { key, value } of node.members ?? []) {
      keys.add(key);
      pending.push(value);
    }
    for (const item of node.items ?? []) pending.push(item);
  }
  return keys;
}

function functionsAreAllowed(): boolean {
  if (functionsAllowed === undefined) {
    try {
      // The policy of a host may refuse this, and with it ajv.
      functionsAllowed = new Function('return true')() === true;
    } catch {
      functionsAllowed = false;
    }
  }
  return functionsAllowed;
}

// Patterns are written for many languages: what the u flag refuses is tried without it before it counts as wrong.
const tolerantRegExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'tolerantRegExp' },
);

const options: Options = {
  strict: false,
  logger: false,
  allErrors: true,
  verbose: true,
  validateFormats: true,
  // 0.3 is a multiple of 0.1, whatever doubles make of it.
  multipleOfPrecision: 9,
  // Done by hand, for a readable reason.
  validateSchema: false,
  // Or `required: ["toString"]` would hold for every object.
  ownProperties: true,
  code: { regExp: tolerantRegExp },
};

function newAjv(dialect: Dialect): Ajv {
  const ajv = dialect === '7' ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  ajv.addFormat('regex', (pattern: string) => {
    try {
      tolerantRegExp(pattern, 'u');
      return true;
    } catch {
      return false;
    }
  });
  return ajv;
}

/** For schemas of schemas alone: those are compiled once, which takes longer than most schemas do. */
const judges = new Map<Dialect, Ajv>();

function judgeOf(dialect: Dialect): Ajv {
  const known = judges.get(dialect);
  if (known !== undefined) return known;
  const made = newAjv(dialect);
  judges.set(dialect, made);
  return made;
}

function compileFunction(
  schema: boolean | Record<string, unknown>,
  dialect: Dialect,
): { readonly ok: true; readonly check: Check } | { readonly ok: false; readonly reason: string } {
  let validate: ValidateFunction;
  let pointers: ReadonlyMap<unknown, string> | undefined;
  try {
    const { $schema: _, ...rest } = isObject(schema) ? schema : {};
    const usable = isObject(schema) ? rest : schema;
    const judge = judgeOf(dialect);
    if (judge.validateSchema(usable) !== true) {
      const [wrong] = readable((judge.errors ?? []).map((error) => faultOf(error)));
      const place = wrong === undefined || wrong.pointer === '' ? '' : ` at ${wrong.pointer}`;
      return { ok: false, reason: `The schema is not valid${place}: ${wrong?.message ?? 'no reason given'}` };
    }
    // A fresh instance: ids that one schema declares must not be found by another.
    validate = newAjv(dialect).compile(usable);
  } catch (thrown) {
    if (thrown instanceof MissingRefError) return { ok: false, reason: unresolved(thrown.missingRef) };
    if (thrown instanceof RangeError) return { ok: false, reason: 'The schema is nested too deep' };
    return { ok: false, reason: `The schema can't be used: ${describeThrown(thrown)}` };
  }
  return {
    ok: true,
    check: (value) => {
      if (validate(value)) return [];
      const known = (pointers ??= pointersOf(schema));
      const errors = (validate.errors ?? []).slice(0, FAULT_LIMIT);
      // What stands in no place of the text is the root: it was copied, without its dialect.
      return readable(errors.map((error) => faultOf(error, known.get(error.parentSchema) ?? '')));
    },
  };
}

/** Where each object of a schema stands in it, by identity: the paths of ajv begin anew at some references. */
function pointersOf(root: unknown): ReadonlyMap<unknown, string> {
  const pointers = new Map<unknown, string>();
  const pending = [{ value: root, pointer: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) pointers.set(value, pointer);
    for (const [key, inner] of Object.entries(value) as [string, unknown][])
      pending.push({ value: inner, pointer: pointer + pointerTo([key]) });
  }
  return pointers;
}

function unresolved(reference: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(reference)
    ? `The schema refers to ${reference}, which is not fetched`
    : `The schema refers to ${reference}, which is not in it`;
}

/** `schema`: where the schema that has the keyword stands. */
function faultOf(
  { instancePath, keyword, params, data, message, propertyName, schema: branches }: ErrorObject,
  schema?: string,
): Fault {
  const property: unknown =
    propertyName ??
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    params['propertyName'];
  return {
    pointer: instancePath,
    keyword,
    message: problemMessage({ keyword, params, value: data }, message ?? keyword),
    ...(typeof property === 'string' ? { property } : {}),
    ...(keyword === 'oneOf' && params['passingSchemas'] !== null ? { several: true as const } : {}),
    schema,
    ...(keyword === 'anyOf' || keyword === 'oneOf'
      ? { branches: Array.isArray(branches) ? branches.length : 0 }
      : {}),
    ...(keyword === 'type' ? { types: [params['type']].flat().map(String), value: data } : {}),
  };
}

/** Drops what only repeats: the summary of a condition beside its reasons, and of alternatives that differ by type alone. */
function readable(faults: readonly Fault[]): readonly Fault[] {
  const others = faults.filter(({ keyword }) => keyword !== 'if');
  let reasons = others.length > 0 ? others : faults;
  const summaries = reasons.filter(
    ({ keyword, several }) => (keyword === 'anyOf' || keyword === 'oneOf') && !several,
  );
  for (const summary of summaries) {
    const { pointer, schema } = summary;
    const within = reasons.filter(
      (fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`),
    );
    const wanted = within.flatMap(({ types }) => types ?? []);
    const [first] = within.filter(({ types }) => types !== undefined);
    // One fault for each type, and the summary.
    const onlyTypes = within.every(
      ({ types, keyword }) => types !== undefined || keyword === 'anyOf' || keyword === 'oneOf',
    );
    if (first !== undefined && onlyTypes && within.every((fault) => fault.pointer === pointer)) {
      const params = { type: [...new Set(wanted)] };
      const message = problemMessage({ keyword: 'type', params, value: first.value }, first.message);
      reasons = [
        ...reasons.filter((fault) => !within.includes(fault)),
        { ...first, message, types: params.type, schema },
      ];
      continue;
    }
    // What is there is not meant as null: the alternative that is null says nothing, and beside one other there was no choice.
    const ofNull = within.filter((fault) => isOfNullIn(summary, fault));
    if (ofNull.length === 0) continue;
    const beside = summary.branches === 2 ? [...ofNull, summary] : ofNull;
    reasons = reasons.filter((fault) => !beside.includes(fault));
  }
  return reasons;
}

/** Whether a fault is that of an alternative `{"type":"null"}` of the choice that `summary` is about. */
function isOfNullIn(summary: Fault, { pointer, types, schema }: Fault): boolean {
  return (
    pointer === summary.pointer &&
    types?.length === 1 &&
    types[0] === 'null' &&
    (schema?.startsWith(`${summary.schema ?? ''}/${summary.keyword}/`) ?? false)
  );
}

function interpret(
  schema: boolean | Record<string, unknown>,
  dialect: Dialect,
): { readonly ok: true; readonly check: Check } | { readonly ok: false; readonly reason: string } {
  const interpreter = new Interpreter(
    isObject(schema) ? schema : schema === true ? {} : { not: {} },
    dialect,
    false,
  );
  // A summary of what its parts say already.
  const summaries = new Set([
    'properties',
    'items',
    'prefixItems',
    'allOf',
    '$ref',
    'additionalProperties',
    'if',
  ]);
  return {
    ok: true,
    check: (value) => {
      let result: ReturnType<Interpreter['validate']>;
      try {
        result = interpreter.validate(value);
      } catch (thrown) {
        const reference = /^Unresolved \$ref "(.*?)"/.exec(describeThrown(thrown))?.[1];
        if (reference === undefined) throw thrown;
        throw new Undecidable(unresolved(reference));
      }
      const { valid, errors } = result;
      if (valid) return [];
      const faults = errors.map(({ instanceLocation, keyword, error }): Fault => {
        const pointer = decodeURIComponent(instanceLocation.slice(1));
        return { pointer, keyword, message: error.replace(/\.$/, '') };
      });
      const reasons = faults.filter(({ keyword }) => !summaries.has(keyword));
      return reasons.length > 0 ? reasons : faults;
    },
  };
}
