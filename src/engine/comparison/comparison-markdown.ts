import { cellCode, codeSpan, plainText, sentence } from '../base/markdown.ts';
import { cutText } from '../base/visible-text.ts';
import {
  countsLine,
  differenceLines,
  formLines,
  moment,
  toldOf,
  withinLimit,
  type Told,
} from '../diff/report-markdown.ts';
import type { ExportedCall, ExportedColumn, ExportedComparison } from './exported.ts';
import type { OutcomeDifference } from './outcomes.ts';
import type { CellContent, MatrixCell, MatrixRow } from './matrix.ts';

/** Longest text of a cell, in characters. */
const CELL = 120;

const MARKS = { added: '**+**', removed: '**−**', changed: '**~**' } as const;

/**
 * A comparison as Markdown for a pull request: what was compared and when, the matrix with its marks, then what differs in
 * outcomes, handshakes and lists, breaking first. `at`: now, in milliseconds since the Unix epoch.
 */
export function comparisonMarkdown(comparison: ExportedComparison, at: number): string {
  const { title, columns, calls, rows, reports, problems, against, ranAt } = comparison;
  const told = [
    ...comparison.outcomes.map((outcome) => outcomeTold(outcome, comparison)),
    ...toldOf(reports, true),
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    `## Compared: ${codeSpan(title)}`,
    '',
    `${
      ranAt === null
        ? `Compared on ${moment(at)} with Roundtrip from what was recorded; nothing was sent.`
        : `Run on ${moment(ranAt)}, copied on ${moment(at)} from Roundtrip.`
    } A mark tells how a cell differs from ${
      against === 'left neighbour' ? 'the one on its left' : 'the run before'
    }: **+** added, **−** removed, **~** changed.`,
    '',
    line(['', ...columns.map((column) => cellCode(column.title))]),
    line(['---', ...columns.map(() => '---')]),
    ...columnRows(columns).map(line),
    ...callLines(calls),
    '',
    line(['', ...columns.map((column) => cellCode(column.title))]),
    line(['---', ...columns.map(() => '---')]),
    ...groups(rows).flatMap(([group, own]) => [
      line([`**${plainText(group)}**`, ...columns.map(() => '')]),
      ...own.map(({ label, code, cells }) =>
        line([code ? cellCode(label) : plainText(label), ...cells.map(cellMarkdown)]),
      ),
    ]),
    ...(told.length === 0 && reports.length === 0
      ? []
      : [
          '',
          '## What it means to callers',
          '',
          countsLine(told, problems.length === 0),
          ...differenceLines(told),
          ...formLines(reports, true),
        ]),
    ...problems.flatMap((problem) => ['', plainText(problem)]),
  ];
  return `${withinLimit(lines).join('\n')}\n`;
}

/** What each column was, and what it was asked with; a row that nothing is known for is left out. */
function columnRows(columns: readonly ExportedColumn[]): readonly (readonly string[])[] {
  const row = (label: string, read: (column: ExportedColumn) => string | undefined) => {
    const texts = columns.map((column) => read(column) || undefined);
    return texts.every((text) => text === undefined)
      ? []
      : [[label, ...texts.map((text) => (text === undefined ? '–' : cellCode(text)))]];
  };
  return [
    ...row('Server', ({ server }) => server),
    ...row('URL', ({ url }) => url),
    ...row('Version asked for', ({ protocolVersion }) => protocolVersion),
    ...row('Revision', ({ revision }) => revision),
    ...row('Client profile', ({ profile }) => profile),
    ...row('Recorded', ({ recordedAt }) => (recordedAt === undefined ? undefined : moment(recordedAt))),
    ...(columns.some(({ runs }) => runs > 1) ? row('Runs', ({ runs }) => String(runs)) : []),
  ];
}

/** Longest arguments that are written out, in characters. */
const ARGUMENTS = 2_000;

/** What it takes to make the same calls again. */
function callLines(calls: readonly ExportedCall[]): readonly string[] {
  if (calls.length === 0) return [];
  // No string of JSON holds a line's end, so that the value stays what it is.
  const json = (text: string) => codeSpan(cutText(text.trim().replace(/\s*\n\s*/g, ' '), ARGUMENTS));
  return [
    '',
    'What each column called:',
    '',
    ...calls.map(({ method, name, arguments: typed, meta, metaReplaces }, index) => {
      const given = typed.trim() === '' ? 'without arguments' : `with ${json(typed)}`;
      const own =
        meta === undefined ? '' : `, ${metaReplaces ? 'replacing' : 'adding'} \`_meta\` ${json(meta)}`;
      return `- Call ${index + 1}: ${codeSpan(method)} ${codeSpan(name)} ${given}${own}`;
    }),
  ];
}

/** Longest message of a server that is written out, in characters. */
const MESSAGE = 200;

function outcomeTold(outcome: OutcomeDifference, { columns, calls }: ExportedComparison): Told {
  const { severity, what, call, column, from, before, after, failed } = outcome;
  const title = columns[column]?.title ?? '';
  const earlier = from === 'before' ? `${title}, run before` : (columns[from]?.title ?? '');
  const ends = `${codeSpan(earlier)} → ${codeSpan(title)}`;
  const value = (text: string) => codeSpan(cutText(text, MESSAGE));
  if (what === 'connection') {
    const words = severity === 'compatible' ? 'Connects now; before it did not.' : 'Does not connect.';
    const { title: why = '', status, code, message } = failed ?? {};
    const answer = [
      ...(status === undefined ? [] : [String(status)]),
      ...(code === undefined && message === undefined
        ? []
        : [
            [
              ...(code === undefined ? [] : [value(code)]),
              ...(message === undefined ? [] : [value(message)]),
            ].join(' '),
          ]),
    ].join(', ');
    const told = `${sentence(why.replace(/\.$/, ''))}${answer === '' ? '' : ` (${answer})`}.`;
    return { severity, line: `- Handshake, ${ends} (${value(before)} → ${value(after)}): ${words} ${told}` };
  }
  const of = `Call ${(call ?? 0) + 1} ${codeSpan(calls[call ?? 0]?.name ?? '')}`;
  return { severity, line: `- ${of}, ${ends}, ${what}: ${value(before)} → ${value(after)}` };
}

function groups(rows: readonly MatrixRow[]): readonly (readonly [string, readonly MatrixRow[]])[] {
  const found = new Map<string, MatrixRow[]>();
  for (const row of rows) {
    const own = found.get(row.group) ?? [];
    own.push(row);
    found.set(row.group, own);
  }
  return [...found];
}

function cellMarkdown({ content, difference }: MatrixCell): string {
  const text = contentMarkdown(content);
  return difference ? `${MARKS[difference.kind]} ${text}` : text;
}

function contentMarkdown(content: CellContent): string {
  switch (content.kind) {
    case 'unknown':
      return '–';
    case 'none':
      return 'none';
    case 'time':
      return `${Math.round(content.ms)} ms`;
    case 'bytes':
      return `${content.sent} B sent, ${content.received} B received`;
    case 'text': {
      const { text, digest, deprecated, varies } = content;
      return [
        cellCode(cutText(text, CELL)),
        ...(digest === undefined ? [] : [codeSpan(digest)]),
        ...(deprecated === undefined ? [] : [`deprecated since ${plainText(deprecated)}`]),
        ...(varies ? ['varies from run to run'] : []),
      ].join(' ');
    }
  }
}
