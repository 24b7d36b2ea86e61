/**
 * Texts of others in Markdown as GitHub and GitLab read it. Whoever chose the text can't end a table cell or a line, begin a heading, a list,
 * a link, HTML or a formula, or call a person or an issue.
 */
import { visibleText } from './visible-text.ts';

/** A space of no width: it takes a name apart without being seen. A visible text holds none of its own. */
const APART = '\u200b';

/** A text in monospace, to the letter. Not for a cell of a table: see `cellCode`. */
export function codeSpan(text: string): string {
  const shown = visibleText(text);
  if (shown === '') return '(empty)';
  let longest = 0;
  for (const [run] of shown.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  // One space at each end is taken away by who reads it: of a text that has none, or is nothing else, none is.
  const padded = /^[ `]|[ `]$/.test(shown) && /[^ ]/.test(shown) ? ` ${shown} ` : shown;
  return `${fence}${padded}${fence}`;
}

/** The same in a cell of a table, where a bar would end the cell even in monospace. */
export function cellCode(text: string): string {
  const shown = visibleText(text);
  if (!/[|\\]/.test(shown)) return codeSpan(text);
  // As HTML: a table reads bars and backslashes before anything else is read.
  return `<code>${shown.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)}</code>`;
}

/** Prose, as it is to be read. */
export function plainText(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_[\]<>#|~&$]/g, '\\$&')
    .replace(/@(?=\S)/g, `@${APART}`)
    .replace(/(#)(?=\d)/g, `$1${APART}`)
    .replace(/\b(GH)-(?=\d)/gi, `$1${APART}-`)
    .replace(/:(?=\/\/)/g, `:${APART}`)
    .replace(/\b(www)\./gi, `$1${APART}.`)
    .replace(/\b([0-9a-f]{3})(?=[0-9a-f]{4,})/gi, `$1${APART}`)
    .replace(/:(?=[\w+-]+:)/g, `:${APART}`)
    .replaceAll(APART, '&#8203;');
}

/** A quoted text within a sentence: JSON, since that is how sentences of the engine quote. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** A sentence of the engine: what it quotes of others is in monospace. */
export function sentence(text: string): string {
  let out = '';
  let from = 0;
  for (const { index, 0: quoted } of text.matchAll(QUOTED)) {
    out += plainText(text.slice(from, index)) + codeSpan(quoted);
    from = index + quoted.length;
  }
  return out + plainText(text.slice(from));
}
