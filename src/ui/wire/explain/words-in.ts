import { explain } from '../../../engine/protocol/explanation.ts';
import { termsIn } from '../../../engine/protocol/message-terms.ts';
import type { Term } from '../../../engine/protocol/terms.ts';
import type { ChipData } from '../../parts/tone.ts';

/** A word of a message, with what stands out about it. */
export interface MessageWord {
  readonly term: Term;
  readonly text: string;
  readonly chip: ChipData | null;
}

/**
 * The words of the protocol in a message by the object they stand in; null where it is not JSON. `methodOf` takes an id as JSON.
 */
export function wordsIn(
  text: string,
  revision: string | null,
  methodOf?: (id: string) => string | undefined,
): readonly { readonly title: string; readonly words: readonly MessageWord[] }[] | null {
  const groups = termsIn(text, (id) => (id === undefined ? undefined : methodOf?.(JSON.stringify(id))));
  return (
    groups?.map(({ title, terms }) => ({
      title,
      words: terms.map((term) => ({ term, text: textOf(term), chip: chipOf(term, revision) })),
    })) ?? null
  );
}

function textOf(term: Term): string {
  switch (term.kind) {
    case 'capability':
      return term.path.join('.');
    case 'extension':
      return term.id;
    case 'error':
      return String(term.code).replace('-', '−');
    case 'method':
    case 'header':
    case 'field':
      return term.name;
  }
}

function chipOf(term: Term, revision: string | null): ChipData | null {
  const told = explain(term, revision);
  if (!told) return null;
  if (told.absent !== null && revision !== null) return { text: `not in ${revision}`, tone: 'wait' };
  if (told.deprecatedSince !== null && (revision === null || revision >= told.deprecatedSince)) {
    return { text: `deprecated ${told.deprecatedSince}`, tone: 'old' };
  }
  return null;
}
