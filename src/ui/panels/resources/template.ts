import { expandUriTemplate, parseUriTemplate, variablesOf } from '../../../engine/protocol/uri-template.ts';
import { fieldsOf } from '../../wire/call/fields-of.ts';
import { textSchema } from '../../wire/call/text-schema.ts';

/** The JSON Schema of a template's variables; null where it is no template. */
export function variablesSchema(template: string): string | null {
  const read = parseUriTemplate(template);
  if (!read.ok) return null;
  return textSchema(
    variablesOf(read.value).map(({ name, required, explode }) => ({ name, required, several: explode })),
  );
}

/** The URI that variables, a JSON object as text, make of a template; null where it is no template. */
export function expandedUri(template: string, variablesText: string): string | null {
  const read = parseUriTemplate(template);
  return read.ok ? expandUriTemplate(read.value, fieldsOf(variablesText)) : null;
}

/** Why nothing can be read with a template; null where it is one. */
export function templateProblem(template: string): string | null {
  const read = parseUriTemplate(template);
  return read.ok ? null : `Not a URI template: ${read.message}`;
}
