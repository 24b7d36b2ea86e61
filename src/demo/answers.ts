import { inputResponse, type InputResponses } from '@modelcontextprotocol/server';
import { type ObjectSchema, standardSchema } from './scenario.ts';

/** What a client answered to one input request. */
export type Answer<T> =
  | { kind: 'missing' }
  | { kind: 'refused'; action: 'decline' | 'cancel' }
  | { kind: 'invalid'; problem: string }
  | { kind: 'given'; value: T };

type Responses = InputResponses | Record<string, unknown> | undefined;

/** The accepted content of a form, checked against the schema that was sent. */
export async function formAnswer(
  responses: Responses,
  key: string,
  schema: ObjectSchema,
): Promise<Answer<Record<string, unknown>>> {
  const view = inputResponse(responses, key);
  if (view.kind === 'missing') return { kind: 'missing' };
  if (view.kind !== 'elicit') return { kind: 'invalid', problem: `${key} is not an elicitation result` };
  if (view.action !== 'accept') return { kind: 'refused', action: view.action };
  const checked = await standardSchema(schema)['~standard'].validate(view.content ?? {});
  if (checked.issues === undefined) return { kind: 'given', value: checked.value };
  return { kind: 'invalid', problem: innermost(checked.issues.at(-1)?.message ?? 'not valid') };
}

// The validator says on each level that something inside is wrong, and what is wrong last:
// `#: Property "a" does not match schema.; #/a: String is too short.`
function innermost(message: string): string {
  const last = message.split('; #').at(-1) ?? message;
  return last.replace(/^#?\/?(: )?/, '').replace(/\.$/, '');
}

/** Whether a URL elicitation was accepted. */
export function consentAnswer(responses: Responses, key: string): Answer<true> {
  const view = inputResponse(responses, key);
  if (view.kind === 'missing') return { kind: 'missing' };
  if (view.kind !== 'elicit') return { kind: 'invalid', problem: `${key} is not an elicitation result` };
  return view.action === 'accept' ? { kind: 'given', value: true } : { kind: 'refused', action: view.action };
}

/** The text of a sampling answer; one block or, from 2025-11-25 on, a list of blocks. */
export function samplingAnswer(responses: Responses, key: string): Answer<string> {
  const view = inputResponse(responses, key);
  if (view.kind === 'missing') return { kind: 'missing' };
  if (view.kind !== 'sampling') return { kind: 'invalid', problem: `${key} is not a sampling result` };
  const blocks = Array.isArray(view.result.content) ? view.result.content : [view.result.content];
  const lines = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return lines.length === 0
    ? { kind: 'invalid', problem: `${key} has no text block` }
    : { kind: 'given', value: lines.join('\n') };
}

/** The URIs of the roots. */
export function rootsAnswer(responses: Responses, key: string): Answer<string[]> {
  const view = inputResponse(responses, key);
  if (view.kind === 'missing') return { kind: 'missing' };
  if (view.kind !== 'roots') return { kind: 'invalid', problem: `${key} is not a roots list` };
  const uris = view.roots.map((root: { uri?: unknown }) => root?.uri);
  return uris.every((uri) => typeof uri === 'string')
    ? { kind: 'given', value: uris }
    : { kind: 'invalid', problem: `${key} has a root without uri` };
}

/**
 * The message of an input request that is asked again. A server should ask for what is missing instead of
 * failing (basic/patterns/mrtr, error handling), and a person should learn what was wrong.
 */
export function askAgain(message: string, previous: Answer<unknown>): string {
  return previous.kind === 'invalid' ? `Not accepted: ${previous.problem}. ${message}` : message;
}
