/**
 * A ladder as rows of data: what a sequence diagram shows, said in words and numbers. Everything here is pure; Ladder.svelte
 * only draws it.
 */
import { duration } from './duration.ts';
import type { Severity, Tone } from './tone.ts';
import type { Words } from './words.ts';

/** Who holds the ball on a lifeline in this row: from the arrow down, all through, or down to the arrow. */
export interface Bar {
  readonly span: 'from' | 'full' | 'to';
  /** Still going on: hollow. */
  readonly running?: boolean;
}

export interface Bars {
  readonly server?: Bar;
  readonly person?: Bar;
}

export type LadderPart =
  | { readonly as: 'method' | 'text' | 'dim' | 'id'; readonly text: string }
  | { readonly as: 'chip'; readonly text: string; readonly tone: Tone };

/** A round, an attempt, a stream: what follows belongs to it until the next band. */
export interface BandRow {
  readonly kind: 'band';
  readonly key: string;
  readonly name: string;
  readonly text?: Words;
  /** It waits for the person. */
  readonly waiting?: boolean;
  readonly bars?: Bars;
}

export interface MessageRow {
  readonly kind: 'message';
  readonly key: string;
  readonly dir: 'out' | 'in';
  readonly parts: readonly LadderPart[];
  /** Milliseconds since the ladder began. */
  readonly atMs?: number;
  /** Stands in place of the time. */
  readonly at?: string;
  readonly status?: string;
  /** Duration of a response, size of a request. */
  readonly meta?: string;
  /** Nobody answers it. */
  readonly oneWay?: boolean;
  readonly failed?: boolean;
  /** Never arrived, or broke off. */
  readonly cut?: boolean;
  /** It has not travelled. */
  readonly draft?: boolean;
  /** One of a stream. */
  readonly slim?: boolean;
  readonly finding?: Severity;
  readonly findings?: number;
  /** Key of the other half of the exchange. */
  readonly partner?: string;
  /** Neighbours with the same `as` fold when there are more than eight. */
  readonly alike?: { readonly as: string; readonly noun: string };
  readonly bars?: Bars;
}

/** A wait. */
export interface GapRow {
  readonly kind: 'gap';
  readonly key: string;
  readonly who: 'server' | 'person';
  readonly ms: number;
  readonly text: Words;
  readonly running?: boolean;
  readonly bars?: Bars;
}

/** Rows that stand for others. */
export interface FoldRow {
  readonly kind: 'fold';
  readonly key: string;
  readonly count: number;
  readonly text: string;
  readonly ms: number;
  readonly rows?: readonly MessageRow[];
  readonly bars?: Bars;
}

export interface TextRow {
  readonly kind: 'text';
  readonly key: string;
  readonly text: Words;
  readonly side?: 'client' | 'server';
  readonly bars?: Bars;
}

export type LadderRow = BandRow | MessageRow | GapRow | FoldRow | TextRow;

const ALIKE_AT_MOST = 8;

/** Folds more than eight alike neighbours to the first, a row that counts, and the last. */
export function foldRows(rows: readonly LadderRow[], unfolded: ReadonlySet<string> = new Set()): LadderRow[] {
  const out: LadderRow[] = [];
  for (let at = 0; at < rows.length;) {
    const first = rows[at];
    if (!first) break;
    const run = first.kind === 'message' && first.alike ? alikeFrom(rows, at, first.alike.as) : [];
    const inner = run.slice(1, -1);
    const head = run[0];
    const last = run.at(-1);
    const key = `fold ${first.key}`;
    if (run.length <= ALIKE_AT_MOST || !head?.alike || !last || unfolded.has(key)) {
      out.push(...(run.length > 0 ? run : [first]));
      at += Math.max(1, run.length);
      continue;
    }
    const ms = Math.max(0, (inner.at(-1)?.atMs ?? 0) - (head.atMs ?? 0));
    const text = `${String(inner.length)} ${head.alike.noun}${ms > 0 ? `, ${duration(ms)}` : ''}`;
    const bars = inner[0]?.bars;
    out.push(
      head,
      { kind: 'fold', key, count: inner.length, text, ms, rows: inner, ...(bars ? { bars } : {}) },
      last,
    );
    at += run.length;
  }
  return out;
}

function alikeFrom(rows: readonly LadderRow[], from: number, as: string): MessageRow[] {
  const run: MessageRow[] = [];
  for (let at = from; at < rows.length; at++) {
    const row = rows[at];
    if (row?.kind !== 'message' || row.alike?.as !== as) break;
    run.push(row);
  }
  return run;
}

/** How a row is tied to others in flight: it begins, continues or ends a bracket. */
export type Bracket = 'first' | 'middle' | 'last';

/**
 * The brackets in the time gutter: rows of exchanges that were in flight together. An exchange counts when the client began
 * it and both halves are there; what the server asks inside one is not parallel to it. A bracket never spans two bands.
 */
export function brackets(rows: readonly LadderRow[]): Map<string, Bracket> {
  const found = new Map<string, Bracket>();
  const at = new Map<string, number>();
  let band = 0;
  const bandAt = rows.map((row, index) => {
    at.set(row.key, index);
    return row.kind === 'band' ? ++band : band;
  });
  let group: { start: number; end: number; pairs: number } | undefined;
  const close = (): void => {
    if (group && group.pairs > 1) {
      for (let index = group.start; index <= group.end; index++) {
        const row = rows[index];
        if (row)
          found.set(row.key, index === group.start ? 'first' : index === group.end ? 'last' : 'middle');
      }
    }
    group = undefined;
  };
  rows.forEach((row, start) => {
    if (row.kind === 'band' || (group && start > group.end)) close();
    if (row.kind !== 'message' || row.dir !== 'out' || row.partner === undefined) return;
    const end = at.get(row.partner);
    if (end === undefined || end <= start || bandAt[start] !== bandAt[end]) return;
    group = group
      ? { start: group.start, end: Math.max(group.end, end), pairs: group.pairs + 1 }
      : { start, end, pairs: 1 };
  });
  close();
  return found;
}

/** The time column: a unit stands where it is not the one above. */
export function times(rows: readonly LadderRow[]): Map<string, string> {
  const shown = new Map<string, string>();
  let unit = '';
  for (const row of rows) {
    if (row.kind !== 'message') continue;
    if (row.at !== undefined || row.atMs === undefined) {
      shown.set(row.key, row.at ?? '');
      continue;
    }
    const [number = '', ownUnit = ''] = clock(row.atMs);
    shown.set(row.key, ownUnit === unit ? number : `${number} ${ownUnit}`);
    unit = ownUnit;
  }
  return shown;
}

/** Narrow: at most four digits. */
function clock(ms: number): [number: string, unit: string] {
  if (Math.round(ms) < 1_000) return [String(Math.max(0, Math.round(ms))), 'ms'];
  if (ms < 99_950) return [(ms / 1_000).toFixed(1), 's'];
  if (ms < 999_500) return [String(Math.round(ms / 1_000)), 's'];
  if (ms < 5_997_000) return [(ms / 60_000).toFixed(1), 'min'];
  return [(ms / 3_600_000).toFixed(1), 'h'];
}

export interface GapShape {
  readonly px: number;
  /** Longer than what is drawn: the lifelines are dashed and the row says so. */
  readonly folded: boolean;
}

const PX_A_SECOND = 24;
const SCALE_UP_TO_MS = 10_000;

/**
 * The height of a wait. To scale it is its time, folded beyond ten seconds; otherwise one of three heights, which hint.
 * One that still goes on keeps its height: nothing moves under the pointer.
 */
export function gapShape(row: GapRow, toScale: boolean): GapShape {
  if (row.running) return { px: 40, folded: false };
  if (!toScale) return { px: row.ms > 30_000 ? 64 : row.ms > 5_000 ? 40 : 24, folded: false };
  if (row.ms > SCALE_UP_TO_MS) return { px: 40, folded: true };
  return { px: Math.max(24, Math.round((row.ms / 1_000) * PX_A_SECOND)), folded: false };
}

const ROW_PX = 36;
const SLIM_ROW_PX = 28;
/** What stands on two lines at the right, a status and a size, makes a row this high. */
const TWO_LINES_PX = 37;
const SLIM_TWO_LINES_PX = 34;
const LEAST_GAP_PX = 24;

/** How high these rows are, in pixels, without drawing them. */
export function rowsHeight(rows: readonly LadderRow[], toScale: boolean): number {
  return rows.reduce((sum, row) => {
    if (row.kind === 'message') {
      const two = Boolean(row.status) && Boolean(row.meta);
      return sum + (row.slim ? (two ? SLIM_TWO_LINES_PX : SLIM_ROW_PX) : two ? TWO_LINES_PX : ROW_PX);
    }
    return sum + (row.kind === 'gap' ? gapShape(row, toScale).px : LEAST_GAP_PX);
  }, 0);
}

/** A band and its rows; the rows before the first band have none. */
export interface LadderBand {
  readonly key: string;
  readonly band: BandRow | undefined;
  readonly rows: readonly Exclude<LadderRow, BandRow>[];
}

export function bandsOf(rows: readonly LadderRow[]): LadderBand[] {
  const bands: { key: string; band: BandRow | undefined; rows: Exclude<LadderRow, BandRow>[] }[] = [];
  for (const row of rows) {
    if (row.kind === 'band') {
      bands.push({ key: row.key, band: row, rows: [] });
      continue;
    }
    const band = bands.at(-1) ?? { key: '', band: undefined, rows: [] };
    if (bands.length === 0) bands.push(band);
    band.rows.push(row);
  }
  return bands;
}

/** The bars that run on below the last row, so that what is open is seen to be open. */
export function openBars(rows: readonly LadderRow[]): Bars {
  const last = rows.at(-1)?.bars;
  const goesOn = (bar: Bar | undefined): Bar | undefined =>
    bar && bar.span !== 'to' ? { span: 'full', ...(bar.running ? { running: true } : {}) } : undefined;
  const server = goesOn(last?.server);
  const person = goesOn(last?.person);
  return { ...(server ? { server } : {}), ...(person ? { person } : {}) };
}

/** The direction in words, for who can't see the arrow. */
export function directionWords(row: MessageRow): string {
  const way = row.dir === 'out' ? 'client to server' : 'server to client';
  return `${way}${row.draft ? ', not sent' : ''}${row.cut ? (row.dir === 'out' ? ', never arrived' : ', cut off') : ''}`;
}

/** The row a key leads to among those that can be walked, or undefined for another key. */
export function walk(keys: readonly string[], from: string | undefined, key: string): string | undefined {
  const at = from === undefined ? -1 : keys.indexOf(from);
  switch (key) {
    case 'ArrowDown':
      return keys[Math.min(keys.length - 1, at + 1)];
    case 'ArrowUp':
      return keys[Math.max(0, at - 1)];
    case 'Home':
      return keys[0];
    case 'End':
      return keys.at(-1);
    default:
      return undefined;
  }
}
