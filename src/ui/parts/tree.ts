import type { ChipData } from './tone.ts';
import type { Window } from './virtual-list.svelte.ts';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** Stands after the label, faint: "call 3". */
  readonly suffix?: string;
  /** Stands at the end of the row: "3 to answer". */
  readonly note?: string;
  /** The label is wire text. */
  readonly mono?: boolean;
  readonly chips?: readonly ChipData[];
  /** Whether it starts open. */
  readonly expanded?: boolean;
  readonly children?: readonly TreeNode[];
}

/** A node as a row: rows are flat and carry their level, so depth costs no nesting of elements. */
export class TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  /** Place among its siblings, from one. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
  readonly #open: boolean;

  constructor(place: Pick<TreeRow, 'node' | 'level' | 'position' | 'siblings' | 'parent'>, open: boolean) {
    this.node = place.node;
    this.level = place.level;
    this.position = place.position;
    this.siblings = place.siblings;
    this.parent = place.parent;
    this.#open = open;
  }

  /**
   * Undefined for a node without children. Those may be made only when they are asked for: of a row that is closed and not drawn
   * nobody asks.
   */
  get expanded(): boolean | undefined {
    return (this.node.children ?? []).length > 0 ? this.#open : undefined;
  }
}

/** The rows in sight; what the person opened or closed wins over how a node starts. */
export function treeRows(nodes: readonly TreeNode[], changed: ReadonlyMap<string, boolean>): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: { nodes: readonly TreeNode[]; at: number; parent: string | undefined }[] = [
    { nodes, at: 0, parent: undefined },
  ];
  for (;;) {
    const top = stack.at(-1);
    if (!top) return rows;
    const node = top.nodes[top.at++];
    if (!node) {
      stack.pop();
      continue;
    }
    const open = changed.get(node.id) ?? node.expanded ?? false;
    const { nodes: siblings, parent } = top;
    const place = { node, level: stack.length, position: top.at, siblings: siblings.length, parent };
    rows.push(new TreeRow(place, open));
    if (open) stack.push({ nodes: node.children ?? [], at: 0, parent: node.id });
  }
}

/** Rows that are drawn at once. */
export const AT_ONCE = 200;

/** The rows that are drawn, of `count`, so that the one at `at` is among them; those drawn before, while it is one of them. */
export function drawnRange(count: number, at: number, before: Window | null): Window {
  if (count <= AT_ONCE) return { from: 0, to: count };
  if (before !== null && at >= before.from && at < before.to)
    return { from: before.from, to: Math.min(count, before.to) };
  const from = at < AT_ONCE ? 0 : Math.min(at - AT_ONCE / 2, count - AT_ONCE);
  return { from, to: from + AT_ONCE };
}

export type TreeMove = { readonly to: string } | { readonly toggle: string } | undefined;

/** What a key does on a row: go somewhere, open or close, or nothing. */
export function treeMove(rows: readonly TreeRow[], from: string, key: string): TreeMove {
  const at = rows.findIndex((row) => row.node.id === from);
  const row = rows[at];
  if (!row) return undefined;
  const go = (target: TreeRow | undefined): TreeMove => (target ? { to: target.node.id } : undefined);
  switch (key) {
    case 'ArrowDown':
      return go(rows[at + 1]);
    case 'ArrowUp':
      return go(rows[at - 1]);
    case 'Home':
      return go(rows[0]);
    case 'End':
      return go(rows.at(-1));
    case 'ArrowRight':
      if (row.expanded === undefined) return undefined;
      return row.expanded ? go(rows[at + 1]) : { toggle: from };
    case 'ArrowLeft':
      if (row.expanded) return { toggle: from };
      return row.parent === undefined ? undefined : { to: row.parent };
    default:
      return undefined;
  }
}
