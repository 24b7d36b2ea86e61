import { SvelteSet } from 'svelte/reactivity';
import { findPath, sliceOf, type JsonNode, type JsonPath } from '../../../engine/base/json/document.ts';
import { pointerTo } from '../../../engine/base/json/pointer.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { itemSeed } from '../../../engine/schema/form-seed.ts';
import { switched } from '../../../engine/schema/form-switch.ts';
import {
  afterRemoval,
  afterRename,
  afterSwap,
  draftAt,
  withRenamed,
  withSwapped,
  withTyped,
  withValue,
  withoutValue,
  type FormText,
  type Moved,
  type TypedDraft,
} from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../../engine/schema/validation.ts';
import type { Write } from './field-view.ts';
import type { FormChoices, Choice, Choosing } from './form-choices.svelte.ts';
import type { FormPlace, Place } from './place.ts';
import type { Suggest } from './suggest.ts';
import { afterPress } from './press.ts';

/** A problem as a form shows it: beside the place it points at, or beside the member it names there. */
export type FormProblem = Pick<Problem, 'pointer' | 'message'> &
  Partial<Pick<Problem, 'keyword' | 'property' | 'schemas' | 'several'>>;

/** What a form is given; read when it is needed, so that it may change. */
export interface FormProps {
  readonly places: readonly FormPlace[];
  readonly text: FormText;
  readonly problems: readonly FormProblem[];
  readonly disabled: boolean;
  /** What is required and missing is said of a field only once the person has been in it. */
  readonly quiet: boolean;
  /** Which alternatives a person took. */
  readonly choices: FormChoices;
  readonly onchange: (text: FormText) => void;
  readonly onsubmit: (() => void) | undefined;
  readonly suggest: Suggest | undefined;
}

const none: readonly FormProblem[] = [];
/** Keywords that refuse an object for a key it lacks. */
const requiring = new Set(['required', 'dependentRequired', 'dependencies']);

/** What the fields of one form have in common: the text they edit, and its problems. */
export class FormHost {
  readonly #props: FormProps;
  /** Pointers of fields the person has been in. */
  readonly #touched = new SvelteSet<string>();
  /** Those of the alternatives that are shown. */
  readonly #shown = $derived.by(() =>
    this.#choices.concerning(this.#props.places, this.text, this.#props.problems),
  );
  readonly #problems = $derived.by(() => {
    const byPointer = new Map<string, FormProblem[]>();
    for (const problem of this.#shown) {
      const known = byPointer.get(problem.pointer);
      if (known === undefined) byPointer.set(problem.pointer, [problem]);
      else known.push(problem);
    }
    return byPointer;
  });

  get #choices(): FormChoices {
    return this.#props.choices;
  }

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
    const own = this.#problems.get(pointerTo(path)) ?? none;
    const named =
      typeof key === 'string'
        ? (this.#problems.get(pointerTo(path.slice(0, -1))) ?? none).filter(
            ({ property, keyword }) =>
              property === key && !(keyword === 'required' && this.#isUntouched(path)),
          )
        : none;
    return [...named, ...own];
  }

  /** Keys that an object is required to have; what its fields name is among them. */
  keysWanted(path: JsonPath): readonly string[] {
    const wanted = this.#problems.get(pointerTo(path)) ?? none;
    return wanted.flatMap(({ keyword, property }) =>
      property !== undefined && keyword !== undefined && requiring.has(keyword) ? [property] : [],
    );
  }

  /** Problems of a place and of everything in it, for what is shown in one piece. */
  problemsWithin(path: JsonPath): readonly FormProblem[] {
    const start = `${pointerTo(path)}/`;
    const within = this.#shown.filter(({ pointer }) => pointer.startsWith(start));
    return [...this.problemsOf(path), ...within];
  }

  #isUntouched(path: JsonPath): boolean {
    return this.#props.quiet && this.draft(path) === undefined && !this.#touched.has(pointerTo(path));
  }

  /** The person has been in this field. */
  touch(path: JsonPath): void {
    if (this.#props.quiet) afterPress(() => this.#touched.add(pointerTo(path)));
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
        this.#edit(path, withTyped(this.text, path, write.raw, write.reason));
    }
  }

  set(path: JsonPath, raw: string): void {
    this.#edit(path, withValue(this.text, path, raw));
  }

  remove(path: JsonPath): void {
    // A member that is taken out may come again; the items behind one move up.
    const moved = typeof path.at(-1) === 'number' ? afterRemoval(path) : undefined;
    this.#edit(path, withoutValue(this.text, path), moved);
  }

  /** A state that is chosen and not typed; undefined is absent. */
  choose(path: JsonPath, raw: string | undefined): void {
    if (raw === undefined) this.remove(path);
    else this.set(path, raw);
  }

  /** A new item, key or other place that has to hold something: what it begins with, or a draft until something is chosen. */
  begin(path: JsonPath, node: FormNode): void {
    const seed = itemSeed(node);
    if (seed === undefined) this.#edit(path, withTyped(this.text, path, '', missing(node)));
    else this.set(path, seed);
  }

  /** The neighbours `index` and `index + 1` of an array change places. */
  swap(path: JsonPath, index: number): void {
    this.#edit(path, withSwapped(this.text, path, index), afterSwap(path, index));
  }

  /** Whether the key could be renamed: not where there is one of that name. */
  rename(path: JsonPath, from: string, to: string): boolean {
    return this.#edit(path, withRenamed(this.text, path, from, to), afterRename(path, from, to));
  }

  /** The alternative of a choice that is shown; −1 where the value can be none of them. */
  alternative(place: Choosing): number {
    return this.#choices.shown(this.text, place);
  }

  /** Takes another alternative; what stood under the one before comes back with it. */
  take(place: Choosing & Pick<Place, 'item'>, index: number): void {
    const { path, node, value } = place;
    const before = this.alternative(place);
    const to = node.alternatives[index]?.node;
    if (to === undefined || before === index) return;
    const raw = this.raw(value);
    const known = this.#choices.at(this.text, path, node);
    const left = new Map(known?.left);
    if (raw !== undefined) left.set(before, raw);
    const above = this.#choicesTo(path).filter((choice) => choice.node !== node);
    this.#choices.keep(this.text, [...above, { node, path, index, left }]);
    if (raw === undefined) return;
    const next = left.get(index) ?? switched(raw, node.alternatives[before]?.node, to);
    if (next !== undefined) this.#put(withValue(this.text, path, next));
    else if (place.item) this.#put(withTyped(this.text, path, '', missing(to)));
    else this.#put(withoutValue(this.text, path));
  }

  #choicesTo(path: JsonPath): readonly Choice[] {
    return this.#choices.on(this.#props.places, this.text, path);
  }

  /** A person worked at `path`: what is shown on the way there is what they work in. */
  #edit(path: JsonPath, edited: ReturnType<typeof withValue>, moved?: Moved): boolean {
    if (!edited.ok) return false;
    this.#choices.keep(this.text, this.#choicesTo(path));
    if (moved !== undefined) this.#choices.move(moved);
    this.#put(edited);
    return true;
  }

  #put(edited: ReturnType<typeof withValue>): void {
    if (!edited.ok) return;
    this.#choices.follow(edited.value);
    this.#props.onchange(edited.value);
  }
}

function missing(node: FormNode): string {
  if (node.forbidden) return 'The schema does not allow it';
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
