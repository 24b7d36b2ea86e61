/** What refused a value, in the terms of ajv's parameters (JSON Schema 2020-12 keyword names). */
export interface Refusal {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value refused. */
  readonly value: unknown;
}

/** Longest list of choices in a message. */
const CHOICES = 8;
/** Longest piece of a schema or value in a message. */
const PIECE = 80;

const formatNames = new Map([
  ['email', 'an email address'],
  ['idn-email', 'an email address'],
  ['uri', 'a URI'],
  ['url', 'a URL'],
  ['uri-reference', 'a URI reference'],
  ['date', 'a date like 2026-01-31'],
  ['time', 'a time with offset like 12:00:00Z'],
  ['date-time', 'a date and time with offset like 2026-01-31T12:00:00Z'],
  ['duration', 'a duration like P1D'],
  ['uuid', 'a UUID'],
  ['hostname', 'a host name'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['regex', 'a regular expression'],
  ['byte', 'base64'],
]);

/** The sentence for a person: short, without a full stop. `fallback` is what the validator itself says. */
export function problemMessage({ keyword, params, value }: Refusal, fallback: string): string {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'type':
      return `Expected ${typeNames(params['type'])}, got ${nameOfType(value)}`;
    case 'required':
      return `Missing required property ${piece(params['missingProperty'])}`;
    case 'dependentRequired':
    case 'dependencies':
      return `Missing property ${piece(params['missingProperty'])}, required beside ${piece(params['property'])}`;
    case 'additionalProperties':
      return `Property ${piece(params['additionalProperty'])} is not allowed`;
    case 'unevaluatedProperties':
      return `Property ${piece(params['unevaluatedProperty'])} is not allowed`;
    case 'propertyNames':
      return `The name ${piece(params['propertyName'])} is not allowed`;
    case 'enum':
      return `Not one of ${choiceList(params['allowedValues'])}`;
    case 'const':
      return `Must be ${shown(params['allowedValue'])}`;
    case 'minLength':
      return `Needs at least ${count(limit, 'character')}, has ${sizeOf(value)}`;
    case 'maxLength':
      return `Needs at most ${count(limit, 'character')}, has ${sizeOf(value)}`;
    case 'minItems':
      return `Needs at least ${count(limit, 'item')}, has ${sizeOf(value)}`;
    case 'maxItems':
      return `Needs at most ${count(limit, 'item')}, has ${sizeOf(value)}`;
    case 'minProperties':
      return `Needs at least ${plural(limit, 'property', 'properties')}, has ${sizeOf(value)}`;
    case 'maxProperties':
      return `Needs at most ${plural(limit, 'property', 'properties')}, has ${sizeOf(value)}`;
    case 'minimum':
      return `Must be at least ${limit}`;
    case 'maximum':
      return `Must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `Must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `Must be less than ${limit}`;
    case 'multipleOf':
      return `Must be a multiple of ${piece(params['multipleOf'])}`;
    case 'pattern':
      return `Does not match the pattern ${piece(params['pattern'])}`;
    case 'format':
      return `Not ${formatNames.get(String(params['format'])) ?? `in the format ${piece(params['format'])}`}`;
    case 'uniqueItems':
      return `Items ${piece(params['j'])} and ${piece(params['i'])} are the same, counted from 0`;
    case 'contains':
      return 'Has no item of the kind it must contain';
    case 'unevaluatedItems':
    case 'additionalItems':
    case 'items':
      return `Needs at most ${count(limit, 'item')}`;
    case 'anyOf':
      return 'Matches none of the allowed alternatives';
    case 'oneOf':
      return params['passingSchemas'] === null
        ? 'Matches none of the allowed alternatives'
        : 'Matches more than one alternative, exactly one is allowed';
    case 'not':
      return 'Matches what is ruled out';
    case 'false schema':
      return 'Not allowed here';
    default:
      return piece(fallback);
  }
}

function typeNames(types: unknown): string {
  const names = Array.isArray(types) ? types.map(String) : String(types).split(',');
  return names.map((name) => articled(name)).join(' or ');
}

function articled(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return articled(typeof value);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  return Object.keys(value ?? {}).length;
}

function count(number: number, noun: string): string {
  return plural(number, noun, `${noun}s`);
}

function plural(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function choiceList(values: unknown): string {
  if (!Array.isArray(values)) return 'the allowed values';
  const listed = values.slice(0, CHOICES).map(shown).join(', ');
  return values.length > CHOICES ? `${listed} and ${values.length - CHOICES} more` : listed;
}

/** A value of a schema: strings bare unless that would mislead. */
function shown(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z_](?:[^"\\,]*[^"\\,\s])?$/.test(value)) {
    return /^(?:true|false|null)$/.test(value) ? JSON.stringify(value) : piece(value);
  }
  return piece(JSON.stringify(value));
}

function piece(value: unknown): string {
  const text = String(value);
  const bare = text === '' || text.trim() !== text ? JSON.stringify(text) : text;
  return bare.length > PIECE ? `${bare.slice(0, PIECE - 1)}…` : bare;
}
