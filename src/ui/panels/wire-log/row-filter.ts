/** Which rows of the log are shown: found once, and only the new rows looked at when more arrive. */
import type { BodyRef } from '../../../engine/base/body.ts';
import { matchingRows, rowMatcher, type WireRow, type WireRows } from '../../../engine/views/wire-rows.ts';
import type { Recording } from '../../../engine/wire-log/recording.ts';

export type Direction = 'all' | 'out' | 'in';

/** The rows shown, by position in the list. */
export interface ShownRows {
  readonly count: number;
  /** Number of the row at `position`; −1 past the end. */
  at(position: number): number;
  /** Where row number `row` stands; −1 where it is not shown. */
  positionOf(row: number): number;
}

function everyRow(count: number): ShownRows {
  const within = (index: number) => (index >= 0 && index < count ? index : -1);
  return { count, at: within, positionOf: within };
}

function listed(numbers: readonly number[], count: number): ShownRows {
  return {
    count,
    at: (position) => (position < count ? (numbers[position] ?? -1) : -1),
    positionOf: (row) => {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((numbers[middle] ?? Infinity) < row) low = middle + 1;
        else high = middle;
      }
      return numbers[low] === row && low < count ? low : -1;
    },
  };
}

export class RowFilter {
  readonly #recording: Recording;
  #needle = '';
  #direction: Direction = 'all';
  #late: ReadonlySet<number> | null = null;
  #scanned = 0;
  #found: number[] = [];

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** `late`: rows known to match by a body that is not in memory. */
  read(rows: WireRows, needle: string, direction: Direction, late: ReadonlySet<number> | null): ShownRows {
    if (needle.trim() === '' && direction === 'all') return everyRow(rows.count);
    if (this.#narrows(needle, direction, late)) {
      const matches = rowMatcher(this.#recording, needle);
      this.#needle = needle;
      this.#found = this.#found.filter((index) => {
        const row = rows.row(index);
        return row !== undefined && (matches?.(row) ?? true);
      });
    } else if (needle !== this.#needle || direction !== this.#direction || late !== this.#late) {
      this.#needle = needle;
      this.#direction = direction;
      this.#late = late;
      this.#scanned = 0;
      this.#found = [];
    }
    for (const index of this.#candidates(rows)) {
      const row = rows.row(index);
      if (row && (direction === 'all' || row.direction === direction)) this.#found.push(index);
    }
    this.#scanned = rows.count;
    return listed(this.#found, this.#found.length);
  }

  /** One more letter can only take rows away. */
  #narrows(needle: string, direction: Direction, late: ReadonlySet<number> | null): boolean {
    const before = this.#needle.trim().toLowerCase();
    return (
      before !== '' &&
      needle !== this.#needle &&
      needle.toLowerCase().includes(before) &&
      direction === this.#direction &&
      late === null &&
      this.#late === null
    );
  }

  #candidates(rows: WireRows): Iterable<number> {
    const from = this.#scanned;
    const matching = matchingRows(this.#recording, rows, this.#needle, from);
    if (matching === null) return between(from, rows.count);
    const late = [...(this.#late ?? [])].filter((index) => index >= from && index < rows.count);
    if (late.length === 0) return matching;
    return [...new Set([...matching, ...late])].sort((a, b) => a - b);
  }
}

function* between(from: number, to: number): Iterable<number> {
  for (let index = from; index < to; index++) yield index;
}

function bodyOf(recording: Recording, row: WireRow): BodyRef | null {
  const entry = recording.at(row.entry);
  if (entry?.type === 'request' || entry?.type === 'body') return entry.body;
  return entry?.type === 'sse' ? entry.data : null;
}

/** The rows whose bodies are too large to be kept in memory, and what was found in them. */
export class LargeBodies {
  readonly #recording: Recording;
  #scanned = 0;
  readonly #large: number[] = [];
  readonly #known = new WeakMap<BodyRef, { readonly needle: string; readonly hit: boolean }>();
  #last: ReadonlySet<number> | null = null;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** How many there are. */
  count(rows: WireRows): number {
    for (; this.#scanned < rows.count; this.#scanned++) {
      const row = rows.row(this.#scanned);
      const body = row && bodyOf(this.#recording, row);
      if (body && body.peek() === undefined) this.#large.push(this.#scanned);
    }
    return this.#large.length;
  }

  /** Numbers of the rows whose large body contains `needle`, or null where none does. A body is read once for each needle. */
  async search(rows: WireRows, needle: string): Promise<ReadonlySet<number> | null> {
    const wanted = needle.trim().toLowerCase();
    if (wanted === '' || this.count(rows) === 0) return null;
    const hits = new Set<number>();
    for (const index of [...this.#large]) {
      const row = rows.row(index);
      const body = row && bodyOf(this.#recording, row);
      if (body && (await this.#contains(body, wanted))) hits.add(index);
    }
    // The same set where nothing was added: a new one makes every row be looked at again.
    if (this.#last?.size === hits.size && [...hits].every((index) => this.#last?.has(index)))
      return this.#last;
    this.#last = hits.size > 0 ? hits : null;
    return this.#last;
  }

  async #contains(body: BodyRef, needle: string): Promise<boolean> {
    const known = this.#known.get(body);
    if (known?.needle === needle) return known.hit;
    // A text that can't be read any more has nothing to be found in.
    const text = await body.text().catch(() => '');
    const hit = text.toLowerCase().includes(needle);
    this.#known.set(body, { needle, hit });
    return hit;
  }
}
