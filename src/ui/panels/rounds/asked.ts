import {
  decodeString,
  findMember,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../../../engine/base/json/document.ts';

/** One input request of a result, or a JSON-RPC request of a legacy server, as it travelled. */
export interface AskedRequest {
  /** As sent: data, never an id. Of a legacy request its JSON-RPC id as JSON text. */
  readonly key: string;
  /** The request's text as it travelled. */
  readonly raw: string;
  readonly method: string | null;
  /** `ping` only as a legacy request. */
  readonly kind: 'elicitation' | 'sampling' | 'roots' | 'ping' | 'unknown';
  /** Of an elicitation; `form` where none is named. */
  readonly mode: string | null;
  /** What a person would read. */
  readonly message: string | null;
  /** Of an elicitation in URL mode, whatever its scheme. */
  readonly url: string | null;
  /** The key came more than once; this is the last one, as a parser chooses. */
  readonly repeated: boolean;
  /** A JSON-RPC request of a legacy server: answered by a response of its own, or by an error. */
  readonly legacy: boolean;
}

/** What a result asks for. */
export interface Asked {
  readonly requests: readonly AskedRequest[];
  /** `inputRequests` is there, perhaps empty. */
  readonly named: boolean;
  /** `value` is null where the state is not a string. */
  readonly state: { readonly raw: string; readonly value: string | null } | null;
}

const kinds: ReadonlyMap<string, AskedRequest['kind']> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

const nothing: Asked = { requests: [], named: false, state: null };

/** Reads the message that answered a round. A text that is not JSON, or not a result, asks nothing. */
export function readAsked(body: string): Asked {
  const text = withoutBom(body);
  const document = parseDocument(text);
  if (!document.ok) return nothing;
  const result = member(document.value, 'result');
  if (!result?.members) return nothing;
  const requests = member(result, 'inputRequests');
  const state = member(result, 'requestState');
  return {
    requests: readRequests(text, requests),
    named: requests !== undefined,
    state: state ? { raw: sliceOf(text, state), value: decodeString(text, state) ?? null } : null,
  };
}

/** Reads a request of a legacy server: a message, or item `item` of an array. `key`: its id as JSON text. Never fails. */
export function readServerRequest(message: string, item: number | null, key: string): AskedRequest {
  const text = withoutBom(message);
  const document = parseDocument(text);
  const whole = document.ok ? document.value : undefined;
  const node = item === null ? whole : whole?.items?.[item];
  const request = readRequest(text, node, key, true);
  // White space around a message travelled with it.
  return item === null || !node ? { ...request, raw: text } : request;
}

function readRequests(text: string, requests: JsonNode | undefined): AskedRequest[] {
  const found = new Map<string, AskedRequest>();
  for (const { key, value } of requests?.members ?? []) {
    found.set(key, { ...readRequest(text, value, key, false), repeated: found.has(key) });
  }
  return [...found.values()];
}

function readRequest(text: string, value: JsonNode | undefined, key: string, legacy: boolean): AskedRequest {
  const method = decodeString(text, member(value, 'method')) ?? null;
  const params = member(value, 'params');
  const kind = kindOf(method, legacy);
  return {
    key,
    raw: value ? sliceOf(text, value) : '',
    method,
    kind,
    mode: kind === 'elicitation' ? (decodeString(text, member(params, 'mode')) ?? 'form') : null,
    message: decodeString(text, member(params, 'message')) ?? null,
    url: kind === 'elicitation' ? (decodeString(text, member(params, 'url')) ?? null) : null,
    repeated: false,
    legacy,
  };
}

function kindOf(method: string | null, legacy: boolean): AskedRequest['kind'] {
  if (legacy && method === 'ping') return 'ping';
  return kinds.get(method ?? '') ?? 'unknown';
}

/** A BOM is no JSON white space, yet servers send it. */
function withoutBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The answers a request carried: the text of each member of `params.inputResponses`, and the state it sent. */
export function readAnswers(text: string): {
  readonly answers: ReadonlyMap<string, string>;
  readonly state: string | null;
} {
  const document = parseDocument(text);
  const params = document.ok ? member(document.value, 'params') : undefined;
  const answers = new Map<string, string>();
  for (const { key, value } of member(params, 'inputResponses')?.members ?? [])
    answers.set(key, sliceOf(text, value));
  const state = findMember(params, 'requestState');
  return { answers, state: state ? sliceOf(text, state.value) : null };
}
