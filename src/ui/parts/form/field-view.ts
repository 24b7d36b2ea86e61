import { parseDocument } from '../../../engine/base/json/document.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { numberProblem } from '../../../engine/schema/number-draft.ts';
import type { TypedDraft } from '../../../engine/schema/form-text.ts';

/** What stands in a field's place, seen by its control. */
export type Shown =
  | { readonly state: 'absent' }
  /** `""`, `[]` or `{}`. */
  | { readonly state: 'empty' }
  | { readonly state: 'null' }
  /** What the control shows: the decoded string, or the raw text of anything else. */
  | { readonly state: 'value'; readonly text: string }
  /** Typed, and no value yet. */
  | { readonly state: 'draft'; readonly text: string; readonly reason: string }
  /** Not what this control writes: it is edited as JSON, to the character. */
  | { readonly state: 'raw'; readonly text: string };

/** `raw`: the JSON text in this place, undefined where there is none. */
export function shown(node: FormNode, raw: string | undefined, draft: TypedDraft | undefined): Shown {
  if (draft !== undefined) return { state: 'draft', text: draft.raw, reason: draft.reason };
  if (raw === undefined) return { state: 'absent' };
  if (raw === 'null' && node.kind !== 'null' && node.kind !== 'json' && !isOption(node, raw))
    return { state: 'null' };
  switch (node.kind) {
    case 'string': {
      const value = parsed(raw);
      if (typeof value !== 'string' || !typeable(value)) return { state: 'raw', text: raw };
      return value === '' ? { state: 'empty' } : { state: 'value', text: value };
    }
    case 'number':
    case 'integer':
      return numberProblem(raw) === null ? { state: 'value', text: raw } : { state: 'raw', text: raw };
    case 'boolean':
      return raw === 'true' || raw === 'false' ? { state: 'value', text: raw } : { state: 'raw', text: raw };
    case 'null':
      return raw === 'null' ? { state: 'value', text: raw } : { state: 'raw', text: raw };
    case 'const':
    case 'enum': {
      const option = optionOf(node, raw);
      return option === undefined ? { state: 'raw', text: raw } : { state: 'value', text: option };
    }
    case 'multiselect': {
      const values = chosen(node, raw);
      if (values === undefined) return { state: 'raw', text: raw };
      return values.length === 0 ? { state: 'empty' } : { state: 'value', text: raw };
    }
    case 'array':
      return container(raw, '[');
    case 'object':
      return container(raw, '{');
    case 'choice':
    case 'json':
      return { state: 'value', text: raw };
  }
}

function container(raw: string, opening: string): Shown {
  if (!raw.startsWith(opening)) return { state: 'raw', text: raw };
  return raw.slice(1, -1).trim() === '' ? { state: 'empty' } : { state: 'value', text: raw };
}

/** What a text box gives back as it got it: a carriage return, or half a character, would not come back. */
function typeable(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return !/[\u0000-\u0008\u000b-\u001f]|\p{Surrogate}/u.test(text);
}

/** What typing does to a place. */
export type Write =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly raw: string }
  | { readonly kind: 'draft'; readonly raw: string; readonly reason: string };

/** What was typed into a field of this kind. Nothing typed is absent; an item of an array can't be. */
export function typed(kind: FormNode['kind'], text: string, item: boolean): Write {
  if (text === '' && !item) return { kind: 'nothing' };
  switch (kind) {
    case 'string':
      return { kind: 'value', raw: JSON.stringify(text) };
    case 'number':
    case 'integer': {
      const problem = numberProblem(text);
      return problem === null ? { kind: 'value', raw: text } : { kind: 'draft', raw: text, reason: problem };
    }
    default:
      return typedJson(text);
  }
}

/** What was typed as JSON. */
export function typedJson(text: string): Write {
  if (text.trim() === '') return { kind: 'draft', raw: text, reason: 'A value is missing' };
  const read = parseDocument(text);
  if (read.ok) return { kind: 'value', raw: text.trim() };
  const bare = /^[^\s"'{}[\],:\d-][^"{}[\],:]*$/.test(text);
  return {
    kind: 'draft',
    raw: text,
    reason: bare ? 'Not JSON: a text needs quotes' : `Not JSON: ${read.message}`,
  };
}

/** The options chosen in a raw array, as raw texts; undefined when the text is no array of options, each once. */
export function chosen(node: FormNode, raw: string | undefined): readonly string[] | undefined {
  if (raw === undefined) return [];
  const value = parsed(raw);
  if (!Array.isArray(value)) return undefined;
  const values = value.map((item) => JSON.stringify(item));
  const known = new Set(node.options.map((option) => canonical(option.value)));
  return values.every((item) => known.has(item)) && new Set(values).size === values.length
    ? values
    : undefined;
}

/** The raw array after one option was checked or unchecked. Options keep the order of the schema and their own text. */
export function toggled(node: FormNode, raw: string | undefined, option: string, on: boolean): string {
  const before = new Set(chosen(node, raw) ?? []);
  const values = node.options
    .filter((candidate) => (candidate.value === option ? on : before.has(canonical(candidate.value))))
    .map((candidate) => candidate.value);
  return `[${values.join(', ')}]`;
}

export function isChosen(node: FormNode, raw: string | undefined, option: string): boolean {
  return chosen(node, raw)?.includes(canonical(option)) ?? false;
}

/** A value that is chosen and not typed, with the words for it. */
export interface OtherState {
  /** Undefined: absent. */
  readonly raw: string | undefined;
  readonly label: string;
}

/** Longest text of a value in a word. */
const WORD = 32;

/**
 * What else a place can be, beside what is typed: the ones it is not. `item`: it can't be absent. What holds something offers
 * only to be absent, so that nothing is lost by a slip; from there everything is one step away.
 */
export function otherStates(node: FormNode, state: Shown['state'], item: boolean): readonly OtherState[] {
  const others: OtherState[] = [];
  const add = (raw: string | undefined, label: string): void => {
    if (!others.some((other) => other.raw === raw)) others.push({ raw, label });
  };
  if (state !== 'absent' && !item) add(undefined, 'absent');
  if (state === 'value') return others;
  const empty = emptyOf(node);
  if (empty !== undefined && state !== 'empty') add(empty, empty);
  const { constant, default: preset } = node;
  if (state !== 'null' && constant === undefined && !isOption(node, 'null')) add('null', 'null');
  if (constant !== undefined) add(constant, word(constant));
  if (preset !== undefined && state === 'absent') add(preset, `default ${word(preset)}`);
  return others;
}

/** A value in a word. */
export function word(raw: string): string {
  return raw.length > WORD ? `${raw.slice(0, WORD - 1)}…` : raw;
}

/** The word in an empty field. */
export function stateWord(node: FormNode, state: Shown['state']): string {
  if (state === 'empty') return emptyOf(node) ?? '';
  return state === 'null' ? 'null' : state === 'absent' ? 'absent' : '';
}

/** Whether the word in an empty field is a value that goes out, and not what is missing. */
export function isValueWord(word: string): boolean {
  return ['""', '[]', '{}', 'null'].includes(word);
}

function emptyOf(node: FormNode): string | undefined {
  switch (node.kind) {
    case 'string':
      return '""';
    case 'array':
    case 'multiselect':
      return '[]';
    case 'object':
      return '{}';
    default:
      return undefined;
  }
}

function isOption(node: FormNode, raw: string): boolean {
  return optionOf(node, raw) !== undefined;
}

/** The option with this value, in the text of the schema. */
function optionOf(node: FormNode, raw: string): string | undefined {
  const exact = node.options.find((option) => option.value === raw);
  if (exact !== undefined || node.options.length === 0) return exact?.value;
  const wanted = canonical(raw);
  return node.options.find((option) => canonical(option.value) === wanted)?.value;
}

function canonical(raw: string): string {
  const value = parsed(raw);
  return value === undefined ? raw : JSON.stringify(value);
}

/** Undefined for what is no JSON, which JSON itself can't hold. */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return undefined;
  }
}
