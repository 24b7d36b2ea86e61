import { straightText } from '../../../engine/base/visible-text.ts';
import type { Snippet } from 'svelte';
import { findPath, type JsonNode, type JsonPath } from '../../../engine/base/json/document.ts';
import { stepsOf } from '../../../engine/base/json/pointer.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';

/** What a field is called. */
export interface PlaceName {
  /** The accessible name: the title, or the key. */
  readonly text: string;
  /** `text` is from the wire and not prose. */
  readonly wire: boolean;
  /** The key, where the title stands before it. */
  readonly key?: string;
  /** Heard before `text`, and not seen: of an item, the array it is in. */
  readonly before?: string;
}

/** One place of a form as it is drawn: what the schema says of it, and what stands there. */
export interface Place {
  readonly path: JsonPath;
  readonly node: FormNode;
  /** Undefined where nothing stands there. */
  readonly value: JsonNode | undefined;
  readonly name: PlaceName;
  readonly required: boolean;
  /** An item of an array: it is removed, never absent. */
  readonly item: boolean;
  /** Its fields stand without a frame around them. */
  readonly bare?: boolean;
  /** Something stands where this one would stand in; so an absent one that is required shows its fields. */
  readonly parentThere: boolean;
  /** Drawn between the name and the control, outermost first: which alternative this is. */
  readonly above?: readonly Snippet[];
}

/** What a control inside a frame carries. */
export interface Control {
  readonly id: string;
  readonly label: string | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

/** One field that a form is given to draw: a place in the text, and what may stand there. */
export interface FormPlace {
  readonly path: JsonPath;
  readonly node: FormNode;
  readonly required?: boolean;
  /** Default: the title, else the last step of the path. */
  readonly key?: string;
  /** Of an object: its fields stand without a frame. */
  readonly bare?: boolean;
}

/** The name of a property. */
export function nameOf(key: string, title: string | undefined): PlaceName {
  const shown = straightText(key === '' || key.trim() !== key ? JSON.stringify(key) : key);
  return title === undefined || title === key
    ? { text: shown, wire: true }
    : { text: straightText(title), wire: false, key: shown };
}

/** The whole name, as it is heard. */
export function heard(name: PlaceName): string {
  return `${name.before ?? ''}${name.text}`;
}

/** The way to a JSON pointer (RFC 6901) in a value: through an array by number. */
export function pathOf(root: JsonNode | undefined, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  for (const step of stepsOf(pointer)) {
    const array = findPath(root, path)?.items !== undefined;
    path.push(array ? Number(step) : step);
  }
  return path;
}
