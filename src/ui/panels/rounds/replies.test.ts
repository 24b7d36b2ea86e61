import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../engine/base/clock.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { Session } from '../../../engine/session/contract.ts';
import { createSession } from '../../../engine/session/session.ts';
import { createMemoryStore } from '../../../engine/store/memory.ts';
import App from '../../App.svelte';
import { fakeEngine } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';
// Loaded before a test waits for it.
import './Panel.svelte';

/** Says that an answer with `bad` in it is not valid. */
const validator: Validator = {
  validate: (_, text) =>
    Promise.resolve(
      text.includes('bad')
        ? {
            verdict: 'invalid',
            problems: [{ pointer: '/content/city', from: 0, to: 1, message: 'Is bad', keyword: 'const' }],
          }
        : { verdict: 'valid' },
    ),
  dispose: () => undefined,
};

/** A legacy server whose streams the test writes. */
function legacyServer() {
  const posted: string[] = [];
  const streams = new Map<'call' | 'notifications', ReadableStreamDefaultController<Uint8Array>>();
  const stream = (name: 'call' | 'notifications', { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void streams.set(name, controller),
    });
    // As a real fetch does.
    signal?.addEventListener('abort', () => streams.get(name)?.error(signal.reason));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const json = (value: unknown) =>
    new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
  const fetch = (_input: unknown, init: RequestInit = {}): Promise<Response> => {
    if (init.method === 'GET') return Promise.resolve(stream('notifications', init));
    if (init.method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
    const text = typeof init.body === 'string' ? init.body : '';
    const { id, method } = JSON.parse(text) as { id?: unknown; method?: string };
    switch (method) {
      case 'initialize':
        return Promise.resolve(
          json({
            jsonrpc: '2.0',
            id,
            result: {
              protocolVersion: '2025-03-26',
              capabilities: {},
              serverInfo: { name: 'asking', version: '1' },
            },
          }),
        );
      case 'tools/call':
        return Promise.resolve(stream('call', init));
      default:
        if (method === undefined) posted.push(text);
        return Promise.resolve(new Response(null, { status: 202 }));
    }
  };
  const send = (data: string, on: 'call' | 'notifications' = 'call') =>
    streams.get(on)?.enqueue(new TextEncoder().encode(`data: ${data}\n\n`));
  const answer = () => {
    send('{"jsonrpc":"2.0","id":2,"result":{"content":[]}}');
    streams.get('call')?.close();
  };
  return { fetch: fetch as typeof globalThis.fetch, posted, send, answer };
}

const elicitation = (id: string) =>
  `{"jsonrpc": "2.0", "id": ${id}, "method": "elicitation/create", "params": {"message": "Where to?", "requestedSchema": {"type": "object", "properties": {"city": {"type": "string"}}}}}`;

let ended: Session | undefined;

async function open({ manual = true } = {}) {
  const server = legacyServer();
  const store = createMemoryStore();
  const session = createSession({
    fetch: server.fetch,
    clock: systemClock,
    store,
    validator,
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
  });
  session.setManual(manual);
  await session.connect({
    url: 'https://asking.test/mcp',
    protocolVersion: '2025-03-26',
    headers: [],
    profile: { name: 'test', clientInfo: { name: 'roundtrip', version: '9' }, capabilitiesText: null },
    timeLimitMs: 60_000,
  });
  expect(session.snapshot.phase).toBe('connected');
  ended = session;
  const shell = new Shell({ ...fakeEngine(session, store), validator });
  shell.open('rounds');
  render(App, { shell });
  return { ...server, session, shell };
}

async function call(opened: Awaited<ReturnType<typeof open>>) {
  opened.session.startCall({ method: 'tools/call', name: 'book', argumentsText: '{}' });
  await screen.findByLabelText('Round 1');
}

const group = (id: string) => screen.findByLabelText(`Input request ${id}`);
const radios = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent?.trim());
// The group is another element once its request is answered, or answered again.
const choose = async (id: string, name: string) =>
  fireEvent.click(
    await waitFor(() => within(screen.getByLabelText(`Input request ${id}`)).getByRole('radio', { name })),
  );
const next = () => screen.findByLabelText('Next request');
const sendRound = () => screen.getByText<HTMLButtonElement>('Send round', { selector: 'button' });
const idle = () => waitFor(() => expect(document.documentElement.dataset['idle']).toBe('true'));

beforeEach(() => {
  location.hash = '';
  // jsdom lays nothing out: the window is a wide one.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
});
afterEach(async () => {
  await ended?.disconnect();
  // What the page waits for is counted for all tests together.
  await idle();
  cleanup();
});

describe('requests of a legacy server on the stream of a call', () => {
  test('are answered in one go: each by its own response, one by an error, one not at all', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    opened.send('{"jsonrpc":"2.0","id":"a","method":"sampling/createMessage","params":{"messages":[]}}');
    opened.send('{"jsonrpc":"2.0","id":2.0,"method":"roots/list"}');
    expect(radios(await group('0'))).toEqual(['Accept', 'Decline', 'Cancel', 'Omit', 'Error']);
    expect(radios(await group('2'))).toEqual(['Answer', 'Omit', 'Error']);
    expect(screen.queryByLabelText('Raw request state')).toBeNull();

    await choose('0', 'Decline');
    await choose('"a"', 'Error');
    await choose('2', 'Omit');
    await idle();
    const region = await next();
    expect(region.textContent).toContain('{ "jsonrpc": "2.0", "id": 0, "result": { "action": "decline" } }');
    expect(within(region).getAllByText('Edit raw request')).toHaveLength(2);
    expect(region.textContent).toContain('Nothing is sent for 2');
    expect(region.textContent).toContain('not counted');

    await fireEvent.click(sendRound());
    await waitFor(() => expect(opened.posted).toHaveLength(2));
    expect(opened.posted.map((text) => JSON.parse(text) as unknown)).toEqual([
      { jsonrpc: '2.0', id: 0, result: { action: 'decline' } },
      { jsonrpc: '2.0', id: 'a', error: { code: -1, message: 'User rejected' } },
    ]);
    await waitFor(async () => expect((await group('0')).textContent).toMatch(/decline.*by hand after .*202/));
    await waitFor(async () => expect((await group('"a"')).textContent).toContain('error −1'));
    expect((await group('2')).textContent).toContain('left unanswered');
    await waitFor(() => expect(screen.queryByLabelText('Next request')).toBeNull());
    opened.answer();
    await waitFor(() =>
      expect(screen.getByLabelText('Round 1').textContent).toContain('3 input requests, by hand'),
    );
  });

  test('are shown as they travelled, also as an item of an array', async () => {
    const opened = await open();
    await call(opened);
    opened.send(`[{"jsonrpc":"2.0","method":"notifications/message","params":{}}, ${elicitation('7')}]`);
    const asked = await group('7');
    await fireEvent.click(within(asked).getByRole('radio', { name: 'Error' }));
    expect(within(asked).getByText('asked')).toBeTruthy();
    expect(asked.textContent).toContain('"id": 7');
    expect(asked.textContent).not.toContain('notifications/message');
  });

  test('with a wrong answer are held back, sent anyway, and marked', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    const asked = await group('0');
    await fireEvent.input(within(asked).getByRole('textbox', { name: /city/ }), { target: { value: 'bad' } });
    await waitFor(() => expect(sendRound().disabled).toBe(true));
    const region = await next();
    expect(region.textContent).toContain('city: Is bad (request 0)');
    await fireEvent.click(within(region).getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(opened.posted).toHaveLength(1));
    expect(opened.posted[0]).toContain('"city": "bad"');
    const marks = await screen.findByLabelText('Deviations of 0');
    expect(marks.textContent).toContain('The answer is not valid: Is bad');
  });

  test('that the server withdrew are not sent blindly: said, with the time, and sent only anyway', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    await choose('0', 'Decline');
    opened.send(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0,"reason":"too late"}}',
    );
    const asked = await group('0');
    await waitFor(() => expect(asked.textContent).toMatch(/withdrew it: too late, at \d\d:\d\d:\d\d\.\d{3}/));
    const region = await next();
    expect(sendRound().disabled).toBe(true);
    expect(region.textContent).toContain('withdrew it: too late');
    // What was chosen stays.
    await waitFor(() => expect(region.textContent).toContain('"decline"'));
    await fireEvent.click(sendRound());
    expect(opened.posted).toEqual([]);
    await fireEvent.click(within(region).getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(opened.posted).toHaveLength(1));
  });

  test('are given up where the call ends first; of two only the other one is sent', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    opened.send(elicitation('1'));
    await group('1');
    opened.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}');
    const region = await next();
    await waitFor(() => expect(region.textContent).toContain('only with Send anyway'));
    await idle();
    await fireEvent.click(sendRound());
    await waitFor(() =>
      expect(opened.posted.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ id: 1 }]),
    );
    opened.answer();
    await waitFor(() => expect(screen.queryByText('Abandon call')).toBeNull());
    expect(sendRound().disabled).toBe(true);
  });

  test('can be answered again, which is against the rules: never by accident', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    await choose('0', 'Decline');
    await idle();
    await fireEvent.click(sendRound());
    await fireEvent.click(await screen.findByText('Answer again'));
    // The call is under way again, so the page is not idle.
    await waitFor(async () => expect((await next()).textContent).toContain('It was answered before'));
    expect(sendRound().disabled).toBe(true);
    await choose('0', 'Cancel');
    await waitFor(async () => expect((await next()).textContent).toContain('"cancel"'));
    await fireEvent.click(within(await next()).getByText('Send anyway'));
    await waitFor(() => expect(opened.posted).toHaveLength(2));
    await waitFor(async () => expect((await group('0')).textContent).toContain('cancel'));
    await waitFor(() => expect(screen.queryByLabelText('Next request')).toBeNull());
  });

  test('that were left unanswered can be answered after all', async () => {
    const opened = await open();
    await call(opened);
    opened.send(elicitation('0'));
    await choose('0', 'Omit');
    await idle();
    await fireEvent.click(sendRound());
    await fireEvent.click(await screen.findByText('Answer after all'));
    // Who wants to answer it begins with what stood there before it was left out.
    await waitFor(async () =>
      expect(within(await group('0')).getByRole<HTMLInputElement>('radio', { name: 'Accept' }).checked).toBe(
        true,
      ),
    );
    await choose('0', 'Cancel');
    await waitFor(async () => expect((await next()).textContent).toContain('"cancel"'));
    await fireEvent.click(within(await next()).getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(opened.posted).toEqual([expect.stringContaining('"cancel"')]));
  });

  test('are answered by the responders while the switch is off, and say so', async () => {
    const opened = await open({ manual: false });
    await call(opened);
    opened.send('{"jsonrpc":"2.0","id":0,"method":"roots/list"}');
    await waitFor(() => expect(opened.posted).toHaveLength(1));
    const asked = await group('0');
    expect(asked.textContent).toContain('by responder');
    await fireEvent.click(within(asked).getByRole('button', { expanded: false }));
    await waitFor(() => expect(asked.textContent).toContain('answered by a responder'));
    expect(asked.textContent).toContain('"roots": []');
  });
});

test('a request outside of any call is one that the server began', async () => {
  const opened = await open();
  await waitFor(() => opened.send('{"jsonrpc":"2.0","id":"x","method":"roots/list"}', 'notifications'));
  await group('"x"');
  const tree = screen.getByLabelText('Call tree');
  expect(tree.textContent).toContain('roots/list');
  expect(tree.textContent).toContain('asked by the server');
  expect(screen.queryByText('Run again')).toBeNull();
  expect(screen.queryByLabelText('Raw request')).toBeNull();
  const described = (description: string) => screen.findByRole('link', { name: 'Rounds', description });
  await described('1 request of the server waits for you');
  await idle();
  await fireEvent.click(sendRound());
  await waitFor(() => expect(opened.posted).toHaveLength(1));
  await waitFor(() => expect(tree.textContent).toContain('complete'));
  // Ours are counted without it.
  await call(opened);
  await described('1 call');
  await waitFor(() => expect(tree.textContent).toMatch(/book\s*call 1/));
  opened.answer();
});
