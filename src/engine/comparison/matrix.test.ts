import { describe, expect, test } from 'vitest';
import { defaultResponders } from '../responders/responders.ts';
import { createExchangesView } from '../views/exchanges.ts';
import type { HandshakeView } from '../views/handshakes.ts';
import { Recording } from '../wire-log/recording.ts';
import type { RunFacts } from './column-facts.ts';
import { digest } from './digest.ts';
import { matrixOf, type MatrixRow } from './matrix.ts';
import type { ComparisonPlan } from './plan.ts';

const plan: ComparisonPlan = {
  columns: [],
  calls: [],
  runs: 1,
  responders: defaultResponders,
  limits: { requests: 10, empty: 3 },
};

const handshake: HandshakeView = {
  number: 1,
  connection: 1,
  cause: 'connect',
  url: 'https://acme.dev/mcp',
  protocolVersion: '2025-11-25',
  profile: '',
  at: 0,
  endedAt: 1,
  attempts: [],
  probes: [],
  streams: [],
  outcome: { kind: 'connected', era: 'legacy', revision: '2025-11-25', asked: '2025-11-25', attempt: 1 },
  diagnosis: null,
  findings: [],
};

function run(
  change: { ms?: number | null; trips?: number; handshake?: Partial<HandshakeView> } = {},
): RunFacts {
  const recording = new Recording();
  return {
    run: { recording, calls: [] },
    exchanges: createExchangesView(recording).read(),
    handshake: { ...handshake, ...change.handshake },
    settled: { problem: 'not read' },
    connecting: {
      roundTrips: change.trips ?? 2,
      sent: 1,
      received: 2,
      ms: change.ms === undefined ? 5 : change.ms,
    },
    lists: new Map(),
    calls: [],
  };
}

function row(
  columns: readonly (readonly RunFacts[])[],
  key: string,
  before: readonly (readonly RunFacts[])[] | null = null,
): MatrixRow {
  const found = matrixOf(plan, columns, before).find((each) => each.key === key);
  if (!found) throw new Error(`no row ${key}`);
  return found;
}

describe('times', () => {
  test.each([
    [[7], 7],
    [[9, 1, 3], 3],
    [[4, 1, 3, 9], 3.5],
    [[null, 8], 8],
  ] as const)('the median of %j is %d', (times, expected) => {
    const [cell] = row([times.map((ms) => run({ ms }))], 'connect time').cells;
    expect(cell?.content).toEqual({ kind: 'time', ms: expected });
  });

  test('are never marked', () => {
    const { cells } = row([[run({ ms: 1 })], [run({ ms: 900 })]], 'connect time');
    expect(cells.map(({ difference }) => difference)).toEqual([null, null]);
  });
});

describe('a cell is marked', () => {
  test.each([
    ['where it differs from its left neighbour', [2, 2, 1], [null, null, { kind: 'changed', from: 1 }]],
    [
      'and the one after it only where it differs from that',
      [2, 1, 1],
      [null, { kind: 'changed', from: 0 }, null],
    ],
    ['past a column that did not come so far', [2, null, 1], [null, null, { kind: 'changed', from: 0 }]],
    ['never where nothing on its left came so far', [null, null, 1], [null, null, null]],
  ] as const)('%s', (_, columns, expected) => {
    const { cells } = row(
      columns.map((trips) => (trips === null ? [] : [run({ trips })])),
      'connect trips',
    );
    expect(cells.map(({ difference }) => difference)).toEqual(expected);
  });

  test('not because another revision was asked for and given', () => {
    const { cells } = row(
      [
        [run()],
        [
          run({
            handshake: {
              protocolVersion: '2025-06-18',
              outcome: {
                kind: 'connected',
                era: 'legacy',
                revision: '2025-06-18',
                asked: '2025-06-18',
                attempt: 1,
              },
            },
          }),
        ],
        [run({ handshake: { protocolVersion: '2025-03-26' } })],
      ],
      'negotiated',
    );
    expect(cells.map(({ difference }) => difference?.kind)).toEqual([undefined, undefined, 'changed']);
  });
});

/** A handshake that asked for one thing and got another. */
const asking = (protocolVersion: string, revision: string) =>
  run({
    handshake: {
      protocolVersion,
      outcome: { kind: 'connected', era: 'legacy', revision, asked: revision, attempt: 1 },
    },
  });

describe('what was negotiated is marked', () => {
  test.each([
    [
      'where Auto came to another revision',
      [asking('auto', '2025-11-25'), asking('auto', '2025-06-18')],
      true,
    ],
    [
      'not where Auto came to what the other asked for',
      [asking('auto', '2025-11-25'), asking('2025-11-25', '2025-11-25')],
      false,
    ],
    [
      'where another revision was given than asked for',
      [asking('2025-11-25', '2025-11-25'), asking('2025-06-18', '2025-11-25')],
      true,
    ],
    [
      'not where each got what it asked for',
      [asking('2025-11-25', '2025-11-25'), asking('2025-06-18', '2025-06-18')],
      false,
    ],
  ] as const)('%s', (_, columns, expected) => {
    const { cells } = row(
      columns.map((each) => [each]),
      'negotiated',
    );
    expect(cells[1]?.difference !== null).toBe(expected);
  });
});

describe('against the run before', () => {
  const before = 'before';
  test.each([
    ['each cell is compared with its own column, not with its neighbour', [2, 5], [2, 5], [null, null]],
    ['the first column too', [2, 5], [3, 5], [{ kind: 'changed', from: before }, null]],
    [
      'a column that did not come so far now says nothing',
      [null, 5],
      [3, 4],
      [null, { kind: 'changed', from: before }],
    ],
    ['and one that did not come so far then', [2, 5], [null, 4], [null, { kind: 'changed', from: before }]],
    ['a column that the run before did not have', [2, 5], [2], [null, null]],
  ] as const)('%s', (_, now, then, expected) => {
    const columns = (trips: readonly (number | null)[]) =>
      trips.map((each) => (each === null ? [] : [run({ trips: each })]));
    const { cells } = row(columns(now), 'connect trips', columns(then));
    expect(cells.map(({ difference }) => difference)).toEqual(expected);
  });

  test('times are never marked', () => {
    const { cells } = row([[run({ ms: 1 })]], 'connect time', [[run({ ms: 900 })]]);
    expect(cells.map(({ difference }) => difference)).toEqual([null]);
  });

  test('a row that only the run before has is there, and what it had is gone', () => {
    const listing = {
      listing: 1,
      connection: 1,
      method: 'tools/list',
      at: 0,
      pages: [],
      ended: { how: 'complete' },
      findings: [],
    } as const;
    const list = { entries: [], failedPages: [], hints: [] };
    const tools = new Map([
      ['tools/list', { listing, list, value: '', digest: '', outputSchemas: 0 }],
    ] as const);
    const settled = {
      era: 'modern',
      revision: '2026-07-28',
      asked: '2026-07-28',
      method: 'server/discover',
      exchange: 1,
      event: null,
      declared: {
        capabilities: [],
        members: new Map(),
        serverInfo: null,
        serverInfoFrom: null,
        supportedVersions: null,
      },
      client: '',
      clientCapabilitiesText: '{}',
      sessionId: null,
    } as unknown as RunFacts['settled'];
    const now = { ...run(), settled };
    const { cells } = row([[now]], 'tools/list', [[{ ...now, lists: tools }]]);
    expect(cells).toEqual([{ content: { kind: 'none' }, difference: { kind: 'removed', from: 'before' } }]);
  });
});

test('before anything has come every row of a connection is there, and nothing is known', () => {
  const { cells } = row([[], []], 'negotiated');
  expect(cells.map(({ content }) => content.kind)).toEqual(['unknown', 'unknown']);
});

test('a digest is the same for the same text, and has eight digits', () => {
  expect(digest('a')).toBe('e40c292c');
  expect(digest('')).toBe('811c9dc5');
  expect(digest('b')).not.toBe(digest('a'));
});

describe('what a list says besides its entries', () => {
  const listed = (
    hints: readonly { readonly ttlMs: number | null; readonly cacheScope: string | null }[],
    outputSchemas = 0,
  ) => {
    const listing = {
      listing: 1,
      connection: 1,
      method: 'tools/list',
      at: 0,
      pages: [],
      findings: [],
    } as const;
    const list = {
      entries: [],
      failedPages: [],
      hints: hints.map((each, page) => ({ page, receivedAt: 0, ...each })),
    };
    const facts = {
      listing: { ...listing, ended: { how: 'complete' } as const },
      list,
      value: '',
      digest: '',
      outputSchemas,
    };
    return { ...run(), lists: new Map([['tools/list', facts]] as const) };
  };
  const kept = (...columns: RunFacts[]) =>
    row(
      columns.map((each) => [each]),
      'tools/list kept',
    ).cells;

  test.each([
    [[{ ttlMs: 60_000, cacheScope: 'private' }], 'ttl 60 s, private'],
    [[{ ttlMs: 0, cacheScope: null }], 'not to be kept'],
    [[{ ttlMs: 1500, cacheScope: null }], 'ttl 1500 ms'],
    [
      [
        { ttlMs: 1000, cacheScope: 'public' },
        { ttlMs: 1000, cacheScope: 'public' },
        { ttlMs: null, cacheScope: 'private' },
      ],
      'ttl 1 s, public; private',
    ],
  ])('for how long it may be kept: %j', (hints, expected) => {
    expect(kept(listed(hints))[0]?.content).toEqual({ kind: 'text', text: expected });
  });

  test('a column without hints has none, and what came is marked', () => {
    expect(
      kept(listed([{ ttlMs: null, cacheScope: null }]), listed([{ ttlMs: 1, cacheScope: null }])),
    ).toEqual([
      { content: { kind: 'none' }, difference: null },
      { content: { kind: 'text', text: 'ttl 1 ms' }, difference: { kind: 'added', from: 0 } },
    ]);
  });

  test('where no column has any there is no such row', () => {
    expect(() => kept(listed([]))).toThrow('no row');
  });

  test.each([
    ['was cut', null],
    ['failed', { how: 'failed', detail: 'no answer' }],
    ['gave a cursor twice', { how: 'repeated cursor' }],
  ] as const)('what a list that %s says of all of it is not known', (_, ended) => {
    const whole = listed([{ ttlMs: 1, cacheScope: null }], 3);
    const found = listed([{ ttlMs: 1, cacheScope: null }], 1);
    const facts = found.lists.get('tools/list');
    if (!facts) throw new Error('no list');
    const part = { ...facts, listing: { ...facts.listing, ended } };
    const cut = { ...found, lists: new Map([['tools/list', part]] as const) };
    for (const key of ['tools/list output schemas', 'tools/list kept']) {
      const { cells } = row([[whole], [cut]], key);
      expect(cells[1]).toEqual({ content: { kind: 'unknown' }, difference: null });
    }
  });

  test('how many tools have an output schema', () => {
    const { cells } = row([[listed([], 1)], [listed([], 3)]], 'tools/list output schemas');
    expect(cells.map(({ content }) => content)).toEqual([
      { kind: 'text', text: '1' },
      { kind: 'text', text: '3' },
    ]);
    expect(cells[1]?.difference).toEqual({ kind: 'changed', from: 0 });
  });
});
