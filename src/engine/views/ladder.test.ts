import { describe, expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import type { MessageSummary, WireEvent } from '../wire/events.ts';
import type { Finding } from '../wire-log/notes.ts';
import { Recording, type Entry } from '../wire-log/recording.ts';
import { createCallsView } from './calls.ts';
import { createExchangesView } from './exchanges.ts';
import { createHandshakesView } from './handshakes.ts';
import {
  buildLadder,
  callLadder,
  handshakeLadder,
  newestCallLadder,
  type LadderBand,
  type LadderStep,
} from './ladder.ts';

type Of<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;

const call: MessageSummary = { kind: 'request', id: '7', method: 'tools/call', name: 'deploy' };
const progress = (n: number): MessageSummary => ({
  kind: 'notification',
  method: 'notifications/progress',
  progress: `${n} of 400`,
});
const complete: MessageSummary = { kind: 'result', id: '7', resultType: 'complete' };

function sent(exchange: number, at: number, over: Partial<Of<'request'>> = {}): Of<'request'> {
  return {
    type: 'request',
    at,
    exchange,
    method: 'POST',
    url: 'http://server.test/mcp',
    headers: [],
    body: keepText('{"a":1}'),
    messages: [call],
    mode: 'cors',
    ...over,
  };
}

function head(
  exchange: number,
  at: number,
  status: number,
  mediaType: string | null = 'application/json',
): WireEvent {
  return {
    type: 'response',
    at,
    exchange,
    status,
    statusText: '',
    headers: [],
    mediaType,
    url: 'http://server.test/mcp',
    redirected: false,
  };
}

function body(exchange: number, at: number, ...messages: MessageSummary[]): WireEvent {
  return { type: 'body', at, exchange, body: keepText('{}'), messages };
}

function event(exchange: number, at: number, index: number, ...messages: MessageSummary[]): WireEvent {
  return { type: 'sse', at, exchange, index, raw: keepText('data: {}\n\n'), data: keepText('{}'), messages };
}

function end(exchange: number, at: number, how: Of<'end'>['how'] = 'complete', detail?: string): WireEvent {
  return { type: 'end', at, exchange, how, bytes: 0, ...(detail === undefined ? {} : { detail }) };
}

function record(entries: readonly Entry[]) {
  const recording = new Recording();
  for (const entry of entries) recording.append(entry);
  return recording;
}

/** One band with every exchange of the entries. */
function bandOf(entries: readonly Entry[], over: Partial<LadderBand> = {}): LadderBand {
  const exchanges = createExchangesView(record(entries)).read();
  const views = Array.from({ length: exchanges.count }, (_, index) => exchanges.get(index + 1)).filter(
    (view) => view !== undefined,
  );
  return { key: 'one', name: 'One', text: '', exchanges: views.map((view) => ({ view })), ...over };
}

/** A step in one line, so that a table of rows can be read. */
function line(step: LadderStep): string {
  switch (step.kind) {
    case 'band':
      return `= ${step.name}${step.text && ` (${step.text})`}${step.waiting ? ' !' : ''}`;
    case 'text':
      return `# ${step.text}`;
    case 'fold':
      return `… ${step.count} ${step.noun}, ${step.ms} ms`;
    case 'wait':
      return `~ ${step.who} ${step.ms} ms${step.running ? ' running' : ''}`;
    case 'message': {
      const flags = (['oneWay', 'failed', 'cut', 'slim'] as const).filter((flag) => step[flag]).join(' ');
      const words = [
        step.direction === 'out' ? '→' : '←',
        step.label,
        step.id ?? '',
        step.outcome ? `[${step.outcome.text}]` : '',
        step.detail,
        `| ${step.status}`,
        step.ms === null ? '' : `${step.ms} ms`,
        flags && `| ${flags}`,
        step.finding ? `! ${step.finding}` : '',
        step.serverHolds.before || step.serverHolds.after
          ? `{${Number(step.serverHolds.before)}${Number(step.serverHolds.after)}}`
          : '',
      ];
      return `${step.atMs} ${words.filter(Boolean).join(' ')}`;
    }
  }
}

const lines = (steps: readonly LadderStep[]) => steps.map(line);

function ladderOf(entries: readonly Entry[], now = 0, findings: readonly Finding[] = []): string[] {
  return lines(buildLadder([bandOf(entries)], { now, findings })).slice(1);
}

describe('one exchange', () => {
  const cases: readonly [rule: string, entries: readonly Entry[], rows: readonly string[]][] = [
    [
      'a request and its result: the server holds the ball between them',
      [sent(1, 1000), head(1, 1080, 200), body(1, 1086, complete), end(1, 1086)],
      ['0 → tools/call 7 deploy | POST {01}', '86 ← result 7 [complete] | 200 86 ms {10}'],
    ],
    [
      'a legacy result has no chip',
      [sent(1, 0), head(1, 9, 200), body(1, 9, { kind: 'result', id: '7' }), end(1, 9)],
      ['0 → tools/call 7 deploy | POST {01}', '9 ← result 7 | 200 9 ms {10}'],
    ],
    [
      'input required names the keys, quoted where blanks would hide',
      [
        sent(1, 0),
        head(1, 9, 200),
        body(1, 9, {
          kind: 'result',
          id: '7',
          resultType: 'input_required',
          inputKeys: ['window', '', ' a'],
        }),
        end(1, 9),
      ],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '9 ← result 7 [input required] window, "", " a" | 200 9 ms {10}',
      ],
    ],
    [
      'input required with a state and no key',
      [
        sent(1, 0),
        head(1, 9, 200),
        body(1, 9, { kind: 'result', id: '7', resultType: 'input_required', inputKeys: [], stateLength: 3 }),
        end(1, 9),
      ],
      ['0 → tools/call 7 deploy | POST {01}', '9 ← result 7 [input required] state only | 200 9 ms {10}'],
    ],
    [
      'an error: code with a minus sign, message beside it',
      [
        sent(1, 0),
        head(1, 12, 400),
        body(1, 12, { kind: 'error', id: '7', errorCode: -32602, errorMessage: 'unknown tool' }),
        end(1, 12),
      ],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '12 ← error 7 [error −32602] unknown tool | 400 12 ms | failed {10}',
      ],
    ],
    [
      'a tool that says it failed: whole as a result, and an error',
      [
        sent(1, 0),
        head(1, 9, 200),
        body(1, 9, { kind: 'result', id: '7', resultType: 'complete', isError: true }),
        end(1, 9),
      ],
      ['0 → tools/call 7 deploy | POST {01}', '9 ← result 7 [tool error] | 200 9 ms | failed {10}'],
    ],
    [
      'a notification and its 202: no bar',
      [
        sent(1, 0, { messages: [{ kind: 'notification', method: 'notifications/initialized' }] }),
        head(1, 21, 202, null),
        end(1, 21),
      ],
      ['0 → notifications/initialized | POST | oneWay', '21 ← accepted, no body | 202 21 ms | oneWay'],
    ],
    [
      'a notification answered with null',
      [
        sent(1, 0, { messages: [{ kind: 'notification', method: 'notifications/initialized' }] }),
        head(1, 5, 200),
        body(1, 6),
        end(1, 6),
      ],
      ['0 → notifications/initialized | POST | oneWay', '6 ← accepted | 200 6 ms | oneWay'],
    ],
    [
      'failed before headers: one row, cut on its way out',
      [sent(1, 0), end(1, 18, 'failed', 'Failed to fetch')],
      ['0 → tools/call 7 deploy | failed 18 ms | failed cut'],
    ],
    [
      'a stream: events are short rows, the answer is not',
      [
        sent(1, 0),
        head(1, 5, 200, 'text/event-stream'),
        event(1, 9, 1),
        event(1, 10, 2, progress(1)),
        event(1, 20, 3, { kind: 'result', id: '7', resultType: 'complete' }),
        end(1, 21),
      ],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '10 ← notifications/progress 1 of 400 | SSE | oneWay slim {11}',
        '20 ← result 7 [complete] | SSE 20 ms {10}',
      ],
    ],
    [
      'a stream that ends without an answer',
      [sent(1, 0), head(1, 5, 200, 'text/event-stream'), event(1, 10, 1, progress(1)), end(1, 400)],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '10 ← notifications/progress 1 of 400 | SSE | oneWay slim {11}',
        '400 ← stream ended without an answer | SSE 400 ms | failed cut {10}',
      ],
    ],
    [
      'a stream that is cut',
      [sent(1, 0), head(1, 5, 200, 'text/event-stream'), end(1, 400, 'cut', 'network error')],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '400 ← cut before the answer network error | SSE 400 ms | failed cut {10}',
      ],
    ],
    [
      'a stream that is cut after the answer',
      [
        sent(1, 0),
        head(1, 5, 200, 'text/event-stream'),
        event(1, 10, 1, complete),
        end(1, 90, 'cut', 'network error'),
      ],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '10 ← result 7 [complete] | SSE 10 ms {10}',
        '90 ← cut after the answer network error | SSE 90 ms | failed cut',
      ],
    ],
    [
      'a stream we close after the answer says nothing more',
      [sent(1, 0), head(1, 5, 200, 'text/event-stream'), event(1, 10, 1, complete), end(1, 90, 'closed')],
      ['0 → tools/call 7 deploy | POST {01}', '10 ← result 7 [complete] | SSE 10 ms {10}'],
    ],
    [
      'cancelled by the person is not an error',
      [sent(1, 0), head(1, 5, 200, 'text/event-stream'), end(1, 700, 'cancelled', 'The stream was closed')],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '700 ← cancelled The stream was closed | SSE 700 ms | cut {10}',
      ],
    ],
    [
      'our own time limit, before headers',
      [sent(1, 0), end(1, 900, 'time-limit', 'Our time limit of 0.9 s passed')],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '900 ← time limit Our time limit of 0.9 s passed | none 900 ms | failed cut {10}',
      ],
    ],
    [
      'HTML instead of JSON-RPC',
      [
        sent(1, 0),
        head(1, 5, 200, 'text/html'),
        body(1, 6, { kind: 'invalid', problem: 'not JSON' }),
        end(1, 6),
      ],
      ['0 → tools/call 7 deploy | POST {01}', '6 ← not JSON-RPC not JSON | 200 6 ms | failed {10}'],
    ],
    [
      'a status without a body',
      [sent(1, 0), head(1, 5, 401, null), end(1, 6)],
      ['0 → tools/call 7 deploy | POST {01}', '6 ← no body | 401 6 ms | failed {10}'],
    ],
    [
      'a reachability probe',
      [
        sent(1, 0, { method: 'GET', mode: 'no-cors', messages: [], body: null }),
        head(1, 5, 0, null),
        end(1, 6),
      ],
      ['0 → GET no-cors | GET {01}', '6 ← opaque answer | opaque 6 ms | oneWay {10}'],
    ],
    [
      'an event stream of its own, closed by us',
      [
        sent(1, 0, { method: 'GET', messages: [], body: null }),
        head(1, 5, 200, 'text/event-stream'),
        event(1, 9, 1, { kind: 'notification', method: 'notifications/tools/list_changed' }),
        end(1, 60, 'closed'),
      ],
      [
        '0 → GET event stream | GET {01}',
        '9 ← notifications/tools/list_changed | SSE | oneWay slim {11}',
        '60 ← stream closed | SSE 60 ms | oneWay {10}',
      ],
    ],
    [
      'the end of a session',
      [sent(1, 0, { method: 'DELETE', messages: [], body: null }), head(1, 5, 204, null), end(1, 6)],
      ['0 → DELETE session | DELETE {01}', '6 ← accepted, no body | 204 6 ms {10}'],
    ],
    [
      'a method the server does not have',
      [sent(1, 0, { method: 'DELETE', messages: [], body: null }), head(1, 5, 405, null), end(1, 6)],
      ['0 → DELETE session | DELETE {01}', '6 ← ends no session on demand | 405 6 ms {10}'],
    ],
    [
      'an array of answers: one row each',
      [sent(1, 0), head(1, 5, 200), body(1, 6, progress(1), { kind: 'result', id: '7' }), end(1, 6)],
      [
        '0 → tools/call 7 deploy | POST {01}',
        '6 ← notifications/progress 1 of 400 | 200 | oneWay slim {10}',
        '6 ← result 7 | 200 6 ms',
      ],
    ],
  ];
  test.each(cases)('%s', (_rule, entries, rows) => {
    expect(ladderOf(entries)).toEqual(rows);
  });

  test('a running request has a bar that goes on, and a wait once it takes long', () => {
    const entries = [sent(1, 1000)];
    expect(ladderOf(entries, 1900)).toEqual(['0 → tools/call 7 deploy | POST {01}']);
    expect(ladderOf(entries, 15_000)).toEqual([
      '0 → tools/call 7 deploy | POST {01}',
      '~ server 14000 ms running',
    ]);
  });
});

test('several in flight: rows in order of arrival, the bar until the last is answered', () => {
  const list = (id: string, method: string): MessageSummary => ({ kind: 'request', id, method });
  expect(
    ladderOf([
      sent(1, 0, { messages: [list('1', 'tools/list')] }),
      sent(2, 1, { messages: [list('2', 'prompts/list')] }),
      head(2, 50, 200),
      body(2, 55, { kind: 'result', id: '2' }),
      end(2, 55),
      head(1, 60, 200),
      body(1, 62, { kind: 'result', id: '1' }),
      end(1, 62),
    ]),
  ).toEqual([
    '0 → tools/list 1 | POST {01}',
    '1 → prompts/list 2 | POST {11}',
    '55 ← result 2 | 200 54 ms {11}',
    '62 ← result 1 | 200 62 ms {10}',
  ]);
});

test('a request by the server inside a stream: the person has the ball until the reply', () => {
  expect(
    ladderOf([
      sent(1, 0),
      head(1, 5, 200, 'text/event-stream'),
      event(1, 100, 1, { kind: 'request', id: '0', method: 'elicitation/create' }),
      sent(2, 6100, { messages: [{ kind: 'result', id: '0' }] }),
      head(2, 6110, 202, null),
      end(2, 6110),
      event(1, 6200, 2, complete),
      end(1, 6201),
    ]),
  ).toEqual([
    '0 → tools/call 7 deploy | POST {01}',
    '100 ← elicitation/create 0 | SSE {11}',
    '~ person 6000 ms',
    '6100 → response 0 | POST | oneWay {11}',
    '6110 ← accepted, no body | 202 10 ms | oneWay {11}',
    '6200 ← result 7 [complete] | SSE 6200 ms {10}',
  ]);
});

describe('long streams', () => {
  const stream = (count: number): Entry[] => [
    sent(1, 0),
    head(1, 1, 200, 'text/event-stream'),
    ...Array.from({ length: count }, (_, index) => event(1, 10 + index, index + 1, progress(index + 1))),
    event(1, 10 + count, count + 1, complete),
    end(1, 11 + count),
  ];

  test('events alike beyond a screenful are first, how many between, last', () => {
    expect(ladderOf(stream(400))).toEqual([
      '0 → tools/call 7 deploy | POST {01}',
      '10 ← notifications/progress 1 of 400 | SSE | oneWay slim {11}',
      '… 398 progress notifications, 397 ms',
      '409 ← notifications/progress 400 of 400 | SSE | oneWay slim {11}',
      '410 ← result 7 [complete] | SSE 410 ms {10}',
    ]);
  });

  test('up to a screenful each has its row', () => {
    expect(ladderOf(stream(64))).toHaveLength(66);
    expect(ladderOf(stream(65))).toHaveLength(5);
  });

  test('another kind between them parts the runs, a comment does not', () => {
    const log: MessageSummary = { kind: 'notification', method: 'notifications/message' };
    const entries: Entry[] = [sent(1, 0), head(1, 1, 200, 'text/event-stream')];
    for (let index = 1; index <= 300; index++) {
      entries.push(
        event(1, index, index, ...(index % 10 === 0 ? [] : [index <= 100 ? progress(index) : log])),
      );
    }
    expect(ladderOf(entries).filter((row) => row.startsWith('…'))).toEqual([
      '… 88 progress notifications, 96 ms',
      '… 178 log messages, 196 ms',
    ]);
  });

  test('5,000 events cost little and give a handful of rows', () => {
    const band = bandOf(stream(5000));
    buildLadder([band], { now: 0 });
    const start = performance.now();
    for (let round = 0; round < 10; round++) expect(buildLadder([band], { now: 0 })).toHaveLength(6);
    // A frame has 16 ms; the rest is for a machine under load.
    expect((performance.now() - start) / 10).toBeLessThan(100);
  });
});

test('a finding marks the last arrow of its exchange, the worst one wins', () => {
  const entries = [
    sent(1, 0),
    head(1, 5, 200, 'text/event-stream'),
    event(1, 9, 1, progress(1)),
    event(1, 10, 2, complete),
  ];
  const finding = (severity: Finding['severity']): Finding => ({
    rule: 'x',
    severity,
    text: 'X',
    exchange: 1,
  });
  expect(ladderOf(entries, 10, [finding('info'), finding('error'), finding('warning')])).toEqual([
    '0 → tools/call 7 deploy | POST {01}',
    '9 ← notifications/progress 1 of 400 | SSE | oneWay slim {11}',
    '10 ← result 7 [complete] | SSE 10 ms ! error {10}',
  ]);
});

test('keys are unique, whatever came', () => {
  const entries = [
    sent(1, 0),
    head(1, 1, 200, 'text/event-stream'),
    event(1, 2, 1, progress(1), progress(1)),
    event(1, 5000, 2, complete),
    end(1, 9000, 'cut'),
    sent(2, 20_000),
  ];
  const keys = buildLadder([bandOf(entries, { texts: ['a', 'a'] })], { now: 90_000 }).map((step) => step.key);
  expect(new Set(keys).size).toBe(keys.length);
});

describe('a handshake', () => {
  const discover: MessageSummary = { kind: 'request', id: '0', method: 'server/discover' };
  const initialize: MessageSummary = { kind: 'request', id: '1', method: 'initialize' };
  const start: Entry[] = [
    {
      type: 'connection',
      at: 0,
      connection: 1,
      url: 'http://server.test/mcp',
      protocolVersion: 'auto',
      timeLimitMs: 60_000,
      profile: '',
    },
    { type: 'handshake', at: 0, handshake: 1, connection: 1, cause: 'connect' },
    { type: 'attempt', at: 0, handshake: 1, attempt: 1, era: 'modern', asked: '2026-07-28' },
    { type: 'purpose', at: 0, exchange: 1, purpose: { kind: 'attempt', handshake: 1, attempt: 1 } },
    sent(1, 0, { messages: [discover] }),
  ];
  const ladder = (entries: readonly Entry[], now = 0) => {
    const recording = record(entries);
    const handshake = createHandshakesView(recording).read()[0];
    return handshake ? lines(handshakeLadder(handshake, createExchangesView(recording).read(), { now })) : [];
  };

  test('that falls back: a band an attempt, and why', () => {
    expect(
      ladder([
        ...start,
        head(1, 44, 400),
        body(1, 44, { kind: 'error', id: '0', errorCode: -32000, errorMessage: 'not initialized' }),
        end(1, 44),
        {
          type: 'verdict',
          at: 45,
          handshake: 1,
          attempt: 1,
          verdict: { kind: 'try-legacy', rule: 'x', reason: 'X.' },
        },
        { type: 'attempt', at: 46, handshake: 1, attempt: 2, era: 'legacy', asked: '2025-11-25' },
        { type: 'purpose', at: 46, exchange: 2, purpose: { kind: 'attempt', handshake: 1, attempt: 2 } },
        sent(2, 46, { messages: [initialize] }),
        head(2, 109, 200),
        body(2, 109, { kind: 'result', id: '1' }),
        end(2, 109),
        {
          type: 'verdict',
          at: 109,
          handshake: 1,
          attempt: 2,
          verdict: { kind: 'legacy', rule: 'x', reason: 'X.' },
        },
        { type: 'purpose', at: 110, exchange: 3, purpose: { kind: 'initialized', handshake: 1 } },
        sent(3, 110, { messages: [{ kind: 'notification', method: 'notifications/initialized' }] }),
        head(3, 131, 202, null),
        end(3, 131),
        {
          type: 'handshake-ended',
          at: 131,
          handshake: 1,
          outcome: {
            kind: 'connected',
            era: 'legacy',
            revision: '2025-06-18',
            asked: '2025-11-25',
            attempt: 2,
          },
        },
      ]),
    ).toEqual([
      '= Attempt 1 (modern)',
      '0 → server/discover 0 2026-07-28 | POST {01}',
      '44 ← error 0 [error −32000] not initialized | 400 44 ms | failed {10}',
      '# fell back: 400 with −32000',
      '= Attempt 2 (legacy)',
      '46 → initialize 1 2025-11-25 | POST {01}',
      '109 ← result 1 2025-06-18 | 200 63 ms {10}',
      '110 → notifications/initialized | POST | oneWay',
      '131 ← accepted, no body | 202 21 ms | oneWay',
    ]);
  });

  test('that failed: the probes have their own band', () => {
    expect(
      ladder([
        ...start,
        end(1, 20, 'failed', 'Failed to fetch'),
        {
          type: 'verdict',
          at: 20,
          handshake: 1,
          attempt: 1,
          verdict: { kind: 'stop', rule: 'x', reason: 'X.' },
        },
        {
          type: 'purpose',
          at: 21,
          exchange: 2,
          purpose: { kind: 'probe', handshake: 1, step: 'GET, no-cors' },
        },
        sent(2, 21, { method: 'GET', mode: 'no-cors', messages: [], body: null }),
        head(2, 30, 0, null),
        end(2, 30, 'closed', 'The headers had told enough'),
        {
          type: 'purpose',
          at: 31,
          exchange: 3,
          purpose: { kind: 'probe', handshake: 1, step: 'POST, only content-type' },
        },
        sent(3, 31, { messages: [{ kind: 'invalid', problem: 'X' }] }),
        head(3, 40, 405),
        end(3, 40, 'closed', 'The headers had told enough'),
      ]),
    ).toEqual([
      '= Attempt 1 (modern)',
      '0 → server/discover 0 2026-07-28 | failed 20 ms | failed cut',
      '# stopped: no answer a page may read',
      '= Probes (to find out why)',
      '21 → GET no-cors | GET {01}',
      '30 ← opaque answer the server is up | opaque 9 ms | oneWay {10}',
      '31 → POST only content-type | POST {01}',
      '40 ← readable | 405 9 ms | oneWay {10}',
    ]);
  });

  test('with a stream on which the server asked: the answer is elsewhere, and nobody is said to have taken the time', () => {
    const entries: Entry[] = [
      ...start,
      {
        type: 'purpose',
        at: 10,
        exchange: 9,
        purpose: { kind: 'notification stream', connection: 1 },
      },
      sent(9, 10, { method: 'GET', body: null, messages: [] }),
      head(9, 20, 200, 'text/event-stream'),
      event(9, 30, 1, { kind: 'request', id: '1', method: 'roots/list' }),
      event(9, 5030, 2, { kind: 'notification', method: 'notifications/message' }),
    ];
    expect(ladder(entries, 5040).filter((each) => each.startsWith('~ person'))).toEqual([]);
    expect(ladder(entries, 5040).some((each) => each.includes('roots/list'))).toBe(true);
  });

  test('that still runs waits for the server', () => {
    expect(ladder(start, 3000)).toEqual([
      '= Attempt 1 (modern)',
      '0 → server/discover 0 2026-07-28 | POST {01}',
      '~ server 3000 ms running',
    ]);
  });
});

describe('a call', () => {
  const note = (
    round: number,
    parent: number | null,
    exchange: number,
    at: number,
    over: Partial<Extract<Entry, { type: 'round' }>> = {},
  ): Entry[] => [
    { type: 'purpose', at, exchange, purpose: { kind: 'round', call: 1, round } },
    {
      type: 'round',
      at,
      call: 1,
      round,
      parent,
      exchange,
      by: 'hand',
      manual: true,
      raw: false,
      answers: [],
      deviations: [],
      ...over,
    },
    sent(exchange, at, { messages: [{ ...call, id: String(exchange) }] }),
  ];
  const asked = (exchange: number, at: number, keys: readonly string[], hasState = true): Entry[] => [
    head(exchange, at, 200),
    body(exchange, at, {
      kind: 'result',
      id: String(exchange),
      resultType: 'input_required',
      inputKeys: keys,
    }),
    end(exchange, at),
    {
      type: 'round-judged',
      at,
      call: 1,
      round: exchange,
      outcome: { kind: 'input required', keys, hasState },
    },
  ];
  const begin: Entry = {
    type: 'call',
    at: 0,
    call: 1,
    connection: 1,
    method: 'tools/call',
    name: 'deploy',
    argumentsText: '{}',
  };
  const waiting = (round: number, at: number): Entry => ({
    type: 'waiting',
    at,
    call: 1,
    round,
    reason: 'manual',
  });
  const ladder = (entries: readonly Entry[], now: number, to?: number) => {
    const recording = record(entries);
    const view = createCallsView(recording).read()[0];
    const exchanges = createExchangesView(recording).read();
    if (!view) return [];
    if (to === undefined) return lines(newestCallLadder(view, exchanges, { now }));
    const path = view.rounds.filter((round) => round.round <= to);
    return lines(callLadder(view, path, exchanges, { now }));
  };

  test('driven by hand: the person between the rounds, and now', () => {
    expect(
      ladder(
        [
          begin,
          ...note(1, null, 1, 0),
          ...asked(1, 118, ['window']),
          waiting(1, 118),
          ...note(2, 1, 2, 12_518, { answers: [['window', 'hand']] }),
          ...asked(2, 12_930, ['approve', 'notes', 'workspace']),
          waiting(2, 12_930),
        ],
        53_930,
      ),
    ).toEqual([
      '= Round 1 (1 input request)',
      '0 → tools/call 1 deploy | POST {01}',
      '118 ← result 1 [input required] window | 200 118 ms {10}',
      '~ person 12400 ms',
      '= Round 2 (3 input requests) !',
      '12518 → tools/call 2 + 1 response, state | POST {01}',
      '12930 ← result 2 [input required] approve, notes, workspace | 200 412 ms {10}',
      '~ person 41000 ms running',
    ]);
  });

  test('driven by responders: a pause is the client’s, a short one has no row', () => {
    const automatic = { by: 'automatic', manual: false } as const;
    expect(
      ladder(
        [
          begin,
          ...note(1, null, 1, 0, automatic),
          ...asked(1, 10, []),
          ...note(2, 1, 2, 510, automatic),
          ...asked(2, 520, [], false),
          ...note(3, 2, 3, 4520, automatic),
        ],
        4600,
      ),
    ).toEqual([
      '= Round 1 (asks nothing, has state)',
      '0 → tools/call 1 deploy | POST {01}',
      '10 ← result 1 [input required] asks nothing | 200 10 ms {10}',
      '= Round 2 (asks nothing)',
      '510 → tools/call 2 state | POST {01}',
      '520 ← result 2 [input required] asks nothing | 200 10 ms {10}',
      '~ client 4000 ms',
      '= Round 3',
      '4520 → tools/call 3 deploy | POST {01}',
    ]);
  });

  test('what was done against the rules stands on the request', () => {
    const rows = ladder(
      [
        begin,
        ...note(1, null, 1, 0),
        ...asked(1, 10, ['a']),
        ...note(2, 1, 2, 20, {
          answers: [['a', 'omitted']],
          deviations: [{ kind: 'state changed', text: 'X' }],
        }),
        ...note(3, 1, 3, 30, { raw: true, deviations: [{ kind: 'not JSON', text: 'X' }] }),
      ],
      40,
    );
    expect(rows.slice(3)).toEqual([
      '= Round 2, branch b (by hand)',
      '30 → tools/call 3 edited as raw text | POST {01}',
    ]);
    expect(
      ladder(
        [
          begin,
          ...note(1, null, 1, 0),
          ...asked(1, 10, ['a']),
          ...note(2, 1, 2, 20, {
            answers: [['a', 'omitted']],
            deviations: [{ kind: 'state changed', text: 'X' }],
          }),
        ],
        40,
      ).slice(3),
    ).toEqual(['= Round 2 (by hand)', '20 → tools/call 2 state changed | POST {01}']);
  });

  test('a path that ends before the waiting round does not wait', () => {
    const entries = [
      begin,
      ...note(1, null, 1, 0),
      ...asked(1, 118, ['window']),
      ...note(2, 1, 2, 500),
      ...asked(2, 600, ['b']),
      waiting(2, 600),
    ];
    expect(ladder(entries, 90_000, 1)).toHaveLength(3);
    expect(ladder(entries, 90_000, 2).at(-1)).toBe('~ person 89400 ms running');
  });

  test('a cancelled round shows the notification that told the server', () => {
    expect(
      ladder(
        [
          begin,
          ...note(1, null, 1, 0),
          end(1, 700, 'cancelled', 'Cancelled'),
          { type: 'purpose', at: 701, exchange: 2, purpose: { kind: 'cancellation', call: 1 } },
          sent(2, 701, { messages: [{ kind: 'notification', method: 'notifications/cancelled' }] }),
          head(2, 710, 202, null),
          end(2, 710),
          {
            ...{ type: 'round-judged', at: 711, call: 1, round: 1 },
            outcome: { kind: 'no answer', how: 'cancelled', reason: 'Cancelled' },
          },
          { type: 'call-ended', at: 711, call: 1, how: 'cancelled' },
        ],
        5000,
      ),
    ).toEqual([
      '= Round 1',
      '0 → tools/call 1 deploy | POST {01}',
      '700 ← cancelled Cancelled | none 700 ms | cut {10}',
      '701 → notifications/cancelled | POST | oneWay',
      '710 ← accepted, no body | 202 9 ms | oneWay',
    ]);
  });

  test('a finding about a round marks its exchange', () => {
    const rows = ladder(
      [
        begin,
        ...note(1, null, 1, 0),
        ...asked(1, 118, ['window']),
        {
          type: 'finding',
          at: 118,
          finding: { rule: 'x', severity: 'warning', text: 'X', call: 1, round: 1 },
        },
      ],
      200,
    );
    expect(rows[2]).toBe('118 ← result 1 [input required] window | 200 118 ms ! warning {10}');
  });

  describe('with requests of a legacy server', () => {
    const asks = (id: string, at: number, index: number, exchange = 1): Entry[] => [
      event(exchange, at, index, { kind: 'request', id, method: 'elicitation/create' }),
      {
        type: 'server-request',
        at,
        request: index,
        call: 1,
        round: 1,
        exchange,
        event: index,
        item: null,
        key: id,
        method: 'elicitation/create',
      },
    ];
    const replied = (request: number, id: string, exchange: number, at: number): Entry[] => [
      { type: 'purpose', at, exchange, purpose: { kind: 'reply', exchange: 1 } },
      { type: 'reply', at, request, exchange, by: 'hand', manual: true, raw: false, deviations: [] },
      sent(exchange, at, { messages: [{ kind: 'result', id }] }),
      head(exchange, at + 5, 202, null),
      end(exchange, at + 5),
    ];
    const ended = (
      request: number,
      at: number,
      how: 'withdrawn' | 'call ended' | 'left unanswered',
    ): Entry => ({ type: 'server-request-ended', at, request, how });
    const stream = [begin, ...note(1, null, 1, 0), head(1, 5, 200, 'text/event-stream')];

    test('answered by hand: the person’s time is not counted', () => {
      expect(
        ladder(
          [
            ...stream,
            ...asks('0', 100, 1),
            waiting(1, 100),
            ...replied(1, '0', 2, 6100),
            event(1, 6200, 2, complete),
          ],
          6200,
        ),
      ).toEqual([
        '= Round 1 (1 input request)',
        '0 → tools/call 1 deploy | POST {01}',
        '100 ← elicitation/create 0 | SSE {11}',
        '~ person 6000 ms',
        '6100 → response 0 | POST | oneWay {11}',
        '6105 ← accepted, no body | 202 5 ms | oneWay {11}',
        '6200 ← result 7 [complete] | SSE 6200 ms {10}',
      ]);
    });

    test('that waits now', () => {
      expect(ladder([...stream, ...asks('0', 100, 1), waiting(1, 100)], 3100)).toEqual([
        '= Round 1 (1 input request) !',
        '0 → tools/call 1 deploy | POST {01}',
        '100 ← elicitation/create 0 | SSE {11}',
        '~ person 3000 ms running',
      ]);
    });

    test.each([
      ['left unanswered', ['# 0 left unanswered']],
      ['withdrawn', []],
    ] as const)('given up (%s): from then on the server has the ball', (how, said) => {
      const entries = [...stream, ...asks('0', 100, 1), waiting(1, 100), ended(1, 3100, how)];
      expect(ladder(entries, 9100).slice(3)).toEqual([
        '~ person 3000 ms',
        ...said,
        '~ server 6000 ms running',
      ]);
    });

    test('given up and answered all the same: nobody waited for it, the other is still to be answered', () => {
      const entries = [
        ...stream,
        ...asks('0', 100, 1),
        ...asks('1', 200, 2),
        waiting(1, 200),
        ended(1, 300, 'withdrawn'),
        ...replied(1, '0', 2, 400),
      ];
      expect(ladder(entries, 5400).at(-1)).toBe('~ person 5200 ms running');
    });

    test('answered twice: both responses are drawn, the second takes nothing off anybody’s hands', () => {
      const entries = [
        ...stream,
        ...asks('0', 100, 1),
        ...asks('1', 200, 2),
        waiting(1, 200),
        ...replied(1, '0', 2, 300),
        ...replied(1, '0', 3, 400),
      ];
      expect(ladder(entries, 5400).slice(4)).toEqual([
        '300 → response 0 | POST | oneWay {11}',
        '305 ← accepted, no body | 202 5 ms | oneWay {11}',
        '400 → response 0 | POST | oneWay {11}',
        '405 ← accepted, no body | 202 5 ms | oneWay {11}',
        '~ person 5200 ms running',
      ]);
    });

    test('on the notification stream: of that only the one request', () => {
      const entries: Entry[] = [
        sent(1, 0, { method: 'GET', messages: [], body: null }),
        head(1, 5, 200, 'text/event-stream'),
        event(1, 10, 1, progress(1)),
        {
          ...{ type: 'call', at: 100, call: 1, connection: 1, method: 'elicitation/create', name: '' },
          ...{ argumentsText: '', origin: 'server' },
        } as const,
        ...note(1, null, 1, 100).slice(1, 2),
        ...asks('0', 100, 2),
        ...replied(2, '0', 2, 200),
        event(1, 300, 3, { kind: 'request', id: '1', method: 'ping' }),
      ];
      expect(ladder(entries, 300)).toEqual([
        '= Round 1 (asked by the server)',
        '0 ← elicitation/create 0 | SSE',
        '100 → response 0 | POST | oneWay',
        '105 ← accepted, no body | 202 5 ms | oneWay',
      ]);
    });
  });
});
