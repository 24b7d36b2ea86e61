import type { Session } from '../../../engine/session/contract.ts';
import { createFindingsView } from '../../../engine/views/findings.ts';
import type { WireRow } from '../../../engine/views/wire-rows.ts';
import type { App } from '../../app.ts';
import { liveView, type Live } from '../../bridge.svelte.ts';
import { later, type Later } from '../../later.svelte.ts';
import { parseTarget } from '../../wire/target.ts';
import { LargeBodies, RowFilter, type Direction, type ShownRows } from './row-filter.ts';
import { endsExchange, mateOf, rowOfTarget } from './rows.ts';

const DEBOUNCE_MS = 50;

/** What outlives the panel while the page is open. */
class Remembered {
  filter = $state('');
  direction = $state<Direction>('all');
  tab = $state('message');
  layout = $state('indented');
  /** Number of the chosen row, and the address it was chosen under. */
  chosen = $state.raw<{ readonly row: number; readonly under: string | null } | null>(null);
}

const remembered = new WeakMap<Session, Remembered>();

function memoryOf(app: App): Remembered {
  const found = remembered.get(app.session) ?? new Remembered();
  remembered.set(app.session, found);
  return found;
}

/** The pointer over the rows, and how many were there when it came. */
interface Hover {
  readonly shown: number;
  readonly filter: string;
}

/** The log's rows, what is shown of them, and the chosen one. Made while the panel is set up. */
export class WireLogPanel {
  readonly #app: App;
  readonly memory: Remembered;
  readonly #filter: RowFilter;
  readonly #large: LargeBodies;
  readonly #findings: Live<ReturnType<ReturnType<typeof createFindingsView>['read']>>;
  readonly #needle: Later<string>;
  readonly #late: Later<ReadonlySet<number> | null>;
  /** The list stays at its end as rows arrive. */
  follow = $state(true);
  #hover = $state.raw<Hover | null>(null);

  readonly rows = $derived.by(() => this.#app.views.wireRows.current);
  /** The filter that is applied: what was typed, once it rests. */
  readonly needle = $derived.by(() => this.#needle.current ?? this.memory.filter);
  readonly filtered = $derived.by(() => this.needle.trim() !== '' || this.memory.direction !== 'all');
  readonly found: ShownRows = $derived.by(() =>
    this.#filter.read(this.rows, this.needle, this.memory.direction, this.#late.current ?? null),
  );
  /** While the list follows its end, rows that arrive under the pointer wait until it leaves: nothing moves below it. */
  readonly count = $derived.by(() => {
    const hover = this.#hover;
    if (!hover || !this.follow || hover.filter !== this.#filterKey) return this.found.count;
    return Math.min(this.found.count, hover.shown);
  });
  readonly held = $derived.by(() => this.found.count - this.count);

  readonly selected = $derived.by(() => {
    const { chosen } = this.memory;
    const { target } = this.#app;
    if (chosen && (target === null || chosen.under === target)) return chosen.row;
    const parsed = target === null ? null : parseTarget(target);
    return parsed ? rowOfTarget(this.rows, parsed) : -1;
  });
  readonly selectedRow = $derived.by(() => this.rows.row(this.selected) ?? null);
  readonly position = $derived.by(() => this.found.positionOf(this.selected));
  readonly mate = $derived.by(() => mateOf(this.rows, this.selected));
  readonly view = $derived.by(() => {
    const row = this.selectedRow;
    return row ? (this.#app.views.exchanges.current.get(row.exchange) ?? null) : null;
  });
  readonly findings = $derived.by(() => {
    const row = this.selectedRow;
    return row ? this.#findings.current.of(row.exchange) : [];
  });
  /** Streams that can't be opened yet, for want of a connection to carry them. */
  readonly waiting = $derived.by(() =>
    this.#app.views.subscriptions.current.filter(
      ({ state, pause }) => state === 'paused' && pause?.ms === null,
    ),
  );
  /** The call that the chosen exchange was a round of. */
  readonly call = $derived.by(() => {
    const purpose = this.view?.purpose;
    return purpose?.kind === 'round' ? purpose : null;
  });

  constructor(app: App) {
    this.#app = app;
    this.memory = memoryOf(app);
    this.#filter = new RowFilter(app.session.recording);
    this.#large = new LargeBodies(app.session.recording);
    this.#findings = liveView(app.session.recording, createFindingsView(app.session.recording));
    // An address names one row; a filter left over from before must not hide it.
    if (app.target !== null && this.memory.chosen?.under !== app.target) this.clear();
    this.#needle = later(
      () => this.memory.filter,
      (typed) => typed,
      { waitMs: DEBOUNCE_MS },
    );
    this.#late = later(
      () => ({ rows: this.rows, needle: this.needle }),
      ({ rows, needle }) => (needle.trim() === '' ? null : this.#large.search(rows, needle)),
    );
    this.follow = this.selected < 0;
  }

  get #filterKey(): string {
    return `${this.memory.direction} ${this.needle}`;
  }

  /** The number of the row at `position` of the list. */
  at(position: number): number {
    return this.found.at(position);
  }

  row(position: number): WireRow | undefined {
    return this.rows.row(this.found.at(position));
  }

  /** The worst finding about the exchange that this row ends. */
  severity(row: WireRow): 'error' | 'warning' | 'info' | null {
    return endsExchange(row) ? this.#findings.current.worst(row.exchange) : null;
  }

  choose(position: number): void {
    const row = this.found.at(position);
    if (row >= 0) this.memory.chosen = { row, under: this.#app.target };
  }

  clear(): void {
    this.memory.filter = '';
    this.memory.direction = 'all';
  }

  enter(fits: number): void {
    this.#hover = { shown: Math.max(this.found.count, fits), filter: this.#filterKey };
  }

  leave(): void {
    this.#hover = null;
  }

  openRound(): void {
    if (this.call) this.#app.open('rounds', `${this.call.call}.${this.call.round}`);
  }
}
