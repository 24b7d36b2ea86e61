/** One character or class with at most one quantifier, anchored or not: it can't be made to backtrack. */
const plain = /^\^?(?:\[\^?[^\]\\[]+\]|\\[dwDW]|\.)[*+]?\$?$/;
const literal = /^(\^?)([A-Za-z0-9_:@ /-]*)(\$?)$/;

/**
 * Whether a key matches a `patternProperties` pattern, for patterns simple enough to be run here; undefined for all others,
 * which a worker judges: a server's pattern could run for ever.
 */
export function keyTest(pattern: string): ((key: string) => boolean) | undefined {
  const [, start, text, end] = literal.exec(pattern) ?? [];
  if (text !== undefined) {
    if (start !== '' && end !== '') return (key) => key === text;
    if (start !== '') return (key) => key.startsWith(text);
    return end !== '' ? (key) => key.endsWith(text) : (key) => key.includes(text);
  }
  if (!plain.test(pattern)) return undefined;
  try {
    const expression = new RegExp(pattern, 'u');
    return (key) => expression.test(key);
  } catch {
    return undefined;
  }
}
