import { cellCode, codeSpan, cutText, plainText, sentence } from '../base/markdown.ts';
import {
  countsLine,
  differenceLines,
  formLines,
  moment,
  toldOf,
  withinLimit,
  type Told,
} from '../diff/report-markdown.ts';
import type { ExportedComparison } from './exported.ts';
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
  const { title, columns, rows, reports, problems, against, ranAt } = comparison;
  const told = [
    ...comparison.outcomes.map((outcome) => outcomeTold(outcome, comparison)),
    ...toldOf(reports, true),
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    `## Compared: ${codeSpan(title)}`,
    '',
    `Run on ${moment(ranAt)}, copied on ${moment(at)} from Roundtrip. A mark tells how a cell differs from ${
      against === 'left neighbour' ? 'the one on its left' : 'the run before'
    }: **+** added, **−** removed, **~** changed.`,
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
