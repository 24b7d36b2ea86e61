import { render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import Ladder from './Ladder.svelte';
import {
  bandsOf,
  brackets,
  foldRows,
  gapShape,
  openBars,
  times,
  type GapRow,
  type LadderRow,
  type MessageRow,
} from './ladder.ts';

const message = (key: string, overrides: Partial<MessageRow> = {}): MessageRow => ({
  kind: 'message',
  key,
  dir: 'out',
  parts: [{ as: 'method', text: `method ${key}` }],
  atMs: 0,
  ...overrides,
});
const gap = (ms: number, overrides: Partial<GapRow> = {}): GapRow => ({
  kind: 'gap',
  key: 'g',
  who: 'person',
  ms,
  text: 'you',
  ...overrides,
});
const progress = (count: number): MessageRow[] =>
  Array.from({ length: count }, (_, index) =>
    message(`p${String(index)}`, {
      dir: 'in',
      slim: true,
      atMs: index * 3,
      alike: { as: 'progress', noun: 'progress notifications' },
      bars: { server: { span: 'full' } },
    }),
  );

describe('more than eight alike fold to first, a count, last', () => {
  test('eight stay', () => {
    expect(foldRows(progress(8))).toHaveLength(8);
  });

  test('four hundred become three, and the bar runs through', () => {
    const folded = foldRows([message('a'), ...progress(400), message('b')]);
    expect(folded.map((row) => row.key)).toEqual(['a', 'p0', 'fold p0', 'p399', 'b']);
    expect(folded[2]).toMatchObject({
      kind: 'fold',
      count: 398,
      text: '398 progress notifications, 1.2 s',
      bars: { server: { span: 'full' } },
    });
  });

  test('a different kind between them starts again', () => {
    const rows = [
      ...progress(8),
      message('x'),
      ...progress(8).map((row) => ({ ...row, key: `${row.key}b` })),
    ];
    expect(foldRows(rows)).toHaveLength(17);
  });

  test('opened ones stay open', () => {
    expect(foldRows(progress(20), new Set(['fold p0']))).toHaveLength(20);
  });
});

describe('a bracket ties what was in flight together', () => {
  const pair = (id: string, rows: [number, number]): [MessageRow, MessageRow, [number, number]] => [
    message(`${id}q`, { partner: `${id}r` }),
    message(`${id}r`, { dir: 'in', partner: `${id}q` }),
    rows,
  ];
  const lay = (...pairs: [MessageRow, MessageRow, [number, number]][]): LadderRow[] => {
    const rows: LadderRow[] = [];
    for (const [request, response, [from, to]] of pairs) {
      rows[from] = request;
      rows[to] = response;
    }
    return rows;
  };

  test('two requests before the first answer', () => {
    const found = brackets(lay(pair('a', [0, 3]), pair('b', [1, 2])));
    expect([...found]).toEqual([
      ['aq', 'first'],
      ['bq', 'middle'],
      ['br', 'middle'],
      ['ar', 'last'],
    ]);
  });

  test('one after the other is not parallel', () => {
    expect(brackets(lay(pair('a', [0, 1]), pair('b', [2, 3]))).size).toBe(0);
  });

  test('a chain of overlaps is one bracket', () => {
    const found = brackets(lay(pair('a', [0, 2]), pair('b', [1, 4]), pair('c', [3, 5])));
    expect(found.size).toBe(6);
  });

  test('what the server asks inside a call is not parallel to it', () => {
    const rows = lay(pair('a', [0, 3]));
    rows[1] = message('sq', { dir: 'in', partner: 'sr' });
    rows[2] = message('sr', { dir: 'out', partner: 'sq' });
    expect(brackets(rows).size).toBe(0);
  });

  test('without an answer there is no bracket', () => {
    expect(brackets([message('a', { partner: 'gone' }), message('b', { partner: 'gone too' })]).size).toBe(0);
  });
});

test('the unit stands where it changes', () => {
  const rows = [0, 86, 999.4, 1_300, 12_900, 400_000, 8_040_000].map((atMs, index) =>
    message(String(index), { atMs }),
  );
  expect([...times([...rows, message('n', { at: 'next' })]).values()]).toEqual([
    '0 ms',
    '86',
    '999',
    '1.3 s',
    '12.9',
    '400',
    '2.2 h',
    'next',
  ]);
});

describe('height of a wait', () => {
  test.each([
    [2_000, true, { px: 48, folded: false }],
    [500, true, { px: 24, folded: false }],
    [10_000, true, { px: 240, folded: false }],
    [10_001, true, { px: 40, folded: true }],
    [8_040_000, false, { px: 64, folded: false }],
    [6_000, false, { px: 40, folded: false }],
    [1_200, false, { px: 24, folded: false }],
  ])('%d ms, to scale %s', (ms, toScale, shape) => {
    expect(gapShape(gap(ms), toScale)).toEqual(shape);
  });

  test('one that still goes on keeps its height', () => {
    for (const ms of [1_000, 8_000, 60_000]) {
      for (const scale of [true, false])
        expect(gapShape(gap(ms, { running: true }), scale)).toEqual({ px: 40, folded: false });
    }
  });
});

test('rows before the first band have none; what is open runs on below', () => {
  const rows: LadderRow[] = [
    message('a'),
    { kind: 'band', key: 'b', name: 'Round 1' },
    message('c', { bars: { server: { span: 'from' }, person: { span: 'to' } } }),
  ];
  expect(bandsOf(rows).map((band) => [band.band?.name, band.rows.length])).toEqual([
    [undefined, 1],
    ['Round 1', 1],
  ]);
  expect(openBars(rows)).toEqual({ server: { span: 'full' } });
});

describe('on screen', () => {
  const rows: LadderRow[] = [
    { kind: 'band', key: 'r1', name: 'Round 1', text: '1 input request' },
    message('q', { status: 'POST', meta: '414 B', partner: 'r' }),
    message('r', {
      dir: 'in',
      atMs: 118,
      parts: [
        { as: 'chip', text: 'input required', tone: 'wait' },
        { as: 'id', text: 'id 7' },
      ],
      status: '200',
      meta: '118 ms',
      finding: 'warning',
      partner: 'q',
    }),
    gap(12_400, { text: 'you, 12.4 s, not counted' }),
    message('d', { draft: true, at: 'next', status: 'POST' }),
  ];

  test('a row says all of it: time, what, which way, status, finding', () => {
    render(Ladder, { label: 'Messages', rows });
    const list = screen.getByRole('list', { name: 'Messages, Round 1' });
    const names = within(list)
      .getAllByRole('button')
      .map((button) => button.textContent.replace(/\s+/g, ' ').trim());
    expect(names).toEqual([
      '0 ms method q client to server POST414 B',
      '118 input required id 7 server to client, warning 200118 ms',
      'next method d client to server, not sent POST',
    ]);
    expect(within(list).getByText('you, 12.4 s, not counted')).toBeTruthy();
  });

  test('a click selects and opens, arrows walk without opening', () => {
    const onopen = vi.fn();
    render(Ladder, { label: 'Messages', rows, onopen });
    const [first, second, third] = screen.getAllByRole('button');
    first?.click();
    flushSync();
    expect(first?.getAttribute('aria-pressed')).toBe('true');
    expect(onopen).toHaveBeenCalledExactlyOnceWith('q');
    first?.focus();
    const press = (key: string): void => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      flushSync();
    };
    press('ArrowDown');
    expect(document.activeElement).toBe(second);
    expect(second?.getAttribute('aria-pressed')).toBe('true');
    expect(second?.tabIndex).toBe(0);
    expect(first?.tabIndex).toBe(-1);
    press('End');
    press('ArrowDown');
    expect(document.activeElement).toBe(third);
    expect(onopen).toHaveBeenCalledTimes(1);
  });

  test('focus marks the partner', () => {
    render(Ladder, { label: 'Messages', rows });
    const [first, second] = screen.getAllByRole('button');
    first?.focus();
    flushSync();
    expect(second?.classList.contains('partner')).toBe(true);
    expect(first?.classList.contains('partner')).toBe(false);
  });

  test('a fold opens in place', () => {
    render(Ladder, { label: 'Stream', rows: progress(12) });
    expect(screen.getAllByRole('button')).toHaveLength(3);
    screen.getByRole('button', { name: '10 progress notifications, 30 ms' }).click();
    flushSync();
    expect(screen.getAllByRole('button')).toHaveLength(12);
  });
});
