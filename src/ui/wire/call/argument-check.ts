import { duplicateKeys, parseDocument, type JsonPath } from '../../../engine/base/json/document.ts';
import { stepsOf } from '../../../engine/base/json/pointer.ts';
import type { Problem as SchemaProblem, Validation } from '../../../engine/schema/validation.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { TypedDraft } from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../parts/editor.ts';

/** What is known of the arguments as typed. `held`: why sending is held back; null where it is not. */
export interface ArgumentCheck {
  readonly problems: readonly Problem[];
  /** The same for a form: by place, and not by range. */
  readonly fields: readonly SchemaProblem[];
  readonly line: string;
  /** What is doubtful and holds nothing back: a key that is there twice. */
  readonly twice?: string;
  readonly held: string | null;
  /** The text is not JSON, and the request that carries it would not be either. */
  readonly broken?: true;
  /** Nothing is sent as arguments. */
  readonly empty?: true;
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
    const { problems } = notJson(text);
    return { problems, fields: [], line, held: line, ...(problems.length > 0 && { broken: true }) };
  }
  const empty = text.trim() === '';
  const { problems, message } = notJson(empty ? '{}' : text);
  if (message !== null)
    return { problems, fields: [], line: message, held: 'The arguments are not JSON', broken: true };
  if (schema === null)
    return { problems: [], fields: [], line: 'No input schema to check against', held: null };
  const validation = await validator.validate(schema, empty ? '{}' : text);
  return withTwice(fromValidation(validation, empty), text);
}

function notJson(text: string): { readonly problems: readonly Problem[]; readonly message: string | null } {
  const document = parseDocument(text);
  if (document.ok) return { problems: [], message: null };
  const { at, message } = document;
  const from = Math.min(at, Math.max(0, text.length - 1));
  return { problems: [{ from, to: Math.min(text.length, from + 1), message, severity: 'error' }], message };
}

/** `check` with keys that are there twice: JSON allows them, and says not which of them counts. */
function withTwice(check: ArgumentCheck, text: string): ArgumentCheck {
  const document = parseDocument(text);
  const [first, ...more] = document.ok ? duplicateKeys(document.value) : [];
  if (first === undefined) return check;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  return {
    ...check,
    twice: `${placeWords(first)} is there more than once${others}: most readers take the last`,
  };
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
    case 'invalid':
      return refused(validation.problems, empty);
  }
}

/** `check` where of all that is wrong only `problems` concern what is shown. */
export function withProblems(check: ArgumentCheck, problems: readonly SchemaProblem[]): ArgumentCheck {
  if (problems.length === check.fields.length) return check;
  const { twice } = check;
  return { ...refused(problems, check.empty ?? false), ...(twice !== undefined && { twice }) };
}

function refused(problems: readonly SchemaProblem[], empty: boolean): ArgumentCheck {
  const found = {
    problems: empty
      ? []
      : problems.map(({ from, to, message }): Problem => ({ from, to, message, severity: 'error' })),
    fields: problems,
    ...(empty && { empty }),
  };
  const missing = missingOf(problems);
  if (missing !== null && !empty)
    return {
      ...found,
      line: `${missing.length} required ${missing.length === 1 ? 'field is' : 'fields are'} still to be filled in`,
      held: `Required: ${listed(missing)}`,
      onlyMissing: true,
    };
  const [first] = problems;
  const more = problems.length - 1;
  const names = new Set(problems.flatMap((problem) => fieldOf(problem) ?? []));
  return {
    ...found,
    line:
      first === undefined
        ? 'Not valid against the input schema'
        : `${named(first)}${more > 0 ? `, and ${more} more` : ''}`,
    held: names.size > 0 ? `Not valid: ${listed([...names])}` : 'Not valid against the input schema',
  };
}

/** The field a problem is about, as a person writes it; null where it is the whole. */
function fieldOf({ pointer, property }: SchemaProblem): string | null {
  const steps = [...stepsOf(pointer), ...(property === undefined ? [] : [property])];
  return steps.length === 0 ? null : placeWords(steps);
}

/** A problem with its field before it, unless it names the whole of it already. */
function named(problem: SchemaProblem): string {
  const field = fieldOf(problem);
  return field === null || (problem.pointer === '' && problem.property !== undefined)
    ? problem.message
    : `${field}: ${problem.message}`;
}
