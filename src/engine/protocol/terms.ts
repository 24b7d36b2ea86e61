import { findCapability, type Side } from './capabilities.ts';
import { ERROR_CODES, findDraftErrorCode } from './errors.ts';
import { findExtension } from './extensions.ts';
import { headerOf } from './headers.ts';
import { formsOfMethod } from './methods.ts';

/** A word of the protocol that can be explained. */
export type Term =
  | { readonly kind: 'capability'; readonly side: Side; readonly path: readonly string[] }
  /** By its identifier. */
  | { readonly kind: 'extension'; readonly id: string }
  | { readonly kind: 'method'; readonly name: string }
  /** Compared without regard to case. */
  | { readonly kind: 'header'; readonly name: string }
  /** A member of an object (`fields.ts`), or a key of `_meta` where `owner` is that. */
  | { readonly kind: 'field'; readonly owner: string; readonly name: string }
  | { readonly kind: 'error'; readonly code: number };

/** What the members of `_meta` have for an owner. */
export const META_OWNER = '_meta';

/**
 * Whether the protocol knows the word, in whatever revision, without loading what there is to say about it.
 * A field is taken for known: whoever names one has it from the table.
 */
export function isKnownTerm(term: Term): boolean {
  switch (term.kind) {
    case 'capability':
      return findCapability(term.side, term.path) !== undefined;
    case 'extension':
      return findExtension(term.id) !== undefined;
    case 'method':
      return formsOfMethod(term.name).length > 0;
    case 'header':
      return headerOf(term.name) !== undefined;
    case 'field':
      return true;
    case 'error':
      return (
        ERROR_CODES.some(({ code }) => code === term.code) || findDraftErrorCode(term.code) !== undefined
      );
  }
}
