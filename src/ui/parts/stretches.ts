/** Neighbours in a long list that are drawn together. */
export interface Stretch<T> {
  readonly key: number;
  /** Where the first of them stands. */
  readonly from: number;
  readonly items: readonly T[];
}

/**
 * A list as stretches of up to `size`. `placeOf`: where each belongs for good, rising: then what is taken out of the list moves none of
 * the others to another stretch, which would have to be drawn again.
 */
export function inStretches<T>(
  items: readonly T[],
  size: number,
  placeOf: (item: T, index: number) => number = (_, index) => index,
): Stretch<T>[] {
  const stretches: { key: number; from: number; items: T[] }[] = [];
  for (const [index, item] of items.entries()) {
    const key = Math.floor(placeOf(item, index) / size);
    const last = stretches.at(-1);
    if (last?.key === key) last.items.push(item);
    else stretches.push({ key, from: index, items: [item] });
  }
  return stretches;
}
