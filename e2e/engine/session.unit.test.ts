import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/session/contract.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import { createHandshakesView } from '../../src/engine/views/handshakes.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import { startHostile } from '../servers/hostile.ts';
import { startSdkDual, type SdkDualServer } from '../servers/sdk-dual.ts';
import { writeRecordingFile } from '../../src/engine/wire-log/recording-file.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';

let server: SdkDualServer;
let session: Session;

beforeAll(async () => {
  server = await startSdkDual();
});
afterAll(() => server.close());
afterEach(() => session.disconnect());

const connected = async (protocolVersion = 'auto') => {
  session = createNodeSession();
  await session.connect(optionsFor(server.url, { protocolVersion }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
};

const lastCall = (): CallView => {
  const call = createCallsView(session.recording).read().at(-1);
  if (!call) throw new Error('no call was made');
  return call;
};

describe.each([
  ['auto', 'modern', '2026-07-28'],
  ['2026-07-28', 'modern', '2026-07-28'],
  ['2025-11-25', 'legacy', '2025-11-25'],
  ['2025-06-18', 'legacy', '2025-06-18'],
  ['2025-03-26', 'legacy', '2025-03-26'],
])('asked for %s', (asked, era, revision) => {
  it(`connects as ${era} ${revision}, lists tools and calls one`, async () => {
    await connected(asked);
    expect(session.snapshot.connection).toMatchObject({ era, revision });
    const listing = createListingsView(session.recording).read().at(-1);
    expect(listing?.ended?.how).toBe('complete');

    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{"message":"Zürich 😀"}' });
    await settled(session);
    expect(lastCall()).toMatchObject({ state: 'ended', ended: { how: 'complete' } });
    expect(await lastCall().rounds[0]?.result?.body.text()).toContain('Zürich 😀');
  });
});

describe('a legacy connection', () => {
  it('falls back from a server that knows no server/discover, and says why', async () => {
    server.become({ eras: 'legacy' });
    await connected();
    server.become({});
    const handshake = createHandshakesView(session.recording).read().at(-1);
    expect(handshake?.attempts.map(({ era, verdict }) => [era, verdict?.kind])).toEqual([
      ['modern', 'try-legacy'],
      ['legacy', 'legacy'],
    ]);
    expect(session.snapshot.connection?.sessionId).toBeTruthy();
  });

  it('ends its session with DELETE', async () => {
    await connected('2025-11-25');
    await session.disconnect();
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE' });
    expect(session.snapshot.phase).toBe('not connected');
  });
});

describe('multi round trips', () => {
  const trip = { method: 'tools/call', name: 'book_trip', argumentsText: '{"traveller":"Ada"}' };

  it('run to their end by the responders, each state echoed as it came', async () => {
    await connected();
    session.startCall(trip);
    await settled(session);
    const call = lastCall();
    expect(call.ended?.how).toBe('complete');
    expect(call.rounds.map(({ depth, by }) => [depth, by])).toEqual([
      [1, 'automatic'],
      [2, 'automatic'],
      [3, 'automatic'],
      [4, 'automatic'],
    ]);
  });

  it('stop at each round by hand, take a wrong answer, and take the right one on a branch', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    expect(lastCall()).toMatchObject({ state: 'waiting', waiting: { round: 1, reason: 'manual' } });

    const wrong = '{"action":"accept","content":{"city":7}}';
    expect(await session.sendRound(call, 1, { answers: [['city', wrong]], state: { kind: 'echo' } })).toBe(2);
    await settled(session);
    expect(lastCall().rounds[1]?.deviations).toMatchObject([{ kind: 'answer not valid', key: 'city' }]);
    expect(await lastCall().rounds[1]?.request?.text()).toContain(`"city":${wrong}`);

    const right = '{"action":"accept","content":{"city":"Oslo"}}';
    await session.sendRound(call, 1, { answers: [['city', right]], state: { kind: 'echo' } });
    await settled(session);
    const branch = lastCall().rounds[2];
    expect(branch).toMatchObject({ depth: 2, branch: 'b', parent: 1, deviations: [] });
    expect(branch?.outcome).toMatchObject({ kind: 'input required', keys: ['nights'] });
  });

  it('refuse a state that was changed, and mark who changed it', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    await session.sendRound(call, 1, {
      answers: [['city', '{"action":"accept","content":{"city":"Oslo"}}']],
      state: { kind: 'edit', value: 'mine' },
    });
    await settled(session);
    expect(lastCall().rounds[1]?.deviations).toMatchObject([{ kind: 'state changed' }]);
    expect(lastCall()).toMatchObject({ state: 'ended', ended: { how: 'error' } });
  });

  it('go on by themselves from the next round when the switch is turned off in the middle', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    session.setManual(false);
    await session.sendRound(call, 1, {
      answers: [['city', '{"action":"accept","content":{"city":"Oslo"}}']],
      state: { kind: 'echo' },
    });
    await settled(session);
    expect(lastCall().rounds.map(({ by }) => by)).toEqual(['hand', 'hand', 'automatic', 'automatic']);
    expect(lastCall().ended?.how).toBe('complete');
  });

  it('send a raw request as it was written', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    const before = server.seen.length;
    await session.sendRound(call, 1, {
      answers: [],
      state: { kind: 'echo' },
      rawText: '{"jsonrpc": "2.0", oops',
    });
    await settled(session);
    expect(server.seen[before]?.body).toBe('{"jsonrpc": "2.0", oops');
    expect(lastCall().rounds[1]?.deviations.map(({ kind }) => kind)).toContain('not JSON');
  });

  it('keep the secrets of edited headers out of the recording: by name, and as the person said', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    const { headers } = await session.draftRound(call, 1, { answers: [], state: { kind: 'echo' } });
    const before = server.seen.length;
    const edited = [
      ...headers,
      ['X-Functions-Key', 'k3y-of-ada'],
      ['X-Tenant', 'tenant-of-ada'],
      ['X-Api-Key', 'public-key'],
    ] as const;
    await session.sendRound(call, 1, {
      answers: [],
      state: { kind: 'echo' },
      headers: edited,
      marks: new Map([
        ['x-tenant', true],
        ['x-api-key', false],
      ]),
    });
    await settled(session);
    expect(server.seen[before]?.headers).toMatchObject({
      'x-functions-key': 'k3y-of-ada',
      'x-tenant': 'tenant-of-ada',
      'x-api-key': 'public-key',
    });
    const lines: string[] = [];
    const { recording } = session;
    const options = { app: { name: 'test', version: '0' }, at: 0, includeSecrets: false };
    const reveal = (placeholder: string) => session.reveal(placeholder);
    for await (const line of writeRecordingFile({ recording, kept: [] }, { ...options, reveal }))
      lines.push(line);
    const sent = lines.find((line) => line.includes('X-Functions-Key'));
    expect(sent).toMatch(/"X-Functions-Key","‹secret [^"]*, 10 characters›"/);
    expect(sent).toMatch(/"X-Tenant","‹secret [^"]*, 13 characters›"/);
    expect(sent).toContain('"X-Api-Key","public-key"');
    expect(lines.join('')).not.toMatch(/(?:k3y|tenant)-of-ada/);
  });

  it('draft exactly what is then sent', async () => {
    await connected();
    session.setManual(true);
    const call = session.startCall(trip);
    await settled(session);
    const draft = { answers: [['city', '{"action":"decline"}']] as const, state: { kind: 'echo' } as const };
    const drafted = await session.draftRound(call, 1, draft);
    const before = server.seen.length;
    await session.sendRound(call, 1, draft);
    await settled(session);
    expect(server.seen[before]?.body).toBe(drafted.text);
    for (const [name, value] of drafted.headers) {
      expect(server.seen[before]?.headers[name.toLowerCase()]).toBe(value);
    }
  });
});

describe('giving up', () => {
  it('closes the stream of a modern call', async () => {
    await connected();
    const call = session.startCall({ method: 'tools/call', name: 'slow', argumentsText: '{"ms":5000}' });
    await expect.poll(() => server.seen.at(-1)?.body).toContain('slow');
    session.cancelCall(call);
    await settled(session);
    expect(lastCall()).toMatchObject({ state: 'ended', ended: { how: 'cancelled' } });
    await expect.poll(() => server.seen.at(-1)?.aborted).toBe(true);
  });

  it('also notifies a legacy server', async () => {
    await connected('2025-11-25');
    const call = session.startCall({ method: 'tools/call', name: 'slow', argumentsText: '{"ms":5000}' });
    await expect.poll(() => server.seen.at(-1)?.body).toContain('slow');
    session.cancelCall(call);
    await settled(session);
    await expect.poll(() => server.seen.at(-1)?.body).toContain('notifications/cancelled');
  });

  it('ends a call at the time limit and says what had arrived', async () => {
    session = createNodeSession();
    await session.connect(optionsFor(server.url, { timeLimitMs: 300 }));
    session.startCall({ method: 'tools/call', name: 'slow', argumentsText: '{"ms":5000}' });
    await settled(session);
    expect(lastCall().ended).toMatchObject({
      how: 'no answer',
      detail: expect.stringContaining('time limit'),
    });
  });
});

describe('requests of a legacy server', () => {
  const connectTo = async (url: string, manual: boolean) => {
    session = createNodeSession();
    session.setManual(manual);
    await session.connect(optionsFor(url, { protocolVersion: '2025-11-25' }));
    return session;
  };
  const asking = { method: 'tools/call', name: 'book_trip', argumentsText: '{"traveller":"Ada"}' };

  it('are answered by the responders, on the stream of the call', async () => {
    await connectTo(server.url, false);
    session.startCall(asking);
    await settled(session);
    const round = lastCall().rounds[0];
    expect(round?.serverRequests.length).toBeGreaterThan(0);
    expect(round?.serverRequests.every(({ reply }) => reply?.by === 'responder')).toBe(true);
    expect(lastCall().ended?.how).toBe('complete');
  });

  it('are held by hand, and answered with what was typed', async () => {
    await connectTo(server.url, true);
    session.startCall(asking);
    await expect.poll(() => lastCall().state).toBe('waiting');
    // A call that waits for a person is nothing the page waits for.
    expect(session.snapshot.busy).toBe(false);
    const request = lastCall().rounds[0]?.serverRequests[0];
    expect(await request?.message?.text()).toContain('elicitation/create');
    const draft = { kind: 'result', text: '{ "action" : "decline" }' } as const;
    const drafted = await session.draftReply(request?.request ?? 0, draft);
    const before = server.seen.length;
    expect(await session.sendReply(request?.request ?? 0, draft, false)).toEqual({ sent: true });
    expect(server.seen[before]?.body).toBe(drafted.text);
    expect(drafted.text).toBe(
      `{"jsonrpc":"2.0","id":${request?.key ?? ''},"result":{ "action" : "decline" }}`,
    );
    session.setManual(false);
    await settled(session);
    await expect.poll(() => lastCall().state).toBe('ended');
    expect(session.snapshot.busy).toBe(false);
  });

  it.each([
    ['an error', { kind: 'error', text: '{"code":"no"}' }, 'answer not valid'],
    ['a result', { kind: 'result', text: '{"action":"perhaps"}' }, 'answer not valid'],
    [
      'raw text with another id',
      { kind: 'result', text: '', rawText: '{"id":77,"result":{}}' },
      'key missing',
    ],
  ] as const)('answered with %s against the rules: sent, and marked', async (_what, draft, kind) => {
    await connectTo(server.url, true);
    const call = session.startCall(asking);
    await expect.poll(() => lastCall().state).toBe('waiting');
    const request = lastCall().rounds[0]?.serverRequests[0]?.request ?? 0;
    expect(await session.sendReply(request, draft, true)).toEqual({ sent: true });
    const { reply } = lastCall().rounds[0]?.serverRequests[0] ?? {};
    expect(reply?.deviations.map((each) => each.kind)).toContain(kind);
    session.cancelCall(call);
    await settled(session);
  });

  it('do not let the time limit run while a person is to answer', async () => {
    session = createNodeSession();
    session.setManual(true);
    await session.connect(optionsFor(server.url, { protocolVersion: '2025-11-25', timeLimitMs: 400 }));
    session.startCall(asking);
    await expect.poll(() => lastCall().state).toBe('waiting');
    // Longer than the limit: what is tested is that time passes and nothing happens.
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(lastCall().state).toBe('waiting');
    const request = lastCall().rounds[0]?.serverRequests[0]?.request ?? 0;
    session.setManual(false);
    await session.sendReply(request, { kind: 'error', text: '{"code":-1,"message":"User rejected"}' }, false);
    await settled(session);
    expect(lastCall()).toMatchObject({ state: 'ended', ended: { how: 'complete' } });
  });

  it('are not answered blindly once the call was given up', async () => {
    await connectTo(server.url, true);
    const call = session.startCall(asking);
    await expect.poll(() => lastCall().state).toBe('waiting');
    const request = lastCall().rounds[0]?.serverRequests[0]?.request ?? 0;
    session.cancelCall(call);
    await settled(session);
    const draft = { kind: 'result', text: '{"action":"accept","content":{"city":"Oslo"}}' } as const;
    expect(await session.sendReply(request, draft, false)).toMatchObject({ sent: false });
    expect(await session.sendReply(request, draft, true)).toEqual({ sent: true });
  });
});

describe('a session that the server no longer knows', () => {
  it('is renewed once, and the refused requests are sent again', async () => {
    await connected('2025-11-25');
    const first = session.snapshot.connection?.sessionId;
    server.become({});
    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{"message":"a"}' });
    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{"message":"b"}' });
    await settled(session);
    const calls = createCallsView(session.recording).read().slice(-2);
    expect(calls.map(({ ended }) => ended?.how)).toEqual(['complete', 'complete']);
    expect(calls.map(({ rounds }) => rounds.length)).toEqual([2, 2]);
    expect(session.snapshot.connection?.sessionId).not.toBe(first);
    const handshakes = createHandshakesView(session.recording).read();
    expect(handshakes.map(({ cause }) => cause)).toEqual(['connect', 'session ended']);
  });

  it('is left to the person where that was chosen', async () => {
    await connected('2025-11-25');
    session.setRenewal('ask');
    server.become({});
    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{"message":"a"}' });
    await settled(session);
    expect(lastCall()).toMatchObject({
      ended: { how: 'no answer' },
      rounds: [{ outcome: { how: 'session ended' } }],
    });
  });
});

it('a session that the server perhaps no longer knows is not given up, and what may have happened is said', async () => {
  const restarted = await startHostile();
  session = createNodeSession();
  await session.connect(
    optionsFor(restarted.url('/legacy/session-forgotten'), { protocolVersion: '2025-11-25' }),
  );
  session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
  await settled(session);
  expect(lastCall().findings).toMatchObject([
    { rule: 'session-perhaps-lost', text: expect.stringContaining('Handshake again') as unknown },
  ]);
  expect(createHandshakesView(session.recording).read()).toHaveLength(1);
  await restarted.close();
});

it('a call that waits is noted as abandoned on disconnecting', async () => {
  await connected();
  session.setManual(true);
  session.startCall({ method: 'tools/call', name: 'book_trip', argumentsText: '{"traveller":"Ada"}' });
  await settled(session);
  expect(lastCall().state).toBe('waiting');
  await session.disconnect();
  expect(lastCall()).toMatchObject({
    state: 'ended',
    ended: { how: 'abandoned', detail: 'You disconnected' },
  });
});

it('a connect takes the place of one under way, however early', async () => {
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const port = (hanging.address() as AddressInfo).port;
  for (const delay of [0, 1, 100]) {
    session = createNodeSession();
    const first = session.connect(optionsFor(`http://127.0.0.1:${port}/mcp`));
    // At different moments of the first connect, which is not to be told when.
    await new Promise((resolve) => setTimeout(resolve, delay));
    await session.connect(optionsFor(server.url));
    expect(session.snapshot).toMatchObject({ phase: 'connected', connection: { url: server.url } });
    await first;
    expect(session.snapshot).toMatchObject({ phase: 'connected', connection: { url: server.url } });
    await session.disconnect();
  }
  hanging.closeAllConnections();
  hanging.close();
});
