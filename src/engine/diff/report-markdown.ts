import { cellCode, codeSpan, sentence } from '../base/markdown.ts';
import { cutText } from '../base/visible-text.ts';
import { maskedUrl } from '../base/open-secrets.ts';
import { severityCounts, type DiffReport, type ReportEnd, type ReportedDifference } from './report.ts';
import { SEVERITIES, type Severity } from './severity.ts';

/** Longest value that is written out beside a difference, in characters. */
const VALUE = 120;

/** A comment on GitHub holds 65,536 characters; some are left to who pastes it. */
export const MARKDOWN_LIMIT = 60_000;

const SUBJECTS: Readonly<Record<DiffReport['subject'], string>> = {
  handshake: 'Handshake',
  tools: 'Tools',
  prompts: 'Prompts',
  resources: 'Resources',
  resourceTemplates: 'Resource templates',
};

const HEADINGS: Readonly<Record<Severity, string>> = {
  breaking: 'Breaking',
  unclear: 'Unclear',
  compatible: 'Compatible',
  wording: 'Wording only',
};

/** What a report is about, in a word: `Tools`. */
export function subjectOf(report: DiffReport): string {
  return SUBJECTS[report.subject];
}

/**
 * A report as Markdown for a pull request: what was compared and when, then each difference with its path and what it means, breaking ones
 * first. `at`: now, in milliseconds since the Unix epoch. What does not fit into a comment is left out, and said.
 */
export function reportMarkdown(report: DiffReport, at: number): string {
  const lines = [
    `## ${subjectOf(report)}: ${codeSpan(report.from.title)} → ${codeSpan(report.to.title)}`,
    '',
    ...endsTable(report.from, report.to),
    '',
    `Compared on ${moment(at)} with Roundtrip.`,
    '',
    ...(report.incomplete ?? []).flatMap((words) => [sentence(words), '']),
    `${countsLine(report.differences, report.incomplete === undefined)}${report.same > 0 ? ` ${report.same} without difference.` : ''}`,
    ...differenceLines(toldOf([report], false)),
    ...formLines([report], false),
  ];
  return `${withinLimit(lines).join('\n')}\n`;
}

/** `2026-12-01 04:30 UTC`. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function endsTable(from: ReportEnd, to: ReportEnd): string[] {
  const row = (label: string, read: (end: ReportEnd) => string | undefined): string[] => {
    const [before, after] = [read(from), read(to)];
    const cell = (text: string | undefined) => (text === undefined ? '' : cellCode(text));
    return before === undefined && after === undefined
      ? []
      : [`| ${label} | ${cell(before)} | ${cell(after)} |`];
  };
  const rows = [
    ...row('Server', ({ server }) => server),
    ...row('URL', ({ url }) => url && maskedUrl(url)),
    ...row('Revision', ({ revision }) => revision),
    ...row('Recorded', ({ at }) => (at === undefined ? undefined : moment(at))),
  ];
  return ['| | Before | After |', '| --- | --- | --- |', ...rows];
}

/** How many of each severity, in a sentence. `whole`: nothing was left out of the comparison. */
export function countsLine(differences: readonly { readonly severity: Severity }[], whole: boolean): string {
  const counts = severityCounts(differences);
  const limits = whole ? '' : ' in what could be compared';
  const words = SEVERITIES.flatMap((severity) =>
    counts[severity] === 0
      ? []
      : [`${counts[severity]} ${severity === 'wording' ? 'in wording only' : severity}`],
  );
  if (words.length === 0) return `No difference${limits}.`;
  const [first = '', ...rest] = words;
  const lead = counts.breaking > 0 ? `**${first}**` : first;
  return `${counts.breaking > 0 ? '' : `Nothing breaking${limits}: `}${[lead, ...rest].join(', ')}.`;
}

/** A difference in a line of a list. */
export interface Told {
  readonly severity: Severity;
  readonly line: string;
}

/** The differences of reports. `named`: each says which report it is of. */
export function toldOf(reports: readonly DiffReport[], named: boolean): readonly Told[] {
  return reports.flatMap((report) =>
    report.differences.map((difference) => ({
      severity: difference.severity,
      line: differenceLine(difference, named ? report : null),
    })),
  );
}

/** Differences under headings by severity. */
export function differenceLines(told: readonly Told[]): string[] {
  return SEVERITIES.flatMap((severity) => {
    const own = told.filter((each) => each.severity === severity);
    return own.length === 0
      ? []
      : ['', `### ${HEADINGS[severity]} (${own.length})`, '', ...own.map(({ line }) => line)];
  });
}

function differenceLine(difference: ReportedDifference, of: DiffReport | null): string {
  const { path, before, after, part, assumes, deprecatedSince, extension } = difference;
  const where = of
    ? `${subjectOf(of)}, ${codeSpan(of.from.title)} → ${codeSpan(of.to.title)}, ${codeSpan(path)}`
    : codeSpan(path);
  const notes = [
    ...(assumes ? ['For callers that give only what the schema names.'] : []),
    ...(deprecatedSince === undefined || difference.sentence.startsWith('Deprecated')
      ? []
      : [`Deprecated since ${deprecatedSince}.`]),
    ...(extension === undefined ? [] : [`An extension since ${extension.since}.`]),
  ];
  const words = [sentence(difference.sentence), ...notes.map((note) => sentence(note))].join(' ');
  // A whole entry that came or went is told by its name.
  const values = part === 'entry' ? '' : valuesText(before, after);
  return `- ${where}${values === '' ? '' : ` ${values}`}: ${words}`;
}

function valuesText(before: string | undefined, after: string | undefined): string {
  const value = (text: string) => codeSpan(cutText(text, VALUE));
  if (before !== undefined && after !== undefined) return `(${value(before)} → ${value(after)})`;
  if (after !== undefined) return `(now ${value(after)})`;
  return before === undefined ? '' : `(was ${value(before)})`;
}

/** What is written in another way, its value the same. `named`: each says which report it is of. */
export function formLines(reports: readonly DiffReport[], named: boolean): string[] {
  const told = reports.flatMap((report) =>
    report.forms.map(
      ({ where, form, count }) =>
        `- ${named ? `${subjectOf(report)}, ${codeSpan(report.from.title)} → ${codeSpan(report.to.title)}: ` : ''}${codeSpan(where)}: ${form}${count === 1 ? '' : `, ${count} times`}`,
    ),
  );
  return told.length === 0
    ? []
    : ['', `### Written otherwise, with the same value (${told.length})`, '', ...told];
}

/** As many lines as a comment holds, and then how many more there are. */
export function withinLimit(lines: readonly string[]): readonly string[] {
  let length = 0;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > MARKDOWN_LIMIT;
  });
  if (fitting < 0) return lines;
  const left = lines.slice(fitting).filter((line) => line.startsWith('- ')).length;
  return [
    ...lines.slice(0, fitting),
    '',
    `${left} more are left out, for a comment holds no more. The JSON export has all of them.`,
  ];
}
