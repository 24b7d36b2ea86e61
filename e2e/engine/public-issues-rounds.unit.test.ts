// What people reported of clients in multi round trips, sampling and roots, each with the smallest server that shows it.
import { describe, expect, it } from 'vitest';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { defaultResponders } from '../../src/engine/responders/responders.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import { complete, type Handler, initializeResult, legacy, modern, PONG } from '../servers/script.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';
import { closing, hostile, serve } from './served.ts';

async function connected(url: string, protocolVersion = 'auto'): Promise<Session> {
  const session = createNodeSession();
  closing.push(() => session.disconnect());
  await session.connect(optionsFor(url, { protocolVersion }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

const lastCall = (session: Session): CallView =>
  createCallsView(session.recording).read().at(-1) ?? expect.unreachable('no call was made');
async function call(session: Session): Promise<CallView> {
  session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
  await settled(session);
  return lastCall(session);
}

type Params = { inputResponses?: Record<string, unknown>; requestState?: unknown };
const callsSeen = (seen: readonly SeenRequest[]) =>
  seen
    .filter(({ body }) => body.includes('"tools/call"'))
    .map(({ body }) => (JSON.parse(body) as { params: Params }).params);

const form = {
  method: 'elicitation/create',
  params: {
    message: 'm',
    requestedSchema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
  },
};
const sample = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };

/** Asks once, then is complete. */
const asksOnce = (members: Record<string, unknown>, then: Record<string, unknown> = PONG): Handler =>
  modern({
    'tools/call': (exchange) =>
      'inputResponses' in exchange.params || 'requestState' in exchange.params
        ? exchange.result(complete(then))
        : exchange.result({ resultType: 'input_required', ...members }),
  });

describe('a state and nothing else', () => {
  it('is sent back at once, without answers nobody asked for', async () => {
    const server = await serve(asksOnce({ requestState: 's1' }));
    const session = await connected(server.address);
    expect((await call(session)).ended?.how).toBe('complete');
    const [, again] = callsSeen(server.seenAt('/mcp'));
    expect(again?.requestState).toBe('s1');
    expect(again).not.toHaveProperty('inputResponses');
  });
});

describe('the end of a call of several rounds', () => {
  it.each([
    ['no content', { content: [] }],
    ['not even the member', {}],
  ])('with %s is an end, and its rounds are there', async (_what, then) => {
    const server = await serve(asksOnce({ inputRequests: { q: form }, requestState: 's' }, then));
    const session = await connected(server.address);
    const { ended, rounds } = await call(session);
    expect([ended?.how, rounds.map(({ outcome }) => outcome?.kind)]).toEqual([
      'complete',
      ['input required', 'complete'],
    ]);
  });
});

describe('the state', () => {
  it.each(['/rounds/state-odd', '/rounds/state-empty', '/rounds/state-large'])(
    'comes back to the character: %s',
    async (path) => {
      const server = await hostile();
      const session = await connected(server.url(path));
      const { rounds } = await call(session);
      expect(await rounds.at(-1)?.result?.body.text()).toContain('state kept');
    },
  );

  it('that was never given is not invented', async () => {
    const server = await hostile();
    const session = await connected(server.url('/rounds/state-absent'));
    expect(await (await call(session)).rounds.at(-1)?.result?.body.text()).toContain('no state');
  });

  it('goes with a new id each time', async () => {
    const server = await hostile();
    const path = '/rounds/asks-for-ever';
    const session = await connected(server.url(path));
    await call(session);
    const ids = server
      .seenAt(path)
      .filter(({ body }) => body.includes('"tools/call"'))
      .map(({ body }) => (JSON.parse(body) as { id: unknown }).id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('answers', () => {
  it('are bare results, with nothing added that a strict server would refuse', async () => {
    const server = await serve(
      asksOnce({ inputRequests: { f: form, s: sample, r: { method: 'roots/list' } } }),
    );
    const session = await connected(server.address);
    await call(session);
    expect(callsSeen(server.seenAt('/mcp')).at(-1)?.inputResponses).toEqual({
      f: { action: 'accept', content: { a: 'x' } },
      s: {
        role: 'assistant',
        content: { type: 'text', text: 'This is a test answer.' },
        model: 'roundtrip',
        stopReason: 'endTurn',
      },
      r: { roots: [] },
    });
  });

  it.each(['decline', 'cancel'] as const)(
    '%s is an answer like any other: the call goes on',
    async (action) => {
      const server = await serve(asksOnce({ inputRequests: { a: form, b: form } }));
      const session = await connected(server.address);
      session.setResponders({ ...defaultResponders, elicitation: action });
      expect((await call(session)).ended?.how).toBe('complete');
      expect(callsSeen(server.seenAt('/mcp')).at(-1)?.inputResponses).toEqual({
        a: { action },
        b: { action },
      });
    },
  );

  it('accept, decline and cancel can stand in one round', async () => {
    const server = await serve(asksOnce({ inputRequests: { a: form, b: form, c: form } }));
    const session = await connected(server.address);
    session.setManual(true);
    const { call: number } = await call(session);
    const answers = [
      ['a', '{"action":"accept","content":{}}'],
      ['b', '{"action":"decline"}'],
      ['c', '{"action":"cancel"}'],
    ] as const;
    await session.sendRound(number, 1, { answers, state: { kind: 'echo' } });
    await settled(session);
    expect(lastCall(session).rounds[1]).toMatchObject({ outcome: { kind: 'complete' }, deviations: [] });
  });

  it.each([
    ['composed', undefined],
    [
      'in a raw request',
      '{"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"name":"ping","_meta":{},"inputResponses":{"a":{"action":"accept","content":{"a":7}}}}}',
    ],
  ])('that do not fit their schema are sent, and marked: %s', async (_how, rawText) => {
    const server = await serve(asksOnce({ inputRequests: { a: form } }));
    const session = await connected(server.address);
    session.setManual(true);
    const { call: number } = await call(session);
    await session.sendRound(number, 1, {
      answers: [['a', '{"action":"accept","content":{"a":7}}']],
      state: { kind: 'echo' },
      ...(rawText === undefined ? {} : { rawText }),
    });
    await settled(session);
    expect(callsSeen(server.seenAt('/mcp')).at(-1)?.inputResponses).toEqual({
      a: { action: 'accept', content: { a: 7 } },
    });
    expect(lastCall(session).rounds[1]?.deviations.filter(({ kind }) => kind !== 'raw request')).toEqual([
      {
        kind: 'answer not valid',
        key: 'a',
        text: expect.stringMatching(/^The answer to a is not valid: .*string/) as unknown,
      },
    ]);
  });

  it('that are given up with the call are not sent', async () => {
    const server = await serve(asksOnce({ inputRequests: { a: form } }));
    const session = await connected(server.address);
    session.setManual(true);
    const { call: number } = await call(session);
    session.abandonCall(number);
    await settled(session);
    expect(callsSeen(server.seenAt('/mcp'))).toHaveLength(1);
  });
});

describe('the type of a result', () => {
  it.each([
    ['/rounds/type-missing', 'complete'],
    ['/rounds/empty-map', 'complete'],
  ])('%s ends %s', async (path, how) => {
    const server = await hostile();
    const session = await connected(server.url(path));
    expect((await call(session)).ended?.how).toBe(how);
  });

  it('with an empty map is asked again, and handed over where that goes on', async () => {
    const server = await hostile();
    const session = await connected(server.url('/rounds/asks-nothing'));
    const { waiting, rounds } = await call(session);
    expect([waiting?.reason, rounds.length]).toEqual(['3 results asked nothing', 3]);
  });
});

describe('a legacy server', () => {
  it('that asks right after the handshake is answered', async () => {
    const asked = [
      { jsonrpc: '2.0', id: 'r', method: 'roots/list' },
      { jsonrpc: '2.0', id: 's', ...sample },
    ];
    const server = await serve(
      legacy({
        initialize: async (exchange) => {
          const stream = exchange.stream();
          await stream.event(exchange.response(initializeResult(exchange)));
          for (const each of asked) await stream.event(JSON.stringify(each));
          stream.end();
        },
      }),
    );
    const session = await connected(server.address, '2025-11-25');
    await settled(session);
    await expect
      .poll(() =>
        server
          .seenAt('/mcp')
          .filter(({ body }) => body.includes('"result"'))
          .map(({ body }) => (JSON.parse(body) as { id: unknown }).id)
          .sort(),
      )
      .toEqual(['r', 's']);
  });

  it.each([
    ['an edit', [{ uri: 'file:///b' }], 1],
    ['another scheme, sent all the same', [{ uri: 'https://example.com' }], 1],
    ['the same list again', [{ uri: 'file:///a' }], 0],
  ])('is told of roots that change: %s', async (_what, roots, times) => {
    const server = await serve(legacy());
    const session = createNodeSession();
    closing.push(() => session.disconnect());
    session.setResponders({ ...defaultResponders, roots: { kind: 'list', roots: [{ uri: 'file:///a' }] } });
    await session.connect(optionsFor(server.address, { protocolVersion: '2025-11-25' }));
    session.setResponders({ ...defaultResponders, roots: { kind: 'list', roots } });
    await call(session);
    const told = server.seenAt('/mcp').filter(({ body }) => body.includes('roots/list_changed'));
    expect(told).toHaveLength(times);
  });

  it.each([['modern'], ['without listChanged']])('%s is told nothing of roots', async (what) => {
    const server = await serve(what === 'modern' ? modern() : legacy());
    const session = createNodeSession();
    closing.push(() => session.disconnect());
    const options = optionsFor(server.address, {
      protocolVersion: what === 'modern' ? 'auto' : '2025-11-25',
    });
    await session.connect({ ...options, profile: { ...options.profile, capabilitiesText: '{"roots":{}}' } });
    const roots = { kind: 'list', roots: [{ uri: 'file:///b' }] } as const;
    session.setResponders({ ...defaultResponders, roots });
    await call(session);
    expect(server.seenAt('/mcp').filter(({ body }) => body.includes('roots/list_changed'))).toEqual([]);
  });
});
