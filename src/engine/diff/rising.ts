/** The values of a longest rising subsequence: of entries in a new order, the most that kept their order. Values are distinct. */
export function longestRising(values: readonly number[]): ReadonlySet<number> {
  /** At each length, the place of the smallest value that a subsequence of this length can end with. */
  const ends: number[] = [];
  const previous: number[] = [];
  values.forEach((value, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1));
    ends[low] = place;
  });
  const rising = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1)
    rising.add(values[place] ?? 0);
  return rising;
}
