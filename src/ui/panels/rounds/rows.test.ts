import { describe, expect, test } from 'vitest';
import { keepText } from '../../../engine/base/body.ts';
import type { CallView, RoundView, ServerRequestView } from '../../../engine/views/calls.ts';
import { PersonTime } from '../../../engine/views/person-time.ts';
import type { TreeNode } from '../../parts/tree.ts';
import {
  leafOf,
  nodeId,
  nextWords,
  postTitle,
  readNodeId,
  roundFacts,
  stateFate,
  treeNodes,
  whoAnswered,
} from './rows.ts';

function round(over: Partial<RoundView>): RoundView {
  return {
    round: 1,
    parent: null,
    depth: 1,
    branch: '',
    exchange: 1,
    by: 'hand',
    manual: true,
    raw: false,
    answers: [],
    deviations: [],
    sentAt: 0,
    endedAt: 118,
    request: null,
    status: 200,
    result: null,
    progressCount: 0,
    progress: null,
    logCount: 0,
    logs: [],
    serverRequests: [],
    person: { any: new PersonTime(), outside: new PersonTime() },
    elicitations: [],
    method: 'tools/call',
    polls: 0,
    resumedIn: [],
    resuming: null,
    outcome: { kind: 'input required', keys: ['window'], hasState: true },
    ...over,
  };
}

function call(over: Partial<CallView>): CallView {
  return {
    call: 1,
    connection: 1,
    method: 'tools/call',
    name: 'deploy',
    argumentsText: '{}',
    origin: 'client',
    at: 0,
    rounds: [],
    state: 'ended',
    waiting: null,
    ended: { how: 'complete', at: 1 },
    findings: [],
    ...over,
  };
}

const rounds = [
  round({}),
  round({ round: 2, parent: 1, depth: 2 }),
  round({
    round: 3,
    parent: 1,
    depth: 2,
    branch: 'b',
    answers: [['window', 'omitted']],
    request: keepText('{"params":{"inputResponses":{}}}'),
    outcome: { kind: 'error', errorCode: -32602, message: 'no' },
    deviations: [{ kind: 'key missing', key: 'window', text: 'x' }],
  }),
  round({
    round: 4,
    parent: 2,
    depth: 3,
    answers: [['approve', 'hand']],
    request: keepText('{"params":{"inputResponses":{"approve":{"action":"decline"}}}}'),
    outcome: { kind: 'complete' },
  }),
];

describe('the tree', () => {
  test('a tool that says it failed is told from one that did not', () => {
    const failed = [round({ outcome: { kind: 'complete', isError: true } })];
    const [node] = treeNodes([call({ rounds: failed })], 1);
    const chip = { text: 'complete · tool error', tone: 'fail' };
    expect(node?.chips).toEqual([chip]);
    expect(node?.children?.[0]?.chips).toEqual([chip]);
  });

  test('newest call first, a branch below the round it departs from', () => {
    const nodes = treeNodes([call({ rounds }), call({ call: 2, name: 'later' })], 1);
    expect(nodes.map(({ label, expanded }) => [label, expanded])).toEqual([
      ['later', false],
      ['deploy', true],
    ]);
    expect(nodes[1]?.children?.map(({ id, label }) => [id, label])).toEqual([
      ['1.1', 'Round 1'],
      ['1.2', 'Round 2'],
      ['1.4', 'Round 3'],
    ]);
    expect(nodes[1]?.children?.[0]?.children?.map(({ id, label }) => [id, label])).toEqual([
      ['1.3', 'Round 2, branch b'],
    ]);
  });

  test('a branch goes on at its own level, and what is begun stands last below its round', () => {
    const grown = [
      ...rounds,
      round({ round: 5, parent: 3, depth: 3 }),
      round({ round: 6, parent: 1, depth: 2, branch: 'c' }),
      round({ round: 7, parent: 5, depth: 4 }),
      round({ round: 8, parent: 3, depth: 3, branch: 'b' }),
    ];
    const [node] = treeNodes([call({ rounds: grown })], 1, new Set([nodeId(1, 1), nodeId(1, 4)]));
    const drawn = (nodes: readonly TreeNode[] = []): unknown[] =>
      nodes.flatMap(({ id, children }) => (children?.length ? [id, drawn(children)] : [id]));
    expect(drawn(node?.children)).toEqual([
      '1.1',
      ['1.3', ['1.8'], '1.5', '1.7', '1.6', '1.1.draft'],
      '1.2',
      '1.4',
      ['1.4.draft'],
    ]);
    const draft = node?.children?.at(-1)?.children?.[0];
    expect(draft).toMatchObject({ label: 'Round 4', note: 'draft, not sent' });
  });

  test('a line says what was answered, what was against the rules, and how it went', () => {
    const [node] = treeNodes([call({ rounds })], 1);
    const said = (nodes: readonly TreeNode[] = []) =>
      nodes.map(({ note, chips }) => [note, chips?.map(({ text }) => text)]);
    expect(said(node?.children)).toEqual([
      ['', []],
      ['state only', []],
      ['approve: decline', ['complete']],
    ]);
    expect(said(node?.children?.[0]?.children)).toEqual([['window: omit, 1 deviation', ['error −32602']]]);
  });

  test('a round that waits says how much there is to answer', () => {
    const waiting = call({
      rounds: rounds.slice(0, 1),
      state: 'waiting',
      ended: null,
      waiting: { round: 1, reason: 'manual', since: 0 },
    });
    const [node] = treeNodes([waiting], 1);
    expect(node?.chips).toEqual([{ text: 'waiting', tone: 'wait' }]);
    expect(node?.children?.[0]?.note).toBe('1 to answer');
  });
});

describe('requests of a legacy server in the tree', () => {
  const asked = (over: Partial<ServerRequestView>): ServerRequestView => ({
    ...{ request: 1, key: '0', method: 'elicitation/create', at: 0, exchange: 1, event: 1, message: null },
    ...{ heldAt: null, item: null, reply: null, earlier: [], completedAt: null, ended: null },
    ...over,
  });
  const reply = { exchange: 2, at: 5, by: 'hand', raw: false } as const;
  const mark = { kind: 'answer not valid', key: '0', text: 'x' } as const;
  const answered = asked({ reply: { ...reply, deviations: [mark] } });
  const left = asked({ ended: { how: 'left unanswered', detail: '', at: 5 } });

  test.each<[string, readonly ServerRequestView[], Partial<RoundView>, string, readonly string[]]>([
    [
      'open: what is asked stands alone',
      [answered, asked({})],
      { outcome: null },
      '1 to answer, 1 deviation',
      [],
    ],
    ['answered', [answered], { outcome: { kind: 'complete' } }, '1 answered, 1 deviation', ['complete']],
    ['answered in part', [answered, left], { outcome: null }, '1 of 2 answered, 1 deviation', ['running']],
  ])('%s', (_, serverRequests, over, note, chips) => {
    const [node] = treeNodes([call({ rounds: [round({ ...over, serverRequests })] })], 1);
    expect(node?.children?.map((each) => [each.note, each.chips?.map(({ text }) => text)])).toEqual([
      [note, chips],
    ]);
  });

  test('one that the server began is called by its method, and ends with its one request', () => {
    const begun = call({
      ...{ origin: 'server', method: 'roots/list', name: '', ended: { how: 'abandoned', at: 5 } },
      rounds: [round({ outcome: null, serverRequests: [left] })],
    });
    const [node] = treeNodes([begun], 1);
    expect(node).toMatchObject({
      label: 'roots/list',
      suffix: 'asked by the server, id 0',
      chips: [{ text: 'left unanswered' }],
      children: [{ label: 'Round 1', chips: [{ text: 'left unanswered' }] }],
    });
  });
});

test('a path goes on to the newest descendant', () => {
  expect([1, 2, 3, 4].map((from) => leafOf(call({ rounds }), from))).toEqual([3, 4, 3, 4]);
});

test.each([
  ['3', { call: 3, round: null, draft: false }],
  ['3.2', { call: 3, round: 2, draft: false }],
  ['3.2.draft', { call: 3, round: 2, draft: true }],
  ['3.draft', null],
  ['x', null],
  ['3.', null],
])('%s names %j', (id, named) => {
  expect(readNodeId(id)).toEqual(named);
});

test.each([
  [{}, '200, 118 ms'],
  [
    { result: { body: keepText('{}'), event: 3, item: 0 }, progressCount: 2, logCount: 1 },
    '200 over SSE, 118 ms, 2 progress notifications, 1 log message',
  ],
  [{ status: null, endedAt: null }, ''],
])('%j reads %s', (over, words) => {
  expect(roundFacts(round(over))).toBe(words);
});

test('who answered is said from the notes', () => {
  expect([whoAnswered(null), whoAnswered(round({}))]).toEqual(['', '']);
  expect(
    whoAnswered(
      round({
        parent: 1,
        answers: [
          ['a', 'hand'],
          ['b', 'responder'],
        ],
      }),
    ),
  ).toBe('by hand and responder');
  expect(whoAnswered(round({ parent: 1, answers: [['a', 'responder']] }))).toBe('by responder');
  expect(whoAnswered(round({ parent: 1, raw: true }))).toBe('by hand');
});

test('what became of the state is said from the marks', () => {
  const next = (kind: 'state changed' | 'state missing') => round({ deviations: [{ kind, text: '' }] });
  expect(stateFate(round({}), null)).toBe('');
  expect(stateFate(round({}), round({}))).toBe('state echoed');
  expect(stateFate(round({}), next('state changed'))).toBe('state changed');
  expect(stateFate(round({}), next('state missing'))).toBe('state left out');
});

test('the next request is named, compared, and says what is gone', () => {
  expect(nextWords(round({}), null, null)).toBe('round 2');
  expect(nextWords(round({}), null, { marks: [], removed: ['a', 'b', 'c', 'd'] })).toBe(
    'round 2, marked where it differs from round 1, without a, b, c and more',
  );
});

test.each([
  ['https://a.example/mcp?x=1', 'POST /mcp?x=1'],
  ['', 'POST'],
])('%s is %s', (url, title) => {
  expect(postTitle(url)).toBe(title);
});
