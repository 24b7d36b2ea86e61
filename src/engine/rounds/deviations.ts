import type { Speech } from '../eras/era.ts';
import type { Deviation } from '../wire-log/deviation.ts';
import { headerValue } from '../wire/exchange.ts';
import { readMessages } from '../wire/message.ts';
import type { Asked } from './asked.ts';
import { shownKey } from './shown-key.ts';
import { headersOfBody, metaOf, type DraftedRequest, type RoundDraft } from './draft.ts';

/**
 * What a draft does against the rules of multi round-trip requests (2026-07-28, basic/patterns/mrtr). `invalid` are the keys whose answer
 * does not fit its schema, with the reason. `usedIds` are the JSON-RPC ids already sent on this connection, as JSON text.
 */
export function deviationsOf(
  speech: Speech,
  asked: Asked | null,
  draft: RoundDraft,
  drafted: DraftedRequest,
  invalid: ReadonlyMap<string, string>,
  usedIds: ReadonlySet<string>,
): readonly Deviation[] {
  if (draft.rawText !== undefined) return rawDeviations(speech, asked, drafted, invalid, usedIds);
  const found: Deviation[] = [];
  const answered = new Map(draft.answers);
  for (const { key } of asked?.requests ?? []) {
    if ((answered.get(key) ?? null) === null) {
      found.push({ kind: 'key missing', key, text: `${shownKey(key)} was asked for and is not answered` });
    }
  }
  for (const [key, text] of draft.answers) {
    if (text === null) continue;
    if (!asked?.requests.some((request) => request.key === key)) {
      found.push({ kind: 'key extra', key, text: `${shownKey(key)} was not asked for` });
    }
    found.push(...invalidAnswer(key, invalid));
  }
  found.push(...stateDeviations(asked, draft.state));
  if (draft.headers) found.push(...headerDeviations(speech, drafted));
  return found;
}

function invalidAnswer(key: string, invalid: ReadonlyMap<string, string>): readonly Deviation[] {
  const reason = invalid.get(key);
  if (reason === undefined) return [];
  return [{ kind: 'answer not valid', key, text: `The answer to ${shownKey(key)} is not valid: ${reason}` }];
}

function stateDeviations(asked: Asked | null, state: RoundDraft['state']): readonly Deviation[] {
  const given = asked?.stateToken ?? null;
  if (given === null) {
    return state.kind === 'edit'
      ? [{ kind: 'state invented', text: 'The server gave no request state; one is sent' }]
      : [];
  }
  if (state.kind === 'omit') return [{ kind: 'state missing', text: 'The request state is left out' }];
  if (state.kind === 'edit' && state.value !== asked?.state) {
    return [{ kind: 'state changed', text: 'The request state is not the one the server gave' }];
  }
  return [];
}

function rawDeviations(
  speech: Speech,
  asked: Asked | null,
  drafted: DraftedRequest,
  invalid: ReadonlyMap<string, string>,
  usedIds: ReadonlySet<string>,
): readonly Deviation[] {
  const found: Deviation[] = [{ kind: 'raw request', text: 'The request was edited as raw text' }];
  const content = readMessages(drafted.text);
  const message = content.kind === 'messages' ? content.messages[0] : undefined;
  if (!message) {
    return [
      ...found,
      { kind: 'not JSON', text: 'The body is not JSON' },
      ...headerDeviations(speech, drafted),
    ];
  }
  if (message.summary.id !== undefined && usedIds.has(message.summary.id)) {
    found.push({ kind: 'id reused', text: `Id ${message.summary.id} was used before` });
  }
  if (speech.era === 'modern' && !metaOf(message.value)) {
    found.push({ kind: 'meta missing', text: 'params._meta is missing' });
  }
  const sent = paramsOf(message.value);
  const state = sent.get('requestState');
  if (asked?.stateToken != null && state === undefined) {
    found.push({ kind: 'state missing', text: 'The request state is left out' });
  } else if (asked?.stateToken == null && state !== undefined) {
    found.push({ kind: 'state invented', text: 'The server gave no request state; one is sent' });
  } else if (state !== undefined && state !== asked?.state) {
    found.push({ kind: 'state changed', text: 'The request state is not the one the server gave' });
  }
  const responses = sent.get('inputResponses');
  const keys = new Set(typeof responses === 'object' && responses !== null ? Object.keys(responses) : []);
  for (const { key } of asked?.requests ?? []) {
    if (!keys.delete(key)) {
      found.push({ kind: 'key missing', key, text: `${shownKey(key)} was asked for and is not answered` });
    }
    found.push(...invalidAnswer(key, invalid));
  }
  for (const key of keys) found.push({ kind: 'key extra', key, text: `${shownKey(key)} was not asked for` });
  return [...found, ...headerDeviations(speech, drafted)];
}

function paramsOf(value: unknown): ReadonlyMap<string, unknown> {
  const params: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'params') : undefined;
  return new Map(typeof params === 'object' && params !== null ? Object.entries(params) : []);
}

/** Headers that mirror the body and differ from it (2026-07-28, transports, "Server Validation"). */
function headerDeviations(speech: Speech, drafted: DraftedRequest): readonly Deviation[] {
  const expected = headersOfBody(speech, drafted.text) ?? [];
  return expected
    .filter(([name, value]) => headerValue(drafted.headers, name) !== value)
    .map(([name]) => ({ kind: 'header differs' as const, text: `${name} differs from the body` }));
}
