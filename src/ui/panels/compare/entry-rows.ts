import type { ListDifference } from '../../../engine/diff/list-diff.ts';
import type { DiffRow } from '../../parts/diff-list.ts';
import type { ChipData } from '../../parts/tone.ts';

const TONES = { breaking: 'fail', unclear: 'wait', compatible: 'done', wording: 'plain' } as const;

/** What of two lists differs, with what it means to who calls the server. */
export function entryRows(differences: readonly ListDifference[]): readonly DiffRow[] {
  return differences.map(({ kind, part, path, before, after, severity, sentence }, index): DiffRow => {
    const chips: readonly ChipData[] = [{ text: severity, tone: TONES[severity] }];
    // A whole entry that came or went is told by its name.
    const values = part === 'entry' ? {} : { before, after };
    // Names are the server's words, so the place in the list is the key.
    return { key: String(index), kind: KIND[kind], path, ...values, chips, meaning: sentence };
  });
}

const KIND = { added: 'add', removed: 'rem', changed: 'chg', renamed: 'chg', moved: 'chg' } as const;
