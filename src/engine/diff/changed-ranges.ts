import { diffTexts } from './structural.ts';

/** A half-open range of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What of each of two texts is not in the other. In order, without overlap. */
export interface ChangedRanges {
  readonly before: readonly TextRange[];
  readonly after: readonly TextRange[];
}

/** Longer texts, both together, are not read as JSON for this: what differs is one range in each. Characters. */
const READ_AT_MOST = 200_000;

/** What of two texts lies between what is alike at their ends: a range in each, cut between words where there are any. */
export function changedMiddle(before: string, after: string): ChangedRanges {
  return trimmed(before, after, 0, 0);
}

/**
 * The parts of two JSON texts that differ in value: members and items that came, went or have another value, and of a string what lies
 * between what is alike at its ends. A value that stands in another place is marked where it is no object or array. Texts that are no
 * JSON, or too long, differ in one range.
 */
export function changedRanges(before: string, after: string): ChangedRanges {
  const compared = before.length + after.length > READ_AT_MOST ? null : diffTexts(before, after);
  if (!compared?.ok) return trimmed(before, after, 0, 0);
  const was: TextRange[] = [];
  const is: TextRange[] = [];
  for (const change of compared.value.changes) {
    const { kind, beforeStart, afterStart } = change;
    if (kind === 'moved' && /^[[{]/.test(change.after ?? '')) continue;
    const inObject = typeof change.path.at(-1) === 'string';
    if (kind === 'changed' && change.before !== undefined && change.after !== undefined) {
      const ranges = trimmed(change.before, change.after, beforeStart ?? 0, afterStart ?? 0);
      was.push(...ranges.before);
      is.push(...ranges.after);
      continue;
    }
    if (change.before !== undefined && beforeStart !== undefined)
      was.push(whole(before, beforeStart, change.before, inObject));
    if (change.after !== undefined && afterStart !== undefined)
      is.push(whole(after, afterStart, change.after, inObject));
  }
  return { before: inOrder(was), after: inOrder(is) };
}

/** A value, and the key that it came or went with. */
function whole(text: string, start: number, value: string, inObject: boolean): TextRange {
  return { start: inObject ? keyStart(text, start) : start, end: start + value.length };
}

/** Where the key before a value begins. */
function keyStart(text: string, valueStart: number): number {
  const space = (from: number): number => {
    let at = from;
    while (at >= 0 && /\s/.test(text[at] ?? '')) at -= 1;
    return at;
  };
  const colon = space(valueStart - 1);
  const close = space(colon - 1);
  if (text[colon] !== ':' || text[close] !== '"') return valueStart;
  for (let at = close - 1; at >= 0; at--) {
    if (text[at] !== '"') continue;
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return valueStart;
}

function trimmed(before: string, after: string, beforeBase: number, afterBase: number): ChangedRanges {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  // Back to the edges of words: half a word, number or escape says nothing.
  const cutsWord = (edge: number, was: number, is: number): boolean =>
    isWord(before[edge]) && (isWord(before[was]) || isWord(after[is]));
  while (start > 0 && cutsWord(start - 1, start, start)) start -= 1;
  while (end > 0 && cutsWord(before.length - end, before.length - end - 1, after.length - end - 1)) end -= 1;
  return {
    before: range(beforeBase + start, beforeBase + before.length - end),
    after: range(afterBase + start, afterBase + after.length - end),
  };
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}\p{M}\p{Cs}_\\.+-]/u.test(unit);
}

function range(start: number, end: number): readonly TextRange[] {
  return end > start ? [{ start, end }] : [];
}

function inOrder(ranges: readonly TextRange[]): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last !== undefined && start < last.end) {
      if (end > last.end) found[found.length - 1] = { start: last.start, end };
    } else found.push({ start, end });
  }
  return found;
}
