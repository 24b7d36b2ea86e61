import {
  decodeString,
  member,
  readDocument,
  sliceOf,
  type JsonNode,
} from '../../../engine/base/json/document.ts';
import { isUnsafeNumber } from '../../../engine/base/json/numbers.ts';

/** Data a server sent inline, as a URL that only `<img>` and `<audio>` are given. */
export interface InlineData {
  readonly mimeType: string;
  readonly url: string;
  /** Bytes once decoded. */
  readonly bytes: number;
}

/** One block of a result's content, as it should look. Everything in it is text. */
export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string; readonly raw: string }
  | { readonly kind: 'image'; readonly data: InlineData; readonly raw: string }
  | { readonly kind: 'audio'; readonly data: InlineData; readonly raw: string }
  | {
      readonly kind: 'link';
      readonly uri: string;
      /** http or https: may be opened by a click. */
      readonly opens: boolean;
      readonly name: string | null;
      readonly title: string | null;
      readonly description: string | null;
      readonly mimeType: string | null;
      readonly raw: string;
    }
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mimeType: string | null;
      readonly text: string | null;
      readonly data: InlineData | null;
      readonly raw: string;
    }
  /** A kind this client does not know, or one that lacks what it needs: shown raw, with the reason. */
  | { readonly kind: 'other'; readonly type: string | null; readonly reason: string; readonly raw: string };

/** A message of a prompt. */
export interface PromptMessage {
  /** As it came; null where it has none. */
  readonly role: string | null;
  readonly blocks: readonly ContentBlock[];
}

/** The result of a call as it should look: content of a tool, contents of a resource, or messages of a prompt. */
export interface CallResult {
  readonly blocks: readonly ContentBlock[];
  /** Null where the result has no messages. */
  readonly messages: readonly PromptMessage[] | null;
  /** What a prompt says of itself. */
  readonly description: string | null;
  /** How long, and by whom, the result may be kept. */
  readonly ttlMs: number | null;
  readonly cacheScope: string | null;
  readonly structured: { readonly raw: string; readonly unsafe: readonly string[] } | null;
  readonly isError: boolean;
  /** Nothing is in it to be looked at. */
  readonly empty: boolean;
}

/** What is drawn of a result: some have no more than content. */
export type Drawn = Pick<CallResult, 'blocks' | 'structured' | 'isError' | 'empty'> & Partial<CallResult>;

/** A JSON-RPC error as it came. */
export interface RpcError {
  readonly code: string;
  readonly message: string;
  readonly data: string | null;
}

/** The message that answered a call. `unreadable`: not JSON, or neither a result nor an error. */
export type Answer =
  | { readonly kind: 'result'; readonly result: CallResult }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads the answer to `tools/call`, `resources/read` or `prompts/get`, a slice at a time. The text stays the truth: every part is a slice of it or a decoded string.
 * `item`: which message of `body` it is, where that is an array. `ofTask`: it tells of a task, and what the call came to is within.
 */
export function* readAnswer(body: string, item = 0, ofTask = false): Generator<void, Answer> {
  // A BOM is no JSON white space, yet servers send it.
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  const document = yield* readDocument(text);
  if (!document.ok) return { kind: 'unreadable', reason: document.message };
  const message = document.value.items?.[item] ?? document.value;
  const told = ofTask ? member(message, 'result') : undefined;
  // Where there is no task the answer is what came.
  const root = (member(told, 'result') ?? member(told, 'error')) ? (told ?? message) : message;
  const error = member(root, 'error');
  if (error?.members) {
    const data = member(error, 'data');
    return {
      kind: 'error',
      error: {
        code: textOf(text, member(error, 'code')) ?? 'no code',
        message: textOf(text, member(error, 'message')) ?? '',
        data: data ? sliceOf(text, data) : null,
      },
    };
  }
  const result = member(root, 'result');
  if (!result?.members) return { kind: 'unreadable', reason: 'Neither a result nor an error' };
  const structured = member(result, 'structuredContent');
  const blocks = [
    ...(yield* readList(text, result, 'content', readBlock)),
    ...(yield* readList(text, result, 'contents', readContents)),
  ];
  const given = member(result, 'messages');
  const messages: PromptMessage[] = [];
  for (const message of given?.items ?? []) {
    messages.push(readPromptMessage(text, message));
    yield;
  }
  if (given && !given.items) blocks.push(notAnArray(text, given, 'messages'));
  const ttl = member(result, 'ttlMs');
  return {
    kind: 'result',
    result: {
      blocks,
      messages: given?.items ? messages : null,
      description: decodeString(text, member(result, 'description')) ?? null,
      ttlMs: ttl?.kind === 'number' ? Number(sliceOf(text, ttl)) : null,
      cacheScope: decodeString(text, member(result, 'cacheScope')) ?? null,
      structured: structured
        ? { raw: sliceOf(text, structured), unsafe: unsafeNumbers(text, structured) }
        : null,
      isError: sliceIs(text, member(result, 'isError'), 'true'),
      empty: blocks.length === 0 && messages.length === 0 && !structured,
    },
  };
}

type ReadBlock = (text: string, node: JsonNode) => ContentBlock;

function* readList(
  text: string,
  result: JsonNode,
  name: string,
  read: ReadBlock,
): Generator<void, readonly ContentBlock[]> {
  const list = member(result, name);
  if (!list) return [];
  if (!list.items) return [notAnArray(text, list, name)];
  const blocks: ContentBlock[] = [];
  for (const item of list.items) {
    blocks.push(read(text, item));
    yield;
  }
  return blocks;
}

function notAnArray(text: string, node: JsonNode, name: string): ContentBlock {
  return { kind: 'other', type: null, reason: `${name} is not an array`, raw: sliceOf(text, node) };
}

/** A message holds one block; several in an array are shown too. */
function readPromptMessage(text: string, node: JsonNode): PromptMessage {
  const content = member(node, 'content');
  const blocks = (content?.items ?? (content ? [content] : [])).map((block) => readBlock(text, block));
  const lacking: ContentBlock = {
    kind: 'other',
    type: null,
    reason: 'content is missing',
    raw: sliceOf(text, node),
  };
  return {
    role: decodeString(text, member(node, 'role')) ?? null,
    blocks: blocks.length > 0 ? blocks : [lacking],
  };
}

function readContents(text: string, node: JsonNode): ContentBlock {
  return readResource(text, node, sliceOf(text, node));
}

function readResource(text: string, resource: JsonNode, raw: string): ContentBlock {
  const string = (key: string) => decodeString(text, member(resource, key)) ?? null;
  const uri = string('uri');
  const mimeType = string('mimeType');
  const blob = string('blob');
  const said = string('text');
  const data = blob === null ? null : inlineData(mimeType ?? 'application/octet-stream', blob, null);
  if (uri === null) return { kind: 'other', type: 'resource', reason: 'uri is missing', raw };
  if (said === null && data === null) {
    const reason = blob === null ? 'Neither text nor blob' : 'blob is not base64';
    return { kind: 'other', type: 'resource', reason, raw };
  }
  return { kind: 'resource', uri, mimeType, text: said, data, raw };
}

/** One block of content of a result or a message; what is not understood is `other`, with the reason. */
export function readBlock(text: string, node: JsonNode): ContentBlock {
  const raw = sliceOf(text, node);
  const string = (key: string, of: JsonNode | undefined = node) =>
    decodeString(text, member(of, key)) ?? null;
  const type = string('type');
  const lacks = (what: string): ContentBlock => ({ kind: 'other', type, reason: `${what} is missing`, raw });
  switch (type) {
    case 'text': {
      const said = string('text');
      return said === null ? lacks('text') : { kind: 'text', text: said, raw };
    }
    case 'image':
    case 'audio': {
      const data = string('data');
      const mimeType = string('mimeType');
      if (data === null || mimeType === null) return lacks(data === null ? 'data' : 'mimeType');
      const inline = inlineData(mimeType, data, type);
      return inline
        ? { kind: type, data: inline, raw }
        : { kind: 'other', type, reason: `data is not base64 of ${type}/…`, raw };
    }
    case 'resource_link': {
      const uri = string('uri');
      if (uri === null) return lacks('uri');
      return {
        kind: 'link',
        uri,
        opens: opensInTab(uri),
        name: string('name'),
        title: string('title'),
        description: string('description'),
        mimeType: string('mimeType'),
        raw,
      };
    }
    case 'resource': {
      const resource = member(node, 'resource');
      return resource ? readResource(text, resource, raw) : lacks('resource');
    }
    default:
      return {
        kind: 'other',
        type,
        reason: type === null ? 'type is missing' : 'A kind this client does not know',
        raw,
      };
  }
}

/** http and https only: anything else a server names stays text. */
export function opensInTab(uri: string): boolean {
  const protocol = URL.parse(uri)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

const base64 = /^[A-Za-z0-9+/_\s-]*={0,2}\s*$/;
const mime = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:\s*;\s*[a-z0-9=!#$&^_.+"-]+)*$/i;

function inlineData(mimeType: string, data: string, family: 'image' | 'audio' | null): InlineData | null {
  if (!mime.test(mimeType) || !base64.test(data)) return null;
  if (family && !mimeType.toLowerCase().startsWith(`${family}/`)) return null;
  const compact = data.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const length = compact.replace(/=+$/, '').length;
  return {
    mimeType,
    url: `data:${mimeType.replace(/\s+/g, '')};base64,${compact}`,
    bytes: Math.floor((length * 3) / 4),
  };
}

/** Number tokens below `node` that a double can't hold exactly, as typed; at most 20. */
export function unsafeNumbers(text: string, node: JsonNode): readonly string[] {
  const found: string[] = [];
  const pending: JsonNode[] = [node];
  for (let next = pending.pop(); next && found.length < 20; next = pending.pop()) {
    if (next.kind === 'number') {
      const token = sliceOf(text, next);
      if (isUnsafeNumber(token)) found.push(token);
    }
    const children = next.items ?? next.members?.map(({ value }) => value) ?? [];
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child) pending.push(child);
    }
  }
  return found;
}

function textOf(text: string, node: JsonNode | undefined): string | null {
  if (!node) return null;
  return decodeString(text, node) ?? sliceOf(text, node);
}

function sliceIs(text: string, node: JsonNode | undefined, expected: string): boolean {
  return node !== undefined && sliceOf(text, node) === expected;
}
