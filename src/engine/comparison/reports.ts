import type { Differ } from '../diff/differ.ts';
import { reportHandshakes, reportLists, type DiffReport, type ReportEnd } from '../diff/report.ts';
import { failure, success, type Result } from '../base/result.ts';
import { LISTS, type ListMethod } from '../protocol/lists.ts';
import { hasFacts } from '../views/handshake-facts.ts';
import type { RunFacts } from './column-facts.ts';
import type { MatrixRow, RowSubject } from './matrix.ts';
import { failedConnection, outcomeDifferences, type OutcomeDifference } from './outcomes.ts';

/** One side of a comparison: a column, or the same column of another run. */
export interface ComparedSide {
  /** What stands over it. */
  readonly title: string;
  readonly facts: RunFacts;
}

/** What a side is, for a report. */
export function endOf({ title, facts: { handshake, settled } }: ComparedSide): ReportEnd {
  const info = hasFacts(settled) ? settled.declared.serverInfo : null;
  const server = [info?.name, info?.version].filter(Boolean).join(' ');
  return {
    title,
    ...(handshake && { url: handshake.url, at: handshake.at }),
    ...(server !== '' && { server }),
    ...(hasFacts(settled) && { revision: settled.revision }),
  };
}

/** What differs in the handshakes; `not-settled` where one of them did not come to its end, with the reason. */
export function handshakeReport(left: ComparedSide, right: ComparedSide): Result<DiffReport, 'not-settled'> {
  for (const { title, facts } of [left, right]) {
    if (hasFacts(facts.settled)) continue;
    return failure('not-settled', `${title}: ${facts.handshake?.diagnosis?.title ?? facts.settled.problem}`);
  }
  if (!hasFacts(left.facts.settled) || !hasFacts(right.facts.settled)) return failure('not-settled', '');
  return success(reportHandshakes(left.facts.settled, right.facts.settled, endOf(left), endOf(right)));
}

const NO_LIST = { entries: [] };

/** What differs in one list; a side that has no such list has one without entries. Nothing came of it: `stopped`, with the reason. */
export async function listReport(
  method: ListMethod,
  left: ComparedSide,
  right: ComparedSide,
  differ: Differ,
): Promise<Result<DiffReport, 'stopped'>> {
  const before = left.facts.lists.get(method)?.list ?? NO_LIST;
  const after = right.facts.lists.get(method)?.list ?? NO_LIST;
  const compared = await differ.lists(LISTS[method].member, before, after);
  return compared.ok
    ? success(reportLists(compared.value, { before, after }, endOf(left), endOf(right)))
    : compared;
}

/** What stands behind the marked cells of a matrix. */
export interface MatrixReports {
  /** Of each two sides that a marked cell compares, in the order of the columns, handshakes before lists. */
  readonly reports: readonly DiffReport[];
  /** Who connects and comes to the end of calls, and who does not. */
  readonly outcomes: readonly OutcomeDifference[];
  /** What could not be compared, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * The reports behind the marked cells of `rows`. `sideOf` gives what a cell is compared with, as its difference names it, or the cell's
 * own column; undefined where that did not come so far.
 */
export async function matrixReports(
  rows: readonly MatrixRow[],
  sideOf: (column: number, from: number | 'before' | null) => ComparedSide | undefined,
  differ: Differ,
  against: 'left neighbour' | 'run before' = 'left neighbour',
): Promise<MatrixReports> {
  const columns = rows[0]?.cells.length ?? 0;
  const outcomes = await outcomeDifferences(columns, against, sideOf);
  const reports: DiffReport[] = [];
  const problems: string[] = [];
  const done = new Set<string>();
  const wanted: {
    readonly subject: RowSubject;
    readonly column: number;
    readonly from: number | 'before';
  }[] = [];
  for (const { subject, cells } of rows) {
    if (subject.kind === 'call') continue;
    for (const [column, { difference }] of cells.entries()) {
      if (!difference) continue;
      const key = JSON.stringify([subject, column, difference.from]);
      if (done.has(key)) continue;
      done.add(key);
      wanted.push({ subject, column, from: difference.from });
    }
  }
  // Rows come in the order of the matrix: of one column its handshake first, then its lists.
  wanted.sort(
    (a, b) => a.column - b.column || Number(a.subject.kind === 'list') - Number(b.subject.kind === 'list'),
  );
  for (const { subject, column, from } of wanted) {
    const left = sideOf(column, from);
    const right = sideOf(column, null);
    if (!left || !right) continue;
    // That it failed is told with the outcomes.
    const failed = [left, right].some(({ facts }) => facts.handshake?.outcome?.kind === 'failed');
    if (subject.kind === 'handshake' && failed) continue;
    const report =
      subject.kind === 'list'
        ? await listReport(subject.method, left, right, differ)
        : handshakeReport(left, right);
    if (!report.ok) problems.push(report.message);
    else if (report.value.differences.length + report.value.forms.length > 0) reports.push(report.value);
  }
  for (let column = 0; column < columns; column++) {
    const side = sideOf(column, null);
    const failed = side && (await failedConnection(side.facts));
    const told = outcomes.some(
      (each) => each.what === 'connection' && (each.column === column || each.from === column),
    );
    if (failed && !told) problems.push(`${side.title}: ${failed.title}`);
  }
  return { reports, outcomes, problems: [...new Set(problems)] };
}
