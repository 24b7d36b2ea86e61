/** What happened to something that differs. */
export type DiffKind = 'add' | 'rem' | 'chg';

export const DIFF_GLYPH: Readonly<Record<DiffKind, { readonly glyph: string; readonly word: string }>> = {
  add: { glyph: '+', word: 'added' },
  rem: { glyph: '−', word: 'removed' },
  chg: { glyph: '~', word: 'changed' },
};
