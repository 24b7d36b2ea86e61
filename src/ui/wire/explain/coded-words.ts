import type { Words } from '../../parts/words.ts';

/** A piece of prose: as it was, or an error code that stands in it. */
export type CodedWord =
  string | { readonly code: string } | { readonly error: number; readonly text: string };

/** Codes of JSON-RPC and of the protocol are all of this form; the sign may be a hyphen or a minus. */
const ERROR_CODE = /(?<![\w.])[-−]32\d{3}(?![\w.]*\d)/g;

/** Prose with the error codes in it taken out, each with its number. */
export function codedWords(words: Words): readonly CodedWord[] {
  return (typeof words === 'string' ? [words] : words).flatMap((word): CodedWord[] => {
    const text = typeof word === 'string' ? word : word.code;
    if (typeof word !== 'string' && !/^[-−]32\d{3}$/.test(text)) return [word];
    const pieces: CodedWord[] = [];
    let from = 0;
    for (const match of text.matchAll(ERROR_CODE)) {
      if (match.index > from) pieces.push(text.slice(from, match.index));
      pieces.push({ error: Number(match[0].replace('−', '-')), text: match[0] });
      from = match.index + match[0].length;
    }
    if (from < text.length) pieces.push(text.slice(from));
    return pieces;
  });
}
