import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { findPath, sliceOf, type JsonNode, type JsonPath } from '../../../engine/base/json/document.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { itemSeed } from '../../../engine/schema/form-seed.ts';
import { switched } from '../../../engine/schema/form-switch.ts';
import {
  draftAt,
  withRenamed,
  withSwapped,
  withTyped,
  withValue,
  withoutValue,
  type FormText,
  type TypedDraft,
} from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../../engine/schema/validation.ts';
import type { Write } from './field-view.ts';
import { pointerOf, type Place } from './place.ts';
import type { Suggest } from './suggest.ts';
import { afterPress } from './press.ts';

/** A problem as a form shows it: beside the place it points at, or beside the member it names there. */
export type FormProblem = Pick<Problem, 'pointer' | 'message'> &
  Partial<Pick<Problem, 'keyword' | 'property'>>;

/** What a form is given; read when it is needed, so that it may change. */
export interface FormProps {
  readonly text: FormText;
  readonly problems: readonly FormProblem[];
  readonly disabled: boolean;
  /** What is required and missing is said of a field only once the person has been in it. */
  readonly quiet: boolean;
  readonly onchange: (text: FormText) => void;
  readonly onsubmit: (() => void) | undefined;
  readonly suggest: Suggest | undefined;
}

const none: readonly FormProblem[] = [];

/** What the fields of one form have in common: the text they edit, its problems, and which alternatives a person took. */
export class FormHost {
  readonly #props: FormProps;
  /** By path: the alternative a person took, also where the text does not tell. */
  readonly #taken = new SvelteMap<string, number>();
  /** By path and alternative: what stood there when another one was taken. */
  readonly #left = new Map<string, string>();
  /** Pointers of fields the person has been in. */
  readonly #touched = new SvelteSet<string>();
  readonly #problems = $derived.by(() => {
    const byPointer = new Map<string, FormProblem[]>();
    for (const problem of this.#props.problems) {
      const known = byPointer.get(problem.pointer);
      if (known === undefined) byPointer.set(problem.pointer, [problem]);
      else known.push(problem);
    }
    return byPointer;
  });

  constructor(props: FormProps) {
    this.#props = props;
  }

  get text(): FormText {
    return this.#props.text;
  }

  /** Where values for the field at a path come from; null where nobody knows any. */
  suggestions(path: JsonPath): ReturnType<Suggest> {
    return this.#props.suggest?.(path) ?? null;
  }

  get disabled(): boolean {
    return this.#props.disabled;
  }

  /** The exact JSON text of a value. */
  raw(value: JsonNode | undefined): string | undefined {
    return value && sliceOf(this.text.base, value);
  }

  /** The value at a path; undefined where there is none. */
  valueAt(path: JsonPath): JsonNode | undefined {
    return findPath(this.text.root, path);
  }

  draft(path: JsonPath): TypedDraft | undefined {
    return draftAt(this.text, path);
  }

  /** Problems of a place itself, and what its parent says of it by name. */
  problemsOf(path: JsonPath): readonly FormProblem[] {
    const key = path.at(-1);
    const own = this.#problems.get(pointerOf(path)) ?? none;
    const named =
      typeof key === 'string'
        ? (this.#problems.get(pointerOf(path.slice(0, -1))) ?? none).filter(
            ({ property, keyword }) =>
              property === key && !(keyword === 'required' && this.#isUntouched(path)),
          )
        : none;
    return [...named, ...own];
  }

  /** Problems of a place and of everything in it, for what is shown in one piece. */
  problemsWithin(path: JsonPath): readonly FormProblem[] {
    const start = `${pointerOf(path)}/`;
    const within = this.#props.problems.filter(({ pointer }) => pointer.startsWith(start));
    return [...this.problemsOf(path), ...within];
  }

  #isUntouched(path: JsonPath): boolean {
    return this.#props.quiet && this.draft(path) === undefined && !this.#touched.has(pointerOf(path));
  }

  /** The person has been in this field. */
  touch(path: JsonPath): void {
    if (this.#props.quiet) afterPress(() => this.#touched.add(pointerOf(path)));
  }

  submit(): void {
    this.#props.onsubmit?.();
  }

  write({ path }: Pick<Place, 'path'>, write: Write): void {
    switch (write.kind) {
      case 'nothing':
        return this.remove(path);
      case 'value':
        return this.set(path, write.raw);
      case 'draft':
        return this.#put(withTyped(this.text, path, write.raw, write.reason));
    }
  }

  set(path: JsonPath, raw: string): void {
    this.#put(withValue(this.text, path, raw));
  }

  remove(path: JsonPath): void {
    this.#put(withoutValue(this.text, path));
  }

  /** A state that is chosen and not typed; undefined is absent. */
  choose(path: JsonPath, raw: string | undefined): void {
    if (raw === undefined) this.remove(path);
    else this.set(path, raw);
  }

  /** A new item, key or other place that has to hold something: what it begins with, or a draft until something is chosen. */
  begin(path: JsonPath, node: FormNode): void {
    const seed = itemSeed(node);
    if (seed === undefined) this.#put(withTyped(this.text, path, '', missing(node)));
    else this.set(path, seed);
  }

  /** The neighbours `index` and `index + 1` of an array change places. */
  swap(path: JsonPath, index: number): void {
    this.#put(withSwapped(this.text, path, index));
  }

  /** Whether the key could be renamed: not where there is one of that name. */
  rename(path: JsonPath, from: string, to: string): boolean {
    const renamed = withRenamed(this.text, path, from, to);
    if (renamed.ok) this.#props.onchange(renamed.value);
    return renamed.ok;
  }

  /** The alternative of a choice that is shown; −1 where the value can be none of them. */
  alternative({ path, node, value }: Pick<Place, 'path' | 'node' | 'value'>): number {
    const { base } = this.text;
    const there = this.draft(path) === undefined ? value : undefined;
    const taken = this.#taken.get(JSON.stringify(path));
    const alternative = taken === undefined ? undefined : node.alternatives[taken]?.node;
    // What was taken counts while the text, which may be edited elsewhere, does not say otherwise.
    if (taken !== undefined && alternative !== undefined) {
      if (there === undefined || alternative.fit(base, there) >= 0) return taken;
    }
    return there === undefined ? 0 : node.alternativeOf(base, there);
  }

  /** Takes another alternative; what stood under the one before comes back with it. */
  take(place: Pick<Place, 'path' | 'node' | 'value' | 'item'>, index: number): void {
    const { path, node, value } = place;
    const before = this.alternative(place);
    const key = JSON.stringify(path);
    const to = node.alternatives[index]?.node;
    this.#taken.set(key, index);
    if (value === undefined || to === undefined || before === index) return;
    const raw = this.raw(value) ?? '';
    this.#left.set(`${key} ${before}`, raw);
    const left = this.#left.get(`${key} ${index}`);
    const next = left ?? switched(raw, node.alternatives[before]?.node, to);
    if (next !== undefined) this.set(path, next);
    else if (place.item) this.#put(withTyped(this.text, path, '', missing(to)));
    else this.remove(path);
  }

  #put(edited: ReturnType<typeof withValue>): void {
    if (edited.ok) this.#props.onchange(edited.value);
  }
}

function missing(node: FormNode): string {
  switch (node.kind) {
    case 'number':
    case 'integer':
      return 'A number is missing';
    case 'boolean':
    case 'enum':
      return 'Nothing is chosen yet';
    default:
      return 'A value is missing';
  }
}
