import type { DiffReport } from '../../../engine/diff/report.ts';
import { breakingOnly, chunksOf, groupsOf } from './diff-items.ts';

export type DiffLayout = 'unified' | 'beside';

/** What a person chose last, for every diff that is shown. */
class Chosen {
  breaking = $state(false);
  layout = $state<DiffLayout>('unified');
}

const chosen = new Chosen();

/** Two texts beside each other need as much, in pixels. */
const BESIDE_WIDTH = 560;

/** Items that are drawn at once. */
const PIECE = { unified: 25, beside: 3 } as const;

/** What of a report is shown, and how. */
export class DiffViewState {
  readonly #report: () => DiffReport;
  /** Of the pane; 0 where nothing is laid out. */
  width = $state(0);
  #closed = $state.raw<ReadonlySet<string>>(new Set());
  #raw = $state.raw<ReadonlySet<string>>(new Set());

  readonly all = $derived.by(() => groupsOf(this.#report()));
  readonly breaking = $derived.by(() => breakingOnly(this.all));
  readonly breakingCount = $derived.by(() =>
    this.breaking.reduce(
      (sum, { items }) => sum + items.reduce((own, { lines }) => own + lines.length, 0),
      0,
    ),
  );
  readonly groups = $derived.by(() => (chosen.breaking ? this.breaking : this.all));
  readonly fits = $derived.by(() => this.width === 0 || this.width >= BESIDE_WIDTH);
  readonly layout = $derived.by<DiffLayout>(() => (this.fits ? chosen.layout : 'unified'));
  readonly chunks = $derived.by(() =>
    chunksOf(this.groups, (group) => !this.#closed.has(group), PIECE[this.layout]),
  );

  constructor(report: () => DiffReport) {
    this.#report = report;
  }

  attach = (pane: HTMLElement): (() => void) | undefined => {
    this.width = pane.clientWidth;
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => (this.width = pane.clientWidth));
    observer.observe(pane);
    return () => observer.disconnect();
  };

  get breakingOnly(): boolean {
    return chosen.breaking;
  }

  set breakingOnly(on: boolean) {
    chosen.breaking = on;
  }

  get chosenLayout(): DiffLayout {
    return chosen.layout;
  }

  set chosenLayout(layout: DiffLayout) {
    chosen.layout = layout;
  }

  isOpen(group: string): boolean {
    return !this.#closed.has(group);
  }

  toggleGroup(group: string): void {
    this.#closed = toggled(this.#closed, group);
  }

  isRaw(item: string): boolean {
    return this.#raw.has(item);
  }

  toggleRaw(item: string): void {
    this.#raw = toggled(this.#raw, item);
  }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
