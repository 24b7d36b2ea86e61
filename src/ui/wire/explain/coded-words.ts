import { headerOf } from '../../../engine/protocol/headers.ts';
import { formsOfMethod } from '../../../engine/protocol/methods.ts';
import type { Words } from '../../parts/words.ts';

/** A piece of prose: as it was, or an error code that stands in it. */
export type CodedWord =
  string | { readonly code: string } | { readonly error: number; readonly text: string };

/** Codes of JSON-RPC and of the protocol are all of this form; the sign may be a hyphen or a minus. */
const ERROR_CODE = /(?<![\w.])[-−]32\d{3}(?![\w.]*\d)/g;

/** What a method or a header of the protocol looks like. */
const NAME = /(?<![\w./-])(?:initialize|[a-z]+(?:\/[A-Za-z_]+)+|mcp-[A-Za-z-]*[a-z])(?![\w/-])/gi;

/** Whether the protocol knows the name, so that it is no word of ours. */
const isKnown = (name: string) => formsOfMethod(name).length > 0 || headerOf(name) !== undefined;

/** Prose with the names of methods and headers in it taken out: what travels is told apart from our words. */
function named(text: string): CodedWord[] {
  const pieces: CodedWord[] = [];
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    if (!isKnown(match[0])) continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ code: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Prose with what travelled in it taken out: error codes, each with its number, and names of methods and headers. */
export function codedWords(words: Words): readonly CodedWord[] {
  return (typeof words === 'string' ? [words] : words).flatMap((word): CodedWord[] => {
    const text = typeof word === 'string' ? word : word.code;
    if (typeof word !== 'string' && !/^[-−]32\d{3}$/.test(text)) return [word];
    const pieces: CodedWord[] = [];
    let from = 0;
    for (const match of text.matchAll(ERROR_CODE)) {
      if (match.index > from) pieces.push(...named(text.slice(from, match.index)));
      pieces.push({ error: Number(match[0].replace('−', '-')), text: match[0] });
      from = match.index + match[0].length;
    }
    if (from < text.length) pieces.push(...named(text.slice(from)));
    return pieces;
  });
}
