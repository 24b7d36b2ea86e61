import { parseDocument, type JsonPath } from '../../../engine/base/json/document.ts';
import { stepsOf } from '../../../engine/base/json/pointer.ts';
import type { Problem as SchemaProblem, Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { TypedDraft } from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../parts/editor.ts';
import type { FormProblem } from '../../parts/form/form-host.svelte.ts';

/** What is known of the arguments as typed. `held`: why sending is held back; null where it is not. */
export interface ArgumentCheck {
  readonly problems: readonly Problem[];
  /** The same for a form: by place, and not by range. */
  readonly fields: readonly FormProblem[];
  readonly line: string;
  readonly held: string | null;
  /** Nothing is wrong but that something required is missing. */
  readonly onlyMissing?: true;
}

/**
 * Judges arguments against an input schema. Empty text leaves `arguments` out, which stands for an empty object. `drafts` are
 * what a form holds that is no value yet: they hold sending back also where the text happens to be JSON with them.
 */
export async function checkArguments(
  validator: Validator,
  schema: string | null,
  text: string,
  drafts: readonly TypedDraft[] = [],
): Promise<ArgumentCheck> {
  const [draft] = drafts;
  if (draft !== undefined) {
    const line = `${placeWords(draft.path)}: ${draft.reason}`;
    return { problems: notJson(text).problems, fields: [], line, held: line };
  }
  const empty = text.trim() === '';
  const { problems, message } = notJson(empty ? '{}' : text);
  if (message !== null) return { problems, fields: [], line: message, held: 'The arguments are not JSON' };
  if (schema === null)
    return { problems: [], fields: [], line: 'No input schema to check against', held: null };
  const validation = await validator.validate(schema, empty ? '{}' : text);
  return fromValidation(validation, empty);
}

function notJson(text: string): { readonly problems: readonly Problem[]; readonly message: string | null } {
  const document = parseDocument(text);
  if (document.ok) return { problems: [], message: null };
  const { at, message } = document;
  const from = Math.min(at, Math.max(0, text.length - 1));
  return { problems: [{ from, to: Math.min(text.length, from + 1), message, severity: 'error' }], message };
}

/** A path as a person writes it: `filter.limits[2]`. */
function placeWords(path: JsonPath): string {
  const words = path.map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${step === '' ? '""' : step}`,
  );
  return words.join('').replace(/^\./, '') || 'The arguments';
}

/** What is missing, where nothing else is wrong. */
function missingOf(problems: readonly SchemaProblem[]): readonly string[] | null {
  const names: string[] = [];
  for (const { keyword, property, pointer } of problems) {
    if (keyword !== 'required' || property === undefined) return null;
    names.push(placeWords([...stepsOf(pointer), property]));
  }
  return names;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** More names than this are counted. */
const NAMED = 4;

function fromValidation(validation: Validation, empty: boolean): ArgumentCheck {
  switch (validation.verdict) {
    case 'valid':
      return {
        problems: [],
        fields: [],
        line: empty
          ? 'No arguments are sent, which the input schema allows'
          : 'Valid against the input schema',
        held: null,
      };
    case 'undecided':
      return { problems: [], fields: [], line: `Could not decide: ${validation.reason}`, held: null };
    case 'invalid': {
      const missing = missingOf(validation.problems);
      if (missing !== null && !empty)
        return {
          problems: validation.problems.map(({ from, to, message }) => ({
            from,
            to,
            message,
            severity: 'error',
          })),
          fields: validation.problems,
          line: `${missing.length} required ${missing.length === 1 ? 'field is' : 'fields are'} still to be filled in`,
          held: `Required: ${listed(missing)}`,
          onlyMissing: true,
        };
      const [first] = validation.problems;
      const more = validation.problems.length - 1;
      return {
        problems: empty
          ? []
          : validation.problems.map(({ from, to, message }) => ({ from, to, message, severity: 'error' })),
        fields: validation.problems,
        line: `${first?.message ?? 'Not valid against the input schema'}${more > 0 ? `, and ${more} more` : ''}`,
        held: 'Not valid against the input schema',
      };
    }
  }
}
