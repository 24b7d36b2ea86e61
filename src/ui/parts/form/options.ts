import type { FormOption } from '../../../engine/schema/form-shape.ts';

/** More options than this can be narrowed by typing. */
const MANY = 40;

/** One option and its place in the whole list, which is what it is known by: values may repeat. */
export interface PlacedOption extends FormOption {
  readonly at: number;
}

/** Options that hold the text in their label or value; case does not count. The one that stands there is always among them. */
export function narrowed(
  options: readonly FormOption[],
  needle: string,
  chosen: string,
): { readonly options: readonly PlacedOption[]; readonly many: boolean; readonly of: number } {
  const wanted = needle.trim().toLowerCase();
  const many = options.length > MANY;
  const placed = options.map((option, at) => ({ ...option, at }));
  if (!many || wanted === '') return { options: placed, many, of: options.length };
  const found = placed.filter(
    ({ value, label }) => value === chosen || `${label}\n${value}`.toLowerCase().includes(wanted),
  );
  return { options: found, many, of: options.length };
}
