import type { FormOption } from '../../../engine/schema/form-shape.ts';

/** More options than this can be narrowed by typing. */
const MANY = 40;

/** One option and its place in the whole list, which is what it is known by: values may repeat. */
export interface PlacedOption extends FormOption {
  readonly at: number;
}

/** Options with their places. */
export function placed(options: readonly FormOption[]): readonly PlacedOption[] {
  return options.map((option, at) => ({ ...option, at }));
}

/** Whether there are so many that one narrows them. */
export function areMany(options: readonly FormOption[]): boolean {
  return options.length > MANY;
}

/** Options that hold the text in their label or value; case does not count. The one that stands there is always among them. */
export function narrowed(
  options: readonly PlacedOption[],
  needle: string,
  chosen: string,
): readonly PlacedOption[] {
  const wanted = needle.trim().toLowerCase();
  if (wanted === '') return options;
  return options.filter(
    ({ value, label }) => value === chosen || `${label}\n${value}`.toLowerCase().includes(wanted),
  );
}
