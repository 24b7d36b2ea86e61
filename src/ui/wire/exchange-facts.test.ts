import { describe, expect, test } from 'vitest';
import { HEAP_LIMIT, keepText } from '../../engine/base/body.ts';
import type { ExchangeView } from '../../engine/views/exchanges.ts';
import type { MessageSummary } from '../../engine/wire/events.ts';
import { plainWords } from '../parts/words.ts';
import {
  eventMeta,
  eventWords,
  exchangeRows,
  isCrossOrigin,
  shownLines,
  shownOf,
  timingRows,
} from './exchange-facts.ts';

const url = 'https://host.test/mcp';
type SseEvent = ExchangeView['sse'][number];

const request: ExchangeView['request'] = {
  type: 'request',
  at: 1000,
  exchange: 3,
  method: 'POST',
  url,
  headers: [],
  body: keepText('{"a":1}'),
  messages: [{ kind: 'request', id: '8', method: 'tools/call', name: 'deploy' }],
  mode: 'cors',
};
const response: ExchangeView['response'] = {
  type: 'response',
  at: 1010,
  exchange: 3,
  status: 200,
  statusText: 'OK',
  headers: [],
  mediaType: 'application/json',
  url,
  redirected: false,
};
const body = (...messages: MessageSummary[]): ExchangeView['body'] => ({
  type: 'body',
  at: 1118,
  exchange: 3,
  body: keepText('{"b":2}'),
  messages,
});
const event = (index: number, over: Partial<SseEvent> = {}): SseEvent => ({
  type: 'sse',
  at: 1000 + index * 100,
  exchange: 3,
  index,
  raw: keepText('data: {}\n\n'),
  data: keepText('{}'),
  messages: [],
  ...over,
});
const end = (how: 'complete' | 'failed' | 'cut' | 'closed', detail?: string): ExchangeView['end'] => ({
  type: 'end',
  at: 1500,
  exchange: 3,
  how,
  bytes: 7,
  ...(detail === undefined ? {} : { detail }),
});
const view = (over: Partial<ExchangeView> = {}): ExchangeView => ({
  exchange: 3,
  request,
  response: null,
  body: null,
  sse: [],
  end: null,
  purpose: null,
  ...over,
});
const answer: MessageSummary = { kind: 'result', id: '8', resultType: 'complete' };
const out = { direction: 'out', event: null } as const;
const back = { direction: 'in', event: null } as const;

describe('the head of a detail', () => {
  const rows: readonly [
    rule: string,
    view: ExchangeView,
    target: Parameters<typeof shownOf>[1],
    shown: object,
  ][] = [
    ['a request', view(), out, { title: 'tools/call, id 8', chip: null, place: 'POST' }],
    [
      'a whole body',
      view({ response, body: body(answer) }),
      back,
      { title: 'result, id 8', chip: { text: 'complete', tone: 'done' }, place: '200 OK' },
    ],
    [
      'a tool that says it failed',
      view({ response, body: body({ ...answer, isError: true }) }),
      back,
      { title: 'result, id 8', chip: { text: 'tool error', tone: 'fail' } },
    ],
    [
      'an error',
      view({ response, body: body({ kind: 'error', id: '8', errorCode: -32602 }) }),
      back,
      { title: 'error, id 8', chip: { text: 'error −32602', tone: 'fail' } },
    ],
    [
      'an array',
      view({ response, body: body({ kind: 'notification', method: 'x' }, answer) }),
      back,
      { place: '2 messages in an array, 200 OK' },
    ],
    [
      'an event of a stream',
      view({ response, sse: [event(1), event(2, { messages: [answer] })] }),
      { direction: 'in', event: 2 },
      { title: 'result, id 8', place: 'event 2 of 2' },
    ],
    [
      'an event without data',
      view({ response, sse: [event(1, { data: null })] }),
      { direction: 'in', event: 1 },
      { title: 'event without a message', body: null, absent: 'The event has no data' },
    ],
    [
      'an exchange without an answer yet',
      view(),
      back,
      { title: 'no answer yet', body: null, absent: 'No answer yet' },
    ],
    [
      'a 202',
      view({ response: { ...response, status: 202, statusText: 'Accepted' }, end: end('complete') }),
      back,
      { title: 'accepted', absent: 'The response has no body' },
    ],
    [
      'a failed one says what a page can know',
      view({ end: end('failed', 'Failed to fetch') }),
      back,
      {
        title: 'failed before headers',
        absent:
          "Rejected before response headers: Failed to fetch. The server is unreachable, or does not let this page read its answer; a page can't see which",
      },
    ],
    [
      'a stream that ended without an answer',
      view({ response, sse: [event(1)], end: end('complete') }),
      back,
      { absent: 'The stream ended without an answer' },
    ],
    [
      'a broken one',
      view({ response, end: end('cut', 'network error') }),
      back,
      { title: 'cut', absent: 'The connection broke after the response headers: network error' },
    ],
  ];
  test.each(rows)('%s', (_rule, given, target, shown) => {
    expect(shownOf(given, target)).toMatchObject(shown);
  });
});

const facts = (rows: ReturnType<typeof exchangeRows>) =>
  rows.map(({ key, value, note }) => `${key}: ${plainWords(value)}${note ? ` (${note})` : ''}`);

test('the exchange in facts, a redirect named', () => {
  const given = view({
    response: { ...response, url: 'https://other.test/mcp', redirected: true },
    sse: [event(1), event(2, { messages: [answer] })],
    end: end('closed', 'The answer had arrived'),
    purpose: { kind: 'round', call: 3, round: 1 },
  });
  expect(facts(exchangeRows(given))).toEqual([
    `Request: POST ${url}`,
    'Final URL: https://other.test/mcp (after a redirect; a page sees only its end)',
    'Status: 200 OK',
    'Media type: application/json',
    'Sent: 7 B (body)',
    'Received: 7 B (body, without compression)',
    'Stream: 2 events, 1 message',
    'Ended: Closed by the client (The answer had arrived)',
    'Sent for: call 3',
  ]);
});

test('a probe that may not be read says so', () => {
  const opaque = view({
    request: { ...request, method: 'GET', mode: 'no-cors', body: null, messages: [] },
    response: { ...response, status: 0, statusText: '', mediaType: null },
    end: end('complete'),
  });
  expect(facts(exchangeRows(opaque))).toEqual([
    `Request: GET ${url}`,
    'Mode: no-cors (the answer may not be read)',
    'Status: opaque',
    'Sent: 0 B (body)',
    'Received: 7 B (body, without compression)',
    'Ended: Read to its end',
  ]);
});

test('times count from sending; what is open says how long', () => {
  const sse = [event(1), event(2, { messages: [answer] }), event(3)];
  expect(facts(timingRows(view({ response, sse, end: end('complete') }), 0)).slice(1)).toEqual([
    'Headers came: 10 ms (after sending)',
    'First event: 100 ms',
    'Last event: 300 ms',
    'Answer: 200 ms (event 2)',
    'Ended: 500 ms',
  ]);
  expect(facts(timingRows(view(), 3500)).slice(1)).toEqual(['Still open: 2.5 s']);
});

describe('an event of a stream in words', () => {
  test.each<[Partial<SseEvent>, string]>([
    [{ messages: [answer] }, 'result, id 8'],
    [
      { messages: [{ kind: 'notification', method: 'notifications/progress', progress: '1 of 3' }] },
      'notifications/progress 1 of 3',
    ],
    [{ messages: [{ kind: 'invalid', problem: 'x' }] }, 'not JSON-RPC'],
    [{ data: null, raw: keepText(': c\n\n') }, 'comment'],
    [{ data: null, raw: keepText('retry: 500\n\n'), retry: 500 }, 'no data'],
    [{ data: keepText(''), id: '1' }, 'empty data'],
    [{ event: 'ping' }, 'not a message event'],
  ])('%j is %s', (over, words) => {
    expect(eventWords(event(1, over))).toBe(words);
  });

  test.each([
    ['id: 1\ndata: {"a', 'unfinished'],
    ['\n\uFEFFdata: {}\n', 'unfinished'],
    [`data: ${'x'.repeat(HEAP_LIMIT)}`, 'unfinished'],
    [': data: 1\n\n', 'comment'],
    [': c', 'comment'],
  ])('an event without data that came as %j is said to be %s', (raw, words) => {
    expect(eventWords(event(1, { data: null, raw: keepText(raw) }))).toBe(words);
  });

  test.each([
    ['data: 1\r\n\r\n', 'data: 1'],
    ['\n\r\rid: 1\n\ndata: 2', 'id: 1\n\ndata: 2'],
    ['\n\n', ''],
  ])('%j is shown without the line ends around it', (raw, shown) => {
    expect(shownLines(raw)).toBe(shown);
  });

  test.each<[Partial<SseEvent>, string]>([
    [{}, 'event 1, 100 ms after the request'],
    [{ id: '8-3', event: 'message', retry: 500 }, 'event 1, id 8-3, retry 500 ms, 100 ms after the request'],
    [{ id: '', event: 'ping' }, 'event 1, id "", named ping, 100 ms after the request'],
  ])('%j reads %s', (over, words) => {
    expect(eventMeta(view(), event(1, over))).toBe(words);
  });
});

test('an answer from another origin, also after a redirect, hides most of its headers', () => {
  expect(isCrossOrigin(view({ response }), 'https://host.test')).toBe(false);
  expect(isCrossOrigin(view({ response }), 'https://page.test')).toBe(true);
  expect(
    isCrossOrigin(view({ response: { ...response, url: 'https://other.test/' } }), 'https://host.test'),
  ).toBe(true);
  expect(isCrossOrigin(view({ request: { ...request, url: 'no url' } }), 'https://host.test')).toBe(true);
});
