import type { JsonPath } from '../base/json/document.ts';
import { diffHandshakes, type HandshakeFacts } from './handshake-diff.ts';
import { handshakeForms } from './handshake-forms.ts';
import type {
  EntryPlaces,
  FormDifference,
  ListComparison,
  ListDifferenceKind,
  ListEnd,
  ListKind,
} from './list-diff.ts';
import { pathText } from './difference.ts';
import type { Severity } from './severity.ts';

/** One end of what was compared, in words of the person and of the recording: data. */
export interface ReportEnd {
  /** What it is called where it was chosen: `2025-11-25`, `production, 12 November`. */
  readonly title: string;
  readonly url?: string;
  /** `name version`, as the server said it. */
  readonly server?: string;
  readonly revision?: string;
  /** When it was recorded: milliseconds since the Unix epoch. */
  readonly at?: number;
}

/** One difference, of whatever was compared. */
export interface ReportedDifference {
  readonly severity: Severity;
  readonly kind: ListDifferenceKind;
  /** Under which heading it belongs. */
  readonly group: string;
  /** Key of the entry of a list; absent in handshakes. */
  readonly entry?: string;
  readonly renamedFrom?: string;
  readonly places?: EntryPlaces;
  /** What of an entry, where it is one; `entry` where it is all of it. */
  readonly part?: string;
  readonly path: string;
  readonly segments: JsonPath;
  readonly sentence: string;
  readonly assumes?: 'only-named-properties';
  readonly deprecatedSince?: string;
  readonly extension?: { readonly id: string; readonly since: string };
  /** JSON text as it travelled; absent for what was not there. */
  readonly before?: string;
  /** JSON text as it travelled; absent for what is no longer there. */
  readonly after?: string;
}

/** The same value, written in another way. */
export interface ReportedForm {
  /** An entry's key, or the part of a declaration. */
  readonly where: string;
  readonly places?: EntryPlaces;
  readonly form: FormDifference['form'];
  readonly count: number;
}

/** What was compared with what, and what differs: what is shown, copied and exported. */
export interface DiffReport {
  readonly subject: 'handshake' | ListKind;
  readonly from: ReportEnd;
  readonly to: ReportEnd;
  readonly differences: readonly ReportedDifference[];
  readonly forms: readonly ReportedForm[];
  /** Facts, or entries, without difference. */
  readonly same: number;
  /** Which of the lists came in part and why, a sentence each: then only entries that both have are compared. Absent where both are whole. */
  readonly incomplete?: readonly string[];
  /** The entries of both lists; absent in handshakes. */
  readonly entries?: { readonly before: ListEnd; readonly after: ListEnd };
}

/** The report of two handshakes. */
export function reportHandshakes(
  before: HandshakeFacts,
  after: HandshakeFacts,
  from: ReportEnd,
  to: ReportEnd,
): DiffReport {
  const { differences, sameCount } = diffHandshakes(before, after);
  return {
    subject: 'handshake',
    from,
    to,
    differences: differences.map(({ meaning, ...rest }) => ({
      ...rest,
      group: groupOf(rest.segments[0]),
      sentence: meaning,
    })),
    forms: handshakeForms(before, after).map(({ part, form, count }) => ({
      where: pathText(part),
      form,
      count,
    })),
    same: sameCount,
  };
}

function groupOf(top: string | undefined): string {
  switch (top) {
    case 'server':
      return 'Server declares';
    case 'client':
      return 'Client declares';
    case 'serverInfo':
    case 'instructions':
      return 'Server';
    default:
      return 'Connection';
  }
}

const NOUNS: Readonly<Record<ListKind, readonly [one: string, many: string]>> = {
  tools: ['tool', 'tools'],
  prompts: ['prompt', 'prompts'],
  resources: ['resource', 'resources'],
  resourceTemplates: ['resource template', 'resource templates'],
};

/** What the entries of a list are called: `1 tool`, `2 tools`. */
export function countOf(kind: ListKind, count: number): string {
  return `${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`;
}

/** The report of two lists. */
export function reportLists(
  { kind, differences, forms, counts }: ListComparison,
  ends: { readonly before: ListEnd; readonly after: ListEnd },
  from: ReportEnd,
  to: ReportEnd,
): DiffReport {
  return {
    subject: kind,
    from,
    to,
    differences: differences.map((difference) => ({
      ...difference,
      group: difference.part === 'entry' || difference.part === 'order' ? difference.kind : 'changed',
    })),
    forms: forms.map(({ entry, ...rest }) => ({ where: entry, ...rest })),
    same: counts.same,
    entries: ends,
  };
}

/** How many differences of each severity there are. */
export function severityCounts(
  differences: readonly { readonly severity: Severity }[],
): Readonly<Record<Severity, number>> {
  const counts = { breaking: 0, unclear: 0, compatible: 0, wording: 0 };
  for (const { severity } of differences) counts[severity] += 1;
  return counts;
}
