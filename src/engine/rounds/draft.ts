import type { HeaderMarks } from '../base/secret-headers.ts';
import { decodeString, findPath, member, parseDocument, sliceOf } from '../base/json/document.ts';
import type { ParamList, Speech } from '../eras/era.ts';
import { objectText } from '../eras/era.ts';
import { META_PROTOCOL_VERSION } from '../protocol/meta-keys.ts';
import { nameFieldOf } from '../protocol/methods.ts';
import type { HeaderList } from '../wire/events.ts';
import { isRecord, readMessages } from '../wire/message.ts';
import type { Asked } from './asked.ts';

/** What a person, or a responder, answers to a round. */
export interface RoundDraft {
  /** Answer text per key, in order; null leaves the key out. Keys the server did not ask for may be added. */
  readonly answers: readonly (readonly [key: string, text: string | null])[];
  readonly state:
    { readonly kind: 'echo' } | { readonly kind: 'omit' } | { readonly kind: 'edit'; readonly value: string };
  /** The body as raw text instead of all of the above. */
  readonly rawText?: string;
  /** Headers edited on their own; without it they follow the body where it parses. */
  readonly headers?: HeaderList;
  /** What a person said of them. */
  readonly marks?: HeaderMarks;
}

/** The answers that go out, by key, as text: of a raw request those that stand in it. */
export function answersOf({ rawText, answers }: RoundDraft): ReadonlyMap<string, string> {
  if (rawText === undefined)
    return new Map(answers.flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
  const read = parseDocument(rawText);
  const responses = read.ok ? findPath(read.value, ['params', 'inputResponses']) : undefined;
  return new Map((responses?.members ?? []).map(({ key, value }) => [key, sliceOf(rawText, value)]));
}

/** The exact request a draft makes. */
export interface DraftedRequest {
  readonly text: string;
  readonly headers: HeaderList;
  /** Why the headers do not follow the body, where they don't. */
  readonly problem?: string;
}

/** What a call is about; the same in every round. */
export interface CallSubject {
  readonly method: string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** `params.arguments` as typed; empty leaves it out. */
  readonly argumentsText: string;
  /** What a person adds to `params._meta`, as typed: a JSON object, merged under the protocol's own keys. */
  readonly metaText?: string;
  /** Keys of `metaText` replace those the protocol sets; the headers follow. */
  readonly metaReplaces?: boolean;
}

/**
 * The body and headers of the next request of a call. `asked` is what the round being answered asked for, null for a first
 * request. Text that was typed or received goes in to the character (2026-07-28, basic/patterns/mrtr, "Client Requirements").
 */
export function draftRequest(
  speech: Speech,
  id: string,
  subject: CallSubject,
  asked: Asked | null,
  draft: RoundDraft | null,
): DraftedRequest {
  if (draft?.rawText !== undefined) return draftRaw(speech, subject, draft.rawText, draft.headers);
  const { metaText, metaReplaces = false } = subject;
  const own = metaText === undefined ? undefined : { text: metaText, replaces: metaReplaces };
  // Progress of a task is not a thing: its status says how it stands.
  const progress = subject.method.startsWith('tasks/') ? null : id;
  const text = speech.request(id, subject.method, paramsOf(subject, asked, draft), progress, own);
  const version = own?.replaces === true ? ownVersion(own.text) : undefined;
  return { text, headers: draft?.headers ?? subjectHeaders(speech, subject, version) };
}

function subjectHeaders(speech: Speech, subject: CallSubject, version?: string): HeaderList {
  const { method, name, argumentsText } = subject;
  return withParameters(speech, speech.headers(method, name, version), method, name, argumentsText);
}

/** The headers of a request, those that repeat arguments of a tool included. */
function withParameters(
  speech: Speech,
  headers: HeaderList,
  method: string | null,
  name: string | null,
  argumentsText: string,
): HeaderList {
  if (method !== 'tools/call' || name === null) return headers;
  return [...headers, ...(speech.parameterHeaders?.(name, argumentsText) ?? [])];
}

/**
 * The headers the specification asks for with a body as it stands; null where it is not one JSON object. Those that mirror something
 * repeat what the body says, whatever it says.
 */
export function headersOfBody(speech: Speech, text: string): HeaderList | null {
  const content = readMessages(text);
  const message =
    content.kind === 'messages' && content.messages.length === 1 ? content.messages[0] : undefined;
  if (!message) return null;
  const version = metaOf(message.value)?.[META_PROTOCOL_VERSION];
  const method = message.summary.method ?? null;
  const name = message.summary.name ?? null;
  const headers = speech.headers(method, name, typeof version === 'string' ? version : undefined);
  const read = parseDocument(text);
  const given = read.ok ? member(member(read.value, 'params'), 'arguments') : undefined;
  return withParameters(speech, headers, method, name, given ? sliceOf(text, given) : '');
}

/** The version a person's own `_meta` says; undefined where it says none. */
function ownVersion(metaText: string): string | undefined {
  const read = parseDocument(metaText);
  return read.ok ? decodeString(metaText, member(read.value, META_PROTOCOL_VERSION)) : undefined;
}

function paramsOf(subject: CallSubject, asked: Asked | null, draft: RoundDraft | null): ParamList {
  const params: (readonly [string, string])[] = [
    [nameFieldOf(subject.method) ?? 'name', JSON.stringify(subject.name)],
  ];
  if (subject.argumentsText.trim() !== '') params.push(['arguments', subject.argumentsText.trim()]);
  if (!draft) return params;
  const answers = draft.answers.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const]));
  // No answers and nothing asked: the member would answer a question that was not put.
  if (answers.length > 0 || (asked?.requests.length ?? 0) > 0)
    params.push(['inputResponses', objectText(answers)]);
  if (draft.state.kind === 'edit') params.push(['requestState', JSON.stringify(draft.state.value)]);
  else if (draft.state.kind === 'echo' && asked?.stateToken) params.push(['requestState', asked.stateToken]);
  return params;
}

/** Headers follow a raw body where it parses, else stay those of the call. */
function draftRaw(
  speech: Speech,
  subject: CallSubject,
  text: string,
  edited: HeaderList | undefined,
): DraftedRequest {
  if (edited) return { text, headers: edited };
  const headers = headersOfBody(speech, text);
  return headers
    ? { text, headers }
    : {
        text,
        headers: subjectHeaders(speech, subject),
        problem: 'The body is not one JSON object, so the headers stay as they were',
      };
}

/** `params._meta` of a request's value where it is an object. */
export function metaOf(value: unknown): Record<string, unknown> | null {
  const params = isRecord(value) && isRecord(value['params']) ? value['params'] : null;
  return params && isRecord(params['_meta']) ? params['_meta'] : null;
}
