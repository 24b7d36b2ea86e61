import type { HandshakeDifference } from '../../engine/diff/difference.ts';
import type { DiffRow } from '../parts/diff-list.ts';
import type { ChipData } from '../parts/tone.ts';

const KIND = { added: 'add', removed: 'rem', changed: 'chg' } as const;

/** Differences as the list of them draws them. */
export function diffRows(differences: readonly HandshakeDifference[], revision: string): readonly DiffRow[] {
  return differences.map((difference, index) => {
    const chips: ChipData[] = [];
    const { deprecatedSince, extension } = difference;
    if (deprecatedSince) chips.push({ text: `deprecated ${deprecatedSince}`, tone: 'old' });
    if (extension) {
      const text = extension.since <= revision ? 'extension' : `extension from ${extension.since}`;
      chips.push({ text, tone: 'ext' });
    }
    return {
      // Paths may be the server's words, so the place in the list is the key.
      key: String(index),
      kind: KIND[difference.kind],
      path: difference.path,
      before: shownValue(difference.before),
      after: shownValue(difference.after),
      chips,
      meaning: difference.meaning,
    };
  });
}

/** A value as it came; a text that can't be taken for anything else stands without its quotes. */
export function shownValue(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return json;
  let text: unknown;
  try {
    text = JSON.parse(json);
  } catch {
    return json;
  }
  return typeof text === 'string' && isPlain(text) ? text : json;
}

/** Neither JSON itself, nor empty, nor with anything at its edges or inside that can't be seen. */
function isPlain(text: string): boolean {
  return text !== '' && text === text.trim() && !/\p{C}/u.test(text) && !isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How many of each kind, those that occur: `1 added`. */
export function diffCounts(differences: readonly HandshakeDifference[]): readonly ChipData[] {
  return (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const count = differences.filter((difference) => difference.kind === kind).length;
    return count > 0 ? [{ text: `${count} ${kind}`, tone: kind }] : [];
  });
}
