import { cellCode, codeSpan, cutText, plainText } from '../base/markdown.ts';
import { countsLine, differenceLines, formLines, moment, withinLimit } from '../diff/report-markdown.ts';
import type { ExportedComparison } from './exported.ts';
import type { CellContent, MatrixCell, MatrixRow } from './matrix.ts';

/** Longest text of a cell, in characters. */
const CELL = 120;

const MARKS = { added: '**+**', removed: '**−**', changed: '**~**' } as const;

/**
 * A comparison as Markdown for a pull request: what was compared and when, the matrix with its marks, then what differs in handshakes and lists,
 * breaking first. `at`: now, in milliseconds since the Unix epoch.
 */
export function comparisonMarkdown(comparison: ExportedComparison, at: number): string {
  const { title, columns, rows, reports, problems, against, ranAt } = comparison;
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
    ...(reports.length === 0
      ? []
      : [
          '',
          '## What it means to callers',
          '',
          countsLine(reports),
          ...differenceLines(reports, true),
          ...formLines(reports, true),
        ]),
    ...problems.flatMap((problem) => ['', plainText(problem)]),
  ];
  return `${withinLimit(lines).join('\n')}\n`;
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
