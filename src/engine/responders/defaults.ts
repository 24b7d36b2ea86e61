import {
  decodeString,
  findMember,
  member,
  parseDocument,
  sliceOf,
  type JsonNode,
} from '../base/json/document.ts';
import { stringLiteral } from '../base/json/write.ts';
import { readInputRequest } from './input-request.ts';
import { answerFor } from './suggest.ts';

/** An answer with the defaults of its form in place. */
export interface Filled {
  /** The answer's text; every character of what was there stays. */
  readonly text: string;
  /** Properties that were absent and have their default now, in the order of the schema. */
  readonly keys: readonly string[];
}

/**
 * The answer to a form with the default of each property that it leaves out, falsy ones too, and those of required properties: the answer is
 * judged only after that. Nothing is filled in unless it accepts and has content, and no default that does not fit its own property
 * (2026-07-28, client/elicitation, "Requested Schema").
 */
export function withDefaults(inputRequestText: string, answerText: string): Filled {
  const asIs: Filled = { text: answerText, keys: [] };
  const request = readInputRequest(inputRequestText);
  if (request.kind !== 'form' || request.requestedSchema === undefined) return asIs;
  // Most forms have none, and this is asked for at every key press.
  if (!request.requestedSchema.includes('"default"')) return asIs;
  const answer = parseDocument(answerText);
  if (!answer.ok || decodeString(answerText, member(answer.value, 'action')) !== 'accept') return asIs;
  const content = member(answer.value, 'content');
  if (!content?.members) return asIs;
  const missing = defaultsOf(request.requestedSchema, inputRequestText).filter(
    ([key]) => findMember(content, key) === undefined,
  );
  if (missing.length === 0) return asIs;
  return { text: withMembers(answerText, content, missing), keys: missing.map(([key]) => key) };
}

/** Properties with a default that fits, and that default as it stands in the schema. */
function defaultsOf(schemaText: string, inputRequestText: string): (readonly [string, string])[] {
  const schema = parseDocument(schemaText);
  // What is suggested has each default that fits, also those behind a local reference.
  const suggested = answerFor('accept', inputRequestText).text;
  const made = parseDocument(suggested);
  if (!schema.ok || !made.ok) return [];
  const content = member(made.value, 'content');
  return (member(schema.value, 'properties')?.members ?? []).flatMap(({ key, value }) => {
    if (member(value, 'default') === undefined) return [];
    const fits = member(content, key);
    return fits ? [[key, sliceOf(suggested, fits)] as const] : [];
  });
}

/** The text with members added at the end of an object of it, laid out like the members that are there. */
function withMembers(text: string, object: JsonNode, added: readonly (readonly [string, string])[]): string {
  const first = object.members?.[0];
  const last = object.members?.at(-1);
  const gap = first ? text.slice(object.start + 1, first.keyStart) : '';
  const written = added.map(([key, raw]) => `${gap}${stringLiteral(key)}: ${raw}`).join(',');
  if (!last) return text.slice(0, object.start + 1) + written + text.slice(object.end - 1);
  return `${text.slice(0, last.value.end)},${written}${text.slice(last.value.end)}`;
}
