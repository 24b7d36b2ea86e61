import type { JsonPath } from '../base/json/document.ts';
import type { Severity } from './severity.ts';

/** The lists of a server, by the member of the result that holds them. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** One entry of a list, as the views read it (`ListEntry` fits). */
export interface ListedEntry {
  /** What a request names it by: a name, a URI or a template. Empty where the entry has none. */
  readonly key: string;
  /** The entry's text as it travelled. */
  readonly raw: string;
}

/** One end of a comparison of lists: all entries of all pages (`EntryList` fits). */
export interface ListEnd {
  readonly entries: readonly ListedEntry[];
}

/**
 * `renamed`: probably, since the rest stayed as it was. `moved`: at another place among those that stayed.
 */
export type ListDifferenceKind = 'added' | 'removed' | 'renamed' | 'changed' | 'moved';

/** What of an entry differs: the entry as a whole, or one part of it. */
export type ListDifferencePart =
  | 'entry'
  | 'order'
  | 'wording'
  | 'annotations'
  | 'inputSchema'
  | 'outputSchema'
  | 'arguments'
  | 'content'
  | 'other';

/** One difference between two lists. */
export interface ListDifference {
  readonly kind: ListDifferenceKind;
  /** The entry's key, in the later list where it is there. Data of the server. */
  readonly entry: string;
  /** Its key in the earlier list, where it is another. */
  readonly renamedFrom?: string;
  readonly part: ListDifferencePart;
  /** Where, in words: `tools.search.inputSchema.properties.query.type`. */
  readonly path: string;
  /** The same by its parts; keys of the server are data. */
  readonly segments: JsonPath;
  readonly severity: Severity;
  /** What it means to who calls the server. One or more sentences, never empty. */
  readonly sentence: string;
  /**
   * The verdict holds for callers that give no property which the old schema did not name. An open schema lets those through
   * unread, so that a property named now could in theory have been given before, in any form.
   */
  readonly assumes?: 'only-named-properties';
  /** JSON text as it came; absent for what was not there. */
  readonly before?: string;
  /** JSON text as it came; absent for what is no longer there. */
  readonly after?: string;
}

/** A difference in how an entry is written, where its value is the same. */
export interface FormDifference {
  readonly entry: string;
  readonly form: 'key order' | 'white space' | 'spelling of a number' | 'escapes';
  /** How often, in this entry. */
  readonly count: number;
}

/** What differs between two lists of one kind. */
export interface ListComparison {
  readonly kind: ListKind;
  /** By entry: in the order of the earlier list, then what is new in the order of the later one. */
  readonly differences: readonly ListDifference[];
  /** Entries whose text differs and whose value does not. */
  readonly forms: readonly FormDifference[];
  readonly counts: {
    readonly before: number;
    readonly after: number;
    readonly added: number;
    readonly removed: number;
    readonly renamed: number;
    /** With the same key, and something that differs in value. */
    readonly changed: number;
    /** With the same key and the same value. */
    readonly same: number;
  };
}
