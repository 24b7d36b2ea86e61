// Streams and sessions of legacy servers: what is gone on with, what is begun anew, and what is told.
import { describe, expect, it } from 'vitest';
import { NO_SUBSCRIPTION } from '../../src/engine/protocol/subscription-filter.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { createCallsView } from '../../src/engine/views/calls.ts';
import { createHandshakesView } from '../../src/engine/views/handshakes.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import { createSubscriptionsView } from '../../src/engine/views/subscriptions.ts';
import type { Exchange } from '../servers/exchange.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import { type Handler, initializeResult, legacy, modern, PONG, stateful, TOOL } from '../servers/script.ts';
import {
  begin,
  call,
  connected,
  entriesOf,
  findingsOf,
  lastCall,
  LEGACY,
  message,
  methodsOf,
  ofMethod,
  status,
} from './driven.ts';
import { optionsFor, settled } from './node-session.ts';
import { serve } from './served.ts';

describe('404 with -32601 to a request in a session', () => {
  const missing = { status: 404 };

  it('is a method that is not there: the answer is shown, and the session stays', async () => {
    const server = await serve(
      stateful({ 'tools/call': (exchange) => exchange.error(-32601, 'No such method', missing) }),
    );
    const session = await connected(server.address, LEGACY);
    expect((await call(session)).rounds.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'error', errorCode: -32601, message: 'No such method' },
    ]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
  });

  it('is one also where a page asks aside', async () => {
    const server = await serve(stateful({ ping: (exchange) => exchange.error(-32601, 'No ping', missing) }));
    const session = await connected(server.address, LEGACY);
    expect(await session.ping()).toMatchObject({ ok: false, reason: 'Error −32601: No ping' });
    expect(ofMethod(server.seen, 'ping')).toHaveLength(1);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
  });
});

describe('at our own time limit', () => {
  const SHORT = { ...LEGACY, timeLimitMs: 300 };
  const never: Handler = () => undefined;

  it('a legacy server is told that the call is cancelled, and the log says for what', async () => {
    const server = await serve(legacy({ 'tools/call': never }));
    const session = await connected(server.address, SHORT);
    expect((await call(session)).ended).toMatchObject({
      how: 'no answer',
      detail: expect.stringContaining('time limit') as unknown,
    });
    await expect.poll(() => ofMethod(server.seen, 'notifications/cancelled').length).toBe(1);
    const [asked] = ofMethod(server.seen, 'tools/call');
    const [told] = ofMethod(server.seen, 'notifications/cancelled');
    expect(told && message(told)['params']).toEqual({
      requestId: asked && message(asked)['id'],
      reason: 'The time limit of the client passed',
    });
    expect(entriesOf(session, 'purpose').map(({ purpose }) => purpose)).toContainEqual({
      kind: 'cancellation',
      call: 1,
    });
  });

  it.each([
    ['a list', 'tools/list'],
    ['a ping', 'ping'],
  ] as const)('so it is of %s', async (_what, method) => {
    const server = await serve(legacy({ [method]: never }));
    const session = await connected(server.address, SHORT);
    if (method === 'ping') expect(await session.ping()).toMatchObject({ ok: false });
    await settled(session);
    await expect.poll(() => ofMethod(server.seen, 'notifications/cancelled').length).toBe(1);
    const [asked] = ofMethod(server.seen, method);
    const [told] = ofMethod(server.seen, 'notifications/cancelled');
    expect(told && message(told)['params']).toMatchObject({ requestId: asked && message(asked)['id'] });
  });

  it('and of a request that a person wrote, under the id that it has', async () => {
    const server = await serve(
      legacy({
        'tools/call': (exchange) => (exchange.count > 1 ? undefined : exchange.result({ content: [] })),
      }),
    );
    const session = await connected(server.address, SHORT);
    const { call: number } = await call(session);
    const rawText = '{"jsonrpc":"2.0","id":"mine","method":"tools/call","params":{"name":"ping"}}';
    await session.sendRound(number, 1, { answers: [], state: { kind: 'echo' }, rawText });
    await settled(session);
    await expect.poll(() => ofMethod(server.seen, 'notifications/cancelled').length).toBe(1);
    const [told] = ofMethod(server.seen, 'notifications/cancelled');
    expect(told && message(told)['params']).toMatchObject({ requestId: 'mine' });
  });

  it('initialize is not cancelled, and a modern server is told by the end of the stream alone', async () => {
    const starting = await serve(legacy({ initialize: never }));
    const session = begin();
    await session.connect(optionsFor(starting.address, SHORT));
    expect(methodsOf(starting.seen)).toEqual(['initialize']);
    const newer = await serve(modern({ 'tools/call': never }));
    const other = await connected(newer.address, { timeLimitMs: 300 });
    expect((await call(other)).ended?.how).toBe('no answer');
    await settled(other);
    expect(methodsOf(newer.seen)).not.toContain('notifications/cancelled');
  });
});

describe('a stream that ends before its answer, where it gave event ids,', () => {
  /** Primes the stream of `method` and ends or cuts it; `resumed` answers the GET that goes on with it. */
  const polled = (
    method: string,
    resumed: (exchange: Exchange, asked: unknown) => void | Promise<void>,
    end: 'ends' | 'is cut' = 'ends',
    then = 'retry: 1\n\n',
  ): Handler => {
    let asked: unknown;
    return stateful({
      [method]: async (exchange) => {
        asked = exchange.id;
        const stream = exchange.stream();
        await stream.raw(`id: 7\ndata:\n\n${then}`);
        if (end === 'ends') stream.end();
        else exchange.cut();
      },
      GET: (exchange) =>
        exchange.req.headers['last-event-id'] === undefined
          ? void exchange.res.writeHead(405).end()
          : resumed(exchange, asked),
      POST: status(202),
    });
  };
  const answering =
    (result: Record<string, unknown>) =>
    async (exchange: Exchange, asked: unknown): Promise<void> => {
      const stream = exchange.stream();
      await stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked, result }));
      stream.end();
    };
  const resumptions = (server: { seen: readonly SeenRequest[] }) =>
    ofMethod(server.seen, 'GET').flatMap(({ headers }) => headers['last-event-id'] ?? []);

  it.each(['ends', 'is cut'] as const)('is gone on with: a call whose stream %s', async (end) => {
    const server = await serve(polled('tools/call', answering({ content: [] }), end));
    const session = await connected(server.address, LEGACY);
    const { ended, rounds } = await call(session);
    expect([ended?.how, rounds.map(({ resumedIn }) => resumedIn.length)]).toEqual(['complete', [1]]);
    expect(resumptions(server)).toEqual(['7']);
    const first = entriesOf(session, 'end').find(({ exchange }) => exchange === rounds[0]?.exchange);
    expect(first?.how).toBe(end === 'ends' ? 'complete' : 'cut');
  });

  it('says while it pauses when it is gone on with, and from which event', async () => {
    const server = await serve(
      polled(
        'tools/call',
        (exchange, asked) => void exchange.res.end(String(asked)),
        'is cut',
        'retry: 20000\n\n',
      ),
    );
    const session = await connected(server.address, LEGACY);
    const number = session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect
      .poll(() => lastCall(session).rounds[0]?.resuming)
      .toMatchObject({ ms: 20_000, lastEventId: '7' });
    expect(lastCall(session).state).toBe('running');
    session.cancelCall(number);
    await settled(session);
    expect(lastCall(session).rounds[0]?.resuming).toBeNull();
  });

  it('is not gone on with where it gave none, which is said of a legacy server alone', async () => {
    const cut: Handler = async (exchange) => {
      await exchange.stream().raw(': begun\n\n');
      exchange.cut();
    };
    const rulesOf = async (server: Handler, options: object) => {
      const { address } = await serve(server);
      return (await call(await connected(address, options))).findings.map(({ rule }) => rule);
    };
    expect(await rulesOf(legacy({ 'tools/call': cut }), LEGACY)).toEqual(['no-event-ids']);
    expect(await rulesOf(modern({ 'tools/call': cut }), {})).toEqual([]);
  });

  it('is gone on with: log messages and progress of a call are those of both parts', async () => {
    const log = (data: string) =>
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${data}"}}`;
    const server = await serve(
      polled(
        'tools/call',
        async (exchange, asked) => {
          const stream = exchange.stream();
          await stream.event(log('after'));
          await stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked, result: PONG }));
          stream.end();
        },
        'is cut',
        `data: ${log('before')}\n\nretry: 1\n\n`,
      ),
    );
    const session = await connected(server.address, LEGACY);
    const [round] = (await call(session)).rounds;
    expect(round?.logCount).toBe(2);
    expect(await Promise.all(round?.logs.map(({ body }) => body.text()) ?? [])).toEqual([
      log('before'),
      log('after'),
    ]);
  });

  it.each(['ends', 'is cut'] as const)('is gone on with: a list whose stream %s', async (end) => {
    const server = await serve(polled('tools/list', answering({ tools: [TOOL] }), end));
    const session = await connected(server.address, LEGACY);
    const listing = createListingsView(session.recording).read().at(-1);
    expect(listing?.ended).toEqual({ how: 'complete' });
    expect(listing?.pages).toHaveLength(1);
    expect(await listing?.pages[0]?.result?.text()).toContain('"ping"');
    expect(resumptions(server)).toEqual(['7']);
  });

  it('is gone on with: a ping, and what the server asks there is answered', async () => {
    const server = await serve(
      polled('ping', async (exchange, asked) => {
        const stream = exchange.stream();
        await stream.event('{"jsonrpc":"2.0","id":"r","method":"roots/list"}');
        await expect.poll(() => server.seen.some(({ body }) => body.includes('"id":"r"'))).toBe(true);
        await stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked, result: {} }));
        stream.end();
      }),
    );
    const session = await connected(server.address, LEGACY);
    expect(await session.ping()).toMatchObject({ ok: true });
    expect(resumptions(server)).toEqual(['7']);
  });

  it('is gone on with: a subscription to a resource', async () => {
    const server = await serve(polled('resources/subscribe', answering({})));
    const session = await connected(server.address, LEGACY);
    session.subscribeTo({ ...NO_SUBSCRIPTION, resourceSubscriptions: ['a://b'] });
    const states = () =>
      createSubscriptionsView(session.recording)
        .read()
        .map(({ state }) => state);
    await expect.poll(states).toEqual(['open']);
    expect(resumptions(server)).toEqual(['7']);
  });

  it.each([405, 500])(
    'is not gone on with where that is answered %i: the first reason stands',
    async (code) => {
      const server = await serve(polled('tools/call', ({ res }) => void res.writeHead(code).end()));
      const session = await connected(server.address, LEGACY);
      expect((await call(session)).ended).toMatchObject({
        how: 'no answer',
        detail: 'The server answered 200 with a stream that ended without a message',
      });
      expect(resumptions(server)).toEqual(['7']);
    },
  );

  it('is given up after three tries in a row that bring nothing new', async () => {
    const ids = ['7', '8', '8', '8', '8'];
    const server = await serve(
      polled('tools/call', async (exchange) => {
        const stream = exchange.stream();
        await stream.raw(`id: ${ids[exchange.count - 1] ?? '8'}\ndata:\n\n`);
        stream.end();
      }),
    );
    const session = await connected(server.address, LEGACY);
    expect((await call(session)).ended?.how).toBe('no answer');
    // The GET of the connection itself was the first; with 8 something new came, and counting began anew.
    expect(resumptions(server)).toEqual(['7', '8', '8', '8']);
  });

  const pausing = (retryMs: number): Handler =>
    legacy({
      'tools/call': async (exchange) => {
        const stream = exchange.stream();
        await stream.raw(`id: 7\ndata:\n\nretry: ${retryMs}\n\n`);
        stream.end();
      },
    });

  it('and is given up in the pause before: the call is cancelled, and the server is told', async () => {
    const server = await serve(pausing(60_000));
    const session = await connected(server.address, LEGACY);
    const number = session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect.poll(() => entriesOf(session, 'sse').length).toBe(2);
    await expect.poll(() => entriesOf(session, 'end').length).toBe(5);
    session.cancelCall(number);
    await settled(session);
    expect(lastCall(session).ended).toMatchObject({
      how: 'cancelled',
      detail: expect.stringContaining('You cancelled') as unknown,
    });
    await expect.poll(() => ofMethod(server.seen, 'notifications/cancelled').length).toBe(1);
  });

  it('ends at our time limit, pauses included', async () => {
    const server = await serve(pausing(60_000));
    const session = await connected(server.address, { ...LEGACY, timeLimitMs: 400 });
    expect((await call(session)).ended).toMatchObject({
      how: 'no answer',
      detail: expect.stringContaining('Our time limit of 0.4 s passed') as unknown,
    });
    expect(resumptions(server)).toEqual([]);
  });

  it('lets no time pass, in pauses neither, while a person is to answer', async () => {
    let done: (() => void) | undefined;
    const server = await serve(
      polled(
        'tools/call',
        async (exchange, asked) => {
          const stream = exchange.stream();
          done = () => void stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked, result: PONG }));
        },
        'ends',
        'data: {"jsonrpc":"2.0","id":"q","method":"roots/list"}\n\nretry: 500\n\n',
      ),
    );
    const session = await connected(server.address, { ...LEGACY, timeLimitMs: 300 });
    session.setManual(true);
    session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect.poll(() => resumptions(server)).toEqual(['7']);
    // Longer than the limit: what is tested is that time passes and nothing happens.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { request } =
      lastCall(session).rounds[0]?.serverRequests[0] ?? expect.unreachable('nothing was asked');
    expect(await session.sendReply(request, { kind: 'result', text: '{"roots":[]}' }, false)).toEqual({
      sent: true,
    });
    done?.();
    await settled(session);
    expect(lastCall(session).ended?.how).toBe('complete');
  });

  it('is begun anew where the session was lost meanwhile', async () => {
    let lost = false;
    const server = await serve(
      legacy({
        initialize: (exchange) => {
          exchange.res.setHeader('Mcp-Session-Id', `s${exchange.count}`);
          exchange.result(initializeResult(exchange));
        },
        'tools/call': async (exchange) => {
          if (lost) return exchange.result({ content: [] });
          lost = true;
          const stream = exchange.stream();
          await stream.raw('id: 7\ndata:\n\nretry: 1\n\n');
          stream.end();
        },
        GET: ({ req, res }) =>
          void res.writeHead(req.headers['last-event-id'] === undefined ? 405 : 404).end(),
      }),
    );
    const session = await connected(server.address, LEGACY);
    const { ended, rounds, findings } = await call(session);
    expect([ended?.how, rounds.length]).toEqual(['complete', 2]);
    expect(findings).toMatchObject([{ rule: 'session-renewed', round: 1 }]);
    expect(session.snapshot.connection?.sessionId).toBe('s2');
  });
});

describe('the stream for requests of the server', () => {
  it('that is polled goes on for as long as its event ids do', async () => {
    const server = await serve(
      stateful({
        GET: async (exchange) => {
          const stream = exchange.stream();
          await stream.raw(`id: ${exchange.count}\ndata:\n\nretry: 20\n\n`);
          if (exchange.count > 6) return stream.event('{"jsonrpc":"2.0","id":"r","method":"roots/list"}');
          stream.end();
        },
        POST: status(202),
      }),
    );
    await connected(server.address, LEGACY);
    await expect.poll(() => server.seen.some(({ body }) => body.includes('"id":"r","result"'))).toBe(true);
    const opened = ofMethod(server.seen, 'GET');
    expect(opened.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      ...['1', '2', '3', '4', '5', '6'],
    ]);
  });

  it('waits for retry: to pass, not less', async () => {
    const server = await serve(
      stateful({
        GET: async (exchange) => {
          const stream = exchange.stream();
          await stream.raw(`id: ${exchange.count}\ndata:\n\nretry: 400\n\n`);
          if (exchange.count === 1) stream.end();
        },
      }),
    );
    await connected(server.address, LEGACY);
    await expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(2);
    const [first, second] = ofMethod(server.seen, 'GET');
    const waited = (second?.at ?? 0) - (first?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(400);
    expect(waited).toBeLessThan(900);
  });

  /** Numbered sessions; of the first the stream ends once and is unknown from then on. */
  const forgetting = (): Handler =>
    legacy({
      initialize: (exchange) => {
        exchange.res.setHeader('Mcp-Session-Id', `s${exchange.count}`);
        exchange.result(initializeResult(exchange));
      },
      GET: async (exchange) => {
        if (exchange.req.headers['last-event-id'] !== undefined)
          return void exchange.res.writeHead(404).end();
        const stream = exchange.stream();
        await stream.raw(`id: ${exchange.count}\ndata:\n\nretry: 10\n\n`);
        stream.end();
      },
    });

  it('that was open and is answered with 404 ends the session: one new one, and no third', async () => {
    const server = await serve(forgetting());
    const session = await connected(server.address, LEGACY);
    await expect.poll(() => session.snapshot.connection?.sessionId).toBe('s2');
    await expect
      .poll(() =>
        createHandshakesView(session.recording)
          .read()
          .at(-1)
          ?.findings.map(({ text }) => text),
      )
      .toEqual([expect.stringContaining('Handshake again begins a new one')]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
    expect((await call(session)).ended?.how).toBe('complete');
  });

  it('and only after asking, where that was chosen', async () => {
    const server = await serve(forgetting());
    const session = begin();
    session.setRenewal('ask');
    await session.connect(optionsFor(server.address, LEGACY));
    await expect
      .poll(() =>
        createHandshakesView(session.recording)
          .read()[0]
          ?.findings.map(({ text }) => text),
      )
      .toEqual([expect.stringContaining('Handshake again begins a new one')]);
    expect(session.snapshot.connection?.sessionId).toBe('s1');
  });
});

describe('a session that was lost, found out by', () => {
  /** Forgets its session at the first request with `method`, and gives numbered ones. */
  const forgettingAt = (method: string, result: Record<string, unknown>): Handler =>
    legacy({
      initialize: (exchange) => {
        exchange.res.setHeader('Mcp-Session-Id', `s${exchange.count}`);
        exchange.result(initializeResult(exchange));
      },
      [method]: (exchange) =>
        exchange.req.headers['mcp-session-id'] === 's1'
          ? exchange.error(-32001, 'Session not found', { status: 404 })
          : exchange.result(result),
    });
  const TEXT = 'The server no longer knew the session, so a new one was begun and the request sent again';
  const renewals = (session: Session) => findingsOf(session).filter(({ rule }) => rule === 'session-renewed');

  it('a list is renewed once, the list is asked for again, and that is said with it', async () => {
    const server = await serve(forgettingAt('tools/list', { tools: [TOOL] }));
    const session = await connected(server.address, LEGACY);
    expect(createListingsView(session.recording).read()).toMatchObject([
      { ended: { how: 'complete' }, findings: [{ rule: 'session-renewed', text: TEXT }] },
    ]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
    expect(renewals(session)).toHaveLength(1);
  });

  it.each(['tools/list', 'ping'])(
    '%s is not renewed where the person wants to be asked, and what to do is said',
    async (method) => {
      const server = await serve(forgettingAt(method, method === 'ping' ? {} : { tools: [TOOL] }));
      const session = begin();
      session.setRenewal('ask');
      await session.connect(optionsFor(server.address, LEGACY));
      await settled(session);
      if (method === 'ping') expect(await session.ping()).toMatchObject({ ok: false });
      expect(findingsOf(session)).toMatchObject([
        {
          rule: 'session-lost',
          text: expect.stringContaining('Handshake again begins one') as unknown,
          exchange: expect.any(Number) as unknown,
        },
      ]);
      expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
      expect(ofMethod(server.seen, method)).toHaveLength(1);
    },
  );

  it('a ping is renewed once, and that is said with its exchange', async () => {
    const server = await serve(forgettingAt('ping', {}));
    const session = await connected(server.address, LEGACY);
    expect(await session.ping()).toMatchObject({ ok: true });
    expect(renewals(session)).toMatchObject([{ text: TEXT, exchange: expect.any(Number) as unknown }]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
  });

  it('a completion is renewed once', async () => {
    const server = await serve(forgettingAt('completion/complete', { completion: { values: ['a'] } }));
    const session = await connected(server.address, LEGACY);
    const ref = { type: 'ref/prompt', name: 'p' } as const;
    const asked = { ref, argument: { name: 'n', value: '' }, others: [] };
    expect(await session.complete(asked, new AbortController().signal)).toMatchObject({ values: ['a'] });
    expect(renewals(session)).toHaveLength(1);
  });

  it('a subscription is renewed once, and stands in the new one', async () => {
    const server = await serve(forgettingAt('resources/subscribe', {}));
    const session = await connected(server.address, LEGACY);
    session.subscribeTo({ ...NO_SUBSCRIPTION, resourceSubscriptions: ['a://b'] });
    const states = () =>
      createSubscriptionsView(session.recording)
        .read()
        .map(({ state, attempts }) => [state, attempts]);
    await expect.poll(states).toEqual([['open', 2]]);
    expect(
      ofMethod(server.seen, 'resources/subscribe').map(({ headers }) => headers['mcp-session-id']),
    ).toEqual(['s1', 's2']);
    expect(renewals(session)).toHaveLength(1);
    expect(session.snapshot.connection?.sessionId).toBe('s2');
  });

  it('a subscription that is refused there too is refused', async () => {
    const server = await serve(
      stateful({
        'resources/subscribe': (exchange) => exchange.error(-32001, 'Session not found', { status: 404 }),
      }),
    );
    const session = await connected(server.address, LEGACY);
    session.subscribeTo({ ...NO_SUBSCRIPTION, resourceSubscriptions: ['a://b'] });
    await expect
      .poll(() => createSubscriptionsView(session.recording).read()[0]?.ended)
      .toMatchObject({ how: 'refused' });
    expect(ofMethod(server.seen, 'resources/subscribe')).toHaveLength(2);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
  });
});

describe('of calls in a legacy session', () => {
  /** Calls that stay open until they are told to end; the notification stream stays open too. */
  async function held() {
    const open: (() => void)[] = [];
    const server = await serve(
      stateful({
        GET: (exchange) => void exchange.stream(),
        'tools/call': (exchange) => void open.push(() => exchange.result(PONG)),
      }),
    );
    const session = await connected(server.address, LEGACY);
    await expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(1);
    const start = () => session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    for (let count = 0; count < 4; count++) start();
    await expect.poll(() => open.length).toBe(4);
    return { open, server, session, last: start() };
  }
  const asked = ({ seen }: { seen: readonly SeenRequest[] }) => ofMethod(seen, 'tools/call').length;

  it('the fifth beside the notification stream waits until another has ended, and says for how long', async () => {
    const { open, server, session } = await held();
    // What comes in between needs no place.
    expect(await session.ping()).toMatchObject({ ok: true });
    expect(asked(server)).toBe(4);
    open.shift()?.();
    await expect.poll(() => asked(server)).toBe(5);
    for (const end of open) end();
    await settled(session);
    const calls = createCallsView(session.recording).read();
    expect(calls.map(({ ended }) => ended?.how)).toEqual(Array(5).fill('complete'));
    expect(calls.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([
      ...Array<string[]>(4).fill([]),
      ['call-waited'],
    ]);
  });

  it('one that waits can be given up, and nothing is sent for it', async () => {
    const { open, server, session, last } = await held();
    session.cancelCall(last);
    await expect.poll(() => lastCall(session).ended?.how).toBe('cancelled');
    open.shift()?.();
    expect(await session.ping()).toMatchObject({ ok: true });
    expect(asked(server)).toBe(4);
    expect(ofMethod(server.seen, 'notifications/cancelled')).toEqual([]);
    for (const end of open) end();
    await settled(session);
  });

  it('one that waited while the session was replaced is asked again in the new one, which is not taken for lost', async () => {
    const open: (() => void)[] = [];
    let current = 's1';
    const answer = legacy({
      initialize: (exchange) => {
        exchange.res.setHeader('Mcp-Session-Id', current);
        exchange.result(initializeResult(exchange));
      },
      GET: (exchange) => void exchange.stream(),
      'tools/call': (exchange) =>
        open.length < 4 ? void open.push(() => exchange.result(PONG)) : exchange.result(PONG),
    });
    const server = await serve((exchange) => {
      const id = exchange.req.headers['mcp-session-id'];
      if (id === undefined || id === current) return answer(exchange);
      return exchange.error(-32001, 'Session not found', { status: 404 });
    });
    const session = await connected(server.address, LEGACY);
    await expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(1);
    const start = () => session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    for (let count = 0; count < 4; count++) start();
    await expect.poll(() => open.length).toBe(4);
    start();
    current = 's2';
    expect(await session.ping()).toMatchObject({ ok: true });
    for (const end of open) end();
    await settled(session);
    const ends = createCallsView(session.recording)
      .read()
      .map(({ ended }) => ended?.how);
    expect(ends).toEqual(Array(5).fill('complete'));
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
    expect(session.snapshot.connection?.sessionId).toBe('s2');
  });
});
