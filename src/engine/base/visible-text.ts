/** What can't be seen, or turns the direction of what follows. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

/** A text in one line, in which everything can be seen: what can't stands as `\n` or `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (unit) => {
    const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[unit];
    return known ?? `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** What turns the direction of the text around it: explicit and implicit marks (Unicode Standard Annex #9, 2). */
export const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const EVERY_TURN = new RegExp(TURNS, 'g');

/** A text, of one line or many, that is read in the order it was written: what turns the direction stands as `\u{202e}`. */
export function straightText(text: string): string {
  return TURNS.test(text) ? text.replace(EVERY_TURN, visibleText) : text;
}

/** The name of a character that turns the direction, as `U+202E`. */
export function turnName(turn: string): string {
  return `U+${(turn.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text cut before and after each character that turns the direction; the parts joined are the text. */
export function cutAtTurns(text: string): readonly { readonly text: string; readonly turns: boolean }[] {
  if (!TURNS.test(text)) return [{ text, turns: false }];
  const parts: { text: string; turns: boolean }[] = [];
  let from = 0;
  for (const { index } of text.matchAll(EVERY_TURN)) {
    if (index > from) parts.push({ text: text.slice(from, index), turns: false });
    parts.push({ text: text.slice(index, index + 1), turns: true });
    from = index + 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from), turns: false });
  return parts;
}

/** A text at most `length` characters long; a longer one is cut and says so. Never half of a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (${text.length} characters)`;
}
