import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import Tree from './Tree.svelte';
import { AT_ONCE, drawnRange, treeMove, treeRows, type TreeNode } from './tree.ts';

const nodes: TreeNode[] = [
  {
    id: 'call 3',
    label: 'deploy_release',
    suffix: 'call 3',
    chips: [{ text: 'waiting', tone: 'wait' }],
    expanded: true,
    children: [
      { id: '3.1', label: 'Round 1' },
      { id: '3.2', label: 'Round 2', children: [{ id: '3.2b', label: 'Round 2, branch b' }] },
    ],
  },
  { id: 'call 2', label: 'release_status', children: [{ id: '2.1', label: 'Round 1' }] },
];

const ids = (changed: [string, boolean][] = []): string[] =>
  treeRows(nodes, new Map(changed)).map((row) => row.node.id);

describe('rows in sight', () => {
  test('as nodes start, and as the person changed them', () => {
    expect(ids()).toEqual(['call 3', '3.1', '3.2', 'call 2']);
    expect(
      ids([
        ['call 3', false],
        ['call 2', true],
      ]),
    ).toEqual(['call 3', 'call 2', '2.1']);
    expect(ids([['3.2', true]])).toEqual(['call 3', '3.1', '3.2', '3.2b', 'call 2']);
  });

  test('level, place and siblings', () => {
    const row = treeRows(nodes, new Map([['3.2', true]])).find((candidate) => candidate.node.id === '3.2');
    expect(row).toMatchObject({ level: 2, position: 2, siblings: 2, parent: 'call 3', expanded: true });
  });

  test('a chain of 100,000 does not overflow', () => {
    let chain: TreeNode = { id: 'end', label: 'end' };
    for (let depth = 0; depth < 100_000; depth++)
      chain = { id: String(depth), label: 'x', expanded: true, children: [chain] };
    expect(treeRows([chain], new Map())).toHaveLength(100_001);
  });
});

test.each([
  ['call 3', 'ArrowDown', { to: '3.1' }],
  ['call 3', 'ArrowUp', undefined],
  ['call 3', 'ArrowRight', { to: '3.1' }],
  ['call 3', 'ArrowLeft', { toggle: 'call 3' }],
  ['3.1', 'ArrowLeft', { to: 'call 3' }],
  ['3.1', 'ArrowRight', undefined],
  ['3.2', 'ArrowRight', { toggle: '3.2' }],
  ['call 2', 'ArrowLeft', undefined],
  ['3.1', 'End', { to: 'call 2' }],
  ['call 2', 'Home', { to: 'call 3' }],
])('on %s, %s', (from, key, expected) => {
  expect(treeMove(treeRows(nodes, new Map()), from, key)).toEqual(expected);
});

describe('on screen', () => {
  const press = (key: string): void => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    flushSync();
  };

  test('roles, names, levels', () => {
    render(Tree, { label: 'Call tree', nodes, selected: '3.2' });
    expect(screen.getByRole('tree', { name: 'Call tree' })).toBeTruthy();
    const item = screen.getByRole('treeitem', { name: 'Round 2', selected: true });
    expect(item.getAttribute('aria-level')).toBe('2');
    expect(item.tabIndex).toBe(0);
    expect(
      screen.getByRole('treeitem', { name: /deploy_release call 3 waiting/, expanded: true }),
    ).toBeTruthy();
  });

  test('arrows walk and open, Enter selects', () => {
    const onselect = vi.fn();
    const ontoggle = vi.fn();
    render(Tree, { label: 'Call tree', nodes, onselect, ontoggle });
    screen.getByRole('treeitem', { name: /release_status/ }).focus();
    press('ArrowRight');
    expect(ontoggle).toHaveBeenCalledExactlyOnceWith('call 2', true);
    press('ArrowRight');
    expect(document.activeElement?.textContent).toContain('Round 1');
    expect(onselect).not.toHaveBeenCalled();
    press('Enter');
    expect(onselect).toHaveBeenCalledExactlyOnceWith('2.1');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(screen.getByRole('treeitem', { name: /release_status/ }).getAttribute('aria-expanded')).toBe(
      'false',
    );
  });
});

describe('of very many rows', () => {
  test.each([
    [10, 3, null, [0, 10]],
    [1000, 0, null, [0, AT_ONCE]],
    [1000, 500, null, [500 - AT_ONCE / 2, 500 + AT_ONCE / 2]],
    [1000, 999, null, [1000 - AT_ONCE, 1000]],
    [1000, 300, { from: 100, to: 700 }, [100, 700]],
    [1000, 50, { from: 100, to: 700 }, [0, AT_ONCE]],
    [650, 300, { from: 100, to: 700 }, [100, 650]],
  ])('of %i rows, at %i, with %j before: %j', (count, at, before, [from, to]) => {
    expect(drawnRange(count, at, before)).toEqual({ from, to });
  });

  test('some are drawn, the selected one among them; the keys and the buttons reach the others', () => {
    let asked = 0;
    const many: TreeNode[] = Array.from({ length: 5000 }, (_, index) => ({
      id: `n${index}`,
      label: `Row ${index}`,
      get children() {
        asked += 1;
        return [];
      },
    }));
    render(Tree, { label: 'Calls', nodes: many, selected: 'n3000' });
    // By attribute: working out the roles of so many takes longer than drawing them.
    const rows = () => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
    const press = (key: string) => {
      (document.activeElement ?? rows()[0])?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true }),
      );
      flushSync();
    };
    expect(rows()).toHaveLength(AT_ONCE);
    expect(document.querySelector('[aria-selected="true"]')?.getAttribute('aria-posinset')).toBe('3001');
    expect(asked).toBeLessThan(5 * AT_ONCE);
    rows().at(-1)?.focus();
    flushSync();
    expect(rows()).toHaveLength(AT_ONCE);
    press('ArrowDown');
    expect(document.activeElement?.textContent).toContain(`Row ${3000 + AT_ONCE / 2}`);
    press('End');
    expect(document.activeElement?.textContent).toContain('Row 4999');
    expect(rows()).toHaveLength(AT_ONCE);
    press('Home');
    expect(document.activeElement?.textContent).toContain('Row 0');
    screen.getByText(/^Show 200 more of 4800 below$/).click();
    flushSync();
    expect(rows()).toHaveLength(2 * AT_ONCE);
    expect(screen.queryByText(/above$/)).toBeNull();
  });
});
