import type { Severity } from './severity.ts';

/** Something that is not as it was. */
export type DifferenceKind = 'added' | 'removed' | 'changed';

/** One difference between two handshakes. */
export interface HandshakeDifference {
  readonly kind: DifferenceKind;
  /** Where, in words: `server.prompts.listChanged`, `serverInfo.version`, `instructions`. */
  readonly path: string;
  /** The same by its parts; keys of the other side are data. */
  readonly segments: readonly string[];
  /** JSON text as it came; absent for `added`. */
  readonly before?: string;
  /** JSON text as it came; absent for `removed`. */
  readonly after?: string;
  readonly severity: Severity;
  /** What it means to the people who use the server. One or more sentences, never empty. */
  readonly meaning: string;
  readonly deprecatedSince?: string;
  /** It is an extension, or became one in revision `since`. */
  readonly extension?: { readonly id: string; readonly since: string };
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Segments as one text: plain keys after dots, all others quoted in brackets. */
export function pathText(segments: readonly string[]): string {
  return segments.reduce(
    (text, segment) =>
      PLAIN_KEY.test(segment)
        ? `${text}${text === '' ? '' : '.'}${segment}`
        : `${text}[${JSON.stringify(segment)}]`,
    '',
  );
}

/** The kind of a change from one text to another; at least one of them is there. */
export function kindOf(before: string | undefined, after: string | undefined): DifferenceKind {
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
}
