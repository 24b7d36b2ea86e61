import { describeThrown } from '../base/errors.ts';
import { findPath, parseDocument, sliceOf, type JsonPath } from '../base/json/document.ts';
import type { MessageSummary } from './events.ts';

/** A message as read: its summary, and the parsed value for whoever acts on it now. Nobody keeps `value`. */
export interface ReceivedMessage {
  readonly summary: MessageSummary;
  readonly value: unknown;
  /** The text this message was read from; of an array body, the whole array's. */
  readonly text: string;
  /** Position in an array body, else null. */
  readonly item: number | null;
  /** Index of the SSE event it came in; null for a whole body. */
  readonly event: number | null;
}

/** What a body text is. */
export type BodyContent =
  | { readonly kind: 'empty' }
  | { readonly kind: 'null' }
  | { readonly kind: 'messages'; readonly messages: readonly ReceivedMessage[] }
  /** Not JSON at all. */
  | { readonly kind: 'text'; readonly problem: string };

/** Reads a body, or the data of event `event`. An array gives one message an item (batches, 2025-03-26). Never throws. */
export function readMessages(text: string, event: number | null = null): BodyContent {
  const trimmed = trimJsonSpace(text);
  if (trimmed === '') return { kind: 'empty' };
  if (trimmed === 'null') return { kind: 'null' };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (thrown) {
    return { kind: 'text', problem: describeThrown(thrown) };
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return {
    kind: 'messages',
    messages: items.map((item, index) => ({
      summary: summarise(item, trimmed, Array.isArray(value) ? index : null),
      value: item,
      text,
      item: Array.isArray(value) ? index : null,
      event,
    })),
  };
}

/**
 * What a JSON value is as a JSON-RPC 2.0 message. `text` gives the digits of an id that a double can't hold; `item` is the value's position
 * where that is the text of an array.
 */
export function summarise(value: unknown, text: string, item: number | null = null): MessageSummary {
  if (!isRecord(value)) return { kind: 'invalid', problem: 'A message is a JSON object; this is not one' };
  const id = idText(value['id'], text, item === null ? ['id'] : [item, 'id']);
  const withId = id === undefined ? {} : { id };
  if (typeof value['method'] === 'string') {
    const params = isRecord(value['params']) ? value['params'] : {};
    const about = /^(notifications\/)?tasks(\/|$)/.test(value['method']) ? params['taskId'] : params['uri'];
    const name = typeof params['name'] === 'string' ? params['name'] : about;
    return {
      kind: id === undefined ? 'notification' : 'request',
      ...withId,
      method: value['method'],
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof params['elicitationId'] === 'string' ? { elicitation: params['elicitationId'] } : {}),
      ...(value['method'] === 'notifications/progress' ? { progress: progressLine(params) } : {}),
      ...(value['jsonrpc'] === '2.0' ? {} : { problem: 'jsonrpc is not "2.0"' }),
    };
  }
  if (Object.hasOwn(value, 'error') && isRecord(value['error'])) {
    const { code, message } = value['error'];
    return {
      kind: 'error',
      ...withId,
      ...(typeof code === 'number' ? { errorCode: code } : {}),
      errorMessage: typeof message === 'string' ? message.slice(0, 300) : '',
    };
  }
  if (Object.hasOwn(value, 'result')) {
    const result = isRecord(value['result']) ? value['result'] : {};
    const asked = result['inputRequests'];
    const state = result['requestState'];
    return {
      kind: 'result',
      ...withId,
      ...(typeof result['resultType'] === 'string' ? { resultType: result['resultType'] } : {}),
      ...(result['isError'] === true ? { isError: true } : {}),
      ...(isRecord(asked) ? { inputKeys: Object.keys(asked) } : {}),
      ...(typeof state === 'string' ? { stateLength: state.length } : {}),
    };
  }
  return { kind: 'invalid', ...withId, problem: 'Neither a method, a result nor an error' };
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An id as JSON text, undefined where there is none: the one form in which ids are compared. `text` is the JSON text that it stands in, at
 * `path`: a number that a double can't hold keeps the digits it was written with.
 */
export function idText(id: unknown, text: string, path: JsonPath): string | undefined {
  if (id === undefined) return undefined;
  if (typeof id === 'number' && !Number.isSafeInteger(id)) {
    const document = parseDocument(text);
    const node = document.ok ? findPath(document.value, path) : undefined;
    if (node) return sliceOf(text, node);
  }
  return JSON.stringify(id);
}

function progressLine(params: Record<string, unknown>): string {
  const { progress, total, message } = params;
  const count =
    typeof total === 'number' ? `${String(progress)} of ${String(total)}` : String(progress ?? '');
  return typeof message === 'string' && message !== '' ? `${count}, ${message.slice(0, 200)}` : count;
}

function trimJsonSpace(text: string): string {
  // A BOM is no JSON white space, yet servers send it; the recorded text keeps it.
  return (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).trim();
}
