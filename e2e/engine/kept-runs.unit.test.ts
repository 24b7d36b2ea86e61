// What is kept of a comparison, and of a handshake, says later what it said then: with no server, and beside the same server as it is by then.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/engine/base/clock.ts';
import { BASELINES, makeBaseline } from '../../src/engine/comparison/baseline.ts';
import { readRun, type RunFacts } from '../../src/engine/comparison/column-facts.ts';
import { startComparison } from '../../src/engine/comparison/comparison.ts';
import { fileHandshakes } from '../../src/engine/comparison/file-handshakes.ts';
import { handshakeRun } from '../../src/engine/comparison/handshake-run.ts';
import { listAll, unlisted } from '../../src/engine/comparison/list-all.ts';
import { matrixOf, type MatrixRow } from '../../src/engine/comparison/matrix.ts';
import { withName } from '../../src/engine/comparison/named-file.ts';
import { openRunFile } from '../../src/engine/comparison/open-run-file.ts';
import type { ComparedCall, ComparisonPlan } from '../../src/engine/comparison/plan.ts';
import { repeatOf } from '../../src/engine/comparison/repeat.ts';
import { makeSavedRun } from '../../src/engine/comparison/saved-run.ts';
import { defaultResponders } from '../../src/engine/responders/responders.ts';
import type { OwnHeader, Session } from '../../src/engine/session/contract.ts';
import { createMemoryStore } from '../../src/engine/store/memory.ts';
import { createHandshakesView } from '../../src/engine/views/handshakes.ts';
import { openRecordingFile } from '../../src/engine/wire-log/open-recording-file.ts';
import { createInlineValidator } from '../../src/workers/inline-validator.ts';
import { startSdkDual, type SdkDualServer } from '../servers/sdk-dual.ts';
import { createNodeSession, optionsFor } from './node-session.ts';

const app = { name: 'roundtrip', version: '0.1.0' };
const TOKEN = 'a-token-nobody-may-see';
const secret: OwnHeader = { name: 'Authorization', value: `Bearer ${TOKEN}`, secret: true };

let server: SdkDualServer;
let session: Session;
beforeEach(async () => {
  server = await startSdkDual({ catalogue: true });
  session = createNodeSession();
});
afterEach(async () => {
  await session.disconnect();
  await server.close();
});

function planFor(calls: readonly ComparedCall[]): ComparisonPlan {
  return {
    columns: ['2025-11-25', '2026-07-28'].map((title) => ({
      title,
      options: optionsFor(server.url, { protocolVersion: title, headers: [secret] }),
    })),
    calls,
    runs: 1,
    responders: defaultResponders,
    limits: { requests: 10, empty: 3 },
  };
}

async function ran(plan: ComparisonPlan) {
  const comparison = startComparison(plan, {
    newSession: () => Promise.resolve(createNodeSession()),
    validator: createInlineValidator(),
    clock: systemClock,
  });
  await comparison.done;
  return comparison.snapshot;
}

/** The marks of a row: what kind of difference, in which column. */
const marks = (rows: readonly MatrixRow[], label: string) =>
  rows
    .findLast((each) => each.label === label)
    ?.cells.map(({ difference }) => difference && `${difference.kind} ${difference.from}`);

const columnsOf = ({ columns }: Awaited<ReturnType<typeof ran>>) => columns.map(({ runs }) => runs);

describe('a saved run', () => {
  const calls: readonly ComparedCall[] = [
    {
      subject: {
        method: 'tools/call',
        name: 'book_trip',
        argumentsText: '{"traveller":"Ada"}',
        metaText: '{"example.com/trace":9007199254740993}',
      },
      anyway: false,
    },
  ];

  it('shows the same matrix when it is opened, and holds no secret', async () => {
    const plan = planFor(calls);
    const snapshot = await ran(plan);
    const content = {
      plan,
      columns: columnsOf(snapshot).map((runs) => runs.map(({ run }) => run)),
      startedAt: snapshot.startedAt,
      endedAt: snapshot.endedAt ?? 0,
    };
    const saved = await makeSavedRun(content, 'before', app);
    expect(await saved.file.text()).not.toContain(TOKEN);
    const opened = await openRunFile(saved.file.stream());
    if (!opened.ok) expect.unreachable(opened.message);
    expect(opened.value.warnings).toEqual([]);
    const facts = await Promise.all(
      opened.value.columns.map((runs) => Promise.all(runs.map((run) => readRun(run)))),
    );
    expect(matrixOf(opened.value.plan, facts)).toEqual(matrixOf(plan, columnsOf(snapshot)));

    // Whoever has the secret can run it again; nobody else.
    expect(repeatOf(opened.value.plan, null, false).lacking).toEqual(['Authorization']);
    const again = repeatOf(opened.value.plan, optionsFor(server.url, { headers: [secret] }), false);
    expect(again.lacking).toEqual([]);
    server.become({ version: '4.0.0', capabilities: { tools: {}, resources: {} } });
    server.seen.length = 0;
    const now = columnsOf(await ran(again.plan));
    expect(server.seen.every(({ headers }) => headers['authorization'] === `Bearer ${TOKEN}`)).toBe(true);
    const since = matrixOf(again.plan, now, facts);
    expect(marks(since, 'Server')).toEqual(['changed before', 'changed before']);
    expect(marks(since, 'Prompts')).toEqual(['removed before', 'removed before']);
    expect(marks(since, 'prompts')).toEqual(['removed before', 'removed before']);
    expect(marks(since, 'Outcome')).toEqual([null, null]);
    // The revision that was asked for is that of the run before; beside its neighbour it is another era.
    expect(marks(since, 'Negotiated as')).toEqual([null, null]);
    expect(marks(matrixOf(again.plan, now), 'Negotiated as')).toEqual([null, 'changed 0']);
  }, 60_000);

  it("repeats a call's own _meta to the character, in each round", async () => {
    await ran(planFor(calls));
    const sent = server.seen.filter(({ body }) => body.includes('"tools/call"'));
    expect(sent.length).toBeGreaterThan(2);
    for (const { body } of sent) expect(body).toContain('"example.com/trace":9007199254740993');
  }, 60_000);
});

describe('a baseline', () => {
  async function baselineOf(name = 'production') {
    const number = session.snapshot.connection?.handshake ?? 0;
    const run = handshakeRun(session.recording, number, (placeholder) => session.reveal(placeholder));
    return makeBaseline(run, { name, app, now: 1 });
  }

  async function factsIn(file: Blob): Promise<readonly RunFacts[]> {
    const opened = await fileHandshakes(file);
    if (!opened.ok) expect.unreachable(opened.message);
    return Promise.all(opened.value.handshakes.map(({ run }) => readRun(run)));
  }

  it('lists first what was not listed, and holds one handshake with its lists and nothing else', async () => {
    await session.connect(optionsFor(server.url, { headers: [secret] }));
    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: '{"message":"not kept"}' });
    expect(unlisted(session)).toEqual(['resources/list', 'resources/templates/list', 'prompts/list']);
    const steps: string[] = [];
    await listAll(session, new AbortController().signal, (words) => steps.push(words));
    expect(steps).toEqual(['lists resources', 'lists templates', 'lists prompts']);
    expect(unlisted(session)).toEqual([]);

    const baseline = await baselineOf();
    expect(baseline).toMatchObject({ name: 'production', server: 'harbour 3.1.0', revision: '2026-07-28' });
    expect(baseline.lists).toBe('11 tools, 4 resources, 1 template, 2 prompts');
    const text = await baseline.file.text();
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('not kept');
    const [facts, ...others] = await factsIn(baseline.file);
    expect(others).toEqual([]);
    expect([...(facts?.lists.keys() ?? [])]).toHaveLength(4);
  });

  it('is a recording that Import opens, under the name it has by then', async () => {
    await session.connect(optionsFor(server.url));
    const { file } = await baselineOf();
    const opened = await openRecordingFile((await withName(file, 'production, 12 November')).stream());
    if (!opened.ok) expect.unreachable(opened.message);
    expect(opened.value.warnings).toEqual([]);
    expect(opened.value.header.name).toBe('production, 12 November');
    expect(createHandshakesView(opened.value.recording).read()).toHaveLength(1);
  });

  it('is compared with the server as it is by then, and with nothing of the handshake before it', async () => {
    await session.connect(optionsFor(server.url));
    await listAll(session, new AbortController().signal, () => undefined);
    const before = await baselineOf();
    server.become({ version: '3.2.0', capabilities: { tools: {} } });
    await session.handshakeAgain();
    expect(unlisted(session)).toEqual([]);
    const after = await baselineOf();
    expect(after.lists).toMatch(/^\d+ tools$/);
    const columns = await Promise.all([before, after].map(({ file }) => factsIn(file)));
    const rows = matrixOf({ calls: [] }, columns);
    expect(marks(rows, 'Server')).toEqual([null, 'changed 0']);
    expect(marks(rows, 'Resources')).toEqual([null, 'removed 0']);
    expect(marks(rows, 'Negotiated as')).toEqual([null, null]);
  });

  it('is found in the store, and a record that is none is left out', async () => {
    await session.connect(optionsFor(server.url));
    const store = createMemoryStore();
    await store.put(BASELINES, '1', await baselineOf(), 1);
    await store.put({ ...BASELINES, read: (value) => value as never }, '2', { name: 'broken' } as never, 2);
    const kept = await store.list(BASELINES);
    expect(kept.map(({ value }) => value.name)).toEqual(['production']);
    expect(await factsIn(kept[0]?.value.file ?? new Blob())).toHaveLength(1);
  });
});
