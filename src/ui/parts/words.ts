import { straightText } from '../../engine/base/visible-text.ts';

/** Prose with pieces of wire text in it. */
export type Words = string | readonly (string | { readonly code: string })[];

/** The same without mark-up, for titles and accessible names. */
export function plainWords(words: Words): string {
  const text =
    typeof words === 'string'
      ? words
      : words.map((word) => (typeof word === 'string' ? word : word.code)).join('');
  return straightText(text);
}
