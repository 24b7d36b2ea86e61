import { maskedUrl } from '../../../engine/base/open-secrets.ts';

/** Titles no two of which are the same: the second `a` becomes `a (2)`. */
export function uniqueTitles(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    let free = title;
    for (let number = 2; taken.has(free); number += 1) free = `${title} (${number})`;
    taken.add(free);
    return free;
  });
}

/** An address without what goes without saying. */
export function placeOf(url: string): string {
  return maskedUrl(url.replace(/^https?:\/\//, ''));
}
