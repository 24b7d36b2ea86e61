import { render, screen } from '@testing-library/svelte';
import { createRawSnippet, flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import VirtualList from './VirtualList.svelte';
import { elementsOf, indicesOf, keyIndex, scrollFor, windowOf } from './virtual-list.svelte.ts';

describe('which rows exist', () => {
  test.each([
    [100_000, 24, 0, 600, { from: 0, to: 33 }],
    [100_000, 24, 2_400, 600, { from: 92, to: 133 }],
    [100_000, 24, 2_399_400, 600, { from: 99_967, to: 100_000 }],
    [3, 24, 0, 600, { from: 0, to: 3 }],
    [0, 24, 0, 600, { from: 0, to: 0 }],
    // The list got shorter under a scroll position.
    [10, 24, 24_000, 600, { from: 10, to: 10 }],
  ])('%d rows of %d px at %d', (count, height, top, viewport, expected) => {
    expect(windowOf(count, height, top, viewport)).toEqual(expected);
  });

  test('the row with the focus stays, wherever it is', () => {
    expect(indicesOf({ from: 5, to: 7 }, 2, 100)).toEqual([2, 5, 6]);
    expect(indicesOf({ from: 5, to: 7 }, 99, 100)).toEqual([5, 6, 99]);
    expect(indicesOf({ from: 5, to: 7 }, 6, 100)).toEqual([5, 6]);
    expect(indicesOf({ from: 5, to: 7 }, -1, 100)).toEqual([5, 6]);
    expect(indicesOf({ from: 5, to: 7 }, 100, 100)).toEqual([5, 6]);
  });
});

describe('the elements rows are drawn in', () => {
  const drawn = (names: readonly number[], before: ReadonlyMap<string | number, number> = new Map()) =>
    elementsOf(names, before);
  const first = drawn([10, 11, 12, 13]);

  test('a row that stays keeps its own, and one that comes takes that of one that went', () => {
    expect([...drawn([12, 13, 14, 15], first)]).toEqual([
      [12, 2],
      [13, 3],
      [14, 0],
      [15, 1],
    ]);
  });

  test('none is moved where all rows are others', () => {
    const rolled = drawn([12, 13, 14, 15], first);
    expect([...drawn([50, 51, 52, 53], rolled).values()]).toEqual([...rolled.values()]);
  });

  test('the row with the focus keeps its own, however far away it is', () => {
    expect(drawn([11, 90, 91, 92, 93], first).get(11)).toBe(1);
  });

  test('more are made where more are needed, and no two rows share one', () => {
    const grown = drawn([13, 20, 21, 22, 23, 24], first);
    expect(new Set(grown.values()).size).toBe(6);
    expect([...drawn([], grown)]).toEqual([]);
  });
});

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['ArrowUp', -1, 9],
  ['PageDown', 3, 7],
  ['PageDown', 8, 9],
  ['PageUp', 3, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, undefined],
])('%s from %d', (key, from, expected) => {
  expect(keyIndex(key, from, 10, 4)).toBe(expected);
});

test('scrolling moves no more than needed', () => {
  expect(scrollFor(0, 24, 48, 100)).toBe(0);
  expect(scrollFor(3, 24, 0, 100)).toBeUndefined();
  expect(scrollFor(4, 24, 0, 100)).toBe(20);
});

describe('on screen', () => {
  const row = createRawSnippet((index: () => number) => ({
    render: () => '<span role="cell"></span>',
    setup: (cell) => {
      $effect(() => {
        cell.textContent = `row ${String(index())}`;
      });
    },
  }));
  const header = createRawSnippet(() => ({ render: () => '<span role="columnheader">Name</span>' }));
  const press = (key: string): void => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    flushSync();
  };

  test('a table says how many rows it has, and draws few', () => {
    render(VirtualList, { label: 'Wire log', role: 'table', count: 100_000, row, header });
    const table = screen.getByRole('table', { name: 'Wire log' });
    expect(table.getAttribute('aria-rowcount')).toBe('100001');
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('1');
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2');
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy();
  });

  test('keys select, Enter opens, one row is in the tab order', () => {
    const onopen = vi.fn();
    const onselect = vi.fn();
    render(VirtualList, { label: 'Rows', role: 'listbox', count: 1_000, row, onopen, onselect });
    const [first] = screen.getAllByRole('option');
    expect(screen.getAllByRole('option').filter((option) => option.tabIndex === 0)).toEqual([first]);
    first?.focus();
    press('ArrowDown');
    expect(onselect).toHaveBeenLastCalledWith(0);
    press('ArrowDown');
    expect(document.activeElement?.textContent).toContain('row 1');
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
    press('End');
    expect(document.activeElement?.textContent).toContain('row 999');
    expect(onopen).not.toHaveBeenCalled();
    press('Enter');
    expect(onopen).toHaveBeenCalledExactlyOnceWith(999);
  });

  test('a click selects and opens', () => {
    const onopen = vi.fn();
    render(VirtualList, { label: 'Rows', count: 10, row, onopen });
    screen.getAllByRole('listitem')[3]?.click();
    flushSync();
    expect(onopen).toHaveBeenCalledExactlyOnceWith(3);
    expect(screen.getAllByRole('listitem')[3]?.getAttribute('aria-current')).toBe('true');
  });
});
