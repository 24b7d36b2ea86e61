import type { ChipData } from './tone.ts';
import type { Words } from './words.ts';

export interface DiffRow {
  readonly key: string;
  readonly kind: 'add' | 'rem' | 'chg';
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  readonly chips?: readonly ChipData[];
  readonly meaning?: Words;
}

export const DIFF_GLYPH: Readonly<
  Record<DiffRow['kind'], { readonly glyph: string; readonly word: string }>
> = {
  add: { glyph: '+', word: 'added' },
  rem: { glyph: '−', word: 'removed' },
  chg: { glyph: '~', word: 'changed' },
};
