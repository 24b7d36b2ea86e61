/**
 * A flat form over raw JSON text: a draft holds, for each key, the very text that will be sent, so digits stay as typed and
 * absent, `""`, `null` and `false` are four things.
 */

export type FlatKind = 'string' | 'multiline' | 'number' | 'integer' | 'boolean' | 'select' | 'multiselect';

export interface FlatOption {
  /** Raw JSON text. */
  readonly value: string;
  readonly label: string;
}

export interface FlatField {
  readonly key: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly kind: FlatKind;
  readonly options?: readonly FlatOption[];
  readonly format?: string;
  readonly placeholder?: string;
  readonly nullable?: boolean;
}

/** What a field's raw text is, seen by its control. */
export type Shown =
  | { readonly state: 'absent' }
  | { readonly state: 'empty' }
  | { readonly state: 'null' }
  /** What the control shows: the decoded string, or the raw text of anything else. */
  | { readonly state: 'value'; readonly text: string }
  /** Not what this control writes: it is shown as it is, and kept until it is replaced. */
  | { readonly state: 'foreign'; readonly text: string };

export function shown(field: FlatField, raw: string | undefined): Shown {
  if (raw === undefined) return { state: 'absent' };
  const trimmed = raw.trim();
  if (trimmed === 'null' && !isOption(field, trimmed)) return { state: 'null' };
  switch (field.kind) {
    case 'string':
    case 'multiline': {
      const value = parsed(raw);
      if (typeof value !== 'string') return { state: 'foreign', text: raw };
      return value === '' ? { state: 'empty' } : { state: 'value', text: value };
    }
    case 'number':
    case 'integer':
      return { state: 'value', text: raw };
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false'
        ? { state: 'value', text: trimmed }
        : { state: 'foreign', text: raw };
    case 'select':
      return isOption(field, trimmed) ? { state: 'value', text: trimmed } : { state: 'foreign', text: raw };
    case 'multiselect': {
      const values = chosen(field, raw);
      if (values === undefined) return { state: 'foreign', text: raw };
      return values.length === 0 ? { state: 'empty' } : { state: 'value', text: raw };
    }
  }
}

/** The raw text for what was typed; nothing typed is absent. */
export function typed(field: FlatField, text: string): string | undefined {
  if (text === '') return undefined;
  return field.kind === 'number' || field.kind === 'integer' ? text : JSON.stringify(text);
}

/** The options chosen in a raw array, as raw texts; undefined when the text is no array of options, each once. */
export function chosen(field: FlatField, raw: string | undefined): readonly string[] | undefined {
  if (raw === undefined) return [];
  const value = parsed(raw);
  if (!Array.isArray(value)) return undefined;
  const values = value.map((item) => JSON.stringify(item));
  const known = new Set((field.options ?? []).map((option) => canonical(option.value)));
  return values.every((item) => known.has(item)) && new Set(values).size === values.length
    ? values
    : undefined;
}

/** The raw array after one option was checked or unchecked. Options keep the order of the schema and their own text. */
export function toggled(field: FlatField, raw: string | undefined, option: string, on: boolean): string {
  const before = new Set(chosen(field, raw) ?? []);
  const values = (field.options ?? [])
    .filter((candidate) => (candidate.value === option ? on : before.has(canonical(candidate.value))))
    .map((candidate) => candidate.value);
  return `[${values.join(',')}]`;
}

export function isChosen(field: FlatField, raw: string | undefined, option: string): boolean {
  return chosen(field, raw)?.includes(canonical(option)) ?? false;
}

/** A value that is chosen and not typed, with the words for it. */
export interface OtherState {
  readonly raw: string | undefined;
  readonly label: string;
}

/** What else an empty field can be: the ones it is not. */
export function otherStates(field: FlatField, state: Shown['state']): OtherState[] {
  const others: OtherState[] = [];
  if (state !== 'absent') others.push({ raw: undefined, label: 'absent' });
  if (state !== 'empty' && (field.kind === 'string' || field.kind === 'multiline'))
    others.push({ raw: '""', label: '""' });
  if (state !== 'empty' && field.kind === 'multiselect') others.push({ raw: '[]', label: '[]' });
  if (state !== 'null' && !isOption(field, 'null')) others.push({ raw: 'null', label: 'null' });
  return others;
}

/** The word in an empty field. */
export function stateWord(field: FlatField, state: Shown['state']): string {
  if (state === 'empty') return field.kind === 'multiselect' ? '[]' : '""';
  return state === 'null' ? 'null' : 'absent';
}

/** What the field is called; the key itself when the schema has no title. */
export function labelOf(field: FlatField): { readonly text: string; readonly wire: boolean } {
  return field.title ? { text: field.title, wire: false } : { text: field.key, wire: true };
}

function isOption(field: FlatField, raw: string): boolean {
  return (field.options ?? []).some((option) => option.value.trim() === raw);
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
