// What people reported of clients of this kind, each with the smallest server that shows it: what was sent, and what was made of the answer.
import { describe, expect, it } from 'vitest';
import { NO_SUBSCRIPTION } from '../../src/engine/protocol/subscription-filter.ts';
import { createCallsView } from '../../src/engine/views/calls.ts';
import { createHandshakesView } from '../../src/engine/views/handshakes.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import { keepText } from '../../src/engine/base/body.ts';
import { createWireRowsView } from '../../src/engine/views/wire-rows.ts';
import { openRecordingFile } from '../../src/engine/wire-log/open-recording-file.ts';
import { Recording } from '../../src/engine/wire-log/recording.ts';
import { writeRecordingFile } from '../../src/engine/wire-log/recording-file.ts';
import {
  CACHE,
  complete,
  dual,
  type Handler,
  initializeResult,
  legacy,
  modern,
  PONG,
  SESSION,
  stateful,
  TOOL,
} from '../servers/script.ts';
import { startSdkDual } from '../servers/sdk-dual.ts';
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
import { closing, hostile, serve } from './served.ts';

describe('the stream for notifications', () => {
  // A browser may not resolve a streaming fetch before the first byte; to whoever waits that is a server that never answers.
  it.each([
    ['never answers', 'hang'],
    ['answers the head and stays silent', 'silent'],
  ])('holds nothing up where GET %s', async (_what, name) => {
    const server = await hostile();
    const began = performance.now();
    const session = await connected(server.url(`/legacy/get-${name}`), LEGACY);
    expect((await call(session)).ended?.how).toBe('complete');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(ofMethod(server.seen, 'GET')).toMatchObject([{ aborted: false }]);
    expect(findingsOf(session)).toEqual([]);
  });

  it.each([
    ['405', status(405), null],
    ['404', status(404), /answered with 404/],
    ['406', status(406), /answered with 406/],
    ['400', status(400), /answered with 400/],
    ['501', status(501), /answered with 501/],
    [
      '200 text/plain',
      (exchange) => exchange.send('OK', { type: 'text/plain' }),
      /answered with 200 and text\/plain/,
    ],
    [
      'a stream that ends at once, again and again',
      async (exchange) => {
        const stream = exchange.stream();
        await stream.raw('retry: 1\n\n');
        stream.end();
      },
      /ended 5 times without delivering anything/,
    ],
  ] satisfies [string, Handler, RegExp | null][])(
    'answered with %s: calls go on, and it is given up with at most one note',
    async (what, handle, note) => {
      const server = await serve(stateful({ GET: handle }));
      const session = await connected(server.address, LEGACY);
      const opened = what.startsWith('a stream') ? 5 : 1;
      await expect.poll(() => ofMethod(server.seen, 'GET').length).toBe(opened);
      const notes = () => findingsOf(session).filter(({ rule }) => rule === 'notification-stream');
      if (note === null) expect((await call(session)).ended?.how).toBe('complete');
      else await expect.poll(() => notes().map(({ text }) => text)).toEqual([expect.stringMatching(note)]);
      expect((await call(session)).ended?.how).toBe('complete');
      expect(ofMethod(server.seen, 'GET')).toHaveLength(opened);
      expect(notes()).toHaveLength(note === null ? 0 : 1);
    },
  );

  it('opens again from the last event id once it had delivered something', async () => {
    const server = await serve(
      stateful({
        GET: async (exchange) => {
          const stream = exchange.stream();
          if (exchange.count > 1) return;
          await stream.raw('id: 41\ndata:\n\nretry: 1\n\n');
          await stream.raw('id: 42\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
          stream.end();
        },
      }),
    );
    await connected(server.address, LEGACY);
    await expect
      .poll(() => ofMethod(server.seen, 'GET').map(({ headers }) => headers['last-event-id']))
      .toEqual([undefined, '42']);
  });
});

it('events that are no message are ignored as such, kept as they came, and the last id is gone on from', async () => {
  let asked: unknown;
  const server = await serve(
    legacy({
      'tools/call': async (exchange) => {
        asked = exchange.id;
        const stream = exchange.stream();
        await stream.raw('id: 7\ndata:\n\nretry: 1\n\nevent: ping\ndata: x\n\n');
        stream.end();
      },
      GET: async (exchange) => {
        if (exchange.req.headers['last-event-id'] === undefined)
          return void exchange.res.writeHead(405).end();
        const stream = exchange.stream();
        await stream.event(JSON.stringify({ jsonrpc: '2.0', id: asked, result: PONG }));
        stream.end();
      },
    }),
  );
  const session = await connected(server.address, LEGACY);
  const { ended, rounds } = await call(session);
  expect(ended?.how).toBe('complete');
  const events = entriesOf(session, 'sse').filter(({ exchange }) => exchange === rounds[0]?.exchange);
  expect(await Promise.all(events.map(({ raw }) => raw.text()))).toEqual([
    'id: 7\ndata:\n\n',
    'retry: 1\n\n',
    'event: ping\ndata: x\n\n',
  ]);
  expect(events.map(({ messages }) => messages)).toEqual([[], [], []]);
  expect(ofMethod(server.seen, 'GET').flatMap(({ headers }) => headers['last-event-id'] ?? [])).toEqual([
    '7',
  ]);
});

describe('404 is told apart by its body and by whether a session id was sent', () => {
  it('at initialize it is a wrong path', async () => {
    const server = await serve((exchange) => exchange.send('Not found', { status: 404, type: 'text/plain' }));
    const session = begin();
    await session.connect(optionsFor(server.address));
    expect(session.snapshot.failure?.cause).toBe('not-found');
  });

  it('with -32601 from a modern server it is a method that is not there', async () => {
    const server = await serve(
      modern({ 'tools/call': (exchange) => exchange.error(-32601, 'Method not found', { status: 404 }) }),
    );
    const session = await connected(server.address);
    expect((await call(session)).rounds[0]?.outcome).toMatchObject({ kind: 'error', errorCode: -32601 });
    expect(methodsOf(server.seen)).not.toContain('initialize');
    expect(session.snapshot.connection?.era).toBe('modern');
  });

  it('to a legacy request without a session id it is no session that ended', async () => {
    const server = await serve(
      legacy({ 'tools/call': (exchange) => exchange.send('Gone', { status: 404, type: 'text/plain' }) }),
    );
    const session = await connected(server.address, LEGACY);
    expect((await call(session)).rounds.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'no answer', how: 'http', reason: expect.stringContaining('404') as unknown },
    ]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
  });

  it('to one with a session id it is a session that ended', async () => {
    const server = await serve(
      stateful({ 'tools/call': (exchange) => exchange.error(-32001, 'Session not found', { status: 404 }) }),
    );
    const session = await connected(server.address, LEGACY);
    session.setRenewal('ask');
    expect((await call(session)).rounds.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'no answer', how: 'session ended' },
    ]);
  });
});

describe('a session that was lost', () => {
  /** A server that forgets its session at the first tools/call, and gives numbered ones. */
  const forgetful = (answer: Handler): Handler => {
    let current = 0;
    return legacy({
      initialize: (exchange) => {
        current += 1;
        exchange.res.setHeader('Mcp-Session-Id', `s${current}`);
        exchange.result(initializeResult(exchange));
      },
      'tools/call': async (exchange) => {
        if (exchange.req.headers['mcp-session-id'] === 's1' && exchange.params['name'] !== 'slow')
          return exchange.error(-32001, 'Session not found', { status: 404 });
        return answer(exchange);
      },
    });
  };

  it('is replaced by one initialize without a session id, whatever was in flight', async () => {
    const server = await serve(forgetful((exchange) => exchange.result(PONG)));
    const session = await connected(server.address, LEGACY);
    for (const name of ['a', 'b']) session.startCall({ method: 'tools/call', name, argumentsText: '{}' });
    await settled(session);
    expect(
      createCallsView(session.recording)
        .read()
        .map(({ ended }) => ended?.how),
    ).toEqual(['complete', 'complete']);
    // Each call says that it went out again.
    for (const { findings } of createCallsView(session.recording).read())
      expect(findings).toMatchObject([{ rule: 'session-renewed', round: 1 }]);
    const initialized = ofMethod(server.seen, 'initialize');
    expect(initialized.map(({ headers }) => headers['mcp-session-id'])).toEqual([undefined, undefined]);
    const calls = ofMethod(server.seen, 'tools/call').map(
      (each) => [(message(each)['params'] as { name: string }).name, each.headers['mcp-session-id']] as const,
    );
    for (const name of ['a', 'b'])
      expect(calls.filter(([called]) => called === name).map(([, id]) => id)).toEqual(['s1', 's2']);
  });

  it('is not replaced over and over: each request goes out twice at most', async () => {
    const server = await serve(
      forgetful((exchange) => exchange.error(-32001, 'Session not found', { status: 404 })),
    );
    const session = await connected(server.address, LEGACY);
    const { ended, rounds } = await call(session);
    expect([ended?.how, rounds.length]).toEqual(['no answer', 2]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
  });

  it('may still answer late: that is the answer of its own call, and the new session stays', async () => {
    const late: (() => void)[] = [];
    const server = await serve(
      forgetful((exchange) => {
        if (exchange.params['name'] !== 'slow') return exchange.result(PONG);
        late.push(() => {
          exchange.res.setHeader('Mcp-Session-Id', 's1');
          exchange.result({ content: [{ type: 'text', text: 'late' }] });
        });
      }),
    );
    const session = await connected(server.address, LEGACY);
    session.startCall({ method: 'tools/call', name: 'slow', argumentsText: '{}' });
    await expect.poll(() => late.length).toBe(1);
    session.startCall({ method: 'tools/call', name: 'quick', argumentsText: '{}' });
    await expect.poll(() => lastCall(session).ended?.how).toBe('complete');
    expect(session.snapshot.connection?.sessionId).toBe('s2');
    late[0]?.();
    await settled(session);
    const [slow, quick] = createCallsView(session.recording).read();
    expect([slow?.ended?.how, slow?.rounds.length]).toEqual(['complete', 1]);
    expect(await slow?.rounds[0]?.result?.body.text()).toContain('late');
    expect(await quick?.rounds.at(-1)?.result?.body.text()).toContain('pong');
    expect(session.snapshot.connection?.sessionId).toBe('s2');
    await call(session);
    expect(server.seen.at(-1)?.headers['mcp-session-id']).toBe('s2');
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(2);
  });
});

describe('the session id', () => {
  it('is taken from initialize alone', async () => {
    const server = await hostile();
    const session = await connected(server.url('/legacy/session-everywhere'), LEGACY);
    await call(session);
    await session.disconnect();
    const after = server.seen.filter((each) => message(each)['method'] !== 'initialize');
    expect(after.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST', 'DELETE']);
    for (const { headers } of after) expect(headers['mcp-session-id']).toBe(SESSION);
  });

  it('of a connection that was left is not sent with the next initialize', async () => {
    const server = await serve(stateful());
    const session = await connected(server.address, LEGACY);
    await session.disconnect();
    await session.connect(optionsFor(server.address, LEGACY));
    await session.handshakeAgain();
    const initialized = ofMethod(server.seen, 'initialize');
    expect(initialized).toHaveLength(3);
    for (const { headers } of initialized) expect(headers['mcp-session-id']).toBeUndefined();
  });

  it('that was never given is not ended', async () => {
    const server = await serve(legacy());
    const session = await connected(server.address, LEGACY);
    await session.disconnect();
    expect(ofMethod(server.seen, 'DELETE')).toEqual([]);
  });

  it.each([
    ['never answers', (() => undefined) as Handler],
    ['answers 405', status(405)],
  ])('is ended within a second where DELETE %s', async (_what, handle) => {
    const server = await serve(stateful({ DELETE: handle }));
    const session = await connected(server.address, LEGACY);
    const began = performance.now();
    await session.disconnect();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect([session.snapshot.phase, session.snapshot.failure]).toEqual(['not connected', null]);
    expect(ofMethod(server.seen, 'DELETE')).toHaveLength(1);
  });
});

describe('the answer to a notification', () => {
  const rows: [what: string, handle: Handler, note: string | null][] = [
    ['202 without a body', status(202), null],
    ['204', status(204), 'this was 204'],
    ['200 without a body', (exchange) => exchange.send(''), 'this was 200'],
    ['200 and null', (exchange) => exchange.json('null'), 'this was 200 with a body'],
    [
      '200 and an id of null',
      (exchange) => exchange.json({ jsonrpc: '2.0', id: null }),
      'this was 200 with a body',
    ],
    ['200 and {}', (exchange) => exchange.json({}), 'this was 200 with a body'],
  ];
  it.each(rows)(
    '%s lets the handshake go on, with a note where it should be 202',
    async (_what, handle, note) => {
      const server = await serve(legacy({ notification: handle }));
      const session = await connected(server.address, LEGACY);
      expect((await call(session)).ended?.how).toBe('complete');
      const expected = note === null ? [] : [`A notification should be answered 202 without a body; ${note}`];
      expect(findingsOf(session).map(({ text }) => text)).toEqual(expected);
    },
  );
});

describe('the type of an answer', () => {
  const sse = (type: string): Handler =>
    modern({
      'tools/call': async (exchange) => {
        const stream = exchange.stream(type);
        await stream.event(exchange.response(complete(PONG)));
        stream.end();
      },
    });
  const json = (type: string): Handler =>
    modern({ 'tools/call': (exchange) => exchange.result(complete(PONG), { type }) });

  it.each<[what: string, handle: Handler, note: string | null]>([
    ['application/json; charset=utf-8', json('application/json; charset=utf-8'), null],
    ['Text/Event-Stream;charset=UTF-8', sse('Text/Event-Stream;charset=UTF-8'), null],
    ['none', json(''), 'The answer has no Content-Type; it was read as JSON'],
    ['text/plain', json('text/plain'), 'The answer says it is text/plain; it was read as JSON'],
  ])(
    '%s is matched as a media type, and said where it is not what it should be',
    async (_type, handle, note) => {
      const server = await serve(handle);
      const session = await connected(server.address);
      const { ended, rounds } = await call(session);
      expect(ended?.how).toBe('complete');
      expect(findingsOf(session).map(({ text, exchange }) => [text, exchange])).toEqual(
        note === null ? [] : [[note, rounds[0]?.exchange]],
      );
    },
  );

  it('text/html is shown with its status and first line', async () => {
    const server = await serve(
      modern({
        'tools/call': (exchange) =>
          exchange.send('<!doctype html>\n<title>Sign in</title>', { status: 502, type: 'text/html' }),
      }),
    );
    const session = await connected(server.address);
    expect((await call(session)).ended?.detail).toBe(
      'The server answered 502 with a body that is not JSON: <!doctype html>',
    );
  });
});

/** What becomes of a request of the server with the id `asked`, after it withdrew the one with the id `told`: JSON texts. */
async function withdrawn(asked: string, told: string) {
  const server = await serve(
    legacy({
      'tools/call': async (exchange) => {
        const stream = exchange.stream();
        await stream.event(`{"jsonrpc":"2.0","id":${asked},"method":"roots/list"}`);
        await stream.event(
          `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${told},"reason":"too late"}}`,
        );
        await stream.event(exchange.response(PONG));
        stream.end();
      },
    }),
  );
  const session = await connected(server.address, LEGACY);
  session.setManual(true);
  session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
  await expect.poll(() => lastCall(session).ended?.how).toBe('complete');
  return lastCall(session).rounds[0]?.serverRequests;
}

describe('giving up', () => {
  it('tells a legacy server by the id of the request, and the log has both', async () => {
    const server = await serve(legacy({ 'tools/call': () => undefined }));
    const session = await connected(server.address, LEGACY);
    const number = session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
    await expect.poll(() => ofMethod(server.seen, 'tools/call').length).toBe(1);
    session.cancelCall(number);
    await settled(session);
    await expect.poll(() => ofMethod(server.seen, 'notifications/cancelled').length).toBe(1);
    const [asked] = ofMethod(server.seen, 'tools/call');
    const [told] = ofMethod(server.seen, 'notifications/cancelled');
    expect(told && message(told)['params']).toMatchObject({ requestId: asked && message(asked)['id'] });
    await expect.poll(() => asked?.aborted).toBe(true);
    expect(entriesOf(session, 'end').map(({ how }) => how)).toContain('cancelled');
    expect(
      entriesOf(session, 'request').some(({ messages }) =>
        messages.some(({ method }) => method === 'notifications/cancelled'),
      ),
    ).toBe(true);
  });

  it('during initialize sends no notification, and leaves nothing behind', async () => {
    const server = await serve(legacy({ initialize: () => undefined }));
    const session = begin();
    const connecting = session.connect(optionsFor(server.address, LEGACY));
    await expect.poll(() => ofMethod(server.seen, 'initialize').length).toBe(1);
    session.cancelConnect();
    await connecting;
    await expect.poll(() => server.seen.at(-1)?.aborted).toBe(true);
    expect(methodsOf(server.seen)).toEqual(['initialize']);
    expect(session.snapshot).toMatchObject({
      ...{ phase: 'not connected', connection: null, failure: null, trying: null, busy: false },
      ...{ listings: {}, canInitialize: false },
    });
    expect(session.recent.snapshot).toEqual([]);
    // Nothing is in the way of the next one.
    const sound = await serve(legacy());
    await session.connect(optionsFor(sound.address, LEGACY));
    expect(session.snapshot.phase).toBe('connected');
    expect((await call(session)).ended?.how).toBe('complete');
  });

  it.each([
    ['0', '0'],
    ['9007199254740993', '9007199254740993'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['1.0', '1'],
    ['0.5', '0.5'],
    ['"\\u0061"', '"a"'],
  ])('by the server of a request with the id %s is understood where it writes %s', async (asked, told) => {
    expect(await withdrawn(asked, told)).toMatchObject([
      { reply: null, ended: { how: 'withdrawn', detail: expect.stringContaining('too late') as unknown } },
    ]);
  });

  it('by the server of a request with another id above 2^53 is not taken for this one', async () => {
    expect(await withdrawn('9007199254740993', '9007199254740992')).toMatchObject([
      { key: '9007199254740993', ended: { how: 'call ended' } },
    ]);
  });
});

describe('a server without sessions whose notification stream hangs and whose lists are streamed', () => {
  const streamed: Handler = async (exchange) => {
    const stream = exchange.stream();
    await stream.event(exchange.response({ tools: [TOOL] }));
    stream.end();
  };

  it('works', async () => {
    const server = await serve(legacy({ GET: () => undefined, 'tools/list': streamed }));
    const session = await connected(server.address, LEGACY);
    expect(createListingsView(session.recording).read().at(-1)).toMatchObject({
      pages: [{ result: expect.anything() as unknown }],
      ended: { how: 'complete' },
    });
  });

  it('that stops in the middle: what had come is said', async () => {
    const server = await serve(
      legacy({ GET: () => undefined, 'tools/call': async (exchange) => exchange.stream().raw(': wait\n\n') }),
    );
    const session = await connected(server.address, { ...LEGACY, timeLimitMs: 400 });
    expect((await call(session)).ended).toMatchObject({
      how: 'no answer',
      detail: 'Our time limit of 0.4 s passed; status 200 and 8 bytes had arrived',
    });
  });
});

describe('a version nobody asked for', () => {
  it.each(['2024-10-07', '2099-01-01'])('%s is connected to, the mismatch a finding', async (answered) => {
    const server = await serve(
      legacy({ initialize: (exchange) => exchange.result(initializeResult(exchange, answered)) }),
    );
    const session = await connected(server.address, LEGACY);
    expect(session.snapshot.connection?.revision).toBe(answered);
    expect(findingsOf(session).map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`Asked for 2025-11-25, answered ${answered}`),
    );
    expect((await call(session)).ended?.how).toBe('complete');
  });

  it('in an error is named, so that it can be chosen', async () => {
    const server = await hostile();
    const session = begin();
    await session.connect(optionsFor(server.url('/legacy/version-refused'), LEGACY));
    expect(session.snapshot.failure?.explanation).toContain('2025-06-18');
    await session.connect(
      optionsFor(server.url('/legacy/version-refused'), { protocolVersion: '2025-06-18' }),
    );
    expect(session.snapshot.connection?.revision).toBe('2025-06-18');
  });
});

describe('a modern connection', () => {
  const META = 'io.modelcontextprotocol/';

  it('says version and capabilities in every request, in the header as in _meta', async () => {
    const server = await startSdkDual();
    closing.push(server.close);
    const session = await connected(server.url);
    // A stream that stays silent holds nothing up.
    session.subscribeTo({ ...NO_SUBSCRIPTION, toolsListChanged: true });
    await expect.poll(() => ofMethod(server.seen, 'subscriptions/listen').length).toBe(1);
    await call(session, 'echo', '{"message":"a"}');
    // Three rounds, so that retries are among them.
    expect((await call(session, 'book_trip', '{"traveller":"Ada"}')).rounds.length).toBeGreaterThan(2);
    const paged = await serve(
      modern({
        'tools/list': (exchange) =>
          exchange.result(
            complete({
              tools: [TOOL],
              ...(exchange.params['cursor'] === undefined ? { nextCursor: 'two' } : {}),
              ...CACHE,
            }),
          ),
      }),
    );
    await connected(paged.address);
    expect(ofMethod(paged.seen, 'tools/list')).toHaveLength(2);
    const requests = [...server.seen, ...paged.seen];
    expect(new Set(methodsOf(requests))).toEqual(
      new Set(['server/discover', 'subscriptions/listen', 'tools/list', 'tools/call']),
    );
    for (const each of requests) {
      const { _meta: meta } = message(each)['params'] as { _meta: Record<string, unknown> };
      expect(meta[`${META}protocolVersion`]).toBe('2026-07-28');
      expect(each.headers['mcp-protocol-version']).toBe('2026-07-28');
      expect(meta[`${META}clientCapabilities`]).toMatchObject({ elicitation: {} });
      expect(each.headers['mcp-method']).toBe(message(each)['method']);
    }
  });

  it('can leave _meta out, or say another version in the header, and hears of it', async () => {
    const server = await startSdkDual();
    closing.push(server.close);
    const session = await connected(server.url);
    session.setManual(true);
    const { call: number } = await call(session, 'book_trip', '{"traveller":"Ada"}');
    const draft = { answers: [], state: { kind: 'echo' } } as const;
    const { text, headers } = await session.draftRound(number, 1, draft);
    const bare = JSON.parse(text) as { params: Record<string, unknown> };
    delete bare.params['_meta'];
    const codes: unknown[] = [];
    for (const change of [
      { rawText: JSON.stringify(bare) },
      {
        headers: headers.map(([name, value]): [string, string] => [
          name,
          name.toLowerCase() === 'mcp-protocol-version' ? '2025-11-25' : value,
        ]),
      },
    ]) {
      await session.sendRound(number, 1, { ...draft, ...change });
      await settled(session);
      const round = lastCall(session).rounds.at(-1);
      codes.push(round?.outcome?.kind === 'error' ? round.outcome.errorCode : round?.outcome);
      expect(round?.deviations).not.toEqual([]);
    }
    expect(codes).toEqual([-32602, -32020]);
  });

  it('sends no method of the legacy era, whatever the server says it can', async () => {
    const server = await serve(
      modern({
        'server/discover': (exchange) =>
          exchange.result(
            complete({
              supportedVersions: ['2026-07-28'],
              capabilities: {
                ...{ tools: { listChanged: true }, logging: {}, completions: {} },
                ...{ resources: { subscribe: true, listChanged: true }, prompts: { listChanged: true } },
              },
              ...CACHE,
            }),
          ),
      }),
    );
    const session = await connected(server.address);
    await call(session);
    await session.handshakeAgain();
    await session.disconnect();
    expect(new Set(methodsOf(server.seen))).toEqual(new Set(['server/discover', 'tools/list', 'tools/call']));
    expect(new Set(server.seen.map(({ method }) => method))).toEqual(new Set(['POST']));
  });

  it('stands although its list of tools is refused', async () => {
    const server = await serve(
      modern({ 'tools/list': (exchange) => exchange.error(-32603, 'The list is on fire') }),
    );
    const session = await connected(server.address);
    expect(createListingsView(session.recording).read().at(-1)?.ended).toMatchObject({ how: 'failed' });
    expect((await call(session)).ended?.how).toBe('complete');
  });

  it('to a server without a name, or with an empty one, is called by its address', async () => {
    for (const info of [undefined, { name: '', version: '' }]) {
      const server = await serve(
        modern({
          'server/discover': (exchange) =>
            exchange.result({
              ...{ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {}, ...CACHE },
              ...(info === undefined ? {} : { _meta: { [`${META}serverInfo`]: info } }),
            }),
        }),
      );
      const session = await connected(server.address);
      expect(session.snapshot.connection?.serverName).toBe(new URL(server.address).host);
    }
  });

  it('that is answered as by a legacy server is not demoted, and the mismatch is a finding', async () => {
    const missing: Handler = (exchange) => exchange.error(-32000, 'missing session', { status: 400 });
    const server = await serve(modern({ 'tools/list': missing, 'tools/call': missing }));
    const session = await connected(server.address);
    const { rounds, findings } = await call(session);
    const said = /says it speaks 2026-07-28, but answered this as a legacy server would/;
    expect(createListingsView(session.recording).read().at(-1)?.findings).toMatchObject([
      { rule: 'answers-as-legacy', text: expect.stringMatching(said) as unknown },
    ]);
    expect(findings).toMatchObject([{ rule: 'answers-as-legacy', exchange: rounds[0]?.exchange }]);
    expect(session.snapshot.connection).toMatchObject({ era: 'modern', revision: '2026-07-28' });
    expect(methodsOf(server.seen)).not.toContain('initialize');
  });

  it('is refused for a version that is listed: asked once more, and no third time', async () => {
    const server = await hostile();
    const session = begin();
    await session.connect(optionsFor(server.url('/discover/unsupported-same')));
    expect(session.snapshot.phase).toBe('failed');
    expect(methodsOf(server.seen)).toEqual(['server/discover', 'server/discover']);
    const [handshake] = createHandshakesView(session.recording).read();
    expect(handshake?.attempts.map(({ verdict }) => verdict?.warning)).toEqual([
      expect.stringContaining('as unsupported and as supported'),
      expect.stringContaining('as unsupported and as supported'),
    ]);
  });
});

it('of a long log nothing is dropped, however late a body comes, and a file holds what the screen shows', async () => {
  const recording = new Recording();
  const at = Date.UTC(2026, 10, 30);
  const url = 'https://h/mcp';
  const count = 1_001;
  for (let exchange = 1; exchange <= count; exchange++) {
    const messages = [{ kind: 'request', id: String(exchange), method: 'ping' }] as const;
    recording.append({
      ...{ type: 'request', at, exchange, method: 'POST', url, headers: [], mode: 'cors' },
      ...{ body: keepText(`{"jsonrpc":"2.0","id":${exchange},"method":"ping"}`), messages },
    });
  }
  const late = '{"jsonrpc":"2.0","id":1,"result":{"late":1.0}}';
  recording.append({
    ...{ type: 'response', at, exchange: 1, status: 200, statusText: 'OK', headers: [], url },
    ...{ mediaType: 'application/json', redirected: false },
  });
  const messages = [{ kind: 'result', id: '1' }] as const;
  recording.append({ type: 'body', at, exchange: 1, body: keepText(late), messages });
  recording.append({ type: 'end', at, exchange: 1, how: 'complete', bytes: late.length });

  const lines: string[] = [];
  const options = { app: { name: 'test', version: '0' }, at, reveal: () => null, includeSecrets: false };
  for await (const line of writeRecordingFile({ recording, kept: [] }, options)) lines.push(line);
  const opened = await openRecordingFile(new Blob(lines).stream());
  const back = opened.ok ? opened.value.recording : expect.unreachable(opened.message);
  const shown = (of: Recording) => {
    const rows = createWireRowsView(of).read();
    return Array.from({ length: rows.count }, (_, index) => rows.row(index));
  };
  expect(shown(recording)).toHaveLength(count + 1);
  expect(shown(back)).toEqual(shown(recording));
  const last = back.at(back.length - 2);
  expect(last?.type === 'body' && (await last.body.text())).toBe(late);
});

describe('a handshake', () => {
  it.each([
    [2_100_000, ['handshake-not-kept']],
    [1_000, []],
  ])('of %i characters and more is kept, or the reason is said', async (length, said) => {
    const instructions = 'x'.repeat(length);
    const server = await serve(
      legacy({ initialize: (exchange) => exchange.result({ ...initializeResult(exchange), instructions }) }),
    );
    const session = await connected(server.address, LEGACY);
    await expect
      .poll(() => session.recent.snapshot.filter(({ url }) => url === server.address))
      .toHaveLength(1);
    expect(findingsOf(session).map(({ rule }) => rule)).toEqual(said);
    expect(session.history.snapshot.some(({ url }) => url === server.address)).toBe(said.length === 0);
  });

  it('that both eras refuse does not offer a version that was tried', async () => {
    const refuse: Handler = (exchange) => exchange.error(-32601, 'Method not found');
    const server = await serve(dual({ 'server/discover': refuse, initialize: refuse }));
    const session = begin();
    await session.connect(optionsFor(server.address));
    expect(session.snapshot.failure?.title).toBe('The server does not know this kind of handshake');
    expect(session.snapshot.failure?.version).toBeUndefined();
    await session.connect(optionsFor(server.address, LEGACY));
    expect(session.snapshot.failure?.version).toBe('2026-07-28');
  });
});
