import { describe, expect, it, vi } from 'vitest';
import { createDemoFetch } from '../../demo/demo-fetch.ts';
import { DEMO_URL } from '../../demo/demo-url.ts';
import { systemClock } from '../base/clock.ts';
import { EngineError } from '../base/errors.ts';
import type { RoundDraft } from '../rounds/draft.ts';
import { State } from '../base/subscribable.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createCallsView, type CallView } from '../views/calls.ts';
import { createExchangesView } from '../views/exchanges.ts';
import { createFindingsView } from '../views/findings.ts';
import { createHandshakesView } from '../views/handshakes.ts';
import { createListingsView } from '../views/listings.ts';
import { createWireRowsView } from '../views/wire-rows.ts';
import { writeRecordingFile } from '../wire-log/recording-file.ts';
import type { Recording } from '../wire-log/recording.ts';
import type { ConnectOptions, Session } from './contract.ts';
import { exportable } from './exportable.ts';
import { openReplaySession } from './replay-session.ts';
import { createSession } from './session.ts';

const options: ConnectOptions = {
  url: DEMO_URL,
  protocolVersion: 'auto',
  headers: [{ name: 'Authorization', value: 'Bearer the-secret-token', secret: true }],
  profile: { name: 'test', clientInfo: { name: 'roundtrip', version: '0.1.0' }, capabilitiesText: null },
  timeLimitMs: 5_000,
};
const echo: RoundDraft = { answers: [], state: { kind: 'echo' } };
const nowhere = 'http://127.0.0.1:9/mcp';

function liveSession(): Session {
  const demo = createDemoFetch();
  return createSession({
    fetch: (input, init) =>
      String(input) === nowhere ? Promise.reject(new TypeError('no')) : demo(input, init),
    clock: systemClock,
    store: createMemoryStore(),
    validator: { validate: () => Promise.resolve({ verdict: 'valid' }), dispose: () => undefined },
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
  });
}

async function settled(session: Session): Promise<void> {
  while (session.snapshot.busy) {
    await new Promise<void>((resolve) => {
      const stop = session.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

/** What is still read, although its answer has come: its end would be recorded between two looks. */
function open({ recording }: Session): readonly number[] {
  const { count, get } = createExchangesView(recording).read();
  return Array.from({ length: count }, (_, index) => index + 1).filter((number) => {
    const exchange = get(number);
    return exchange?.end === null && exchange.purpose?.kind !== 'notification stream';
  });
}

const callsOf = (session: Session) => createCallsView(session.recording).read();

async function called(session: Session, name: string, argumentsText: string): Promise<CallView> {
  const number = session.startCall({ method: 'tools/call', name, argumentsText });
  await settled(session);
  const call = callsOf(session).find((each) => each.call === number);
  if (!call) throw new TypeError('The call is not in the recording');
  return call;
}

async function exported(session: Session, includeSecrets = false): Promise<ReadableStream<Uint8Array>> {
  const lines: string[] = [];
  const written = writeRecordingFile(exportable(session), {
    app: { name: 'roundtrip', version: '0.1.0' },
    at: Date.now(),
    reveal: (placeholder) => session.reveal(placeholder),
    includeSecrets,
  });
  for await (const line of written) lines.push(line);
  expect(lines.join('').includes('the-secret-token')).toBe(includeSecrets);
  return new Blob(lines).stream();
}

async function imported(session: Session, includeSecrets = false): Promise<Session> {
  const replay = await openReplaySession(
    await exported(session, includeSecrets),
    'a.roundtrip.jsonl',
    session,
  );
  if (!replay.ok) throw new TypeError(replay.message);
  expect(replay.value.snapshot.imported?.warnings).toEqual([]);
  return replay.value;
}

/** Everything a view says, bodies as their texts. */
async function plain(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if ('peek' in value && 'text' in value) return (value.text as () => Promise<string>)();
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  const members = Object.entries(value).map(async ([key, each]) => [key, await plain(each)] as const);
  return Object.fromEntries(await Promise.all(members));
}

async function allViews(recording: Recording): Promise<unknown> {
  const exchanges = createExchangesView(recording).read();
  const rows = createWireRowsView(recording).read();
  const findings = createFindingsView(recording).read();
  const numbers = Array.from({ length: exchanges.count + 1 }, (_, index) => index);
  return plain({
    handshakes: createHandshakesView(recording).read(),
    calls: createCallsView(recording).read(),
    listings: createListingsView(recording).read(),
    exchanges: numbers.map((number) => exchanges.get(number) ?? null),
    findings: numbers.map((number) => findings.of(number)),
    rows: Array.from({ length: rows.count }, (_, index) => rows.row(index) ?? null),
    counts: [rows.messages, rows.bytes, rows.exchanges],
  });
}

describe('an imported recording shows what the live session showed', () => {
  it.each(['auto', '2025-11-25', '2025-03-26'])('asked for %s', async (protocolVersion) => {
    const live = liveSession();
    await live.connect({ ...options, protocolVersion });
    const call = await called(live, 'deploy_release', '{"service":"checkout-api","release":"r-4821"}');
    await called(live, 'echo', '{"text":"Zürich 😀"}');
    live.setManual(true);
    await called(live, 'restart_service', '{}');
    // A branch from the first round; legacy servers ask on a stream, and nothing can be branched there.
    const branches = call.rounds[0]?.outcome?.kind === 'input required';
    if (branches) await live.sendRound(call.call, 1, echo);
    expect(branches).toBe(protocolVersion === 'auto');
    await settled(live);
    await expect.poll(() => open(live)).toEqual([]);

    const replay = await imported(live);
    expect(callsOf(live).length).toBeGreaterThan(2);
    expect(await allViews(replay.recording)).toEqual(await allViews(live.recording));
    const { connection, phase, manual, listings, handshake, options: asked } = replay.snapshot;
    expect({ connection, phase, manual, listings, handshake }).toEqual({
      connection: live.snapshot.connection,
      phase: 'connected',
      manual: true,
      listings: live.snapshot.listings,
      handshake: live.snapshot.handshake,
    });
    expect(asked?.profile.clientInfo).toEqual(options.profile.clientInfo);
    expect(asked?.timeLimitMs).toBe(options.timeLimitMs);
    await live.disconnect();
  });

  it('a connection that was left is still the one that is shown', async () => {
    const live = liveSession();
    await live.connect(options);
    const { connection } = live.snapshot;
    await live.disconnect();
    expect((await imported(live)).snapshot).toMatchObject({ phase: 'connected', connection });
  });

  it('a connect that failed, with why, and the connection before it', async () => {
    const live = liveSession();
    await live.connect(options);
    const { connection } = live.snapshot;
    await live.connect({ ...options, url: nowhere });
    expect(live.snapshot.phase).toBe('failed');
    const { phase, failure, options: asked, connection: shown } = (await imported(live)).snapshot;
    expect({ phase, failure, url: asked?.url, shown }).toEqual({
      phase: 'failed',
      failure: live.snapshot.failure,
      url: nowhere,
      shown: connection,
    });
  });

  it('what it was compared with: handshakes kept from before with the same server, and no other', async () => {
    const live = liveSession();
    await live.connect({ ...options, protocolVersion: '2025-11-25' });
    await live.connect(options);
    const newest = await vi.waitUntil(() => live.history.snapshot[0]);
    const history = new State([
      newest,
      { ...newest, number: 900 },
      { ...newest, number: 901, url: 'https://elsewhere.example/mcp' },
    ]);
    const { recording } = live;
    const reveal = (placeholder: string) => live.reveal(placeholder);
    const file = await exported({ recording, history, reveal } as Partial<Session> as Session);
    const opened = await openReplaySession(file, 'a', live);
    if (!opened.ok) throw new TypeError(opened.message);
    const replay = opened.value;
    expect(replay.history.snapshot.map(({ number }) => number)).toEqual([900]);
    expect(replay.history.snapshot[0]?.recording.length).toBe(newest.recording.length);
    await live.disconnect();
  });

  it('wire events without any note', async () => {
    const live = liveSession();
    await live.connect(options);
    const lines = await new Response(await exported(live)).text();
    const bare = lines
      .split('\n')
      .filter((line) => /^\{"(?:format|type":"(?:request|response|body|sse|end))"/.test(line))
      .join('\n');
    const replay = await openReplaySession(new Blob([bare]).stream(), 'bare', live);
    if (!replay.ok) throw new TypeError(replay.message);
    const { recording, snapshot } = replay.value;
    expect(createWireRowsView(recording).read().count).toBe(createWireRowsView(live.recording).read().count);
    expect(snapshot).toMatchObject({ phase: 'not connected', connection: null, listings: {} });
    expect(snapshot.imported?.warnings.at(-1)).toMatch(/^No note says what its messages were for/);
    await live.disconnect();
  });
});

describe('an imported recording', () => {
  it('sends nothing, and says why', async () => {
    const live = liveSession();
    await live.connect(options);
    const call = await called(live, 'deploy_release', '{"service":"checkout-api","release":"r-4821"}');
    const replay = await imported(live);
    const { length } = replay.recording;
    const before = replay.snapshot;
    await replay.connect(options);
    await replay.retry();
    await replay.handshakeAgain();
    await replay.list('tools/list');
    await replay.disconnect();
    replay.setManual(true);
    expect(await replay.sendRound(call.call, 1, echo)).toBeNull();
    expect((await replay.draftRound(call.call, 1, echo)).problem).toMatch(/^This is a recording/);
    expect(() => replay.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{}' })).toThrow(
      EngineError,
    );
    expect([replay.recording.length, replay.snapshot]).toEqual([length, before]);
    await live.disconnect();
  });

  it('knows a secret only where the person included it', async () => {
    const live = liveSession();
    await live.connect(options);
    const request = createExchangesView(live.recording).read().get(1)?.request;
    const shown = request?.headers.find(([name]) => name === 'Authorization')?.[1] ?? '';
    const placeholder = shown.replace('Bearer ', '');
    expect(placeholder).toMatch(/^‹secret/);
    expect((await imported(live)).reveal(placeholder)).toBeNull();
    expect((await imported(live, true)).reveal(placeholder)).toBe('the-secret-token');
    await live.disconnect();
  });

  it('passes settings of the browser on, for they are not part of it', async () => {
    const live = liveSession();
    await live.connect(options);
    const replay = await imported(live);
    replay.setLimits({ requests: 3, empty: 2 });
    expect([live.snapshot.limits, replay.snapshot.limits]).toEqual([
      { requests: 3, empty: 2 },
      { requests: 3, empty: 2 },
    ]);
    await live.disconnect();
  });

  it('is refused with the reason where it is none', async () => {
    const live = liveSession();
    const refused = await openReplaySession(new Blob(['hello']).stream(), 'x', live);
    expect(refused).toMatchObject({ ok: false, code: 'not-a-recording' });
  });
});
