import { describe, expect, test } from 'vitest';
import type { WireRow, WireRows } from '../../../engine/views/wire-rows.ts';
import { parseTarget } from '../../wire/target.ts';
import { countText, logCells, mateOf, rowOfTarget } from './rows.ts';

const row = (over: Partial<WireRow>): WireRow => ({
  entry: 0,
  exchange: 1,
  event: null,
  at: 0,
  direction: 'out',
  message: { kind: 'request', id: '7', method: 'tools/call', name: 'deploy' },
  label: 'tools/call',
  about: 'deploy',
  id: '7',
  status: 'POST',
  bytes: 414,
  ms: null,
  failed: false,
  ...over,
});
const answer = (over: Partial<WireRow> = {}) =>
  row({
    direction: 'in',
    message: { kind: 'result', id: '7' },
    label: 'result',
    status: '200',
    bytes: 527,
    ms: 118.4,
    ...over,
  });
const log = (rows: readonly WireRow[]): WireRows => ({
  count: rows.length,
  messages: rows.filter(({ message }) => message).length,
  bytes: rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  exchanges: new Set(rows.map(({ exchange }) => exchange)).size,
  row: (index) => rows[index],
});

describe('the cells of a row', () => {
  const cases: readonly [rule: string, row: WireRow, cells: object][] = [
    ['a request', row({}), { label: 'tools/call', chip: null, size: '414 B', ms: '', refused: false }],
    ['a legacy result', answer(), { label: 'result', chip: null, size: '527 B', ms: '118' }],
    [
      'a complete result: the word and the chip',
      answer({ message: { kind: 'result', resultType: 'complete' } }),
      { label: 'result', chip: { text: 'complete', tone: 'done' } },
    ],
    [
      'a tool that says it failed',
      answer({ message: { kind: 'result', resultType: 'complete', isError: true } }),
      { chip: { text: 'tool error', tone: 'fail' } },
    ],
    [
      'input required: the chip says it all',
      answer({ message: { kind: 'result', resultType: 'input_required' }, label: 'input required' }),
      { label: '', chip: { text: 'input required', tone: 'wait' } },
    ],
    [
      'an error: its code, and the status in red where that is one too',
      answer({
        message: { kind: 'error', errorCode: -32601 },
        label: 'error −32601',
        status: '404',
        failed: true,
      }),
      { label: '', chip: { text: 'error −32601', tone: 'fail' }, refused: true, failed: false },
    ],
    [
      'an error in a 200',
      answer({ message: { kind: 'error', errorCode: -32601 }, label: 'error −32601', failed: true }),
      { refused: false },
    ],
    [
      'an exchange that failed before headers has no size',
      answer({ message: null, label: 'failed before headers', status: 'none', bytes: 0, failed: true }),
      { label: 'failed before headers', chip: null, failed: true, refused: true, size: '' },
    ],
  ];
  test.each(cases)('%s', (_rule, given, cells) => {
    expect(logCells(given)).toMatchObject(cells);
  });
});

const stream = log([
  row({ exchange: 1 }),
  row({ exchange: 2 }),
  answer({ exchange: 1, event: 2, message: { kind: 'notification', method: 'notifications/progress' } }),
  answer({ exchange: 2 }),
  answer({ exchange: 1, event: 3 }),
  row({ exchange: 3 }),
]);

test('what came points to its request, a request to its answer and never to an event before it', () => {
  expect([0, 1, 2, 3, 4, 5, 6, -1].map((index) => mateOf(stream, index))).toEqual([
    4, 3, 0, 1, 0, -1, -1, -1,
  ]);
});

test.each([
  ['1', 0],
  ['1.2', 2],
  ['1.3', 4],
  ['1.in', 4],
  ['2.in', 3],
  ['1.9', 4],
  ['3', 5],
  ['3.in', -1],
  ['4', -1],
])('the address %s is row %d', (text, index) => {
  const target = parseTarget(text);
  expect(target && rowOfTarget(stream, target)).toBe(index);
});

test('the count says messages, exchanges and bytes, and how many are shown', () => {
  expect(countText(stream, null)).toBe('6 messages in 3 exchanges, 2.8 kB');
  expect(countText(stream, 4)).toBe('4 shown of 6 messages in 3 exchanges, 2.8 kB');
  expect(countText(log([row({})]), null)).toBe('1 message in 1 exchange, 414 B');
});
