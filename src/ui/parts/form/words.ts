import { straightText } from '../../../engine/base/visible-text.ts';
import type { FormNode } from '../../../engine/schema/form-model.ts';
import { word } from './field-view.ts';
import type { FormProblem } from './form-host.svelte.ts';
import type { Place } from './place.ts';

/** What stands beside a name, a word each. */
export function tagsOf({
  required,
  item,
  node,
}: Pick<Place, 'required' | 'item' | 'node'>): readonly string[] {
  return [
    required && !item && 'required',
    node.readOnly && 'read only',
    node.deprecated && 'deprecated',
  ].filter((tag) => tag !== false);
}

/** What stands below a field, a line each: the description, examples, why there is no form, what is only checked. */
export function aboutOf(node: FormNode): readonly string[] {
  const { description, reason } = node;
  const examples = node.examples.map(word);
  return [
    ...(description === undefined ? [] : [description]),
    ...(examples.length > 0 ? [`For example ${examples.join(', ')}`] : []),
    ...(reason === undefined ? [] : [reason]),
    ...node.notes,
  ].map(straightText);
}

/** Problems as lines beside a field, each once. */
export function problemLines(
  { path, value }: Pick<Place, 'path' | 'value'>,
  problems: readonly FormProblem[],
): readonly string[] {
  const key = path.at(-1);
  const lines = problems.map(({ message, keyword, property }) =>
    // Beside the field itself its name need not be said again.
    keyword === 'required' && property === key && value === undefined ? 'Required' : straightText(message),
  );
  return [...new Set(lines)].slice(0, 5);
}
