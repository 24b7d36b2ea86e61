import { findPath, parseDocument, sliceOf, type JsonNode } from '../../../engine/base/json/document.ts';
import { outsideOfElicitation } from '../../../engine/schema/elicitation-subset.ts';
import { EngineError } from '../../../engine/base/errors.ts';
import { placeOf, type FormNode } from '../../../engine/schema/form-model.ts';
import type { FormPlace } from '../../parts/form/place.ts';
import type { AskedRequest } from './asked.ts';

/** A form over an answer's JSON text: which fields it has, and where each of them stands. */
export interface AnswerForm {
  /** `answer` is the value as it is now; undefined where there is none. */
  places(answer: JsonNode | undefined): readonly FormPlace[];
  /** What of the schema the specification does not provide for in a form. */
  readonly doubts: readonly string[];
}

/** The schema that an elicitation asks to be filled in, as text; undefined where it names none, or is no form. */
export function requestedSchemaOf(asked: AskedRequest): string | undefined {
  if (asked.kind !== 'elicitation' || asked.mode !== 'form') return undefined;
  const document = parseDocument(asked.raw);
  const schema = document.ok ? findPath(document.value, ['params', 'requestedSchema']) : undefined;
  return schema && sliceOf(asked.raw, schema);
}

/** The form for an input request; null where only JSON will do. */
export function formOf(asked: AskedRequest): AnswerForm | null {
  if (asked.kind !== 'elicitation' || asked.mode !== 'form') return null;
  const schemaText = requestedSchemaOf(asked);
  if (schemaText === undefined) return { places: () => [], doubts: [] };
  const node = placeOf(schemaText);
  if (node?.kind !== 'object' && node?.kind !== 'choice') return null;
  const place: FormPlace = { path: ['content'], node, required: true, bare: true };
  return { places: () => [place], doubts: outsideOfElicitation(schemaText) };
}

const errorPlaces: readonly FormPlace[] = [
  { path: ['code'], node: node('{"title":"Code","type":"integer"}'), required: true },
  { path: ['message'], node: node('{"title":"Message","type":"string"}'), required: true },
];

/** The form for the JSON-RPC error that answers a legacy request instead. */
export const errorForm: AnswerForm = { doubts: [], places: () => errorPlaces };

function node(schemaText: string): FormNode {
  const made = placeOf(schemaText);
  if (made === undefined) throw new EngineError('not-json', 'A schema of ours is not JSON');
  return made;
}
