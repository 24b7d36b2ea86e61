/**
 * The members of a JSON object as the text they were written in, so that digits, escapes and white space
 * survive. `null` when the text is not an object. Of two members with one name the later wins, as in
 * `JSON.parse`. The text must be valid JSON.
 */
export function rawMembers(text: string): Map<string, string> | null {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return null;
  const members = new Map<string, string>();
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    members.set(String(name), text.slice(start, end).trimEnd());
    at = text[end] === ',' ? skipSpace(text, end + 1) : end;
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  return at;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

// Counts brackets and not levels of calls: nesting may be deeper than the stack.
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (depth === 0 && (char === ',' || char === '}' || char === ']')) return at;
    if (char === '{' || char === '[') depth++;
    if (char === '}' || char === ']') depth--;
    at++;
  }
  return at;
}
