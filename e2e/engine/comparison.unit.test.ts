import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/engine/base/clock.ts';
import { startComparison } from '../../src/engine/comparison/comparison.ts';
import { matrixOf, type MatrixRow } from '../../src/engine/comparison/matrix.ts';
import type { ComparedCall, ComparisonPlan } from '../../src/engine/comparison/plan.ts';
import { defaultResponders } from '../../src/engine/responders/responders.ts';
import { createDemoFetch } from '../../src/demo/demo-fetch.ts';
import { DEMO_URL } from '../../src/demo/demo-url.ts';
import { createInlineValidator } from '../../src/workers/inline-validator.ts';
import { startSdkDual, type SdkDualServer } from '../servers/sdk-dual.ts';
import { createNodeSession, optionsFor } from './node-session.ts';

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

let server: SdkDualServer;
beforeAll(async () => {
  server = await startSdkDual({ catalogue: true });
});
afterAll(() => server.close());

function planFor(
  url: string,
  calls: readonly ComparedCall[] = [],
  more: Partial<ComparisonPlan> = {},
): ComparisonPlan {
  return {
    columns: REVISIONS.map((title) => ({ title, options: optionsFor(url, { protocolVersion: title }) })),
    calls,
    runs: 1,
    responders: defaultResponders,
    limits: { requests: 10, empty: 3 },
    ...more,
  };
}

const tool = (name: string, argumentsText: string, anyway = false): ComparedCall => ({
  subject: { method: 'tools/call', name, argumentsText },
  anyway,
});

function start(plan: ComparisonPlan, with_: { fetch?: typeof fetch } = {}) {
  return startComparison(plan, {
    newSession: () => Promise.resolve(createNodeSession(with_)),
    validator: createInlineValidator(),
    clock: systemClock,
  });
}

async function matrix(plan: ComparisonPlan, with_: { fetch?: typeof fetch } = {}) {
  const comparison = start(plan, with_);
  await comparison.done;
  return matrixOf(
    plan,
    comparison.snapshot.columns.map(({ runs }) => runs),
  );
}

/** A row's cells as a person reads them; a mark stands before. */
function line(rows: readonly MatrixRow[], label: string, group?: string): string[] {
  const row = rows.find((each) => each.label === label && (group === undefined || each.group === group));
  if (!row) throw new Error(`no row ${label} among ${rows.map((each) => each.label).join(', ')}`);
  return row.cells.map(({ content, difference }) => {
    const mark = difference ? { added: '+', removed: '-', changed: '~' }[difference.kind] : '';
    return mark + (content.kind === 'text' ? content.text : content.kind);
  });
}

describe('one server under four revisions', () => {
  it('the official SDK: what differs is marked, and nothing else', async () => {
    const rows = await matrix(
      planFor(server.url, [
        tool('echo', '{"message":"hello"}'),
        tool('book_trip', '{"traveller":"Ada"}'),
        tool('echo', '{"message":1}'),
        tool('echo', '{"message":1}', true),
        tool('no_such_tool', '{}'),
        { subject: { method: 'prompts/get', name: 'no_such_prompt', argumentsText: '' }, anyway: false },
      ]),
    );
    const id = 'id, 36 characters';
    expect(line(rows, 'Negotiated as')).toEqual([
      '2025-03-26, legacy',
      '2025-06-18, legacy',
      '2025-11-25, legacy',
      '~2026-07-28, modern',
    ]);
    expect(line(rows, 'Attempts')).toEqual(['initialize', 'initialize', 'initialize', '~server/discover']);
    expect(line(rows, 'Round trips to connect')).toEqual(['2', '2', '2', '~1']);
    expect(line(rows, 'Session')).toEqual([id, id, id, '-none']);
    expect(line(rows, 'Server')).toEqual(REVISIONS.map(() => 'harbour 3.1.0'));
    // It is the same declaration, and deprecated from there on.
    expect(line(rows, 'logging')).toEqual(['{}', '{}', '{}', '~{}']);
    expect(line(rows, 'elicitation')).toEqual(['none', '+{}', '~form, url', 'form, url']);
    for (const list of ['Tools', 'Resources', 'Resource templates', 'Prompts'])
      expect(line(rows, list).filter((cell) => !/^\d+$/.test(cell))).toEqual([]);

    expect(line(rows, 'Result', 'Call 1: echo')).toEqual(REVISIONS.map(() => 'hello'));
    expect(line(rows, 'Time', 'Call 1: echo')).toEqual(REVISIONS.map(() => 'time'));
    // 2025-03-26 has no elicitation: the tool fails there.
    expect(line(rows, 'Outcome', 'Call 2: book_trip')).toEqual([
      'complete, tool error',
      '~complete',
      'complete',
      'complete',
    ]);
    expect(line(rows, 'Rounds', 'Call 2: book_trip')).toEqual([
      '1 round',
      '~1 round, 3 requests by the server',
      '1 round, 3 requests by the server',
      '~4 rounds',
    ]);
    expect(line(rows, 'Outcome', 'Call 3: echo')).toEqual(
      REVISIONS.map(
        () => 'Not called. Its input schema refuses the arguments: Expected a string, got a number',
      ),
    );
    expect(rows.filter(({ group }) => group === 'Call 3: echo')).toHaveLength(1);
    expect(line(rows, 'Outcome', 'Call 4: echo')).not.toContainEqual(expect.stringMatching(/^Not called/));
    expect(line(rows, 'Outcome', 'Call 5: no_such_tool')).toEqual(
      REVISIONS.map(() => 'Not called. It lists no tool of that name'),
    );
    expect(line(rows, 'Outcome', 'Call 6: no_such_prompt')).toEqual(REVISIONS.map(() => 'error −32602'));
    const bodies = server.seen.filter(({ body }) => body.includes('"message":1')).length;
    expect(bodies).toBe(REVISIONS.length);
  }, 60_000);

  it('the demo grows from revision to revision, and says so', async () => {
    const rows = await matrix(planFor(DEMO_URL), { fetch: createDemoFetch() });
    expect(line(rows, 'Tools')).toEqual(['9', '~12', '~16', '~16']);
    expect(line(rows, 'Server')[3]).toBe('~acme-deploy 2.0.0');
    const declared = rows.find(({ key }) => key === 'server com.example/deploy-windows');
    expect(declared?.cells.map(({ difference }) => difference?.kind)).toEqual([
      undefined,
      undefined,
      undefined,
      'added',
    ]);
  }, 60_000);

  it('a server that speaks one era fails in the other, and the columns beside it are compared past it', async () => {
    const modern = await startSdkDual({ eras: 'modern' });
    try {
      const rows = await matrix(planFor(modern.url));
      const row = rows.find(({ key }) => key === 'negotiated');
      expect(row?.cells.map(({ content }) => content.kind === 'text' && content.failed === true)).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect(row?.cells.map(({ difference }) => difference?.from)).toEqual([
        undefined,
        undefined,
        undefined,
        2,
      ]);
      // Nothing on its left came so far, so nothing is different.
      expect(line(rows, 'Tools')).toEqual(['unknown', 'unknown', 'unknown', '11']);
    } finally {
      await modern.close();
    }
  }, 60_000);
});

it('what varies by itself is no difference between columns', async () => {
  let count = 0;
  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (typeof init?.body !== 'string' || !init.body.includes('"echo"')) return response;
    count += 1;
    const text = (await response.text()).replaceAll('tick', `tick ${count}`);
    return new Response(text, { status: response.status, headers: response.headers });
  };
  const plan = planFor(server.url, [tool('echo', '{"message":"tick"}')], { runs: 2 });
  const rows = await matrix(plan, { fetch: counting });
  const row = rows.find(({ label }) => label === 'Result');
  expect(row?.cells.map(({ difference }) => difference)).toEqual([null, null, null, null]);
  expect(row?.cells.every(({ content }) => content.kind === 'text' && content.varies === true)).toBe(true);
  expect(count).toBe(8);
}, 60_000);

it('two columns at a time, and a cancelled run stops at once with what it has', async () => {
  const open = new Set<string>();
  let most = 0;
  const watching: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const body = typeof init?.body === 'string' ? init.body : '';
    const version =
      headers.get('mcp-protocol-version') ?? /"protocolVersion":"([^"]+)"/.exec(body)?.[1] ?? '2025-03-26';
    if (body !== '') open.add(version);
    most = Math.max(most, open.size);
    if (init?.method === 'DELETE') open.delete(version);
    return fetch(input, init);
  };
  const comparison = start(planFor(server.url, [tool('slow', '{"ms":20000}')]), { fetch: watching });
  await new Promise<void>((resolve) => {
    const stop = comparison.subscribe(() => {
      if (!comparison.snapshot.columns.some(({ step }) => step === 'calls slow')) return;
      stop();
      resolve();
    });
  });
  const before = Date.now();
  comparison.cancel();
  await comparison.done;
  expect(Date.now() - before).toBeLessThan(5000);
  expect(most).toBeLessThanOrEqual(2);
  expect(comparison.snapshot.running).toBe(false);
  expect(comparison.snapshot.columns.map(({ phase }) => phase)).not.toContain('done');
  expect(comparison.snapshot.columns.slice(2).every(({ runs }) => runs.length === 0)).toBe(true);
}, 60_000);
