import { describe, expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { State } from '../base/subscribable.ts';
import type { Store } from '../store/store.ts';
import type { ConnectOptions, Session } from './contract.ts';
import { createLateSession, restingSnapshot } from './late-session.ts';
import { createSession } from './session.ts';

const emptyStore: Store = {
  status: new State({ kind: 'memory', problem: null }),
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve({ ok: true, value: undefined }),
  delete: () => Promise.resolve(),
  list: () => Promise.resolve([]),
  keys: () => Promise.resolve([]),
  next: () => Promise.resolve(1),
};

function realSession(fetch: typeof globalThis.fetch, recording?: Session['recording']): Session {
  return createSession({
    fetch,
    clock: systemClock,
    store: emptyStore,
    validator: { validate: () => Promise.resolve({ verdict: 'valid' }), dispose: () => undefined },
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
    recording,
  });
}

const options: ConnectOptions = {
  url: 'http://127.0.0.1/mcp',
  protocolVersion: '2025-11-25',
  headers: [],
  profile: { name: 'test', clientInfo: { name: 'test', version: '1' }, capabilitiesText: '{}' },
  timeLimitMs: 1000,
};

/** Answers `initialize` and whatever else a connect needs. */
const server: typeof fetch = async (_input, init) => {
  const body = typeof init?.body === 'string' ? init.body : '{}';
  const request = JSON.parse(body) as { id?: number; method?: string };
  if (request.id === undefined) return new Response(null, { status: 202 });
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 'late', version: '2' },
  };
  return Response.json({ jsonrpc: '2.0', id: request.id, result });
};

function open(fetch: typeof globalThis.fetch = server) {
  let loads = 0;
  let bring: () => void = () => undefined;
  let refuse: () => void = () => undefined;
  const session = createLateSession((recording) => {
    loads += 1;
    return new Promise((resolve, reject) => {
      bring = () => resolve(realSession(fetch, recording));
      refuse = () => reject(new TypeError('offline'));
    });
  });
  return { session, loads: () => loads, bring: () => bring(), refuse: () => refuse() };
}

test('what is shown before is what a session begins with', () => {
  expect(restingSnapshot).toEqual(realSession(server).snapshot);
});

describe('before it is loaded', () => {
  test('nothing is loaded until it is asked for, and then once', () => {
    const { session, loads } = open();
    expect(loads()).toBe(0);
    session.start();
    session.start();
    expect(loads()).toBe(1);
  });

  test('a connect shows at once, waits, and is then made in the shared recording', async () => {
    const { session, bring } = open();
    const connecting = session.connect(options);
    expect(session.snapshot).toMatchObject({ phase: 'connecting', busy: true, options });
    expect(session.recording.length).toBe(0);
    bring();
    await connecting;
    expect(session.snapshot).toMatchObject({
      phase: 'connected',
      busy: false,
      connection: { serverName: 'late' },
    });
    expect(session.recording.length).toBeGreaterThan(0);
  });

  test('a connect that is cancelled is not made', async () => {
    const { session, bring } = open();
    const connecting = session.connect(options);
    session.cancelConnect();
    expect(session.snapshot).toMatchObject({ phase: 'not connected', busy: false });
    bring();
    await connecting;
    expect(session.snapshot.phase).toBe('not connected');
    expect(session.recording.length).toBe(0);
  });

  test('settings hold at once and reach the session', async () => {
    const { session, bring } = open();
    session.setManual(true);
    session.setLimits({ requests: 4, empty: 2 });
    expect(session.snapshot).toMatchObject({ manual: true, limits: { requests: 4 } });
    session.start();
    bring();
    await session.ready;
    expect(session.snapshot).toMatchObject({ manual: true, limits: { requests: 4, empty: 2 } });
  });

  test('a load that fails is a failure with a reason, and is tried again', async () => {
    const { session, refuse, bring, loads } = open();
    const first = session.connect(options);
    refuse();
    await first;
    expect(session.snapshot).toMatchObject({ phase: 'failed', busy: false });
    expect(session.snapshot.failure?.title).toContain('did not load');
    await session.ready;
    const second = session.retry();
    bring();
    await second;
    expect(loads()).toBe(2);
    expect(session.snapshot.phase).toBe('connected');
  });
});

test('after it is loaded the snapshot follows, and commands go through', async () => {
  const { session, bring } = open();
  session.start();
  bring();
  await session.ready;
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.snapshot.phase));
  await session.connect(options);
  await session.disconnect();
  expect(seen).toContain('connected');
  expect(session.snapshot.phase).toBe('not connected');
});
