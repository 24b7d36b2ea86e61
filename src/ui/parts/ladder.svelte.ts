import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { bandsOf, brackets, foldRows, openBars, times, walk, type LadderRow } from './ladder.ts';

interface Inputs {
  readonly rows: readonly LadderRow[];
  readonly selected: string | undefined;
  select(key: string): void;
  open(key: string): void;
}

/** What Ladder.svelte shows beyond its data: which folds are open, which row is pointed at, which one Tab reaches. */
export class LadderState {
  readonly #inputs: Inputs;
  readonly #unfolded = new SvelteSet<string>();
  #pointed = $state<string>();
  #element: HTMLElement | undefined;

  readonly rows = $derived.by(() => foldRows(this.#inputs.rows, this.#unfolded));
  readonly bands = $derived(bandsOf(this.rows));
  readonly times = $derived(times(this.rows));
  readonly brackets = $derived(brackets(this.rows));
  readonly tail = $derived(openBars(this.rows));
  readonly #walked = $derived(
    this.rows.filter((row) => row.kind === 'message' || row.kind === 'fold').map((row) => row.key),
  );
  /** Where each stands among those that arrows walk. */
  readonly places: ReadonlyMap<string, number> = $derived(
    new Map(this.#walked.map((key, index) => [key, index])),
  );
  /** The one row in the tab order: the selected one, else the first. */
  readonly reached = $derived.by(() => {
    const { selected } = this.#inputs;
    return selected !== undefined && this.places.has(selected) ? selected : this.#walked[0];
  });
  /** The other half of what is pointed at. */
  readonly partner = $derived.by(() => {
    const pointed = this.#pointed;
    if (pointed === undefined) return undefined;
    for (const row of this.rows) {
      if (row.kind !== 'message') continue;
      if (row.key === pointed && row.partner !== undefined) return row.partner;
      if (row.partner === pointed) return row.key;
    }
    return undefined;
  });

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
  }

  attach = (element: HTMLElement): void => {
    this.#element = element;
  };

  /** The row in the tab order is always there to be reached. */
  holdsReached(rows: readonly LadderRow[]): boolean {
    return rows.some(({ key }) => key === this.reached);
  }

  point(key: string | undefined): void {
    this.#pointed = key;
  }

  activate(row: LadderRow): void {
    if (row.kind === 'fold') {
      this.#unfolded.add(row.key);
      return;
    }
    this.#inputs.select(row.key);
    this.#inputs.open(row.key);
  }

  onkeydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset['row'] : '';
    const target = walk(this.#walked, this.#walked[Number(focused || -1)], event.key);
    if (target === undefined) return;
    event.preventDefault();
    this.#inputs.select(target);
    // One far away is drawn because it is selected.
    if (!this.#focus(target)) void tick().then(() => this.#focus(target));
  };

  #focus(key: string): boolean {
    const row = this.#element?.querySelector<HTMLElement>(`[data-row="${String(this.places.get(key))}"]`);
    row?.focus();
    return row != null;
  }
}
