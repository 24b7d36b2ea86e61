// What servers of 2025 ask of the client: each is shown with its own text, whichever stream it came on and whenever.
import { describe, expect, it } from 'vitest';
import {
  createCallsView,
  personMs,
  restedMs,
  type CallView,
  type ServerRequestView,
} from '../../src/engine/views/calls.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import type { ConnectOptions, Session } from '../../src/engine/session/contract.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import { type Handler, initializeResult, legacy, PONG, stateful } from '../servers/script.ts';
import { startSdkDual } from '../servers/sdk-dual.ts';
import { begin, connected, findingsOf, lastCall, LEGACY, message, ofMethod } from './driven.ts';
import { optionsFor, settled } from './node-session.ts';
import { closing, serve } from './served.ts';

const elicitation = (id: unknown, text: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'elicitation/create',
    params: { message: text, requestedSchema: { type: 'object', properties: {} } },
  });

/** Everything a server asked, in order of arrival. */
const askedIn = (session: Session): readonly ServerRequestView[] =>
  createCallsView(session.recording)
    .read()
    .flatMap(({ rounds }) => rounds.flatMap(({ serverRequests }) => serverRequests))
    .sort((a, b) => a.request - b.request);

const textsIn = (session: Session): Promise<string[]> =>
  Promise.all(askedIn(session).map(async ({ message: asked }) => (await asked?.text()) ?? ''));

/** Responses a server got, by id. */
const answers = (seen: readonly SeenRequest[]) =>
  seen
    .filter((each) => each.method === 'POST' && !('method' in message(each)))
    .map((each) => message(each)['id']);

async function connectedByHand(url: string, more: Partial<ConnectOptions> = {}): Promise<Session> {
  const session = begin();
  session.setManual(true);
  await session.connect(optionsFor(url, { ...LEGACY, ...more }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

const DECLINE = { kind: 'result', text: '{"action":"decline"}' } as const;

describe('a request of the server is shown with its own text', () => {
  it('that comes where the stream of a call was resumed', async () => {
    const asked: { call?: unknown } = {};
    const answered = new Map<unknown, () => void>();
    const until = (id: unknown) => new Promise<void>((resolve) => answered.set(id, resolve));
    const script = legacy({
      'tools/call': async (exchange) => {
        asked.call = exchange.id;
        const stream = exchange.stream();
        await stream.raw(`id: 1\ndata: ${elicitation('a', 'First?')}\n\n`);
        await until('a');
        await stream.raw('retry: 1\nid: 2\ndata:\n\n');
        stream.end();
      },
      GET: async (exchange) => {
        if (exchange.req.headers['last-event-id'] !== '2') return void exchange.res.writeHead(405).end();
        const stream = exchange.stream();
        await stream.raw(`id: 3\ndata: ${elicitation('b', 'Second?')}\n\n`);
        await until('b');
        await stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked.call, result: PONG }));
        stream.end();
      },
      POST: (exchange) => {
        exchange.res.writeHead(202).end();
        answered.get(exchange.message['id'])?.();
      },
    });
    const server = await serve(script);
    const session = await connectedByHand(server.address);
    session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect.poll(() => askedIn(session).length).toBe(1);
    await session.sendReply(askedIn(session)[0]?.request ?? 0, DECLINE, false);
    await expect.poll(() => askedIn(session).length).toBe(2);
    expect(await textsIn(session)).toEqual([
      expect.stringContaining('First?'),
      expect.stringContaining('Second?'),
    ]);
    const { resumedIn } = lastCall(session).rounds[0] ?? expect.unreachable();
    expect(askedIn(session)[1]?.exchange).toBe(resumedIn[0]);
    await session.sendReply(askedIn(session)[1]?.request ?? 0, DECLINE, false);
    await expect.poll(() => lastCall(session).ended?.how).toBe('complete');
    expect(ofMethod(server.seen, 'tools/call')).toHaveLength(1);
    expect(answers(server.seen)).toEqual(['a', 'b']);
  });

  it('that comes with another while the connection is made', async () => {
    const server = await serve(
      legacy({
        initialize: async (exchange) => {
          const stream = exchange.stream();
          await stream.event(exchange.response(initializeResult(exchange)));
          await stream.event(elicitation('first', 'First?'));
          await stream.event(elicitation('second', 'Second?'));
          stream.end();
        },
      }),
    );
    const session = await connectedByHand(server.address);
    await expect.poll(() => askedIn(session).length).toBe(2);
    expect(await textsIn(session)).toEqual([
      expect.stringContaining('First?'),
      expect.stringContaining('Second?'),
    ]);
  });

  it('that comes with another in one array', async () => {
    const server = await serve(
      legacy({
        'tools/call': async (exchange) => {
          const stream = exchange.stream();
          await stream.event(`[${elicitation('a', 'First?')},${elicitation('b', 'Second?')}]`);
          await stream.event(elicitation('c', 'Third?'));
          await stream.event(exchange.response(PONG));
          stream.end();
        },
      }),
    );
    const session = await connectedByHand(server.address);
    session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect.poll(() => lastCall(session).ended?.how).toBe('complete');
    expect(askedIn(session).map(({ key, item }) => [key, item])).toEqual([
      ['"a"', 0],
      ['"b"', 1],
      ['"c"', null],
    ]);
    expect(await textsIn(session)).toEqual([
      expect.stringMatching(/First.*Second/),
      expect.stringMatching(/First.*Second/),
      expect.stringContaining('Third?'),
    ]);
  });
});

const ours = (session: Session): readonly CallView[] =>
  createCallsView(session.recording)
    .read()
    .filter(({ origin }) => origin === 'client');

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('while a person is to answer, no time limit runs', () => {
  const pushing = async () => {
    const server = await startSdkDual({ pushes: true });
    closing.push(() => server.close());
    return server;
  };
  const limit = { timeLimitMs: 1000 };
  /** A server drops what it would push before there is a stream for it. */
  const listens = (server: { readonly seen: readonly SeenRequest[] }) =>
    expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(1);

  it('of a call that waits for an answer to what came on the notification stream', async () => {
    const server = await pushing();
    const session = await connectedByHand(server.url, limit);
    await listens(server);
    session.startCall({ method: 'tools/call', name: 'ask_by_push', argumentsText: '{}' });
    await expect.poll(() => askedIn(session).length).toBe(1);
    const [asked] = askedIn(session);
    expect(asked?.exchange).not.toBe(ours(session)[0]?.rounds[0]?.exchange);
    // Longer than the limit: what is tested is that time passes and nothing happens.
    await sleep(1600);
    expect(ours(session)[0]?.ended).toBeNull();
    expect(await session.sendReply(asked?.request ?? 0, DECLINE, false)).toEqual({ sent: true });
    await expect.poll(() => ours(session)[0]?.ended?.how).toBe('complete');
    const round = ours(session)[0]?.rounds[0] ?? expect.unreachable();
    expect(personMs(round, round.endedAt ?? 0)).toBeGreaterThan(1500);
    expect(restedMs(round, round.endedAt ?? 0)).toBeGreaterThan(1500);
  });

  it('of one that is made meanwhile; then it runs', async () => {
    const server = await pushing();
    const session = await connectedByHand(server.url, limit);
    await listens(server);
    session.startCall({ method: 'tools/call', name: 'ask_by_push', argumentsText: '{}' });
    await expect.poll(() => askedIn(session).length).toBe(1);
    session.startCall({ method: 'tools/call', name: 'slow', argumentsText: '{"ms":30000}' });
    await sleep(1600);
    expect(ours(session).map(({ ended }) => ended)).toEqual([null, null]);
    session.leaveUnanswered(askedIn(session)[0]?.request ?? 0);
    await expect.poll(() => ours(session).map(({ ended }) => ended?.how)).toEqual(['no answer', 'no answer']);
    expect(ours(session)[0]?.ended?.detail).toContain('time limit');
  });

  it('of what else is asked for: a list whose stream carries the question', async () => {
    const server = await serve(
      legacy({
        'tools/list': async (exchange) => {
          const stream = exchange.stream();
          await stream.event(elicitation('q', 'Which tools?'));
          answered = async () => {
            await stream.event(exchange.response({ tools: [] }));
            stream.end();
          };
        },
        POST: async ({ res }) => {
          res.writeHead(202).end();
          await answered();
        },
      }),
    );
    let answered = () => Promise.resolve();
    const session = begin();
    session.setManual(true);
    const connecting = session.connect(optionsFor(server.address, { ...LEGACY, ...limit }));
    await expect.poll(() => askedIn(session).length).toBe(1);
    await sleep(1600);
    await session.sendReply(askedIn(session)[0]?.request ?? 0, DECLINE, false);
    await connecting;
    expect(createListingsView(session.recording).read().at(-1)?.ended?.how).toBe('complete');
  });
});

it('a request that an SDK server gives up by itself is withdrawn, and not answered blindly', async () => {
  const server = await startSdkDual({ pushes: true });
  closing.push(() => server.close());
  const session = await connectedByHand(server.url);
  session.startCall({ method: 'tools/call', name: 'ask_briefly', argumentsText: '{"ms":200}' });
  await expect.poll(() => askedIn(session)[0]?.ended?.how).toBe('withdrawn');
  await expect.poll(() => ours(session)[0]?.ended?.how).toBe('complete');
  const request = askedIn(session)[0]?.request ?? 0;
  expect(await session.sendReply(request, DECLINE, false)).toMatchObject({
    sent: false,
    reason: expect.stringContaining('withdrew') as unknown,
  });
  expect(answers(server.seen)).toEqual([]);
});

describe('what was asked in a session that is over', () => {
  /** Knows `s1` until it is told to forget it, then `s2` alone; asks on the stream of `s1`. Whether it `takes` answers of any session. */
  const restarting = async ({ takes = true } = {}) => {
    const state = { current: 's1', slow: () => Promise.resolve() };
    const answer = legacy({
      initialize: (exchange) => {
        exchange.res.setHeader('Mcp-Session-Id', state.current);
        exchange.result(initializeResult(exchange));
      },
      GET: async (exchange) => {
        const stream = exchange.stream();
        await stream.raw(': open\n\n');
        if (state.current === 's1') await stream.event(elicitation(1, 'Still there?'));
      },
      'tools/call': async (exchange) => {
        if (exchange.params['name'] !== 'slow') return exchange.result(PONG);
        const stream = exchange.stream();
        state.slow = async () => {
          await stream.event(JSON.stringify({ jsonrpc: '2.0', id: 'late', method: 'roots/list' }));
          await stream.event(exchange.response(PONG));
          stream.end();
        };
      },
      POST: ({ res }) => void res.writeHead(202).end(),
    });
    const server = await serve((exchange) => {
      const id = exchange.req.headers['mcp-session-id'];
      const isAnswer = exchange.req.method === 'POST' && exchange.message['method'] === undefined;
      const known = id === undefined || id === state.current || (takes && isAnswer);
      return known ? answer(exchange) : exchange.error(-32001, 'Session not found', { status: 404 });
    });
    return { ...server, state };
  };
  const call = (session: Session, name: string) =>
    session.startCall({ method: 'tools/call', name, argumentsText: '{}' });
  const sessionsOf = (seen: readonly SeenRequest[]) =>
    seen
      .filter((each) => each.method === 'POST' && !('method' in message(each)))
      .map((each) => [message(each)['id'], each.headers['mcp-session-id']]);

  it.each(['automatic', 'ask'] as const)(
    'is not answered blindly, and on purpose in that session alone; renewal: %s',
    async (renewal) => {
      const server = await restarting();
      const session = await connectedByHand(server.address);
      session.setRenewal(renewal);
      await expect.poll(() => askedIn(session).length).toBe(1);
      server.state.current = 's2';
      call(session, 'ping');
      await expect.poll(() => ours(session)[0]?.ended).not.toBeNull();
      const request = askedIn(session)[0]?.request ?? 0;
      expect(await session.sendReply(request, DECLINE, false)).toEqual({
        sent: false,
        reason: 'The server no longer knows the session that this was asked in',
      });
      expect(askedIn(session)[0]?.ended?.how).toBe('session ended');
      expect(createCallsView(session.recording).read()[0]).toMatchObject({ ended: { how: 'abandoned' } });
      const drafted = await session.draftReply(request, DECLINE);
      expect(drafted.headers).toContainEqual(['Mcp-Session-Id', 's1']);
      expect(answers(server.seen)).toEqual([]);
      expect(await session.sendReply(request, DECLINE, true)).toEqual({ sent: true });
      expect(sessionsOf(server.seen)).toEqual([[1, 's1']]);
    },
  );

  it.each([
    ['automatic', 's2', 'a new session was begun'],
    ['ask', 's1', 'Handshake again begins a new one'],
  ] as const)(
    'makes the 404 to an answer known for what it is; renewal: %s',
    async (renewal, current, said) => {
      const server = await restarting({ takes: false });
      const session = await connectedByHand(server.address);
      session.setRenewal(renewal);
      await expect.poll(() => askedIn(session).length).toBe(1);
      server.state.current = 's2';
      await session.sendReply(askedIn(session)[0]?.request ?? 0, DECLINE, false);
      await expect
        .poll(() => findingsOf(session).find(({ rule }) => rule === 'reply-not-accepted')?.text)
        .toMatch(new RegExp(`404.*no longer knows the session.*${said}`));
      expect(session.snapshot.connection?.sessionId).toBe(current);
      expect(ofMethod(server.seen, 'initialize')).toHaveLength(current === 's1' ? 1 : 2);
    },
  );

  it('is begun anew for answers once a connection, whatever a server asks in each new session', async () => {
    let sessions = 0;
    const server = await serve(
      legacy({
        initialize: (exchange) => {
          exchange.res.setHeader('Mcp-Session-Id', `s${(sessions += 1)}`);
          exchange.result(initializeResult(exchange));
        },
        GET: async (exchange) => {
          await exchange.stream().event(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'roots/list' }));
        },
        POST: ({ res }) => void res.writeHead(404).end(),
      }),
    );
    const session = await connected(server.address, LEGACY);
    await expect
      .poll(() => findingsOf(session).filter(({ rule }) => rule === 'reply-not-accepted'))
      .toHaveLength(2);
    await settled(session);
    expect(sessions).toBe(2);
  });

  it('is answered in it, where a call that still runs there is asked later', async () => {
    const server = await restarting();
    const session = await connectedByHand(server.address);
    session.setManual(false);
    await expect.poll(() => askedIn(session).length).toBe(1);
    call(session, 'slow');
    await expect.poll(() => ofMethod(server.seen, 'tools/call').length).toBe(1);
    server.state.current = 's2';
    call(session, 'ping');
    await expect.poll(() => session.snapshot.connection?.sessionId).toBe('s2');
    await server.state.slow();
    await expect.poll(() => ours(session)[0]?.ended?.how).toBe('complete');
    await expect.poll(() => sessionsOf(server.seen)).toEqual([['late', 's1']]);
  });
});

describe('before the connection stands, and while it begins to', () => {
  const request = (id: string, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method });
  /** Resolves `until(id)` once the answer to request `id` was posted. */
  const answered = () => {
    const waiting = new Map<unknown, () => void>();
    return {
      until: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
      POST: (({ res, message: answer }) => {
        res.writeHead(202).end();
        waiting.get(answer['id'])?.();
      }) satisfies Handler,
    };
  };

  it.each([false, true])(
    'a ping on the stream of initialize is answered at once; by hand: %s',
    async (manual) => {
      const { until, POST } = answered();
      const server = await serve(
        legacy({
          POST,
          initialize: async (exchange) => {
            const stream = exchange.stream('text/event-stream', { 'mcp-session-id': 's1' });
            await stream.event(request('p', 'ping'));
            await until('p');
            await stream.event(exchange.response(initializeResult(exchange)));
            stream.end();
          },
        }),
      );
      const session = begin();
      session.setManual(manual);
      await session.connect(optionsFor(server.address, { ...LEGACY, timeLimitMs: 2000 }));
      expect(session.snapshot.phase).toBe('connected');
      const pong = server.seen.find((each) => message(each)['id'] === 'p');
      expect(pong?.body).toBe('{"jsonrpc":"2.0","id":"p","result":{}}');
      // Nothing is settled yet: no version, but the session is known from the head of the answer.
      expect(pong?.headers['mcp-session-id']).toBe('s1');
      expect(pong?.headers).not.toHaveProperty('mcp-protocol-version');
      expect(askedIn(session)).toMatchObject([{ method: 'ping', reply: { by: 'responder' } }]);
    },
  );

  it('the stream that initialized is answered with is no reason to wait', async () => {
    const { until, POST } = answered();
    let open = true;
    const server = await serve(
      stateful({
        POST,
        GET: async (exchange) => void (await exchange.stream().raw(': open\n\n')),
        notification: async (exchange) => {
          const stream = exchange.stream();
          await stream.event(request('r', 'roots/list'));
          await until('r');
          open = false;
          stream.end();
        },
      }),
    );
    const session = await connectedByHand(server.address, { timeLimitMs: 2000 });
    await expect.poll(() => askedIn(session).length).toBe(1);
    await expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(1);
    expect(open).toBe(true);
    await session.sendReply(
      askedIn(session)[0]?.request ?? 0,
      { kind: 'result', text: '{"roots":[]}' },
      false,
    );
    await expect.poll(() => open).toBe(false);
    const reply = server.seen.find((each) => message(each)['id'] === 'r');
    expect(reply?.headers['mcp-protocol-version']).toBe('2025-11-25');
    expect(findingsOf(session).map(({ rule }) => rule)).toContain('notification-not-202');
  });

  it('what comes on the stream of initialize soon after its result is answered', async () => {
    const { until, POST } = answered();
    const told = { initialized: () => undefined as void };
    const server = await serve(
      legacy({
        POST,
        initialize: async (exchange) => {
          const stream = exchange.stream();
          await stream.event(exchange.response(initializeResult(exchange)));
          await new Promise<void>((resolve) => (told.initialized = resolve));
          await sleep(200);
          await stream.event(request('r', 'roots/list'));
          await until('r');
          await stream.event(request('s', 'ping'));
          await until('s');
          stream.end();
        },
        notification: ({ res }) => {
          res.writeHead(202).end();
          told.initialized();
        },
      }),
    );
    const session = await connected(server.address, LEGACY);
    await expect.poll(() => answers(server.seen)).toEqual(['r', 's']);
    expect(askedIn(session).map(({ method }) => method)).toEqual(['roots/list', 'ping']);
  });

  it('where that stream is left open it is said when it is closed, since what comes later is lost', async () => {
    let closed = false;
    const server = await serve(
      legacy({
        initialize: async (exchange) => {
          exchange.res.on('close', () => (closed = true));
          await exchange.stream().event(exchange.response(initializeResult(exchange)));
        },
      }),
    );
    const session = await connected(server.address, LEGACY);
    const said = () => findingsOf(session).filter(({ rule }) => rule === 'stream-left-open');
    expect(said()).toEqual([]);
    await expect.poll(() => closed, { timeout: 4000 }).toBe(true);
    expect(said()).toMatchObject([
      { severity: 'info', handshake: 1, text: expect.stringContaining('is lost') as unknown },
    ]);
    expect(session.snapshot.phase).toBe('connected');
  });

  it.each([
    ['id: 7\ndata:\n\nretry: 1\n\n', ['initialize-not-resumed']],
    [': no id\n\n', []],
  ])('that a stream of initialize which ended early is not resumed is said: %j', async (sent, rules) => {
    const server = await serve(
      legacy({
        initialize: async (exchange) => {
          const stream = exchange.stream();
          await stream.raw(sent);
          stream.end();
        },
      }),
    );
    const session = begin();
    await session.connect(optionsFor(server.address, LEGACY));
    expect(session.snapshot.phase).not.toBe('connected');
    expect(findingsOf(session).map(({ rule }) => rule)).toEqual(rules);
  });

  it('what comes in a handshake that fails is nobody\u2019s to answer, and the connection stays', async () => {
    const server = await serve(
      legacy({
        initialize: async (exchange) => {
          const stream = exchange.stream();
          if (exchange.count > 1) await stream.event(elicitation('q', 'Again?'));
          await stream.event(
            exchange.count > 1
              ? JSON.stringify({ jsonrpc: '2.0', id: exchange.id, error: { code: -32603, message: 'No' } })
              : exchange.response(initializeResult(exchange)),
          );
          stream.end();
        },
      }),
    );
    const session = await connectedByHand(server.address);
    await session.handshakeAgain();
    expect(session.snapshot.phase).toBe('connected');
    expect(askedIn(session)).toMatchObject([
      {
        key: '"q"',
        ended: { how: 'session ended', detail: expect.stringContaining('handshake') as unknown },
      },
    ]);
    expect(await session.sendReply(askedIn(session)[0]?.request ?? 0, DECLINE, false)).toMatchObject({
      sent: false,
    });
  });

  /** Answers `initialize` with a question and nothing else. */
  const askingInstead = () =>
    serve(
      legacy({
        initialize: async (exchange) => {
          await exchange.stream().event(elicitation('q', 'Who is there?'));
        },
      }),
    );

  it('what comes in one that is given up is noted as such', async () => {
    const server = await askingInstead();
    const session = begin();
    session.setManual(true);
    const connecting = session.connect(optionsFor(server.address, LEGACY));
    await expect.poll(() => askedIn(session).length).toBe(1);
    session.cancelConnect();
    await connecting;
    expect(askedIn(session)[0]?.ended?.how).toBe('session ended');
  });

  it('a person who is asked holds up no handshake: its time limit runs', async () => {
    const server = await askingInstead();
    const session = begin();
    session.setManual(true);
    await session.connect(optionsFor(server.address, { ...LEGACY, timeLimitMs: 500 }));
    expect(session.snapshot.phase).toBe('failed');
  });
});
