import {
  findPath,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
  type JsonPath,
} from '../base/json/document.ts';
import { withValueAt } from '../base/json/edit.ts';
import { META_CLIENT_CAPABILITIES } from '../protocol/meta-keys.ts';
import { MISSING_CLIENT_CAPABILITY, findDraftErrorCode } from '../protocol/errors.ts';

/** What a server says a client has to declare (2026-07-28, schema `MissingRequiredClientCapabilityError`). */
export interface RequiredCapabilities {
  /** The value of `data.requiredCapabilities` as it came. */
  readonly text: string;
  /** What of it is not declared: paths, parents left out where a part of them is named. Keys are the server's: data. */
  readonly missing: readonly (readonly string[])[];
  /** What was declared, with all of it added; nothing else changed. */
  readonly declaredText: string;
}

/** Deeper parts are the server's nonsense: no capability goes so deep. */
const MOST_LEVELS = 8;

/**
 * What error `-32021` in `messageText`, a whole JSON-RPC response, asks a client to declare beyond `declaredText`. Null where it is another
 * error, or says nothing that could be declared.
 */
export function requiredBy(messageText: string, declaredText: string): RequiredCapabilities | null {
  const text = messageText.charCodeAt(0) === 0xfeff ? messageText.slice(1) : messageText;
  const read = parseDocument(text);
  const error = read.ok ? member(read.value, 'error') : undefined;
  const codeNode = member(error, 'code');
  const code = codeNode ? Number(sliceOf(text, codeNode)) : NaN;
  if (code !== MISSING_CLIENT_CAPABILITY && findDraftErrorCode(code)?.now !== MISSING_CLIENT_CAPABILITY) {
    return null;
  }
  const required = member(member(error, 'data'), 'requiredCapabilities');
  const declared = parseDocument(declaredText);
  if (required?.members === undefined || !declared.ok || declared.value.kind !== 'object') return null;
  const missing: string[][] = [];
  let result = declaredText;
  const add = (node: JsonNode, path: string[], has: JsonNode | undefined): void => {
    for (const { key, value } of node.members ?? []) {
      const at = [...path, key];
      const there = member(has, key);
      const inner = value.kind === 'object' && (value.members?.length ?? 0) > 0;
      if (inner && at.length < MOST_LEVELS && (there === undefined || there.kind === 'object')) {
        add(value, at, there);
      } else if (there === undefined || (value.kind === 'object' && there.kind !== 'object')) {
        missing.push(at);
        result = withValueAt(result, at as JsonPath, sliceOf(text, value)) ?? result;
      }
    }
  };
  add(required, [], declared.value);
  return { text: sliceOf(text, required), missing, declaredText: result };
}

/** What a modern request declares in its `_meta`, as JSON text; undefined where it declares nothing. */
export function declaredIn(requestText: string): string | undefined {
  const read = parseDocument(requestText);
  const node = read.ok ? findPath(read.value, ['params', '_meta', META_CLIENT_CAPABILITIES]) : undefined;
  return node === undefined ? undefined : sliceOf(requestText, node);
}
