import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionAsked, Session } from '../../src/engine/session/contract.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import { readResources } from '../../src/engine/views/resources.ts';
import { startHostile } from '../servers/hostile.ts';
import { startSdkDual, type SdkDualServer } from '../servers/sdk-dual.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';

let server: SdkDualServer;
let session: Session;

beforeAll(async () => {
  server = await startSdkDual({ catalogue: true });
});
afterAll(() => server.close());
afterEach(() => session.disconnect());

const connected = async (protocolVersion: string, url = server.url) => {
  server.seen.length = 0;
  session = createNodeSession();
  await session.connect(optionsFor(url, { protocolVersion }));
  expect(session.snapshot.phase).toBe('connected');
};

const never = new AbortController().signal;
const berth: CompletionAsked = {
  ref: { type: 'ref/prompt', name: 'voyage' },
  argument: { name: 'berth', value: '' },
  others: [['pier', 'north-east']],
};
const bodiesOf = (method: string) =>
  server.seen.filter(({ body }) => body.includes(`"${method}"`)).map(({ body }) => body);

describe.each([
  ['2026-07-28', ['10', '11']],
  ['2025-11-25', ['10', '11']],
  // It has no context, so the server does not know the pier.
  ['2025-03-26', []],
])('under %s', (revision, berths) => {
  it('lists are asked for one by one, and what is declared is known', async () => {
    await connected(revision);
    expect(session.snapshot.connection?.declares).toEqual(
      expect.arrayContaining(['tools', 'resources', 'prompts', 'completions', 'logging']),
    );
    await Promise.all([session.list('resources/list'), session.list('prompts/list')]);
    const { listings } = session.snapshot;
    expect(Object.keys(listings).sort()).toEqual(['prompts/list', 'resources/list', 'tools/list']);
    const listing = createListingsView(session.recording)
      .read()
      .find((each) => each.listing === listings['resources/list']);
    if (!listing) throw new Error('nothing was listed');
    const { entries } = await readResources(listing);
    expect(entries.map(({ key }) => key)).toContain('harbour://folder');
  });

  it('an argument is completed with what is filled in besides', async () => {
    await connected(revision);
    const answer = await session.complete(berth, never);
    expect(answer).toMatchObject({ ok: true, values: berths });
    expect(bodiesOf('completion/complete').map((body) => body.includes('"context"'))).toEqual([
      berths.length > 0,
    ]);
  });

  it('a question that was given up is no answer, and cuts nothing else', async () => {
    await connected(revision);
    const stopper = new AbortController();
    const first = session.complete(berth, stopper.signal);
    stopper.abort();
    expect(await first).toMatchObject({ ok: false });
    expect(await session.complete(berth, never)).toMatchObject({ ok: true });
    expect(session.snapshot.busy).toBe(false);
  });
});

it('a legacy server is asked whether it is there, and told the log level', async () => {
  await connected('2025-11-25');
  expect(await session.ping()).toMatchObject({ ok: true });
  expect(await session.setLogLevel('warning')).toMatchObject({ ok: true });
  expect(session.snapshot.logLevel).toBe('warning');
  expect(bodiesOf('logging/setLevel').map((body) => JSON.parse(body) as unknown)).toMatchObject([
    { params: { level: 'warning' } },
  ]);
  // What it was told ends with its session.
  await session.handshakeAgain();
  expect(session.snapshot.logLevel).toBeNull();
});

it('a modern server is never sent ping or logging/setLevel; its calls carry the level', async () => {
  await connected('2026-07-28');
  expect(await session.ping()).toEqual({ ok: false, exchange: null, reason: '2026-07-28 has no ping' });
  expect(await session.setLogLevel('debug')).toBeNull();
  session.startCall({ method: 'resources/read', name: 'harbour://tide', argumentsText: '' });
  await settled(session);
  await session.setLogLevel(null);
  session.startCall({ method: 'resources/read', name: 'harbour://tide', argumentsText: '' });
  await settled(session);
  const KEY = '"io.modelcontextprotocol/logLevel":"debug"';
  expect(bodiesOf('resources/read').map((body) => body.includes(KEY))).toEqual([true, false]);
  expect([...bodiesOf('ping'), ...bodiesOf('logging/setLevel')]).toEqual([]);
});

it('a list is gone through a page at a time, or to its end', async () => {
  const hostile = await startHostile();
  try {
    await connected('2026-07-28', hostile.url('/list/offered'));
    const pages = () => createListingsView(session.recording).read().at(-1)?.pages.length;
    const how = () => createListingsView(session.recording).read().at(-1)?.ended?.how;
    await session.list('prompts/list', 1);
    expect([pages(), how()]).toEqual([1, 'page cap']);
    const listing = session.snapshot.listings['prompts/list'] ?? 0;
    await session.continueListing(listing, 1);
    expect([pages(), how()]).toEqual([2, 'page cap']);
    await session.continueListing(listing);
    expect([pages(), how()]).toEqual([4, 'complete']);
  } finally {
    await hostile.close();
  }
});
