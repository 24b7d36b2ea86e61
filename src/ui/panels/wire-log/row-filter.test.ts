import { describe, expect, test } from 'vitest';
import { HEAP_LIMIT, keepText } from '../../../engine/base/body.ts';
import { createWireRowsView } from '../../../engine/views/wire-rows.ts';
import { Recording } from '../../../engine/wire-log/recording.ts';
import { LargeBodies, RowFilter, type ShownRows } from './row-filter.ts';

function start() {
  const recording = new Recording();
  const view = createWireRowsView(recording);
  return {
    recording,
    filter: new RowFilter(recording),
    large: new LargeBodies(recording),
    get rows() {
      return view.read();
    },
    /** A call of `name` and its answer. */
    add(name: string, answer: string) {
      const exchange = recording.nextExchange();
      recording.append({
        type: 'request',
        at: exchange,
        exchange,
        method: 'POST',
        url: '',
        headers: [],
        body: keepText(`{"name":"${name}"}`),
        messages: [{ kind: 'request', id: String(exchange), method: 'tools/call', name }],
        mode: 'cors',
      });
      const message = { kind: 'result', id: String(exchange) } as const;
      recording.append({ type: 'body', at: exchange, exchange, body: keepText(answer), messages: [message] });
    },
  };
}

const numbers = (shown: ShownRows) =>
  Array.from({ length: shown.count }, (_, position) => shown.at(position));

describe('rows are shown', () => {
  test.each([
    ['all, with neither', '', 'all', [0, 1, 2, 3]],
    ['by direction', '', 'in', [1, 3]],
    ['by name, case aside', 'ECHO', 'all', [0, 1]],
    ['by text in a body', 'lorem', 'all', [3]],
    ['by both', 'deploy', 'out', [2]],
    ['by a status', 'post', 'all', [0, 2]],
    ['none', 'nothing', 'all', []],
    ['blanks are no filter', '  ', 'all', [0, 1, 2, 3]],
  ] as const)('%s', (_rule, needle, direction, expected) => {
    const log = start();
    log.add('echo', 'ipsum');
    log.add('deploy', 'Lorem');
    expect(numbers(log.filter.read(log.rows, needle, direction, null))).toEqual(expected);
  });
});

test('new rows are added to what was found, and a change of the filter begins anew', () => {
  const log = start();
  const found = (needle: string) => numbers(log.filter.read(log.rows, needle, 'all', null));
  log.add('echo', 'a');
  expect(found('echo')).toEqual([0, 1]);
  log.add('deploy', 'a');
  log.add('echo', 'b');
  expect(found('echo')).toEqual([0, 1, 4, 5]);
  expect(found('deploy')).toEqual([2, 3]);
  expect(found('echo')).toEqual([0, 1, 4, 5]);
});

test('letter by letter the same is found as at once, also in what arrives meanwhile', () => {
  const log = start();
  const found = (needle: string) => numbers(log.filter.read(log.rows, needle, 'all', null));
  log.add('echo', 'e');
  log.add('deploy', 'decho');
  expect(found('e')).toEqual([0, 1, 2, 3]);
  expect(found('ec')).toEqual([0, 1, 3]);
  log.add('recho', 'x');
  expect(found('ECH')).toEqual([0, 1, 3, 4, 5]);
  expect(found('ECHx')).toEqual([]);
  expect(found('ECH')).toEqual([0, 1, 3, 4, 5]);
});

test('a row is found where it stands', () => {
  const log = start();
  log.add('echo', 'a');
  log.add('deploy', 'a');
  const shown = log.filter.read(log.rows, 'deploy', 'all', null);
  expect([0, 1, 2, 3, 4, -1].map((row) => shown.positionOf(row))).toEqual([-1, -1, 0, 1, -1, -1]);
  const every = log.filter.read(log.rows, '', 'all', null);
  expect([0, 3, 4, -1].map((row) => every.positionOf(row))).toEqual([0, 3, -1, -1]);
});

describe('bodies too large for memory', () => {
  const large = `${'x'.repeat(HEAP_LIMIT)} NEEDLE`;

  test('are searched too, and stand in their place', async () => {
    const log = start();
    log.add('echo', large);
    log.add('echo', 'a needle');
    log.add('echo', large.replace('NEEDLE', 'hay'));
    const late = await log.large.search(log.rows, 'needle');
    expect([...(late ?? [])]).toEqual([1]);
    expect(numbers(log.filter.read(log.rows, 'needle', 'all', null))).toEqual([3]);
    expect(numbers(log.filter.read(log.rows, 'needle', 'all', late))).toEqual([1, 3]);
    expect(numbers(log.filter.read(log.rows, 'needle', 'out', late))).toEqual([]);
  });

  test('are read once for a filter, and give the same set while nothing is added', async () => {
    const log = start();
    log.add('echo', large);
    const first = await log.large.search(log.rows, 'needle');
    log.add('echo', 'a');
    expect(await log.large.search(log.rows, 'needle')).toBe(first);
    expect(await log.large.search(log.rows, 'hay')).toBeNull();
    expect(await log.large.search(log.rows, '')).toBeNull();
  });
});
