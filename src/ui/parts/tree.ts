import type { ChipData } from './tone.ts';

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
export interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  /** Place among its siblings, from one. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
  /** Undefined for a node without children. */
  readonly expanded: boolean | undefined;
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
    const children = node.children ?? [];
    const expanded = children.length > 0 ? (changed.get(node.id) ?? node.expanded ?? false) : undefined;
    rows.push({
      node,
      level: stack.length,
      position: top.at,
      siblings: top.nodes.length,
      parent: top.parent,
      expanded,
    });
    if (expanded) stack.push({ nodes: children, at: 0, parent: node.id });
  }
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
