/** `as-sent` is the exact text; `indented` is a view of it that changes white space between tokens and nothing else. */
export type RawView = 'as-sent' | 'indented';

/** A half-open range of the original text, in UTF-16 offsets. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'add' | 'chg' | 'rem' | 'hit';
}

/** Colour of a string value under an emphasised key. */
export type Tint = 'wait' | 'done' | 'fail';

/** Beyond either of these a text is shown by the editor, which draws only what is in sight. */
export const PLAIN_LIMIT = { characters: 64_000, pieces: 8_000, lines: 3_000 } as const;
