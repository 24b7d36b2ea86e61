// Error −32042 of 2025-11-25: a call that waits until somebody has been to a URL. The server is a script behind fetch.
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/session/contract.ts';
import { exportable } from '../../src/engine/session/exportable.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import { openRecordingFile } from '../../src/engine/wire-log/open-recording-file.ts';
import { writeRecordingFile } from '../../src/engine/wire-log/recording-file.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';

const CALL = { method: 'tools/call', name: 'files', argumentsText: '{"n":1.0}' };
const url = (id: string) => ({
  mode: 'url',
  elicitationId: id,
  url: `https://example.com/${id}`,
  message: 'm',
});
const required = (...ids: string[]) => ({
  error: { code: -32042, message: 'First do this', data: { elicitations: ids.map(url) } },
});
const done = { result: { content: [{ type: 'text', text: 'files' }] } };

/** A stateless legacy server that answers each call with the next of `answers`, and what it is told to say on the stream. */
function scripted(answers: readonly object[]) {
  const encoder = new TextEncoder();
  const sent: string[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  let count = 0;
  const say = (message: object): void =>
    stream?.enqueue(encoder.encode(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`));
  const complete = (id: unknown): void =>
    say({ method: 'notifications/elicitation/complete', params: { elicitationId: id } });
  const fetch: typeof globalThis.fetch = (_input, init) => {
    if (init?.method === 'GET') {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
      init.signal?.addEventListener('abort', () => {
        try {
          stream?.error(init.signal?.reason);
        } catch {
          // It had ended already.
        }
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    }
    const message = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
      id?: number;
      method?: string;
    };
    if (message.id === undefined) return Promise.resolve(new Response(null, { status: 202 }));
    if (message.method === 'tools/call') sent.push(String(init?.body));
    const answer =
      message.method === 'initialize'
        ? {
            result: {
              protocolVersion: '2025-11-25',
              capabilities: {},
              serverInfo: { name: 's', version: '1' },
            },
          }
        : (answers[count++] ?? done);
    return Promise.resolve(Response.json({ jsonrpc: '2.0', id: message.id, ...answer }));
  };
  return { fetch, complete, say, sent };
}

let session: Session;
afterEach(() => session.disconnect());

const callOf = (): CallView => {
  const call = createCallsView(session.recording).read().at(-1);
  if (!call) throw new Error('no call was made');
  return call;
};
const rules = () =>
  Array.from({ length: session.recording.length }, (_, index) => session.recording.at(index)).flatMap(
    (entry) => (entry?.type === 'finding' ? [entry.finding.rule] : []),
  );
/** Resolves as soon as the call is as wanted. */
async function until(wanted: (call: CallView) => boolean): Promise<CallView> {
  while (!wanted(callOf()))
    await new Promise<void>((resolve) => {
      const stop = session.recording.subscribe(() => {
        stop();
        resolve();
      });
    });
  return callOf();
}
const ended = (call: CallView) => call.state === 'ended';

async function start(
  answers: readonly object[],
  elicitation: 'accept' | 'decline' | 'cancel' | 'ask' = 'ask',
) {
  const server = scripted(answers);
  session = createNodeSession({ fetch: server.fetch });
  session.setResponders({ ...session.snapshot.responders, elicitation });
  await session.connect(optionsFor('https://files.test/mcp', { protocolVersion: '2025-11-25' }));
  session.startCall(CALL);
  await settled(session);
  return server;
}

describe('a call answered with −32042', () => {
  it('waits, and goes on by itself once all is complete, in whatever order', async () => {
    const server = await start([required('a', 'b')]);
    expect(callOf()).toMatchObject({ state: 'waiting' });
    expect(callOf().rounds[0]?.elicitations).toEqual([
      { id: 'a', answer: null, completedAt: null },
      { id: 'b', answer: null, completedAt: null },
    ]);
    server.complete('b');
    await until(({ rounds }) => rounds[0]?.elicitations[1]?.completedAt !== null);
    expect(callOf().state).toBe('waiting');
    server.complete('a');
    const call = await until(ended);
    expect(call.ended?.how).toBe('complete');
    expect(call.rounds.map(({ round, parent, by }) => [round, parent, by])).toEqual([
      [1, null, 'automatic'],
      [2, 1, 'automatic'],
    ]);
    const [first, second] = server.sent.map((text) => JSON.parse(text) as { id: number; params: object });
    expect(second?.id).not.toBe(first?.id);
    expect(server.sent[1]).toContain('"arguments":{"n":1.0}');
  });

  it('is sent again by hand, whatever is complete', async () => {
    await start([required('a')]);
    session.answerUrl(callOf().call, 'a', 'accept');
    expect(callOf().rounds[0]?.elicitations[0]).toMatchObject({ answer: { action: 'accept', by: 'hand' } });
    session.resumeCall(callOf().call);
    expect((await until(ended)).rounds[1]).toMatchObject({ parent: 1, by: 'hand' });
  });

  it.each(['decline', 'cancel'] as const)('is given up with %s', async (action) => {
    const server = await start([required('a', 'b')]);
    session.answerUrl(callOf().call, 'b', action);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'abandoned' } });
    server.complete('a');
    server.complete('b');
    await settled(session);
    session.resumeCall(callOf().call);
    expect(server.sent).toHaveLength(1);
  });

  it('is given up by abandoning it, and by leaving', async () => {
    const server = await start([required('a')]);
    session.abandonCall(callOf().call);
    expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'abandoned' } });
    session.startCall(CALL);
    await settled(session);
    expect(server.sent).toHaveLength(2);
    await session.disconnect();
    expect(callOf().state).toBe('ended');
  });

  it.each([
    ['accept', 'waiting', 'accept'],
    ['decline', 'ended', 'decline'],
    ['cancel', 'ended', 'cancel'],
  ] as const)('is answered by the responder: %s', async (elicitation, state, action) => {
    await start([required('a')], elicitation);
    expect(callOf()).toMatchObject({ state });
    expect(callOf().rounds[0]?.elicitations[0]?.answer).toMatchObject({ action, by: 'responder' });
  });

  it('stays with the person while the switch is on', async () => {
    const server = await start([]);
    session.setManual(true);
    const again = scripted([required('a')]);
    await session.disconnect();
    session = createNodeSession({ fetch: again.fetch });
    session.setManual(true);
    await session.connect(optionsFor('https://files.test/mcp', { protocolVersion: '2025-11-25' }));
    session.startCall(CALL);
    await settled(session);
    again.complete('a');
    const call = await until(({ rounds }) => rounds[0]?.elicitations[0]?.completedAt !== null);
    expect(call).toMatchObject({ state: 'waiting', waiting: { reason: 'manual' } });
    session.resumeCall(call.call);
    await until(ended);
    expect(again.sent).toHaveLength(2);
    expect(server.sent).toHaveLength(1);
  });

  it('stops where the server asks again for what is complete', async () => {
    const server = await start([required('a'), required('a')]);
    server.complete('a');
    const call = await until(({ rounds, state }) => rounds.length === 2 && state === 'waiting');
    expect(call.waiting?.reason).toBe('The server asks again for what it asked for before');
    await settled(session);
    expect(server.sent).toHaveLength(2);
  });

  it('stops at the limit of requests', async () => {
    const server = await start([required('a'), required('b'), required('c')]);
    session.setLimits({ requests: 2, empty: 3 });
    server.complete('a');
    const call = await until(({ rounds, state }) => rounds.length === 2 && state === 'waiting');
    expect(call.waiting?.reason).toBe('The limit of 2 requests for one call is reached');
  });
});

it('an exported recording shows the same: what was agreed, and what is complete', async () => {
  const server = await start([required('a', 'b')]);
  session.answerUrl(callOf().call, 'a', 'accept');
  server.complete('b');
  await until(({ rounds }) => rounds[0]?.elicitations[1]?.completedAt !== null);
  const lines: string[] = [];
  const written = writeRecordingFile(exportable(session), {
    app: { name: 'roundtrip', version: '0.1.0' },
    at: Date.now(),
    reveal: () => null,
    includeSecrets: false,
  });
  for await (const line of written) lines.push(line);
  const opened = await openRecordingFile(new Blob(lines).stream());
  if (!opened.ok) throw new Error(opened.message);
  const call = createCallsView(opened.value.recording).read().at(-1);
  expect(call?.rounds[0]?.elicitations).toEqual(callOf().rounds[0]?.elicitations);
  expect(call).toMatchObject({ state: 'waiting', waiting: callOf().waiting });
});

describe('what is said to be complete', () => {
  it('before the answer that asks for it counts', async () => {
    const server = await start([done, required('a')]);
    server.complete('a');
    await until(() => rules().includes('elicitation-unknown'));
    session.startCall(CALL);
    const call = await until(ended);
    expect(call.rounds).toHaveLength(2);
    expect(call.rounds[0]?.elicitations[0]?.completedAt).not.toBeNull();
  });

  it('is passed over where it is unknown, repeated or names nothing', async () => {
    const server = await start([required('a', 'b')]);
    for (const id of ['x', 'a', 'a', undefined, 7]) server.complete(id);
    server.say({ method: 'ping', id: 1 });
    await until(() => rules().filter((rule) => rule === 'elicitation-id-missing').length === 2);
    expect(rules()).toEqual([
      'elicitation-unknown',
      'elicitation-repeated',
      'elicitation-id-missing',
      'elicitation-id-missing',
    ]);
    expect(callOf().state).toBe('waiting');
  });
});

it('an error that names nothing to do is an error, and said to be against the rules', async () => {
  await start([{ error: { code: -32042, message: 'First do this' } }]);
  expect(callOf()).toMatchObject({ state: 'ended', ended: { how: 'error' } });
  expect(callOf().findings).toMatchObject([{ rule: 'url-required', severity: 'error' }]);
});
