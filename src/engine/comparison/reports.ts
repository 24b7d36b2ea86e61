import type { ComparedSide } from './compared-side.ts';
import type { Differ } from '../diff/differ.ts';
import { reportHandshakes, reportLists, type DiffReport, type ReportEnd } from '../diff/report.ts';
import { failure, success, type Result } from '../base/result.ts';
import { LISTS, type ListMethod } from '../protocol/lists.ts';
import { hasFacts } from '../views/handshake-facts.ts';
import type { ListEnd } from '../diff/list-diff.ts';
import { partialReason, type RunFacts } from './column-facts.ts';
import { LIST_NAMES, type MatrixRow, type RowSubject } from './matrix.ts';
import { failedConnection, outcomeDifferences, type OutcomeDifference } from './outcomes.ts';

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

const NO_LIST: ListEnd = { entries: [] };

/** Why nobody can tell what a side's list holds, or all of it; null where it is whole, or the server has none. */
function unknownReason(method: ListMethod, { lists, settled }: RunFacts): string | null {
  const list = lists.get(method);
  if (list) return partialReason(list);
  if (!hasFacts(settled)) return 'It does not connect';
  const { capability } = LISTS[method];
  return settled.declared.capabilities.some(({ path }) => path[0] === capability)
    ? 'It was not asked for'
    : null;
}

/** The first of each key, as many as the other list has. */
function sharedWith({ entries }: ListEnd, other: ListEnd): ListEnd {
  const left = new Map<string, number>();
  for (const { key } of other.entries) left.set(key, (left.get(key) ?? 0) + 1);
  return {
    entries: entries.filter(({ key }) => {
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count > 0;
    }),
  };
}

/**
 * What differs in one list; a side that has no such list has one without entries. Of a list that came in part nobody can tell what it lacks:
 * then only entries that both have are compared. Nothing came of it: `stopped`, with the reason. */
export async function listReport(
  method: ListMethod,
  left: ComparedSide,
  right: ComparedSide,
  differ: Differ,
): Promise<Result<DiffReport, 'stopped'>> {
  const from: ListEnd = left.facts.lists.get(method)?.list ?? NO_LIST;
  const to: ListEnd = right.facts.lists.get(method)?.list ?? NO_LIST;
  const incomplete = [left, right].flatMap(({ title, facts }) => {
    const reason = unknownReason(method, facts);
    return reason === null ? [] : [partialWords(title, method, reason)];
  });
  const whole = incomplete.length === 0;
  const before = whole ? from : sharedWith(from, to);
  const after = whole ? to : sharedWith(to, from);
  const compared = await differ.lists(LISTS[method].member, before, after);
  if (!compared.ok) return compared;
  const report = reportLists(compared.value, { before, after }, endOf(left), endOf(right));
  return success(
    whole ? report : { ...report, incomplete: [...incomplete, 'Only entries that both have are compared.'] },
  );
}

function partialWords(title: string, method: ListMethod, reason: string): string {
  return `${title}: ${LIST_NAMES[method]} came in part. ${reason.replace(/\.$/, '')}.`;
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
    const earlier = against === 'run before' ? sideOf(column, 'before') : undefined;
    for (const each of [earlier, side]) {
      for (const [method, list] of each?.facts.lists ?? []) {
        const reason = partialReason(list);
        if (each && reason !== null) problems.push(partialWords(each.title, method, reason));
      }
    }
    if (failed && !told) problems.push(`${side.title}: ${failed.title}`);
  }
  return { reports, outcomes, problems: [...new Set(problems)] };
}
