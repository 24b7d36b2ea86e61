import { parseDocument } from '../base/json/document.ts';
import { arrayText, indentText, objectText } from '../base/json/write.ts';
import { formOf, type FormNode } from './form-model.ts';

/** Deeper places are not seeded, nor more than this many, nor more characters. */
const DEEPEST = 16;
const MOST = 2000;
const CHARACTERS = 1_000_000;

interface Budget {
  places: number;
  characters: number;
}

/**
 * What a form begins with, from a tool's input schema: defaults, and the constants and objects that are required; nothing is
 * made up, so that what a person has not chosen is absent. JSON text of an object, indented. `{}` where there is no form.
 */
export function seedFor(schemaText: string): string {
  const form = formOf(schemaText);
  const seed = form.ok ? seedOf(form.root) : undefined;
  const read = seed === undefined ? undefined : parseDocument(seed);
  return read?.ok === true && read.value.kind === 'object' && seed !== undefined ? indentText(seed) : '{}';
}

/** The value a place begins with where one has to be there, as JSON text; undefined where only a person can choose it. */
export function seedOf(node: FormNode): string | undefined {
  return required(node, { places: MOST, characters: CHARACTERS }, 0);
}

function required(node: FormNode, budget: Budget, depth: number): string | undefined {
  budget.places -= 1;
  if (budget.places < 0 || depth > DEEPEST) return undefined;
  const preset = spent(node.usableDefault, budget);
  if (preset !== undefined) return preset;
  switch (node.kind) {
    case 'const':
      return spent(node.constant, budget);
    case 'null':
      return 'null';
    case 'choice': {
      // Of several objects the first: which one it is stands above its fields. A number or text would be made up.
      const [first] = node.alternatives;
      const isObject = first?.node.kind === 'object' || first?.node.kind === 'choice';
      return first !== undefined && isObject && !node.nullable
        ? required(first.node, budget, depth + 1)
        : undefined;
    }
    case 'object': {
      if (node.nullable) return undefined;
      const members: (readonly [string, string])[] = [];
      for (const property of node.properties) {
        if (budget.places < 0 || budget.characters < 0) break;
        const seed = property.required
          ? required(property.node, budget, depth + 1)
          : spent(defaultOf(property.node, budget), budget);
        if (seed !== undefined) members.push([property.key, seed]);
      }
      return objectText(members);
    }
    default:
      return undefined;
  }
}

function defaultOf(node: FormNode, budget: Budget): string | undefined {
  budget.places -= 1;
  return node.usableDefault;
}

function spent(text: string | undefined, budget: Budget): string | undefined {
  if (text === undefined) return undefined;
  budget.characters -= text.length;
  return budget.characters < 0 ? undefined : text;
}

/** What a new item of an array begins with, which can't be absent; undefined where nothing fits until something is chosen. */
export function itemSeed(node: FormNode): string | undefined {
  const seed = seedOf(node);
  if (seed !== undefined) return seed;
  switch (node.kind) {
    case 'string':
      return '""';
    case 'array':
    case 'multiselect':
      return arrayText([]);
    case 'object':
      return objectText([]);
    default:
      return undefined;
  }
}
