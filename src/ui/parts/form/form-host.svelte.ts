import { SvelteSet } from 'svelte/reactivity';
import { findPath, sliceOf, type JsonNode, type JsonPath } from '../../../engine/base/json/document.ts';
import { pointerTo } from '../../../engine/base/json/pointer.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { problemsShown } from '../../../engine/schema/form-problems.ts';
import { itemSeed } from '../../../engine/schema/form-seed.ts';
import { switched } from '../../../engine/schema/form-switch.ts';
import {
  afterRemoval,
  afterRename,
  afterSwap,
  draftAt,
  startsWith,
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
import { typed, type Write } from './field-view.ts';
import { pathOf, type FormPlace, type Place } from './place.ts';
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
  readonly onchange: (text: FormText) => void;
  readonly onsubmit: (() => void) | undefined;
  readonly suggest: Suggest | undefined;
}

const none: readonly FormProblem[] = [];

/** A choice at one place, and the alternative a person works in. */
interface Choice {
  readonly node: FormNode;
  readonly path: JsonPath;
  readonly index: number;
  /** By alternative: what stood there when another one was taken. */
  readonly left: ReadonlyMap<number, string>;
}

type Choosing = Pick<Place, 'path' | 'node' | 'value'>;

/** What the fields of one form have in common: the text they edit, its problems, and which alternatives a person took. */
export class FormHost {
  readonly #props: FormProps;
  /** Where a person took an alternative or typed into one: half a number, or nothing any more, does not tell which it was. */
  #choices = $state.raw<readonly Choice[]>([]);
  /** The text they are of. One that was edited elsewhere says itself what it is. */
  #base = $state.raw<string | undefined>(undefined);
  /** Pointers of fields the person has been in. */
  readonly #touched = new SvelteSet<string>();
  /** Those of the alternatives that are shown. */
  readonly #shown = $derived.by(() => {
    const choices = new Map<FormNode, Map<string, Choice>>();
    const placed = this.#props.problems.map((problem) => {
      const path = pathOf(this.text.root, problem.pointer);
      for (const choice of this.#choicesTo(path)) {
        const known = choices.get(choice.node) ?? new Map<string, Choice>();
        choices.set(choice.node, known.set(pointerTo(choice.path), choice));
      }
      return { problem, path };
    });
    const found = [...choices.values()].flatMap((known) => [...known.values()]);
    return problemsShown(
      placed,
      // Of two at one path the outer one was met first, and the order of equals stays.
      found.sort((a, b) => a.path.length - b.path.length),
    );
  });
  readonly #problems = $derived.by(() => {
    const byPointer = new Map<string, FormProblem[]>();
    for (const problem of this.#shown) {
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
  alternative({ path, node, value }: Choosing): number {
    const { base } = this.text;
    const draft = this.draft(path);
    const there = draft === undefined ? value : undefined;
    const index = this.#choiceAt(path, node)?.index;
    const alternative = index === undefined ? undefined : node.alternatives[index]?.node;
    if (index !== undefined && alternative !== undefined) {
      if (there === undefined || alternative.fit(base, there) >= 0) return index;
    }
    if (there !== undefined) return node.alternativeOf(base, there);
    return draft === undefined ? 0 : alternativeOfDraft(node, draft);
  }

  /** Takes another alternative; what stood under the one before comes back with it. */
  take(place: Choosing & Pick<Place, 'item'>, index: number): void {
    const { path, node, value } = place;
    const before = this.alternative(place);
    const to = node.alternatives[index]?.node;
    if (to === undefined || before === index) return;
    const raw = this.raw(value);
    const known = this.#choiceAt(path, node);
    const left = new Map(known?.left);
    if (raw !== undefined) left.set(before, raw);
    const above = this.#choicesTo(path).filter((choice) => choice.node !== node);
    this.#keep([...above, { node, path, index, left }]);
    if (raw === undefined) return;
    const next = left.get(index) ?? switched(raw, node.alternatives[before]?.node, to);
    if (next !== undefined) this.#put(withValue(this.text, path, next));
    else if (place.item) this.#put(withTyped(this.text, path, '', missing(to)));
    else this.#put(withoutValue(this.text, path));
  }

  #choiceAt(path: JsonPath, node: FormNode): Choice | undefined {
    if (this.text.base !== this.#base) return undefined;
    return this.#choices.find((choice) => choice.node === node && samePath(choice.path, path));
  }

  /** The choices on the way to a path and at it, as they are shown. */
  #choicesTo(path: JsonPath): readonly Choice[] {
    const start = this.#props.places.find((place) => startsWith(path, place.path));
    const found: Choice[] = [];
    let node = start?.node;
    let depth = start?.path.length ?? 0;
    while (node !== undefined) {
      const at = path.slice(0, depth);
      if (node.kind === 'choice') {
        const index = this.alternative({ path: at, node, value: this.valueAt(at) });
        found.push({ node, path: at, index, left: this.#choiceAt(at, node)?.left ?? new Map() });
        node = node.alternatives[index]?.node;
        continue;
      }
      const step = path[depth];
      depth += 1;
      if (step === undefined) break;
      node = typeof step === 'number' ? node.item(step) : node.member(step);
    }
    return found.filter(({ index }) => index >= 0);
  }

  #keep(choices: readonly Choice[]): void {
    const others = this.text.base === this.#base ? this.#choices : [];
    const replaced = (known: Choice): boolean =>
      choices.some(({ node, path }) => node === known.node && samePath(path, known.path));
    this.#choices = [...others.filter((known) => !replaced(known)), ...choices];
    this.#base = this.text.base;
  }

  /** A person worked at `path`: what is shown on the way there is what they work in. */
  #edit(path: JsonPath, edited: ReturnType<typeof withValue>, moved?: Moved): boolean {
    if (!edited.ok) return false;
    this.#keep(this.#choicesTo(path));
    if (moved !== undefined) {
      this.#choices = this.#choices.flatMap((choice) => {
        const to = moved(choice.path);
        return to === undefined ? [] : [{ ...choice, path: to }];
      });
    }
    this.#put(edited);
    return true;
  }

  #put(edited: ReturnType<typeof withValue>): void {
    if (!edited.ok) return;
    this.#base = edited.value.base;
    this.#props.onchange(edited.value);
  }
}

function samePath(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && startsWith(a, b);
}

/** What is typed and no value yet was typed into an alternative where it is none: any text would be a text. */
function alternativeOfDraft(node: FormNode, { raw }: TypedDraft): number {
  if (raw === '') return 0;
  return Math.max(
    0,
    node.alternatives.findIndex((alternative) => typed(alternative.node.kind, raw, true).kind === 'draft'),
  );
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
