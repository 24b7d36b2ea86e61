import { member, parseDocument, decodeString } from '../base/json/document.ts';

/** One input request as it travelled. */
export interface InputRequest {
  /** As sent by the server: data, also when it is empty or `__proto__`. */
  readonly key: string;
  /** The request's JSON text, to the character. */
  readonly text: string;
  /** `elicitation/create`, …; null where there is none. */
  readonly method: string | null;
}

/** What a result asks for, cut out of its text so that nothing is rewritten on the way back. */
export interface Asked {
  readonly requests: readonly InputRequest[];
  /** The JSON token of `requestState` as it travelled, quotes and escapes included; null where there is none. */
  readonly stateToken: string | null;
  /** The string it stands for; null where there is none or it is no string. */
  readonly state: string | null;
  /** Members that only a complete result has, and this one carries all the same. Nothing is no content: servers send `null`. */
  readonly beside: readonly string[];
}

/** Nothing asked, no state. */
export const NOTHING_ASKED: Asked = { requests: [], stateToken: null, state: null, beside: [] };

/** What a complete result of a method with rounds carries. */
const COMPLETE_MEMBERS: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'contents',
  'messages',
]);

const NOTHING = /^(?:null|\[\s*\])$/;

/** Reads `result.inputRequests` and `result.requestState` of a message's text; nothing where it is not JSON. */
export function readAsked(messageText: string): Asked {
  const document = parseDocument(messageText.charCodeAt(0) === 0xfeff ? messageText.slice(1) : messageText);
  if (!document.ok) return NOTHING_ASKED;
  const text = messageText.charCodeAt(0) === 0xfeff ? messageText.slice(1) : messageText;
  const result = member(document.value, 'result');
  const state = member(result, 'requestState');
  const seen = new Map<string, InputRequest>();
  for (const { key, value } of member(result, 'inputRequests')?.members ?? []) {
    seen.set(key, {
      key,
      text: text.slice(value.start, value.end),
      method: decodeString(text, member(value, 'method')) ?? null,
    });
  }
  return {
    requests: [...seen.values()],
    stateToken: state ? text.slice(state.start, state.end) : null,
    state: decodeString(text, state) ?? null,
    beside: (result?.members ?? [])
      .filter(
        ({ key, value }) => COMPLETE_MEMBERS.has(key) && !NOTHING.test(text.slice(value.start, value.end)),
      )
      .map(({ key }) => key),
  };
}
