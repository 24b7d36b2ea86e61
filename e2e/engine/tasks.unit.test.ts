// The tasks extension (SEP-2663): a call that becomes a task, is asked about, answered and cancelled. The server is a script behind fetch.
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/session/contract.ts';
import { NO_SUBSCRIPTION } from '../../src/engine/protocol/subscription-filter.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import { createNodeSession, optionsFor, profile, settled } from './node-session.ts';

const CALL = { method: 'tools/call', name: 'build', argumentsText: '{"n":1.0}' };
const TASKS = '{"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}';
const FORM = {
  method: 'elicitation/create',
  params: {
    message: 'Name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', default: 'Ada' } } },
  },
};
const made = { resultType: 'task', taskId: 't-1', status: 'working', ttlMs: null, pollIntervalMs: 50 };
const stands = (members: object) => ({ ...made, resultType: 'complete', ...members });
const done = stands({ status: 'completed', result: { content: [{ type: 'text', text: 'built' }] } });

interface Sent {
  readonly method: string;
  readonly name: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** A modern server: `tasks/get` is answered with each of `gets` in turn, the last one for ever. */
function scripted(gets: readonly object[], create: object = made) {
  const sent: Sent[] = [];
  let count = 0;
  const encoder = new TextEncoder();
  let listening: { readonly id: number; readonly to: ReadableStreamDefaultController<Uint8Array> } | null =
    null;
  const tell = (method: string, params: object): void => {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': listening?.id };
    const message = { jsonrpc: '2.0', method, params: { ...params, _meta } };
    listening?.to.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
  };
  const fetch: typeof globalThis.fetch = (_input, init) => {
    const text = typeof init?.body === 'string' ? init.body : '{}';
    const { id, method, params } = JSON.parse(text) as {
      id: number;
      method: string;
      params: Record<string, unknown>;
    };
    sent.push({ method, name: new Headers(init?.headers).get('mcp-name'), params, at: performance.now() });
    const answer = (body: object) => Promise.resolve(Response.json({ jsonrpc: '2.0', id, ...body }));
    switch (method) {
      case 'server/discover':
        return answer({
          result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} },
        });
      case 'tools/call':
        return answer({ result: create });
      case 'tasks/get': {
        const get = gets[Math.min(count++, gets.length - 1)] ?? {};
        return answer('error' in get && !('taskId' in get) ? get : { result: get });
      }
      case 'subscriptions/listen': {
        const body = new ReadableStream<Uint8Array>({ start: (to) => void (listening = { id, to }) });
        init?.signal?.addEventListener('abort', () => listening?.to.error(init.signal?.reason));
        tell('notifications/subscriptions/acknowledged', { notifications: params['notifications'] });
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
      }
      default:
        return answer({ result: { resultType: 'complete' } });
    }
  };
  const ofTask = () => sent.filter(({ method }) => method.startsWith('tasks/'));
  return { fetch, sent, ofTask, tell };
}

let session: Session;
afterEach(() => session.disconnect());

const callOf = (): CallView => {
  const call = createCallsView(session.recording).read().at(-1);
  if (!call) throw new Error('no call was made');
  return call;
};
async function until(wanted: (call: CallView) => boolean): Promise<void> {
  while (!wanted(callOf()))
    await new Promise<void>((resolve) => {
      const stop = session.recording.subscribe(() => {
        stop();
        resolve();
      });
    });
}

async function start(
  gets: readonly object[],
  { declares = TASKS as string | null, manual = false, create = made as object } = {},
) {
  const server = scripted(gets, create);
  session = createNodeSession({ fetch: server.fetch });
  session.setManual(manual);
  await session.connect(
    optionsFor('https://tasks.test/mcp', {
      protocolVersion: '2026-07-28',
      profile: { ...profile, capabilitiesText: declares },
    }),
  );
  session.startCall(CALL);
  return server;
}

const rounds = () => callOf().rounds.map(({ method, polls, outcome }) => [method, polls, outcome?.kind]);

describe('a call that becomes a task', () => {
  it('is asked about until it is done, in one round, at the pace the server wishes', async () => {
    const server = await start([stands({}), stands({ statusMessage: 'half' }), done]);
    await settled(session);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'complete' } });
    expect(rounds()).toEqual([
      ['tools/call', 0, 'task'],
      ['tasks/get', 3, 'complete'],
    ]);
    expect(await callOf().rounds[1]?.result?.body.text()).toContain('built');
    const gets = server.ofTask();
    for (const { name, params } of gets) {
      expect([name, params['taskId']]).toEqual(['t-1', 't-1']);
      expect(params).not.toHaveProperty('arguments');
    }
    const times = gets.map(({ at }) => at);
    // The clock of a timer and this one may differ by a millisecond.
    for (const [index, at] of times.entries())
      if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(48);
  });

  it('asks in between: answered through tasks/update, and nothing is answered twice', async () => {
    const asks = stands({ status: 'input_required', inputRequests: { name: FORM } });
    const server = await start([asks, asks, stands({}), done]);
    await settled(session);
    expect(callOf().ended?.how).toBe('complete');
    expect(rounds()).toEqual([
      ['tools/call', 0, 'task'],
      ['tasks/get', 1, 'input required'],
      ['tasks/update', 0, 'task'],
      ['tasks/get', 3, 'complete'],
    ]);
    const updates = server.sent.filter(({ method }) => method === 'tasks/update');
    expect(updates).toHaveLength(1);
    expect(updates[0]).toMatchObject({
      name: 't-1',
      params: { taskId: 't-1', inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } },
    });
    expect(updates[0]?.params).not.toHaveProperty('requestState');
  });

  it('is answered by hand through the same workbench', async () => {
    const asks = stands({ status: 'input_required', inputRequests: { name: FORM } });
    const server = await start([asks, done], { manual: true });
    await settled(session);
    expect(callOf()).toMatchObject({ state: 'waiting', waiting: { round: 2 } });
    const draft = { answers: [['name', '{"action":"decline"}'] as const], state: { kind: 'echo' as const } };
    const drafted = await session.draftRound(callOf().call, 2, draft);
    expect(drafted.text).toContain('"method":"tasks/update"');
    expect(drafted.headers).toContainEqual(['Mcp-Name', 't-1']);
    await session.sendRound(callOf().call, 2, draft);
    await settled(session);
    expect(callOf().ended?.how).toBe('complete');
    expect(server.sent.find(({ method }) => method === 'tasks/update')?.params['inputResponses']).toEqual({
      name: { action: 'decline' },
    });
  });

  it('is cancelled with tasks/cancel while it works', async () => {
    const server = await start([stands({ pollIntervalMs: 60_000 })]);
    await until(({ rounds: all }) => all[1]?.outcome?.kind === 'task');
    session.cancelCall(callOf().call);
    await settled(session);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'cancelled' } });
    expect(server.ofTask().at(-1)).toMatchObject({
      method: 'tasks/cancel',
      name: 't-1',
      params: { taskId: 't-1' },
    });
  });

  it('is cancelled with tasks/cancel while it waits for an answer; abandoning it sends nothing', async () => {
    const asks = stands({ status: 'input_required', inputRequests: { name: FORM } });
    const server = await start([asks], { manual: true });
    await settled(session);
    session.cancelCall(callOf().call);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'cancelled' } });
    expect(server.ofTask().at(-1)?.method).toBe('tasks/cancel');
    session.startCall(CALL);
    await settled(session);
    session.abandonCall(callOf().call);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'abandoned' } });
    expect(server.ofTask().filter(({ method }) => method === 'tasks/cancel')).toHaveLength(1);
  });

  it.each([
    ['failed', stands({ status: 'failed', error: { code: -32603, message: 'no' } }), 'error', 'no'],
    ['cancelled by the server', stands({ status: 'cancelled' }), 'cancelled', 'The task was cancelled'],
    ['unknown', { error: { code: -32602, message: 'No such task' } }, 'error', 'No such task'],
    [
      'done, and the tool failed',
      stands({ status: 'completed', result: { isError: true } }),
      'complete',
      undefined,
    ],
  ])('ends as its call would: %s', async (_rule, get, how, detail) => {
    await start([get]);
    await settled(session);
    expect(callOf().ended).toMatchObject({ how, ...(detail === undefined ? {} : { detail }) });
  });

  it('is asked about at once where the server tells that it stands otherwise', async () => {
    const server = await start([stands({ pollIntervalMs: 60_000 }), done]);
    await until(({ rounds: all }) => all[1]?.outcome?.kind === 'task');
    session.subscribeTo({ ...NO_SUBSCRIPTION, taskIds: ['t-1'] });
    await until(() =>
      Array.from({ length: session.recording.length }, (_, index) => session.recording.at(index)).some(
        (entry) => entry?.type === 'subscription-acknowledged',
      ),
    );
    const listen = () => server.sent.find(({ method }) => method === 'subscriptions/listen');
    expect(listen()?.params['notifications']).toEqual({ taskIds: ['t-1'] });
    server.tell('notifications/tasks', stands({ taskId: 't-2', status: 'completed' }));
    expect(server.ofTask()).toHaveLength(1);
    server.tell('notifications/tasks', done);
    await until(({ state }) => state === 'ended');
    expect(callOf().ended?.how).toBe('complete');
    expect(server.ofTask()).toHaveLength(2);
    // Only what was not asked for is against the rules.
    const texts = Array.from({ length: session.recording.length }, (_, index) =>
      session.recording.at(index),
    ).flatMap((entry) => (entry?.type === 'finding' ? [entry.finding.text] : []));
    expect(texts).toEqual(['notifications/tasks of t-2 was not asked for']);
  });

  it('is against the rules where it was not declared: shown, and not asked about', async () => {
    const server = await start([done], { declares: '{}' });
    await settled(session);
    expect(callOf().rounds[0]?.outcome).toMatchObject({
      kind: 'unusable',
      reason: expect.stringContaining('did not declare io.modelcontextprotocol/tasks') as string,
    });
    expect(server.ofTask()).toEqual([]);
  });

  it('lives on when the person leaves', async () => {
    const server = await start([stands({ pollIntervalMs: 60_000 })]);
    await until(({ rounds: all }) => all[1]?.outcome?.kind === 'task');
    await session.disconnect();
    expect(callOf().ended).toMatchObject({ how: 'cancelled', detail: 'You disconnected' });
    expect(server.ofTask().map(({ method }) => method)).toEqual(['tasks/get']);
  });
});
