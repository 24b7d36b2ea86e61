import { describe, expect, test } from 'vitest';
import type { MessageStep } from '../../engine/views/exchange-rows.ts';
import type { LadderStep } from '../../engine/views/ladder.ts';
import { brackets, type Bar, type LadderRow } from '../parts/ladder.ts';
import { ladderRows } from './ladder-rows.ts';

const message = (key: string, over: Partial<MessageStep> = {}): MessageStep => ({
  kind: 'message',
  key,
  exchange: 1,
  event: null,
  direction: 'out',
  atMs: 0,
  label: 'tools/call',
  id: '7',
  outcome: null,
  detail: '',
  status: 'POST',
  bytes: 414,
  ms: null,
  oneWay: false,
  failed: false,
  cut: false,
  slim: false,
  finding: null,
  serverHolds: { before: false, after: true },
  ...over,
});
const answer = (key: string, over: Partial<MessageStep> = {}) =>
  message(key, {
    direction: 'in',
    label: 'result',
    status: '200',
    bytes: null,
    ms: 118,
    serverHolds: { before: true, after: false },
    ...over,
  });
const band = (key: string): LadderStep => ({ kind: 'band', key, name: key, text: '', waiting: false });
const wait = (who: 'person' | 'server' | 'client', ms: number, running = false): LadderStep => ({
  kind: 'wait',
  key: `wait ${who} ${ms}`,
  who,
  atMs: 0,
  ms,
  running,
});

const barText = (bar: Bar | undefined) => (bar ? `${bar.span}${bar.running ? ' running' : ''}` : '-');
const bars = (rows: readonly LadderRow[], side: 'server' | 'person') =>
  rows.map((row) => barText(row.bars?.[side]));
const words = (step: MessageStep) => {
  const row = ladderRows([step])[0];
  return row?.kind === 'message'
    ? row.parts.map((part) =>
        part.as === 'chip' ? `[${part.text}|${part.tone}]` : `${part.as}:${part.text}`,
      )
    : [];
};

describe('the words of an arrow', () => {
  test.each<[string, MessageStep, string[]]>([
    [
      'a request: method, id, the rest',
      message('a', { detail: '+ 1 response, state' }),
      ['method:tools/call', 'dim:id 7 + 1 response, state'],
    ],
    [
      'a notification by us',
      message('a', { label: 'notifications/initialized', id: null, oneWay: true }),
      ['text:notifications/initialized'],
    ],
    [
      'complete',
      answer('a', { outcome: { kind: 'complete', text: 'complete' } }),
      ['[complete|done]', 'id:id 7'],
    ],
    [
      'input required with its keys',
      answer('a', { outcome: { kind: 'input required', text: 'input required' }, detail: 'a, b' }),
      ['[input required|wait]', 'dim:a, b'],
    ],
    [
      'an error with its message',
      answer('a', { outcome: { kind: 'error', text: 'error −32602' }, detail: 'unknown tool', failed: true }),
      ['[error −32602|fail]', 'dim:unknown tool'],
    ],
    ['a legacy result', answer('a'), ['text:result', 'id:id 7']],
    [
      'progress, without the prefix',
      answer('a', { label: 'notifications/progress', id: null, detail: '1 of 3', slim: true, oneWay: true }),
      ['text:progress', 'dim:1 of 3'],
    ],
    [
      'no body',
      answer('a', { label: 'accepted, no body', id: null, oneWay: true }),
      ['dim:accepted, no body'],
    ],
    [
      'cut',
      answer('a', { label: 'stream ended without an answer', id: null, failed: true, cut: true }),
      ['text:stream ended without an answer'],
    ],
    [
      'a request by the server',
      answer('a', { label: 'elicitation/create', id: '0' }),
      ['method:elicitation/create', 'id:id 0'],
    ],
  ])('%s', (_rule, step, expected) => {
    expect(words(step)).toEqual(expected);
  });

  test('size for what goes out, duration for what comes in', () => {
    expect(ladderRows([message('a'), answer('b')])).toMatchObject([{ meta: '414 B' }, { meta: '118 ms' }]);
  });

  test('a wait says who, how long, and whether it counts', () => {
    const texts = [
      wait('person', 12_400),
      wait('person', 41_000, true),
      wait('server', 3200),
      wait('server', 14_000, true),
      wait('client', 2000),
    ];
    expect(ladderRows(texts).map((row) => 'text' in row && row.text)).toEqual([
      'you, 12.4 s, not counted',
      'waiting for you, 41 s',
      'server, 3.2 s',
      'waiting for the server, 14 s',
      'client, 2.0 s, not counted',
    ]);
  });

  test('a fold counts', () => {
    const fold: LadderStep = {
      kind: 'fold',
      key: 'f',
      atMs: 0,
      count: 4998,
      noun: 'progress notifications',
      ms: 1200,
    };
    expect(ladderRows([fold])[0]).toMatchObject({
      kind: 'text',
      text: '4,998 progress notifications, 1.2 s',
      side: 'server',
    });
  });
});

describe('who has the ball', () => {
  test('the server from request to answer, through all between', () => {
    const slim = answer('p', { slim: true, serverHolds: { before: true, after: true } });
    const rows = ladderRows([
      band('one'),
      message('a'),
      slim,
      wait('server', 3000),
      answer('b'),
      band('two'),
    ]);
    expect(bars(rows, 'server')).toEqual(['-', 'from', 'full', 'full', 'to', '-']);
  });

  test('hollow while it goes on, and only then', () => {
    const rows = ladderRows([
      message('a'),
      answer('b'),
      message('c', { exchange: 2 }),
      wait('server', 3000, true),
    ]);
    expect(bars(rows, 'server')).toEqual(['from', 'to', 'from running', 'full running']);
  });

  test('the person from the answer, over the next band, to the next request', () => {
    const rows = ladderRows([
      band('one'),
      message('a'),
      answer('b'),
      wait('person', 12_400),
      band('two'),
      message('c', { exchange: 2 }),
      answer('d', { exchange: 2 }),
      wait('person', 41_000, true),
    ]);
    expect(bars(rows, 'person')).toEqual([
      '-',
      '-',
      'from',
      'full',
      'full',
      'to',
      'from running',
      'full running',
    ]);
  });

  test('the client’s own pause has no bar', () => {
    expect(bars(ladderRows([answer('b'), wait('client', 4000), message('c')]), 'person')).toEqual([
      '-',
      '-',
      '-',
    ]);
  });

  test('a draft is dashed, below, and the person’s bar reaches it', () => {
    const rows = ladderRows(
      [message('a'), answer('b'), wait('person', 41_000, true)],
      [{ name: 'Round 3', method: 'tools/call', id: '9', detail: '+ 3 responses, state', bytes: 909 }],
    );
    expect(rows.slice(-2)).toEqual([
      {
        kind: 'band',
        key: 'draft band',
        name: 'Round 3',
        text: 'draft, not sent',
        bars: { person: { span: 'full', running: true } },
      },
      {
        kind: 'message',
        key: 'draft',
        dir: 'out',
        at: 'next',
        draft: true,
        parts: [
          { as: 'method', text: 'tools/call' },
          { as: 'dim', text: 'id 9 + 3 responses, state' },
        ],
        status: 'POST',
        meta: '909 B',
        bars: { person: { span: 'to', running: true } },
      },
    ]);
  });
});

describe('a request by a legacy server', () => {
  const open = { before: true, after: true };
  const asked = answer('asked', { label: 'elicitation/create', id: '0', serverHolds: open });
  const response = message('response', {
    ...{ exchange: 2, label: 'response', id: '0', oneWay: true, serverHolds: open },
  });
  const accepted = answer('accepted', {
    ...{ exchange: 2, label: 'accepted, no body', id: null, oneWay: true, serverHolds: open },
  });

  test('the stream is held open, the person’s bar beside it, and the response is its partner', () => {
    const rows = ladderRows([message('a'), asked, wait('person', 6000), response, accepted, answer('b')]);
    expect(bars(rows, 'server')).toEqual(['from', 'full', 'full', 'full', 'full', 'to']);
    expect(bars(rows, 'person')).toEqual(['-', 'from', 'full', 'to', '-', '-']);
    expect(rows[2]).toMatchObject({ text: 'you, 6.0 s, not counted' });
    expect(rows.map((row) => (row.kind === 'message' ? row.partner : null))).toEqual([
      'b',
      'response',
      null,
      'asked',
      'response',
      'a',
    ]);
    // One call is not several in flight.
    expect(brackets(rows).size).toBe(0);
  });

  test('the drafts of responses go on in the same round, beside what the server holds', () => {
    const draft = { name: null, method: 'response', detail: '', bytes: 60 } as const;
    const rows = ladderRows(
      [message('a'), asked, wait('person', 6000, true)],
      [
        { ...draft, id: '0' },
        { ...draft, id: '1' },
      ],
    );
    expect(rows.slice(-2).map(({ kind, key }) => [kind, key])).toEqual([
      ['message', 'draft'],
      ['message', 'draft 2'],
    ]);
    expect(bars(rows, 'server').slice(-2)).toEqual(['full running', 'full running']);
    expect(bars(rows, 'person').slice(-2)).toEqual(['full running', 'to running']);
  });

  test('what was left unanswered ends the person’s bar where it says so', () => {
    const rows = ladderRows([
      message('a'),
      asked,
      wait('person', 6000),
      { kind: 'text', key: 't', text: '0 left unanswered' },
      wait('server', 9000),
      answer('b'),
    ]);
    expect(bars(rows, 'person')).toEqual(['-', 'from', 'full', '-', '-', '-']);
  });
});

test('request and answer name each other, events of a stream name nobody', () => {
  const rows = ladderRows([
    message('a'),
    message('c', { exchange: 2 }),
    answer('p', { exchange: 1, slim: true }),
    answer('d', { exchange: 2 }),
    answer('b', { exchange: 1 }),
  ]);
  expect(rows.map((row) => (row.kind === 'message' ? (row.partner ?? null) : null))).toEqual([
    'b',
    'd',
    null,
    'c',
    'a',
  ]);
});
