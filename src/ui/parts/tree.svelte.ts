import { SvelteMap } from 'svelte/reactivity';
import { treeMove, treeRows, type TreeNode } from './tree.ts';

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

  readonly rows = $derived.by(() => treeRows(this.#inputs.nodes, this.#changed));
  /** The one row in the tab order: where the focus was last, else the selected one, else the first. */
  readonly reached = $derived.by(() => {
    const ids = new Set(this.rows.map((row) => row.node.id));
    const wanted = [this.#focused, this.#inputs.selected].find((id) => id !== undefined && ids.has(id));
    return wanted ?? this.rows[0]?.node.id;
  });

  constructor(inputs: TreeInputs) {
    this.#inputs = inputs;
  }

  attach = (element: HTMLElement): void => {
    this.#element = element;
  };

  focused(id: string): void {
    this.#focused = id;
  }

  toggle(id: string): void {
    const row = this.rows.find((candidate) => candidate.node.id === id);
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
    const index = this.rows.findIndex((row) => row.node.id === id);
    const items = this.#element?.querySelectorAll<HTMLElement>('[role="treeitem"]');
    items?.[index]?.focus();
  }
}
