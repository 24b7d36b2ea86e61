import type { SpecPage } from './spec-links.ts';

/** An HTTP header field with a meaning in the protocol. */
export interface Header {
  /** As the specification spells it; names are compared without regard to case. */
  readonly name: string;
  readonly on: 'request' | 'response' | 'both';
  readonly since: string;
  /** First revision that no longer has it. */
  readonly until?: string;
  /** Sentence case, no full stop. */
  readonly meaning: string;
  readonly page: SpecPage;
}

const HTTP = '2025-03-26';
const MODERN = '2026-07-28';

/** What the names of headers that repeat an argument begin with. */
export const PARAMETER_HEADER_PREFIX = 'Mcp-Param-';

/** Every header of the protocol, as the specification spells it. */
export const HEADERS: readonly Header[] = [
  {
    name: 'MCP-Protocol-Version',
    on: 'request',
    since: '2025-06-18',
    meaning: 'The version the request is made under',
    page: 'versionHeader',
  },
  {
    name: 'Mcp-Session-Id',
    on: 'both',
    since: HTTP,
    until: MODERN,
    meaning: 'The session: given with the answer to initialize, sent with every later request',
    page: 'sessions',
  },
  {
    name: 'Last-Event-ID',
    on: 'request',
    since: HTTP,
    until: MODERN,
    meaning: 'The last event read of a stream that is to go on',
    page: 'resumability',
  },
  {
    name: 'Mcp-Method',
    on: 'request',
    since: MODERN,
    meaning: 'The method of the request in the body',
    page: 'requestHeaders',
  },
  {
    name: 'Mcp-Name',
    on: 'request',
    since: MODERN,
    meaning: 'The tool, prompt or resource the request in the body is about',
    page: 'requestHeaders',
  },
  {
    name: `${PARAMETER_HEADER_PREFIX}*`,
    on: 'request',
    since: MODERN,
    meaning: 'An argument that the tool wants repeated in a header',
    page: 'parameterHeaders',
  },
  {
    name: 'Accept',
    on: 'request',
    since: HTTP,
    meaning: 'Both kinds of answer: JSON and a stream of events',
    page: 'transport',
  },
  {
    name: 'Content-Type',
    on: 'both',
    since: HTTP,
    meaning: 'Whether the body is JSON or a stream of events',
    page: 'transport',
  },
  {
    name: 'Authorization',
    on: 'request',
    since: HTTP,
    meaning: 'The access token',
    page: 'authorization',
  },
  {
    name: 'WWW-Authenticate',
    on: 'response',
    since: HTTP,
    meaning: 'How to get an access token, and for which scopes',
    page: 'authorization',
  },
];

/** The header of any revision with this name, also one that repeats an argument; undefined for any other. */
export function headerOf(name: string): Header | undefined {
  const wanted = name.toLowerCase();
  const prefix = PARAMETER_HEADER_PREFIX.toLowerCase();
  return HEADERS.find((header) =>
    header.name.endsWith('*')
      ? wanted.startsWith(prefix) && wanted.length > prefix.length
      : header.name.toLowerCase() === wanted,
  );
}

/** Header names that a browser sets itself and drops, without a word, when a page sets them (Fetch, forbidden names). */
const DROPPED: ReadonlyMap<string, string> = new Map([
  ...reason('it decides itself which encodings and character sets it takes', [
    'accept-charset',
    'accept-encoding',
  ]),
  ...reason('it makes the preflight itself', [
    'access-control-request-headers',
    'access-control-request-method',
    'access-control-request-private-network',
  ]),
  ...reason('it manages the connection itself', [
    'connection',
    'content-length',
    'date',
    'expect',
    'host',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'via',
  ]),
  ...reason('it keeps cookies to itself', ['cookie', 'cookie2', 'set-cookie']),
  ...reason('it says itself where a request comes from', ['origin', 'referer']),
  ...reason('it speaks for the person there', ['dnt']),
  // Not forbidden by the standard, but Chromium drops it all the same.
  ...reason('it names itself', ['user-agent']),
]);

const DROPPED_PREFIXES: readonly (readonly [prefix: string, why: string])[] = [
  ['proxy-', 'it talks to proxies itself'],
  ['sec-', 'it sets these for security itself'],
];

function reason(why: string, names: readonly string[]): [string, string][] {
  return names.map((name) => [name, why]);
}

/** Why a browser drops a header of this name, to stand behind "since"; null where it sends it. */
export function whyDropped(name: string): string | null {
  const wanted = name.toLowerCase();
  const prefixed = DROPPED_PREFIXES.find(([prefix]) => wanted.startsWith(prefix));
  return DROPPED.get(wanted) ?? prefixed?.[1] ?? null;
}

const METHOD_OVERRIDES = ['x-http-method', 'x-http-method-override', 'x-method-override'];

/**
 * Why a header a person typed can't be sent by a page, without a full stop; null where it can.
 * Spaces and tabs at the edges of a value are no fault: HTTP does not carry them.
 */
export function headerProblem(name: string, value: string): string | null {
  if (name === '') return 'A header needs a name';
  // RFC 9110, token: what fetch throws a TypeError for.
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    return 'A header name holds letters, digits and hyphens, and no spaces or colons';
  }
  const why = whyDropped(name);
  if (why !== null) return `A browser drops ${name}, since ${why}`;
  if (
    METHOD_OVERRIDES.includes(name.toLowerCase()) &&
    /(^|,)[ \t]*(connect|trace|track)[ \t]*(,|$)/i.test(value)
  ) {
    return `A browser drops ${name} with this value`;
  }
  if (/[\r\n\0]/.test(value)) return 'A header value is one line';
  const wide = [...value].find((character) => (character.codePointAt(0) ?? 0) > 0xff);
  if (wide !== undefined) return `A header value can't hold ${wide}: only Latin-1 characters travel`;
  return null;
}
