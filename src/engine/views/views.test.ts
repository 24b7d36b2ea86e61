import { describe, expect, it } from 'vitest';
import { keepText } from '../base/body.ts';
import { Recording, type Entry } from '../wire-log/recording.ts';
import { createCallsView, pathTo, personMs, type RoundView, type ServerRequestView } from './calls.ts';
import { PersonTime } from './person-time.ts';
import { createHandshakesView } from './handshakes.ts';
import { createListingsView } from './listings.ts';
import { createWireRowsView, matchingRows } from './wire-rows.ts';

const recordingOf = (...entries: readonly Entry[]): Recording => {
  const recording = new Recording();
  for (const entry of entries) recording.append(entry);
  return recording;
};

const request = (
  exchange: number,
  at: number,
  body: string | null,
  message: object | null,
  more: object = {},
): Entry =>
  ({
    type: 'request',
    at,
    exchange,
    method: 'POST',
    url: 'http://host/mcp',
    headers: [],
    body: body === null ? null : keepText(body),
    messages: message ? [message] : [],
    mode: 'cors',
    ...more,
  }) as Entry;
const response = (exchange: number, at: number, status = 200): Entry => ({
  type: 'response',
  at,
  exchange,
  status,
  statusText: '',
  headers: [],
  mediaType: 'application/json',
  url: 'http://host/mcp',
  redirected: false,
});
const body = (exchange: number, at: number, text: string, message: object): Entry =>
  ({ type: 'body', at, exchange, body: keepText(text), messages: [message] }) as Entry;
const sse = (exchange: number, at: number, index: number, data: string, ...messages: object[]): Entry =>
  ({
    type: 'sse',
    at,
    exchange,
    index,
    raw: keepText(`data: ${data}\n`),
    data: keepText(data),
    messages,
  }) as Entry;
const end = (exchange: number, at: number, how: 'complete' | 'failed' | 'closed' = 'complete'): Entry => ({
  type: 'end',
  at,
  exchange,
  how,
  bytes: 0,
});

const call: Entry = {
  type: 'call',
  at: 0,
  call: 1,
  connection: 1,
  method: 'tools/call',
  name: '__proto__',
  argumentsText: '{}',
};
const round = (number: number, parent: number | null, exchange: number): Entry => ({
  type: 'round',
  at: number,
  call: 1,
  round: number,
  parent,
  exchange,
  by: 'hand',
  manual: true,
  raw: false,
  answers: [],
  deviations: [],
});

describe('the view of calls', () => {
  it('makes a tree of rounds: depth by parents, a letter for each further child', () => {
    const recording = recordingOf(
      call,
      round(1, null, 1),
      round(2, 1, 2),
      round(3, 1, 3),
      round(4, 3, 4),
      round(5, null, 5),
    );
    const [view] = createCallsView(recording).read();
    expect(view?.rounds.map(({ round: number, depth, branch }) => [number, depth, branch])).toEqual([
      [1, 1, ''],
      [2, 2, ''],
      [3, 2, 'b'],
      [4, 3, ''],
      [5, 1, 'b'],
    ]);
    expect(view && pathTo(view, 4).map(({ round: number }) => number)).toEqual([1, 3, 4]);
  });

  it('takes the result from the stream, and counts what came before it', async () => {
    const recording = recordingOf(
      call,
      round(1, null, 1),
      request(1, 1, '{"x":1.0}', { kind: 'request', id: '1', method: 'tools/call' }),
      response(1, 2),
      sse(1, 3, 1, 'p', { kind: 'notification', method: 'notifications/progress', progress: '1 of 2' }),
      sse(1, 4, 2, 'l', { kind: 'notification', method: 'notifications/message' }),
      sse(1, 5, 3, 'r', { kind: 'result', id: '1' }),
      end(1, 6),
    );
    const [only] = createCallsView(recording).read()[0]?.rounds ?? [];
    expect(only).toMatchObject({
      progressCount: 1,
      progress: '1 of 2',
      logCount: 1,
      status: 200,
      endedAt: 5,
      result: { event: 3 },
    });
    expect(await only?.request?.text()).toBe('{"x":1.0}');
    expect(await only?.result?.body.text()).toBe('r');
  });

  it('takes no answer to another request for the result, and looks at every message of an array', () => {
    const recording = recordingOf(
      call,
      round(1, null, 1),
      request(1, 1, '{}', { kind: 'request', id: '1', method: 'tools/call' }),
      response(1, 2),
      sse(1, 3, 1, 'other', { kind: 'result', id: '"other"' }),
      sse(
        1,
        4,
        2,
        'array',
        { kind: 'notification', method: 'notifications/message' },
        { kind: 'result', id: '9' },
        { kind: 'result', id: '1' },
      ),
    );
    const [only] = createCallsView(recording).read()[0]?.rounds ?? [];
    expect(only).toMatchObject({ logCount: 1, endedAt: 4, result: { event: 2, item: 2 } });
  });

  it('waits while a person is to act, and goes on with the next round', () => {
    const recording = recordingOf(call, round(1, null, 1));
    const view = createCallsView(recording);
    recording.append({ type: 'waiting', at: 9, call: 1, round: 1, reason: 'manual' });
    expect(view.read()[0]).toMatchObject({ state: 'waiting', waiting: { round: 1, since: 9 } });
    recording.append(round(2, 1, 2));
    expect(view.read()[0]).toMatchObject({ state: 'running', waiting: null });
    recording.append({ type: 'call-ended', at: 10, call: 1, how: 'complete' });
    expect(view.read()[0]).toMatchObject({ state: 'ended', ended: { how: 'complete' } });
  });

  it('goes on once every request of the server is answered or given up', async () => {
    const asked = (number: number): Entry => ({
      type: 'server-request',
      at: number,
      request: number,
      call: 1,
      round: 1,
      exchange: 1,
      event: number,
      item: null,
      key: String(number),
      method: 'roots/list',
    });
    const recording = recordingOf(
      call,
      round(1, null, 1),
      request(1, 1, '{}', null),
      sse(1, 2, 1, 'first', { kind: 'request', id: '1', method: 'roots/list' }),
      asked(1),
      sse(1, 3, 2, 'second', { kind: 'request', id: '2', method: 'roots/list' }),
      asked(2),
      { type: 'waiting', at: 4, call: 1, round: 1, reason: 'manual' },
    );
    const view = createCallsView(recording);
    expect(await view.read()[0]?.rounds[0]?.serverRequests[1]?.message?.text()).toBe('second');
    recording.append({
      type: 'reply',
      at: 5,
      request: 1,
      exchange: 7,
      by: 'hand',
      manual: true,
      raw: false,
      deviations: [],
    });
    expect(view.read()[0]?.state).toBe('waiting');
    recording.append({ type: 'server-request-ended', at: 6, request: 2, how: 'withdrawn' });
    expect(view.read()[0]?.state).toBe('running');
  });

  it('gives the same value until something it shows changes', () => {
    const recording = recordingOf(call);
    const view = createCallsView(recording);
    const before = view.read();
    recording.append({ type: 'switch', at: 1, manual: true });
    expect(view.read()).toBe(before);
    recording.append(round(1, null, 1));
    expect(view.read()).not.toBe(before);
  });
});

describe('the view of handshakes', () => {
  it('puts attempts, probes, streams and the outcome where they belong', () => {
    const recording = recordingOf(
      {
        type: 'connection',
        at: 0,
        connection: 1,
        url: 'http://host/mcp',
        protocolVersion: 'auto',
        timeLimitMs: 1,
        profile: 'p',
      },
      { type: 'handshake', at: 1, handshake: 27, connection: 1, cause: 'connect' },
      { type: 'attempt', at: 2, handshake: 27, attempt: 1, era: 'modern', asked: '2026-07-28' },
      { type: 'purpose', at: 2, exchange: 1, purpose: { kind: 'attempt', handshake: 27, attempt: 1 } },
      {
        type: 'verdict',
        at: 3,
        handshake: 27,
        attempt: 1,
        verdict: { kind: 'try-legacy', rule: 'r', reason: 'because' },
      },
      { type: 'attempt', at: 4, handshake: 27, attempt: 2, era: 'legacy', asked: '2025-11-25' },
      { type: 'purpose', at: 4, exchange: 2, purpose: { kind: 'attempt', handshake: 27, attempt: 2 } },
      { type: 'purpose', at: 5, exchange: 3, purpose: { kind: 'initialized', handshake: 27 } },
      { type: 'purpose', at: 6, exchange: 4, purpose: { kind: 'notification stream', connection: 1 } },
      {
        type: 'handshake-ended',
        at: 7,
        handshake: 27,
        outcome: {
          kind: 'connected',
          era: 'legacy',
          revision: '2025-11-25',
          asked: '2025-11-25',
          attempt: 2,
        },
      },
    );
    const [view] = createHandshakesView(recording).read();
    expect(view).toMatchObject({
      number: 27,
      url: 'http://host/mcp',
      protocolVersion: 'auto',
      endedAt: 7,
      streams: [4],
    });
    expect(view?.attempts.map(({ exchanges }) => exchanges)).toEqual([[1], [2, 3]]);
    expect(view?.attempts[0]?.verdict?.reason).toBe('because');
  });
});

describe('the view of listings', () => {
  it('keeps the pages that came when a later one fails', async () => {
    const recording = recordingOf(
      { type: 'listing', at: 0, listing: 1, connection: 1, method: 'tools/list' },
      { type: 'purpose', at: 0, exchange: 1, purpose: { kind: 'listing', listing: 1, page: 1 } },
      request(1, 0, '{}', { kind: 'request', id: '1', method: 'tools/list' }),
      body(1, 1, 'page one', { kind: 'result', id: '1' }),
      { type: 'purpose', at: 2, exchange: 2, purpose: { kind: 'listing', listing: 1, page: 2 } },
      { type: 'listing-ended', at: 3, listing: 1, how: 'failed', detail: 'Error -32603' },
    );
    const [view] = createListingsView(recording).read();
    expect(await view?.pages[0]?.result?.text()).toBe('page one');
    expect(view).toMatchObject({ ended: { how: 'failed', detail: 'Error -32603' } });
  });

  it('takes for a page only what answers its request', async () => {
    const recording = recordingOf(
      { type: 'listing', at: 0, listing: 1, connection: 1, method: 'tools/list' },
      { type: 'purpose', at: 0, exchange: 1, purpose: { kind: 'listing', listing: 1, page: 1 } },
      request(1, 0, '{}', { kind: 'request', id: '1', method: 'tools/list' }),
      sse(1, 1, 1, 'other', { kind: 'result', id: '7' }),
      sse(1, 2, 2, 'page one', { kind: 'result', id: '1' }),
      { type: 'purpose', at: 3, exchange: 2, purpose: { kind: 'listing', listing: 1, page: 2 } },
      request(2, 3, '{}', { kind: 'request', id: '2', method: 'tools/list' }),
      body(2, 4, 'Internal error', { kind: 'invalid' }),
    );
    const [view] = createListingsView(recording).read();
    expect(await view?.pages[0]?.result?.text()).toBe('page one');
    expect(view?.pages[1]?.result).toBeNull();
  });
});

describe('the rows of the wire log', () => {
  const recording = recordingOf(
    request(1, 10, '{"q":"needle in a body"}', {
      kind: 'request',
      id: '1',
      method: 'tools/call',
      name: 'echo',
    }),
    response(1, 15),
    body(1, 20, '{}', { kind: 'error', id: '1', errorCode: -32602 }),
    end(1, 21),
    request(2, 30, null, null, { method: 'DELETE' }),
    response(2, 31, 405),
    end(2, 32),
    request(3, 40, '{}', { kind: 'notification', method: 'notifications/initialized' }),
    response(3, 41, 202),
    end(3, 42),
    request(4, 50, '{}', { kind: 'request', id: '2', method: 'server/discover' }),
    end(4, 51, 'failed'),
    { type: 'purpose', at: 60, exchange: 5, purpose: { kind: 'probe', handshake: 1, step: 'GET, no-cors' } },
    request(5, 60, null, null, { method: 'GET', mode: 'no-cors' }),
    response(5, 61, 0),
    end(5, 62, 'closed'),
    {
      type: 'purpose',
      at: 70,
      exchange: 6,
      purpose: { kind: 'probe', handshake: 1, step: 'POST, only content-type' },
    },
    request(6, 70, '{}', null, { method: 'POST' }),
    response(6, 71, 404),
    end(6, 72, 'closed'),
  );
  const rows = createWireRowsView(recording).read();
  const shown = Array.from({ length: rows.count }, (_, index) => rows.row(index));

  it('are one for each message, and one for each exchange that carried none', () => {
    expect(
      shown.map((row) => [row?.direction, row?.label, row?.about, row?.id, row?.status, row?.ms]),
    ).toEqual([
      ['out', 'tools/call', 'echo', '1', 'POST', null],
      ['in', 'error −32602', 'echo', '1', '200', 10],
      ['out', 'DELETE', '', '', 'DELETE', null],
      ['in', 'no message', '', '', '405', 2],
      ['out', 'notifications/initialized', '', '', 'POST', null],
      ['in', 'accepted, no body', 'notifications/initialized', '', '202', 2],
      ['out', 'server/discover', '', '2', 'POST', null],
      ['in', 'failed before headers', 'server/discover', '', 'none', 1],
      ['out', 'GET, no-cors', 'probe', '', 'GET', null],
      ['in', 'opaque answer', 'probe', '', 'opaque', 2],
      ['out', 'POST, only content-type', 'probe', '', 'POST', null],
      ['in', 'closed', 'probe', '', '404', 2],
    ]);
    expect(shown.map((row) => row?.failed)).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['nothing typed means every row', '  ', null],
    ['a label, whatever its case', 'TOOLS/', [0]],
    ['a status', '405', [3]],
    ['a body', 'needle', [0]],
    ['nothing', 'no such thing', []],
    ['what would be a pattern', '.*', []],
    ['a text with every sign of a pattern', '{"q":', [0]],
  ])('match %s', (_rule, needle, expected) => {
    expect(matchingRows(recording, rows, needle)).toEqual(expected);
  });
});

it('a row of the wire log has a duration where it answers something, from what it answers on', () => {
  const rows = createWireRowsView(
    recordingOf(
      request(1, 0, '{}', { kind: 'request', id: '1', method: 'tools/call', name: 'slow' }),
      sse(1, 500, 1, 'p', { kind: 'notification', method: 'notifications/progress' }),
      sse(1, 600, 2, 'r', { kind: 'request', id: '9', method: 'roots/list' }),
      request(2, 700, '{}', { kind: 'request', id: '2', method: 'tools/call', name: 'quick' }),
      sse(2, 750, 1, 'a', { kind: 'result', id: '2' }),
      request(3, 1_000, null, null, { method: 'GET' }),
      sse(3, 90_000, 1, 'n', { kind: 'notification', method: 'notifications/message' }),
      // The stream of the first was cut, and is gone on with.
      sse(3, 90_100, 2, 'a', { kind: 'result', id: '1' }),
      sse(3, 90_200, 3, 'x', { kind: 'result', id: '77' }),
      request(4, 91_600, '{}', { kind: 'result', id: '9' }),
      response(4, 91_601, 202),
      end(4, 91_610),
    ),
  ).read();
  const shown = Array.from({ length: rows.count }, (_, index) => rows.row(index));
  const of = (direction: string) =>
    shown.filter((row) => row?.direction === direction).map((row) => [row?.label, row?.about, row?.ms]);
  // An answer of ours took as long as the server waited for it.
  expect(of('out').at(-1)).toEqual(['result', 'roots/list', 91_000]);
  expect(of('in')).toEqual([
    ['notifications/progress', '', null],
    ['roots/list', '', null],
    ['result', 'quick', 50],
    ['notifications/message', '', null],
    ['result', 'slow', 90_100],
    ['result', '', null],
    ['accepted, no body', 'roots/list', 10],
  ]);
});

describe('the time a person had the ball', () => {
  const asked = (heldAt: number | null, replyAt: number | null, more: Partial<ServerRequestView> = {}) =>
    ({
      heldAt,
      reply: replyAt === null ? null : { at: replyAt, by: 'hand' },
      ended: null,
      ...more,
    }) as ServerRequestView;
  it.each([
    ['no request', [], 0],
    ['one answered', [asked(100, 400)], 300],
    ['one that waits', [asked(100, null)], 900],
    ['two at once count once', [asked(100, 400), asked(200, 600)], 500],
    ['two in turn count both', [asked(100, 200), asked(300, 400)], 200],
    ['one within another', [asked(100, 900), asked(200, 300)], 800],
    ['given up', [asked(100, null, { ended: { how: 'withdrawn', detail: '', at: 250 } })], 150],
    ['answered by a responder', [asked(null, 400, { reply: { at: 400, by: 'responder' } as never })], 0],
    ['one outside of any call', [], 150, [[250, 400]]],
    ['one that waited before', [], 50, [[0, 100]]],
    ['one outside and one on the way count once', [asked(100, 400)], 400, [[300, 500]]],
  ] satisfies [string, ServerRequestView[], number, [number, number][]?][])(
    '%s',
    (_what, serverRequests, ms, spans = []) => {
      const outside = new PersonTime();
      for (const [from, to] of spans) {
        outside.begin(from);
        outside.end(to);
      }
      const person = { any: outside, outside };
      expect(personMs({ sentAt: 50, serverRequests, person } as unknown as RoundView, 1000)).toBe(ms);
    },
  );
});
