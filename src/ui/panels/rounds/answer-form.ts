import {
  findPath,
  member,
  parseDocument,
  sliceOf,
  type JsonPath,
} from '../../../engine/base/json/document.ts';
import { flatFormOf } from '../../../engine/schema/flat-form.ts';
import type { FlatField } from '../../parts/flat-form.ts';
import type { AskedRequest } from './asked.ts';

/** A form over an answer's JSON text: which fields it has, and where each of them stands. */
export interface AnswerForm {
  readonly fields: readonly FlatField[];
  /** What of the schema the form does not show, or the specification does not provide for. */
  readonly doubts: readonly string[];
  /** The object that holds the field, and its key in it. `text` is the answer as it is now. */
  placeOf(text: string, field: string): { readonly path: JsonPath; readonly key: string };
  /** The field a JSON pointer of the answer is about; null where it is about none. */
  fieldOf(pointer: string): string | null;
}

/** The form for an input request; null where only JSON will do. */
export function formOf(asked: AskedRequest): AnswerForm | null {
  if (asked.kind === 'sampling') return samplingForm;
  if (asked.kind !== 'elicitation' || asked.mode !== 'form') return null;
  const document = parseDocument(asked.raw);
  const schema = document.ok ? findPath(document.value, ['params', 'requestedSchema']) : undefined;
  const { fields, problems } = schema ? flatFormOf(sliceOf(asked.raw, schema)) : { fields: [], problems: [] };
  return {
    fields,
    doubts: problems,
    placeOf: (_, field) => ({ path: ['content'], key: field }),
    fieldOf: (pointer) => stepsOf(pointer, 'content')[0] ?? null,
  };
}

const samplingForm: AnswerForm = {
  doubts: [],
  fields: [
    { key: 'text', title: 'Text', kind: 'multiline', required: true },
    { key: 'model', title: 'Model', kind: 'string', required: true },
    {
      key: 'stopReason',
      title: 'Stop reason',
      kind: 'string',
      description: 'endTurn, stopSequence, maxTokens or toolUse',
    },
  ],
  placeOf(text, field) {
    if (field !== 'text') return { path: [], key: field };
    const document = parseDocument(text);
    const content = document.ok ? member(document.value, 'content') : undefined;
    return { path: content?.items ? ['content', 0] : ['content'], key: 'text' };
  },
  fieldOf(pointer) {
    const [first, ...rest] = stepsOf(pointer);
    return first === 'content' ? (rest.at(-1) === 'text' ? 'text' : null) : (first ?? null);
  },
};

/** The form for the JSON-RPC error that answers a legacy request instead. */
export const errorForm: AnswerForm = {
  doubts: [],
  fields: [
    { key: 'code', title: 'Code', kind: 'integer', required: true },
    { key: 'message', title: 'Message', kind: 'string', required: true },
  ],
  placeOf: (_, field) => ({ path: [], key: field }),
  fieldOf: (pointer) => stepsOf(pointer)[0] ?? null,
};

function stepsOf(pointer: string, below?: string): string[] {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (below === undefined) return steps;
  return steps[0] === below ? steps.slice(1) : [];
}
