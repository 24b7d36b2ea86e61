import { expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import { createExchangesView } from '../views/exchanges.ts';
import { Recording } from '../wire-log/recording.ts';
import type { RunFacts } from './column-facts.ts';
import { outcomeDifferences } from './outcomes.ts';
import { matrixReports } from './reports.ts';
import { createDiffer } from '../diff/differ.ts';

const CONNECTED = { kind: 'connected', era: 'legacy', revision: '2025-11-25' };

function side(handshake: object, calls: readonly unknown[] = [], exchanges: unknown = new Map()): RunFacts {
  const attempts = [{ attempt: 1, exchanges: [1], verdict: null }];
  const diagnosis = { title: 'The server refused the handshake', short: 'refused' };
  return {
    handshake: { attempts, diagnosis, ...handshake },
    settled: { problem: 'x' },
    lists: new Map(),
    calls,
    exchanges,
  } as unknown as RunFacts;
}

const connected = (...calls: unknown[]) => side({ outcome: CONNECTED }, calls);
const failed = side({ outcome: { kind: 'failed' } });
const cancelled = side({ outcome: { kind: 'cancelled' } });
const complete = (rounds = 1) => ({
  kind: 'made',
  givenUp: null,
  view: {
    ended: { how: 'complete' },
    rounds: Array.from({ length: rounds }, () => ({
      outcome: { kind: 'complete', isError: false },
      serverRequests: [],
    })),
  },
});
const error = {
  kind: 'made',
  givenUp: null,
  view: {
    ended: { how: 'error' },
    rounds: [{ outcome: { kind: 'error', errorCode: -32603 }, serverRequests: [] }],
  },
};
const abandoned = { ...complete(), givenUp: 'it asks a person' };
const leftOut = { kind: 'left out', reason: 'It lists no tools' };
const neverMade = { kind: 'left out', reason: 'Cancelled' };

test.each([
  ['a column that does not connect is breaking', [connected(), failed], ['breaking connection 0>1']],
  [
    'each of them, beside the one that does',
    [connected(), failed, failed],
    ['breaking connection 0>1', 'breaking connection 0>2'],
  ],
  [
    'one that connects where the left one did not is compatible',
    [failed, connected()],
    ['compatible connection 0>1'],
  ],
  ['what was cancelled says nothing', [connected(), cancelled], []],
  ['two that fail alike do not differ', [failed, failed], []],
  [
    'a call that comes to an error is breaking',
    [connected(complete()), connected(error)],
    ['breaking outcome 0>1'],
  ],
  ['one that is no longer made too', [connected(complete()), connected(leftOut)], ['breaking outcome 0>1']],
  [
    'one that nobody answered is unclear',
    [connected(complete()), connected(abandoned)],
    ['unclear outcome 0>1'],
  ],
  [
    'one that now completes is compatible',
    [connected(error), connected(complete())],
    ['compatible outcome 0>1'],
  ],
  ['another failure is unclear', [connected(error), connected(leftOut)], ['unclear outcome 0>1']],
  ['one that was cancelled says nothing', [connected(complete()), connected(neverMade)], []],
  ['other rounds are compatible', [connected(complete()), connected(complete(3))], ['compatible rounds 0>1']],
  [
    'calls of a column that does not connect add nothing',
    [connected(complete()), { ...failed, calls: [leftOut as never] }],
    ['breaking connection 0>1'],
  ],
] as const)('%s', async (_, sides, expected) => {
  const found = await outcomeDifferences(sides.length, 'left neighbour', (column, from) => {
    const facts = sides[typeof from === 'number' ? from : column];
    return facts && { title: '', facts };
  });
  expect(found.map(({ severity, what, from, column }) => `${severity} ${what} ${from}>${column}`)).toEqual(
    expected,
  );
});

test('compared with the run before it is that of the same column', async () => {
  const found = await outcomeDifferences(2, 'run before', (column, from) => ({
    title: '',
    facts: from === 'before' || column === 0 ? connected() : failed,
  }));
  expect(found).toMatchObject([{ severity: 'breaking', column: 1, from: 'before' }]);
});

const REFUSED = '{"error":{"code":-32000,"message":"Bad Request: \\u0041"}}';

test.each([
  ['as JSON', { type: 'body', at: 2, exchange: 1, body: keepText(REFUSED), messages: [] }],
  [
    'in a stream',
    {
      ...{ type: 'sse', at: 2, exchange: 1, index: 1, messages: [] },
      ...{ raw: keepText(`data: ${REFUSED}\n\n`), data: keepText(REFUSED) },
    },
  ],
])('what the server answered is told with it: %s', async (_how, answer) => {
  const recording = new Recording();
  recording.append({
    type: 'request',
    at: 1,
    exchange: 1,
    method: 'POST',
    url: 'https://acme.dev/mcp',
    headers: [],
    body: keepText('{}'),
    messages: [],
    mode: 'cors',
  });
  recording.append({
    type: 'response',
    at: 2,
    exchange: 1,
    status: 400,
    statusText: '',
    headers: [],
    url: 'https://acme.dev/mcp',
    redirected: false,
  } as never);
  recording.append(answer as never);
  const refused = side({ outcome: { kind: 'failed' } }, [], createExchangesView(recording).read());
  const [found] = await outcomeDifferences(2, 'left neighbour', (column, from) => ({
    title: '',
    facts: (from ?? column) === 0 ? connected() : refused,
  }));
  expect(found?.failed).toEqual({
    title: 'The server refused the handshake',
    status: 400,
    code: '-32000',
    message: 'Bad Request: A',
  });
});

test('where none connects, and so none differs, the reason stands among the problems', async () => {
  const differ = createDiffer(() => {
    throw new TypeError('what is small needs no worker');
  });
  const cell = { content: { kind: 'none' }, difference: null } as const;
  const row = {
    key: '',
    group: '',
    label: '',
    code: false,
    subject: { kind: 'handshake' },
    cells: [cell],
  } as const;
  const found = await matrixReports([row], () => ({ title: 'one', facts: failed }), differ);
  expect(found).toEqual({ reports: [], outcomes: [], problems: ['one: The server refused the handshake'] });
});
