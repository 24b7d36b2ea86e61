import type { DiffReport, ReportedDifference, ReportedForm } from '../../../engine/diff/report.ts';
import { countOf } from '../../../engine/diff/report.ts';
import type { EntryPlaces, ListKind } from '../../../engine/diff/list-diff.ts';
import { gravest, type Severity } from '../../../engine/diff/severity.ts';
import type { DiffKind } from '../../parts/diff-glyph.ts';
import type { ChipData, Tone } from '../../parts/tone.ts';

/** What differs in one entry of a list, or one difference of a handshake. */
export interface DiffItem {
  readonly key: string;
  readonly kind: DiffKind;
  /** An entry's name; null where the one line says it. Data of the server. */
  readonly name: string | null;
  /** `was "search"`, of what was renamed. */
  readonly note: string | null;
  readonly severity: Severity;
  readonly lines: readonly DiffLine[];
  /** The exact text at each end; undefined where it is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What is written in another way, the value being the same: `Only key order differs`. Empty where nothing is. */
  readonly forms: string;
}

/** One difference. */
export interface DiffLine {
  readonly severity: Severity;
  readonly path: string;
  readonly segments: ReportedDifference['segments'];
  readonly sentence: string;
  readonly chips: readonly ChipData[];
  /** JSON text as it travelled. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Items under a heading. */
export interface DiffGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly DiffItem[];
}

export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  breaking: 'fail',
  unclear: 'wait',
  compatible: 'done',
  wording: 'plain',
};

const KIND = { added: 'add', removed: 'rem', changed: 'chg', renamed: 'chg', moved: 'chg' } as const;

/** The groups of a report, in the order in which they are shown. */
export function groupsOf(report: DiffReport): readonly DiffGroup[] {
  return report.subject === 'handshake' ? handshakeGroups(report) : listGroups(report, report.subject);
}

/** The same with breaking differences alone; of an entry all that breaks. */
export function breakingOnly(groups: readonly DiffGroup[]): readonly DiffGroup[] {
  return groups.flatMap(({ items, ...group }) => {
    const left = items.flatMap(({ lines, ...item }) => {
      const breaking = lines.filter(({ severity }) => severity === 'breaking');
      return breaking.length === 0 ? [] : [{ ...item, lines: breaking, forms: '' }];
    });
    return left.length === 0 ? [] : [{ ...group, items: left }];
  });
}

function lineOf(
  {
    severity,
    path,
    segments,
    sentence,
    deprecatedSince,
    extension,
    assumes,
    before,
    after,
  }: ReportedDifference,
  revision: string,
): DiffLine {
  const chips: ChipData[] = [{ text: severity, tone: SEVERITY_TONES[severity] }];
  if (assumes) chips.push({ text: 'for what the schema names', tone: 'plain' });
  if (deprecatedSince) chips.push({ text: `deprecated ${deprecatedSince}`, tone: 'old' });
  if (extension) {
    const text = extension.since <= revision ? 'extension' : `extension from ${extension.since}`;
    chips.push({ text, tone: 'ext' });
  }
  return { severity, path, segments, sentence, chips, before, after };
}

function handshakeGroups({ differences, forms, to }: DiffReport): readonly DiffGroup[] {
  const groups = new Map<string, DiffItem[]>();
  for (const [index, difference] of differences.entries()) {
    const items = groups.get(difference.group) ?? [];
    groups.set(difference.group, items);
    items.push({
      // Paths may be the server's words, so the place is the key.
      key: String(index),
      kind: KIND[difference.kind],
      name: null,
      note: null,
      severity: difference.severity,
      lines: [lineOf(difference, to.revision ?? '')],
      before: difference.before,
      after: difference.after,
      forms: '',
    });
  }
  return [
    ...[...groups].map(([title, items]): DiffGroup => ({ key: title, title, items })),
    ...formGroup(formItems(forms)),
  ];
}

const LIST_GROUPS = ['removed', 'renamed', 'changed', 'added', 'moved'] as const;

function listTitle(group: (typeof LIST_GROUPS)[number], kind: ListKind, count: number): string {
  const what = countOf(kind, count);
  switch (group) {
    case 'removed':
      return `${what} gone`;
    case 'renamed':
      return `${what} renamed, probably`;
    case 'changed':
      return `${what} changed`;
    case 'added':
      return `${what} new`;
    case 'moved':
      return `${what} at another place`;
  }
}

function listGroups(report: DiffReport, kind: ListKind): readonly DiffGroup[] {
  const entries = new Map<
    string,
    { readonly differences: ReportedDifference[]; readonly forms: ReportedForm[] }
  >();
  const entryOf = (places: EntryPlaces | undefined) => {
    const key = placeKey(places);
    const entry = entries.get(key) ?? { differences: [], forms: [] };
    entries.set(key, entry);
    return entry;
  };
  for (const difference of report.differences) entryOf(difference.places).differences.push(difference);
  const onlyForms: ReportedForm[] = [];
  for (const form of report.forms) {
    const entry = entries.get(placeKey(form.places));
    if (entry) entry.forms.push(form);
    else onlyForms.push(form);
  }
  const groups = new Map<string, DiffItem[]>(LIST_GROUPS.map((group) => [group, []]));
  for (const [key, { differences, forms }] of entries) {
    const [first] = differences;
    if (!first) continue;
    const whole = differences.find(({ part }) => part === 'entry');
    const group = whole?.kind ?? (differences.every(({ part }) => part === 'order') ? 'moved' : 'changed');
    groups.get(group)?.push({
      key,
      kind: KIND[whole?.kind ?? 'changed'],
      name: first.entry ?? '',
      note: first.renamedFrom === undefined ? null : `was ${JSON.stringify(first.renamedFrom)}`,
      severity: gravest(differences.map(({ severity }) => severity)),
      // Of a whole entry the sentence says all; its text stands beside it when it is asked for.
      lines: differences.map((difference) => {
        const line = lineOf(difference, '');
        return difference.part === 'entry' ? { ...line, before: undefined, after: undefined } : line;
      }),
      ...textsOf(report, first.places),
      forms: formWords(forms, false),
    });
  }
  return [
    ...LIST_GROUPS.flatMap((group): DiffGroup[] => {
      const items = groups.get(group) ?? [];
      return items.length === 0 ? [] : [{ key: group, title: listTitle(group, kind, items.length), items }];
    }),
    ...formGroup(formItems(onlyForms, report)),
  ];
}

function placeKey({ before, after }: EntryPlaces = {}): string {
  return `${before ?? ''} ${after ?? ''}`;
}

function textsOf(
  { entries }: DiffReport,
  { before, after }: EntryPlaces = {},
): Pick<DiffItem, 'before' | 'after'> {
  return {
    before: before === undefined ? undefined : entries?.before.entries[before]?.raw,
    after: after === undefined ? undefined : entries?.after.entries[after]?.raw,
  };
}

/** `alone`: no value differs. */
function formWords(forms: readonly ReportedForm[], alone: boolean): string {
  if (forms.length === 0) return '';
  const names = forms.map(({ form }) => form);
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  const count = forms.reduce((sum, each) => sum + each.count, 0);
  const verb = forms.length === 1 ? 'differs' : 'differ';
  const places = count > forms.length ? `, in ${count} places` : '';
  return alone ? `Only ${list} ${verb}${places}` : `Also ${list} ${verb}${places}`;
}

/** One item for each part that is only written in another way. */
function formItems(forms: readonly ReportedForm[], report?: DiffReport): readonly DiffItem[] {
  const found = new Map<string, ReportedForm[]>();
  for (const form of forms) {
    const key = JSON.stringify([form.where, form.places]);
    const own = found.get(key) ?? [];
    own.push(form);
    found.set(key, own);
  }
  return [...found].map(([key, own]): DiffItem => ({
    key: `form ${key}`,
    kind: 'chg',
    name: own[0]?.where ?? '',
    note: null,
    severity: 'wording',
    lines: [],
    ...(report ? textsOf(report, own[0]?.places) : { before: undefined, after: undefined }),
    forms: formWords(own, true),
  }));
}

function formGroup(items: readonly DiffItem[]): readonly DiffGroup[] {
  return items.length === 0 ? [] : [{ key: 'forms', title: 'Written otherwise, with the same value', items }];
}

/** A stretch of what is shown: of one group, with its heading where it is the first of it. */
export interface DiffSegment {
  readonly group: DiffGroup;
  readonly heading: boolean;
  readonly items: readonly DiffItem[];
}

/** What is drawn at once, or not at all. */
export interface DiffChunk {
  readonly key: string;
  readonly segments: readonly DiffSegment[];
  readonly items: number;
}

/** Groups in pieces of at most `size` items; of a closed group the heading alone. */
export function chunksOf(
  groups: readonly DiffGroup[],
  isOpen: (group: string) => boolean,
  size: number,
): readonly DiffChunk[] {
  const chunks: { key: string; segments: DiffSegment[]; items: number }[] = [];
  const last = () => {
    const found = chunks.at(-1);
    if (found && found.items < size) return found;
    const made = { key: String(chunks.length), segments: [], items: 0 };
    chunks.push(made);
    return made;
  };
  for (const group of groups) {
    if (!isOpen(group.key)) {
      last().segments.push({ group, heading: true, items: [] });
      continue;
    }
    for (let from = 0; from < group.items.length;) {
      const chunk = last();
      const items = group.items.slice(from, from + size - chunk.items);
      chunk.segments.push({ group, heading: from === 0, items });
      chunk.items += items.length;
      from += items.length;
    }
  }
  return chunks;
}
