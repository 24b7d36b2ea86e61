import { findPath, type JsonPath } from '../../../engine/base/json/document.ts';
import { pointerTo } from '../../../engine/base/json/pointer.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { problemsShown } from '../../../engine/schema/form-problems.ts';
import {
  draftAt,
  startsWith,
  type FormText,
  type Moved,
  type TypedDraft,
} from '../../../engine/schema/form-text.ts';
import type { Problem } from '../../../engine/schema/validation.ts';
import { typed } from './field-view.ts';
import { pathOf, type FormPlace, type Place } from './place.ts';

/** A choice at one place, and the alternative a person works in. */
export interface Choice {
  readonly node: FormNode;
  readonly path: JsonPath;
  readonly index: number;
  /** By alternative: what stood there when another one was taken. */
  readonly left: ReadonlyMap<number, string>;
}

/** The place of a choice, and what stands there. */
export type Choosing = Pick<Place, 'path' | 'node' | 'value'>;

type Judged = Pick<Problem, 'pointer'> & Partial<Pick<Problem, 'keyword' | 'schemas' | 'several'>>;

/**
 * Which alternatives are shown in a form. Kept beside its text, so that what is said of the text around the form
 * is about the same alternatives.
 */
export class FormChoices {
  /** Where a person took an alternative or typed into one: half a number, or nothing any more, does not tell which it was. */
  #choices = $state.raw<readonly Choice[]>([]);
  /** The text they are of. One that was edited elsewhere says itself what it is. */
  #base = $state.raw<string | undefined>(undefined);

  /** Those of `problems` that concern what a form over `text` shows. */
  concerning<P extends Judged>(
    places: readonly FormPlace[],
    text: FormText,
    problems: readonly P[],
  ): readonly P[] {
    const choices = new Map<FormNode, Map<string, Choice>>();
    const placed = problems.map((problem) => {
      const path = pathOf(text.root, problem.pointer);
      for (const choice of this.on(places, text, path)) {
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
  }

  /** The alternative of a choice that is shown; −1 where the value can be none of them. */
  shown(text: FormText, { path, node, value }: Choosing): number {
    const draft = draftAt(text, path);
    const there = draft === undefined ? value : undefined;
    const index = this.at(text, path, node)?.index;
    const alternative = index === undefined ? undefined : node.alternatives[index]?.node;
    if (index !== undefined && alternative !== undefined) {
      if (there === undefined || alternative.fit(text.base, there) >= 0) return index;
    }
    if (there !== undefined) return node.alternativeOf(text.base, there);
    return draft === undefined ? 0 : alternativeOfDraft(node, draft);
  }

  /** What a person chose at a path; undefined where they did not. */
  at(text: FormText, path: JsonPath, node: FormNode): Choice | undefined {
    if (text.base !== this.#base) return undefined;
    return this.#choices.find((choice) => choice.node === node && samePath(choice.path, path));
  }

  /** The choices on the way to a path and at it, as they are shown. */
  on(places: readonly FormPlace[], text: FormText, path: JsonPath): readonly Choice[] {
    const start = places.find((place) => startsWith(path, place.path));
    const found: Choice[] = [];
    let node = start?.node;
    let depth = start?.path.length ?? 0;
    while (node !== undefined) {
      const at = path.slice(0, depth);
      if (node.kind === 'choice') {
        const index = this.shown(text, { path: at, node, value: findPath(text.root, at) });
        found.push({ node, path: at, index, left: this.at(text, at, node)?.left ?? new Map() });
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

  /** A person took these, or worked in them. */
  keep(text: FormText, choices: readonly Choice[]): void {
    const others = text.base === this.#base ? this.#choices : [];
    const replaced = (known: Choice): boolean =>
      choices.some(({ node, path }) => node === known.node && samePath(path, known.path));
    this.#choices = [...others.filter((known) => !replaced(known)), ...choices];
    this.#base = text.base;
  }

  /** Places moved, such as items behind one that is taken out. */
  move(moved: Moved): void {
    this.#choices = this.#choices.flatMap((choice) => {
      const path = moved(choice.path);
      return path === undefined ? [] : [{ ...choice, path }];
    });
  }

  /** The form itself changed the text: what was chosen goes on. */
  follow({ base }: FormText): void {
    this.#base = base;
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
