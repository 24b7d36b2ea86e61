// The automatic driver against servers and responders that do their worst: what goes out, what does not, and what is said.
import { describe, expect, it } from 'vitest';
import { defaultResponders, type ResponderSettings } from '../../src/engine/responders/responders.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import { complete, type Handler, legacy, modern, PONG } from '../servers/script.ts';
import { createNodeSession, optionsFor, settled } from './node-session.ts';
import { closing, hostile, serve } from './served.ts';

const CHAT = 'https://chat.invalid/v1/chat/completions';

/** A chat endpoint that answers when the test says so. */
class Chat {
  readonly asked: { readonly text: string; readonly signal: AbortSignal; answer(text: string): void }[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly fetch: typeof fetch = (input, init) => {
    if (input !== CHAT) return fetch(input, init);
    return new Promise((resolve, reject) => {
      const signal = init?.signal ?? new AbortController().signal;
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      this.asked.push({
        text: String(init?.body),
        signal,
        answer: (text) => resolve(new Response(text)),
      });
      for (const wake of this.#waiting.splice(0)) wake();
    });
  };

  /** Resolves once it was asked `count` times, none of them answered before. */
  async times(count: number): Promise<void> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const completion = (content: string) => JSON.stringify({ choices: [{ message: { content } }] });

async function connected(
  url: string,
  responders: Partial<ResponderSettings> = {},
  more: { readonly fetch?: typeof fetch; readonly protocolVersion?: string } = {},
): Promise<Session> {
  const session = createNodeSession(more.fetch ? { fetch: more.fetch } : {});
  closing.push(() => session.disconnect());
  session.setResponders({ ...defaultResponders, ...responders });
  await session.connect(optionsFor(url, { protocolVersion: more.protocolVersion ?? 'auto' }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

const ENDPOINT: Partial<ResponderSettings> = { sampling: { kind: 'endpoint', url: CHAT, model: 'm' } };
const callsOf = (session: Session) => createCallsView(session.recording).read();
const lastCall = (session: Session): CallView => callsOf(session).at(-1) ?? expect.unreachable('no call');
const start = (session: Session, argumentsText = '{}') =>
  session.startCall({ method: 'tools/call', name: 'ping', argumentsText });
async function call(session: Session, argumentsText = '{}'): Promise<CallView> {
  start(session, argumentsText);
  await settled(session);
  return lastCall(session);
}

type Params = {
  arguments?: { who?: string };
  inputResponses?: Record<string, { content?: { text?: string } }>;
  requestState?: string;
};
const callsSeen = (seen: readonly SeenRequest[]) =>
  seen
    .filter(({ body }) => body.includes('"tools/call"'))
    .map(({ body }) => (JSON.parse(body) as { params: Params }).params);

const sample = (text: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 9 },
});

/** Asks `inputRequests` once, then tells what it was given. */
const asksOnce = (inputRequests: Record<string, unknown>): Handler =>
  modern({
    'tools/call': (exchange) =>
      'inputResponses' in exchange.params
        ? exchange.result(complete(PONG))
        : exchange.result({ resultType: 'input_required', inputRequests }),
  });

describe('input requests of one round', () => {
  it('are answered at the same time, and each answer goes under its own key', async () => {
    const server = await serve(asksOnce({ a: sample('A'), b: sample('B'), c: sample('C') }));
    const chat = new Chat();
    const session = await connected(server.address, ENDPOINT, { fetch: chat.fetch });
    start(session);
    await chat.times(3);
    // In another order than they were asked.
    for (const { text, answer } of chat.asked.toReversed()) {
      answer(completion(`to ${/"text":"(\w)"/.exec(text)?.[1] ?? ''}`));
    }
    await settled(session);
    const { inputResponses } = callsSeen(server.seenAt('/mcp')).at(-1) ?? {};
    expect(Object.entries(inputResponses ?? {}).map(([key, { content }]) => [key, content?.text])).toEqual([
      ['a', 'to A'],
      ['b', 'to B'],
      ['c', 'to C'],
    ]);
    expect(lastCall(session).ended?.how).toBe('complete');
  });

  it('end with the first that fails, named, and nothing is sent', async () => {
    const server = await serve(asksOnce({ a: sample('A'), b: sample('B') }));
    const chat = new Chat();
    const session = await connected(server.address, ENDPOINT, { fetch: chat.fetch });
    start(session);
    await chat.times(2);
    chat.asked[1]?.answer('nonsense');
    await settled(session);
    expect(chat.asked[0]?.signal.aborted).toBe(true);
    expect(lastCall(session)).toMatchObject({
      state: 'ended',
      ended: {
        how: 'error',
        detail: 'No answer for b: The chat endpoint answered something that is not JSON',
      },
    });
    expect(callsSeen(server.seenAt('/mcp'))).toHaveLength(1);
    // Nothing is lost: a person branches from there.
    const answer = '{"role":"assistant","content":{"type":"text","text":"x"},"model":"m"}';
    const answers = [
      ['a', answer],
      ['b', answer],
    ] as const;
    await session.sendRound(lastCall(session).call, 1, { answers, state: { kind: 'echo' } });
    await settled(session);
    expect(lastCall(session).ended?.how).toBe('complete');
  });

  it('end with a responder that throws; a legacy server is told that there is no answer', async () => {
    const broken = {
      kind: 'text' as const,
      get text(): string {
        throw new Error('it broke');
      },
    };
    const server = await serve(asksOnce({ s: sample('S') }));
    const session = await connected(server.address, { sampling: broken });
    expect((await call(session)).ended).toMatchObject({ how: 'error', detail: 'No answer for s: it broke' });

    const older = await serve(
      legacy({
        'tools/call': async (exchange) => {
          const stream = exchange.stream();
          await stream.event(JSON.stringify({ jsonrpc: '2.0', id: 1, ...sample('S') }));
        },
      }),
    );
    const second = await connected(older.address, { sampling: broken }, { protocolVersion: '2025-11-25' });
    const number = start(second);
    const replies = () => older.seenAt('/mcp').filter(({ body }) => body.includes('"error"'));
    await expect.poll(() => replies().length).toBe(1);
    expect(JSON.parse(replies()[0]?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'The responder of the client failed' },
    });
    const failures = lastCall(second).findings.filter(({ rule }) => rule === 'responder-failed');
    expect(failures).toMatchObject([
      {
        round: 1,
        text: 'No answer for 1 (sampling/createMessage): it broke. The server was told that there is none',
      },
    ]);
    second.cancelCall(number);
    await settled(second);
  });

  it('are given up with their call: what answers is stopped, and nothing is sent', async () => {
    const server = await serve(asksOnce({ a: sample('A') }));
    const chat = new Chat();
    const session = await connected(server.address, ENDPOINT, { fetch: chat.fetch });
    const number = start(session);
    await chat.times(1);
    session.cancelCall(number);
    await settled(session);
    expect(chat.asked[0]?.signal.aborted).toBe(true);
    expect(lastCall(session).ended).toMatchObject({ how: 'cancelled', detail: 'You cancelled' });
    expect(callsSeen(server.seenAt('/mcp'))).toHaveLength(1);
  });

  it('are given up on disconnecting, at once', async () => {
    const server = await serve(asksOnce({ a: sample('A') }));
    const chat = new Chat();
    const session = await connected(server.address, ENDPOINT, { fetch: chat.fetch });
    start(session);
    await chat.times(1);
    await session.disconnect();
    await settled(session);
    expect(chat.asked[0]?.signal.aborted).toBe(true);
    expect(lastCall(session).state).toBe('ended');
  });

  it('may be two hundred', async () => {
    const server = await hostile();
    const session = await connected(server.url('/rounds/many'));
    const { ended, rounds } = await call(session);
    expect([ended?.how, rounds.length, rounds[1]?.answers.length]).toEqual(['complete', 2, 200]);
  });
});

describe('calls that run at the same time', () => {
  it('keep their answers and their states apart, and a script has its turns in each', async () => {
    const server = await serve(
      modern({
        'tools/call': (exchange) => {
          const { arguments: args, requestState } = exchange.params as Params;
          const turn = Number((requestState ?? '0 ').split(' ')[0]);
          if (turn === 2) return exchange.result(complete(PONG));
          return exchange.result({
            resultType: 'input_required',
            inputRequests: { q: sample(args?.who ?? '') },
            requestState: `${turn + 1} ${args?.who ?? ''}`,
          });
        },
      }),
    );
    const script = '["first", "second"]';
    const session = await connected(server.address, { sampling: { kind: 'script', text: script } });
    for (const who of ['ada', 'ben', 'cyd']) start(session, JSON.stringify({ who }));
    await settled(session);
    expect(callsOf(session).map(({ ended }) => ended?.how)).toEqual(['complete', 'complete', 'complete']);
    const seen = callsSeen(server.seenAt('/mcp'));
    for (const who of ['ada', 'ben', 'cyd']) {
      const own = seen.filter((params) => params.arguments?.who === who);
      expect(own.map(({ requestState }) => requestState)).toEqual([undefined, `1 ${who}`, `2 ${who}`]);
      expect(own.map(({ inputResponses }) => inputResponses?.['q']?.content?.text)).toEqual([
        undefined,
        'first',
        'second',
      ]);
    }
  });

  it('one that asks nothing carries neither member', async () => {
    const server = await serve(
      modern({
        'tools/call': (exchange) =>
          (exchange.params as Params).arguments?.who === 'asked' && !('inputResponses' in exchange.params)
            ? exchange.result({
                resultType: 'input_required',
                inputRequests: { q: sample('?') },
                requestState: 'mine',
              })
            : exchange.result(complete(PONG)),
      }),
    );
    const session = await connected(server.address);
    start(session, '{"who":"asked"}');
    start(session, '{"who":"other"}');
    await settled(session);
    const [other, ...more] = callsSeen(server.seenAt('/mcp')).filter(
      ({ arguments: args }) => args?.who === 'other',
    );
    expect(more).toEqual([]);
    expect(other).not.toHaveProperty('inputResponses');
    expect(other).not.toHaveProperty('requestState');
  });
});

describe('limits', () => {
  it.each([
    [{ requests: 4, empty: 3 }, '/rounds/asks-for-ever', 4],
    [{ requests: 1, empty: 3 }, '/rounds/asks-for-ever', 1],
    [{ requests: 10, empty: 2 }, '/rounds/state-only-for-ever', 2],
    [{ requests: 3, empty: 9 }, '/rounds/state-only-for-ever', 3],
  ])('of %j at %s: %d requests, every round kept', async (limits, path, count) => {
    const server = await hostile();
    const session = await connected(server.url(path));
    session.setLimits(limits);
    const { state, rounds } = await call(session);
    expect(callsSeen(server.seenAt(path))).toHaveLength(count);
    expect([state, rounds.length]).toEqual(['waiting', count]);
  });

  it('ask nobody for an answer that would not be sent', async () => {
    const server = await serve(asksOnce({ a: sample('A') }));
    const chat = new Chat();
    const session = await connected(server.address, ENDPOINT, { fetch: chat.fetch });
    session.setLimits({ requests: 1, empty: 1 });
    expect((await call(session)).state).toBe('waiting');
    expect(chat.asked).toEqual([]);
  });
});

describe('a result against the rules is not gone on with, and not lost', () => {
  it.each([
    ['/rounds/neither', 'unusable', /the result has neither/],
    ['/rounds/type-unknown', 'unusable', /"com\.example\/later", which this client does not know/],
    ['/rounds/requests-array', 'unusable', /inputRequests is not an object/],
  ])('%s', async (path, kind, reason) => {
    const server = await hostile();
    const session = await connected(server.url(path));
    const { ended, rounds } = await call(session);
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.outcome?.kind).toBe(kind);
    expect(ended?.detail).toMatch(reason);
    expect(await rounds[0]?.result?.body.text()).toContain('"result"');
  });

  it('content and input requests at once: both stay, a person says which it is', async () => {
    const server = await hostile();
    const session = await connected(server.url('/rounds/both'));
    const { waiting, rounds, findings } = await call(session);
    expect(waiting?.reason).toBe('The result asks for input and carries content as a complete one would');
    expect(findings).toMatchObject([{ rule: 'asks-and-complete', severity: 'error', round: 1 }]);
    expect(rounds[0]?.outcome).toMatchObject({ kind: 'input required', keys: ['q'] });
    expect(await rounds[0]?.result?.body.text()).toContain('pong');
    expect(callsSeen(server.seenAt('/rounds/both'))).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ['auto', 'modern', /inputRequests, and its resultType is not input_required/],
    ['2025-11-25', 'legacy', /inputRequests, which 2025-11-25 does not have/],
  ])('input requests in a result that does not ask are pointed out: %s', async (version, era, words) => {
    const answer: Handler = (exchange) => exchange.result({ content: [], inputRequests: { q: sample('Q') } });
    const server = await serve(
      era === 'legacy' ? legacy({ 'tools/call': answer }) : modern({ 'tools/call': answer }),
    );
    const session = await connected(server.address, {}, { protocolVersion: version });
    const { ended, findings } = await call(session);
    expect(ended?.how).toBe('complete');
    expect(findings).toMatchObject([{ rule: 'asks-unsaid', severity: 'warning', round: 1 }]);
    expect(findings[0]?.text).toMatch(words);
  });

  it('a member of another type than the revision gives it is pointed out, and the call is complete', async () => {
    const answer: Handler = (exchange) =>
      exchange.result({ content: [], isError: 'true', structuredContent: [] });
    const server = await serve(legacy({ 'tools/call': answer }));
    const session = await connected(server.address, {}, { protocolVersion: '2025-11-25' });
    const { ended, findings } = await call(session);
    expect(ended?.how).toBe('complete');
    expect(findings).toMatchObject([
      { rule: 'tool-result', severity: 'error', round: 1, text: expect.stringMatching(/^isError is "true"/) },
      { rule: 'tool-result', severity: 'error', round: 1, text: expect.stringMatching(/^structuredContent/) },
    ]);
  });

  it('an input method nobody knows ends the call with its key, and the result stays', async () => {
    const server = await hostile();
    const session = await connected(server.url('/rounds/unknown-method'));
    expect((await call(session)).ended?.detail).toMatch(
      /^No answer for .+: The method com\.example\/approval/,
    );
  });

  it('a list that asks for input is no list', async () => {
    const server = await hostile();
    const session = await connected(server.url('/list/input-required'));
    expect(createListingsView(session.recording).read().at(-1)).toMatchObject({
      ended: { how: 'failed', detail: 'A server must not ask for input in a result of tools/list' },
    });
  });
});

it('the key of a chat endpoint is in nothing that is recorded, also where the endpoint says it', async () => {
  const server = await serve(asksOnce({ a: sample('A') }));
  const session = await connected(server.address, ENDPOINT, {
    fetch: (input, init) =>
      input === CHAT
        ? Promise.resolve(
            new Response(
              JSON.stringify({ error: { message: `no such key ${JSON.stringify(init?.headers)}` } }),
              { status: 401 },
            ),
          )
        : fetch(input, init),
  });
  session.setChatKey('sk-very-secret');
  expect(session.snapshot.hasChatKey).toBe(true);
  expect((await call(session)).ended?.detail).toMatch(/^No answer for a: The chat endpoint answered 401/);
  const entries = Array.from({ length: session.recording.length }, (_, index) => session.recording.at(index));
  const texts = await Promise.all(
    entries.map((entry) =>
      entry?.type === 'body' ? entry.body.text() : Promise.resolve(JSON.stringify(entry)),
    ),
  );
  expect(texts.join('\n')).not.toContain('sk-very-secret');
});
