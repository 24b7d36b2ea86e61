import {
  findPath,
  parseDocument,
  type JsonNode,
  type JsonPath,
  type NotJson,
} from '../base/json/document.ts';
import { withItemsSwapped, withKeyRenamed, withValueAt, withoutValueAt } from '../base/json/edit.ts';
import { failure, type Result } from '../base/result.ts';

/** What was typed into one place and is no JSON value of its kind yet, such as `1.` on the way to `1.5`. */
export interface TypedDraft {
  readonly path: JsonPath;
  /** Exactly as typed; may be empty. */
  readonly raw: string;
  /** Why it is no value yet. Sentence case, no full stop. */
  readonly reason: string;
}

/**
 * A JSON text as a form edits it: one place at a time, every other character stays. What is typed and no value yet stands in
 * the text as typed (`textOf`), so that it is neither sent as something else nor left out.
 */
export interface FormText {
  /** JSON, or blank; `null` stands in the places that hold drafts. */
  readonly base: string;
  /** Of `base`; undefined where it is blank: no value at all. */
  readonly root: JsonNode | undefined;
  /** By path as JSON text. */
  readonly drafts: ReadonlyMap<string, TypedDraft>;
}

/** A text as a form edits it. Blank text stands for no value. Fails with `not-json`: such a text is left alone. */
export function formTextOf(text: string): { readonly ok: true; readonly value: FormText } | NotJson {
  if (text.trim() === '') return { ok: true, value: { base: text, root: undefined, drafts: new Map() } };
  const read = parseDocument(text);
  return read.ok ? { ok: true, value: { base: text, root: read.value, drafts: new Map() } } : read;
}

/** The whole text, drafts as typed. Not JSON where a draft is none. */
export function textOf(form: FormText): string {
  const placed = [...form.drafts.values()].flatMap(({ path, raw }) => {
    const node = findPath(form.root, path);
    return node === undefined ? [] : [{ node, raw }];
  });
  let text = form.base;
  // From the end, so that the places before keep their offsets.
  for (const { node, raw } of placed.sort((a, b) => b.node.start - a.node.start)) {
    text = text.slice(0, node.start) + raw + text.slice(node.end);
  }
  return text;
}

/** The draft at a path; undefined where a value or nothing stands there. */
export function draftAt(form: FormText, path: JsonPath): TypedDraft | undefined {
  return form.drafts.get(JSON.stringify(path));
}

/** Where a place stands after an edit; undefined where it is gone. */
export type Moved = (path: JsonPath) => JsonPath | undefined;

type Edited = Result<FormText, 'no-such-place'>;

const nowhere = failure('no-such-place', 'There is no such place in the text');

/** `form` with the JSON value `raw` at `path`, made with the objects on the way where it is missing. */
export function withValue(form: FormText, path: JsonPath, raw: string): Edited {
  return withBase(form, put(form, path, raw), (at) => (startsWith(at, path) ? undefined : at));
}

/** `form` with something typed at `path` that is no value yet, and why. */
export function withTyped(form: FormText, path: JsonPath, raw: string, reason: string): Edited {
  const held = withValue(form, path, 'null');
  if (!held.ok) return held;
  const drafts = new Map(held.value.drafts).set(JSON.stringify(path), { path, raw, reason });
  return { ok: true, value: { ...held.value, drafts } };
}

/** `form` without what stands at `path`; later items of an array move up. The empty path leaves no value at all. */
export function withoutValue(form: FormText, path: JsonPath): Edited {
  if (path.length === 0) return { ok: true, value: { base: '', root: undefined, drafts: new Map() } };
  // What is not there need not be taken out.
  if (findPath(form.root, path) === undefined) return { ok: true, value: form };
  return withBase(form, withoutValueAt(form.base, path), afterRemoval(path));
}

/** Where places stand once what stands at `path` is taken out: later items of an array move up. */
export function afterRemoval(path: JsonPath): Moved {
  const last = path.at(-1);
  const parent = path.slice(0, -1);
  return (at) => {
    if (startsWith(at, path)) return undefined;
    const step = at[parent.length];
    return typeof last === 'number' && typeof step === 'number' && startsWith(at, parent) && step > last
      ? [...parent, step - 1, ...at.slice(parent.length + 1)]
      : at;
  };
}

/** `form` with the items `index` and `index + 1` of the array at `path` in each other's place. */
export function withSwapped(form: FormText, path: JsonPath, index: number): Edited {
  return withBase(form, withItemsSwapped(form.base, path, index), afterSwap(path, index));
}

/** Where places stand once the items `index` and `index + 1` of the array at `path` are in each other's place. */
export function afterSwap(path: JsonPath, index: number): Moved {
  return (at) => {
    const step = at[path.length];
    if (!startsWith(at, path) || (step !== index && step !== index + 1)) return at;
    return [...path, step === index ? index + 1 : index, ...at.slice(path.length + 1)];
  };
}

/** `form` with a member of the object at `path` under another name; fails where there is one of that name. */
export function withRenamed(form: FormText, path: JsonPath, from: string, to: string): Edited {
  return withBase(form, withKeyRenamed(form.base, path, from, to), afterRename(path, from, to));
}

/** Where places stand once a member of the object at `path` has another name. */
export function afterRename(path: JsonPath, from: string, to: string): Moved {
  return (at) => (startsWith(at, [...path, from]) ? [...path, to, ...at.slice(path.length + 1)] : at);
}

function put(form: FormText, path: JsonPath, raw: string): string | undefined {
  // No value at all is where an object begins.
  return form.root === undefined && path.length > 0
    ? withValueAt('{}', path, raw)
    : form.root === undefined
      ? raw
      : withValueAt(form.base, path, raw);
}

/** `moved`: where a draft stands after the edit. */
function withBase(form: FormText, base: string | undefined, moved: Moved): Edited {
  const read = base === undefined ? undefined : parseDocument(base);
  if (base === undefined || read?.ok !== true) return nowhere;
  const drafts = new Map<string, TypedDraft>();
  for (const draft of form.drafts.values()) {
    const path = moved(draft.path);
    if (path !== undefined)
      drafts.set(JSON.stringify(path), path === draft.path ? draft : { ...draft, path });
  }
  return { ok: true, value: { base, root: read.value, drafts } };
}

/** Whether a place is the one at `start`, or in it. */
export function startsWith(path: JsonPath, start: JsonPath): boolean {
  return start.every((step, index) => path[index] === step);
}
