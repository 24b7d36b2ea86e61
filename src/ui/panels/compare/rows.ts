import type { ColumnState } from '../../../engine/comparison/comparison.ts';
import type { CellContent, MatrixRow } from '../../../engine/comparison/matrix.ts';
import { duration } from '../../parts/duration.ts';
import { size } from '../../parts/size.ts';
import type { ChipData } from '../../parts/tone.ts';

/** How a difference is shown: its class, its sign, and the word that goes with it. */
export const MARKS = {
  added: { side: 'add', tint: 'is-done', glyph: '+', word: 'added' },
  removed: { side: 'rem', tint: 'is-fail', glyph: '−', word: 'removed' },
  changed: { side: '', tint: 'is-changed', glyph: '~', word: 'changed' },
} as const;

/** What stands in a cell. `faint`: there is nothing. */
export interface CellText {
  readonly text: string;
  readonly faint: boolean;
  readonly failed: boolean;
  readonly digest: string | null;
  readonly chips: readonly ChipData[];
}

export function cellText(content: CellContent): CellText {
  const plain = { faint: false, failed: false, digest: null, chips: [] };
  switch (content.kind) {
    case 'unknown':
      return { ...plain, text: '–', faint: true };
    case 'none':
      return { ...plain, text: 'none', faint: true };
    case 'time':
      return { ...plain, text: duration(content.ms) };
    case 'bytes':
      return { ...plain, text: `${size(content.sent)} sent, ${size(content.received)} received` };
    case 'text': {
      const chips: ChipData[] = [];
      if (content.deprecated !== undefined) chips.push({ text: 'deprecated', tone: 'old' });
      if (content.varies) chips.push({ text: 'varies from run to run', tone: 'wait' });
      return {
        text: content.text,
        faint: false,
        failed: content.failed === true,
        digest: content.digest ?? null,
        chips,
      };
    }
  }
}

/** Rows under the heading of their group, in order. */
export function groupsOf(
  rows: readonly MatrixRow[],
): readonly { readonly name: string; readonly rows: readonly MatrixRow[] }[] {
  const groups = new Map<string, MatrixRow[]>();
  for (const row of rows) {
    const group = groups.get(row.group) ?? [];
    group.push(row);
    groups.set(row.group, group);
  }
  return [...groups].map(([name, own]) => ({ name, rows: own }));
}

/** How far a column is, in a few words; empty where it is done. */
export function columnWords({ phase, step }: ColumnState): string {
  switch (phase) {
    case 'waiting':
      return 'waits';
    case 'running':
      return step || 'begins';
    case 'cancelled':
      return 'cancelled';
    case 'done':
      return '';
  }
}
