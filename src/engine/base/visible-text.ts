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

/** A text at most `length` characters long; a longer one is cut and says so. Never half of a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (${text.length} characters)`;
}
