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

/** Beyond any of these a text is shown by the editor, which draws only what is in sight. */
export const PLAIN_LIMIT = { characters: 64_000, tokens: 6_000, lines: 3_000 } as const;

/**
 * Whether a text is cheap enough to be drawn whole. Tokens are guessed from what separates them, since to count them right
 * would cost as much as to draw them.
 */
export function isPlain(text: string): boolean {
  if (text.length > PLAIN_LIMIT.characters) return false;
  let tokens = 0;
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // , : [ {
    if (code === 0x2c || code === 0x3a || code === 0x5b || code === 0x7b) tokens++;
    else if (code === 0x0a) lines++;
  }
  return tokens <= PLAIN_LIMIT.tokens && lines <= PLAIN_LIMIT.lines;
}
