import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { AT_ONCE, drawnRange, treeMove, treeRows, type TreeNode } from './tree.ts';
import type { Window } from './virtual-list.svelte.ts';

export interface TreeInputs {
  readonly nodes: readonly TreeNode[];
  readonly selected: string | undefined;
  select(id: string): void;
  toggled(id: string, expanded: boolean): void;
}

export class TreeState {
  readonly #inputs: TreeInputs;
  /** What the person opened or closed, by id. */
  readonly #changed = new SvelteMap<string, boolean>();
  #focused = $state<string>();
  #element: HTMLElement | undefined;

  /** The rows that were drawn when the person last went to one, or asked for more. */
  #range = $state.raw<Window | null>(null);

  readonly rows = $derived.by(() => treeRows(this.#inputs.nodes, this.#changed));
  readonly #at = $derived.by(() => {
    for (const id of [this.#focused, this.#inputs.selected]) {
      const at = id === undefined ? -1 : this.#indexOf(id);
      if (at >= 0) return at;
    }
    return 0;
  });
  /** The one row in the tab order: where the focus was last, else the selected one, else the first. */
  readonly reached = $derived.by(() => this.rows[this.#at]?.node.id);
  readonly #drawn = $derived.by(() => drawnRange(this.rows.length, this.#at, this.#range));
  readonly drawn = $derived.by(() => this.rows.slice(this.#drawn.from, this.#drawn.to));
  /** How many rows are not drawn before and after those that are. */
  readonly above = $derived.by(() => this.#drawn.from);
  readonly below = $derived.by(() => this.rows.length - this.#drawn.to);

  constructor(inputs: TreeInputs) {
    this.#inputs = inputs;
  }

  attach = (element: HTMLElement): void => {
    this.#element = element;
  };

  focused(id: string): void {
    // What is in sight stays: only what is out of it moves the rows.
    this.#range = this.#drawn;
    this.#focused = id;
  }

  /** Draws more rows before or after. */
  more(where: 'above' | 'below'): void {
    const { from, to } = this.#drawn;
    this.#range =
      where === 'above'
        ? { from: Math.max(0, from - AT_ONCE), to }
        : { from, to: Math.min(this.rows.length, to + AT_ONCE) };
  }

  #indexOf(id: string): number {
    return this.rows.findIndex((row) => row.node.id === id);
  }

  toggle(id: string): void {
    const row = this.rows[this.#indexOf(id)];
    if (row?.expanded === undefined) return;
    this.#changed.set(id, !row.expanded);
    this.#inputs.toggled(id, !row.expanded);
  }

  select(id: string): void {
    this.#inputs.select(id);
  }

  onkeydown = (event: KeyboardEvent): void => {
    const at = this.reached;
    if (at === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.select(at);
      return;
    }
    const move = treeMove(this.rows, at, event.key);
    if (!move) return;
    event.preventDefault();
    if ('toggle' in move) this.toggle(move.toggle);
    else this.#focus(move.to);
  };

  #focus(id: string): void {
    const index = this.#indexOf(id);
    if (index === this.#drawn.to) this.more('below');
    else if (index === this.#drawn.from - 1) this.more('above');
    this.#focused = id;
    // What is to have the focus has to be there.
    flushSync();
    const items = this.#element?.querySelectorAll<HTMLElement>('[role="treeitem"]');
    items?.[index - this.#drawn.from]?.focus();
  }
}
