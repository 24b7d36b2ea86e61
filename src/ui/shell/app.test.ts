import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../engine/session/contract.ts';
import App from '../App.svelte';
// Loaded with the test: what a lazy load takes is not what is tested here.
import '../panels/rounds/Panel.svelte';
import { fakeEngine, fakeSession } from './fake-session.ts';
import { Shell } from './shell.svelte.ts';

const connection: Connection = {
  number: 1,
  url: 'https://staging.acme.dev/mcp',
  era: 'legacy',
  revision: '2025-11-25',
  serverName: 'acme-server',
  serverVersion: '1.4.0',
  sessionId: '5f1c09be-0000-0000-0000-00000000a930',
  handshake: 1,
  declares: null,
};

function open(snapshot: Parameters<typeof fakeSession>[0] = {}) {
  const fake = fakeSession(snapshot);
  const shell = new Shell(fakeEngine(fake.session));
  render(App, { shell });
  return { ...fake, shell };
}

type Fake = ReturnType<typeof open>;

/** A call that stops at its first round, asking for `keys`. */
function waitingCall({ session }: Fake, call: number, name: string, keys: readonly string[], connection = 1) {
  const { recording } = session;
  const exchange = recording.nextExchange();
  const argumentsText = '{}';
  recording.append({ type: 'call', at: 1, call, connection, method: 'tools/call', name, argumentsText });
  recording.append({
    ...{ type: 'round', at: 1, call, round: 1, parent: null, exchange, by: 'hand', manual: true, raw: false },
    ...{ answers: [], deviations: [] },
  } as const);
  const outcome = { kind: 'input required', keys, hasState: false } as const;
  recording.append({ type: 'round-judged', at: 2, call, round: 1, outcome });
  recording.append({ type: 'waiting', at: 2, call, round: 1, reason: 'manual' });
}

beforeEach(() => {
  location.hash = '';
  sessionStorage.clear();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(cleanup);

describe('the status', () => {
  test.each([
    ['Not connected', {}],
    ['Connecting', { phase: 'connecting' }],
    [
      'Connecting · server/discover',
      { phase: 'connecting', trying: { method: 'server/discover', since: 0 } },
    ],
    ['Connected · 2025-11-25 · legacy · acme-server 1.4.0', { phase: 'connected', connection }],
    [
      'Connected · 2025-11-25 · legacy · acme-server',
      { phase: 'connected', connection: { ...connection, serverVersion: null } },
    ],
  ] as const)('%s', (text, snapshot) => {
    open(snapshot);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('says in doubt that the last request got no answer, until the next one does', async () => {
    const { session } = open({ phase: 'connected', connection });
    const sent = (exchange: number) =>
      ({
        type: 'request',
        ...{ at: 1, exchange, url: connection.url, headers: [], body: null },
        method: 'POST',
        messages: [],
        mode: 'cors',
      }) as const;
    session.recording.append(sent(1));
    session.recording.append({ type: 'end', at: 2, exchange: 1, how: 'failed', bytes: 0 });
    const link = await screen.findByRole('link', { name: 'no answer to the last request' });
    expect(screen.getByRole('status').textContent).toBe(
      'Connected · 2025-11-25 · legacy · acme-server 1.4.0 · no answer to the last request',
    );
    expect(link.getAttribute('href')).toBe('#/wire-log/1');
    session.recording.append(sent(2));
    session.recording.append({
      type: 'response',
      ...{ at: 3, exchange: 2, status: 200, statusText: '', headers: [], mediaType: null },
      ...{ url: connection.url, redirected: false },
    } as const);
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        'Connected · 2025-11-25 · legacy · acme-server 1.4.0',
      ),
    );
  });

  test('follows the session', async () => {
    const { change } = open();
    change({ phase: 'connected', connection });
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Connected · 2025-11-25/));
  });
});

describe('the navigation', () => {
  test('has counts in descriptions, never in names', async () => {
    const fake = open({ phase: 'connected', connection });
    waitingCall(fake, 1, 'deploy', ['confirm']);
    const nav = screen.getByRole('navigation', { name: 'Panels' });
    for (const link of within(nav).getAllByRole('link')) expect(link.textContent).not.toMatch(/\d/);
    expect(within(nav).getByRole('link', { name: 'Connect', current: 'page' })).toBeTruthy();
    const described = { name: 'Rounds', description: '1 call waits for you' };
    expect(await within(nav).findByRole('link', described)).toBeTruthy();
  });

  test('takes the focus to the heading of the panel, but leaves it alone when the page opens', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Connect to an MCP server' });
    expect(document.activeElement).toBe(document.body);
    location.hash = '#/client';
    const heading = await screen.findByRole('heading', { level: 1, name: 'Client' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Client · Roundtrip');
    expect(screen.getByRole('link', { name: 'Client', current: 'page' })).toBeTruthy();
  });
});

describe('an address that leads nowhere', () => {
  test('is said in one line, with the way on', async () => {
    location.hash = '#/nonsense';
    open();
    const button = await screen.findByRole('button', { name: 'Stay here' });
    expect(button.parentElement?.textContent).toContain('Nothing stands at #/nonsense: this is Connect');
    await waitFor(() =>
      expect(document.querySelector('[aria-live]')?.textContent).toContain('Nothing stands at #/nonsense'),
    );
    button.click();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull());
    expect(location.hash).toBe('#/connect');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('a call that there is not names the newest one as the way on', async () => {
    const fake = open({ phase: 'connected', connection });
    waitingCall(fake, 1, 'deploy_release', ['confirm']);
    location.hash = '#/rounds/99';
    const button = await screen.findByRole('button', { name: 'Show the newest call' });
    expect(button.parentElement?.textContent).toContain('There is no call 99 in this recording');
    button.click();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show the newest call' })).toBeNull());
    expect(location.hash).toBe('#/rounds');
    await screen.findByRole('heading', { level: 1, name: 'Rounds' });
  });
});

describe('leaving the page', () => {
  /** Whether the browser would ask. */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('asks nothing while no call would be lost', () => {
    const { session } = open({ phase: 'connected', connection });
    session.recording.append({ type: 'switch', at: 1, manual: true });
    expect(asks()).toBe(false);
  });

  test('asks while a connection with calls stands, and no longer once it is closed', () => {
    const fake = open({ phase: 'connected', connection });
    waitingCall(fake, 1, 'deploy_release', ['confirm']);
    expect(asks()).toBe(true);
    fake.change({ phase: 'not connected', connection: null });
    expect(asks()).toBe(false);
  });

  test('tells the next page what went with it', () => {
    const { session } = open({ phase: 'connected', connection });
    session.recording.append({ type: 'switch', at: 1, manual: true });
    window.dispatchEvent(new Event('pagehide'));
    expect(open().shell.lastPage).toEqual({ url: connection.url, recording: true, connection: true });
  });
});

test('the server of a call is still named once the connection is closed, and never by the next one', async () => {
  const { shell, change, session } = open({ phase: 'connected', connection });
  expect(shell.serverOf(1)).toBe('acme-server 1.4.0');
  change({ phase: 'not connected', connection: null });
  change({
    phase: 'connected',
    connection: { ...connection, number: 2, serverName: 'other', serverVersion: null },
  });
  expect([shell.serverOf(1), shell.serverOf(2)]).toEqual(['acme-server 1.4.0', 'other']);
  session.recording.append({
    ...{ type: 'connection', at: 1, connection: 3, url: 'https://host.example/mcp', protocolVersion: 'auto' },
    ...{ timeLimitMs: 1, profile: '' },
  } as const);
  session.recording.append({ type: 'handshake', at: 1, handshake: 1, connection: 3, cause: 'connect' });
  expect(shell.serverOf(3)).toBe('host.example');
  await waitFor(() => expect(document.documentElement.dataset['idle']).toBe('true'));
});

describe('buttons of a connection', () => {
  test('are there only while there is one', async () => {
    const { change } = open();
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
    change({ phase: 'connected', connection });
    expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Handshake again' })).toBeTruthy();
  });

  test('the switch governs the session', async () => {
    const { told } = open();
    screen.getByRole('switch', { name: 'Manual MRTR' }).click();
    expect(told).toContainEqual(['setManual', true]);
  });

  test('disconnecting without waiting calls asks nothing', async () => {
    const { told } = open({ phase: 'connected', connection });
    screen.getByRole('button', { name: 'Disconnect' }).click();
    await waitFor(() => expect(told).toContainEqual(['disconnect']));
  });

  test('disconnecting with a call that waits says so first', async () => {
    const fake = open({ phase: 'connected', connection: { ...connection, era: 'modern', sessionId: null } });
    waitingCall(fake, 1, 'deploy_release', ['confirm']);
    screen.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = await screen.findByRole('dialog', { name: 'A call waits for you' });
    expect(dialog.textContent).toContain('deploy_release at round 1');
    expect(dialog.textContent).not.toContain('DELETE');
    within(dialog).getByRole('button', { name: 'Stay connected' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.told).toEqual([]);

    screen.getByRole('button', { name: 'Disconnect' }).click();
    const again = await screen.findByRole('dialog');
    within(again).getByRole('button', { name: 'Abandon and leave' }).click();
    await waitFor(() => expect(fake.told).toEqual([['disconnect']]));
  });

  test('and that a session is ended, where there is one, and who asked', async () => {
    const fake = open({ phase: 'connected', connection: { ...connection, era: 'legacy', sessionId: 'a' } });
    const { recording } = fake.session;
    const subject = { call: 1, connection: 1, method: 'roots/list', name: '', argumentsText: '' };
    recording.append({ type: 'call', at: 1, ...subject, origin: 'server' });
    recording.append({ type: 'waiting', at: 2, call: 1, round: 1, reason: 'manual' });
    await waitFor(() => expect(document.title).toMatch(/^1 waiting/));
    screen.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = await screen.findByRole('dialog', { name: 'A request of the server waits for you' });
    expect(dialog.textContent).toContain('roots/list, asked by the server');
    expect(dialog.textContent).toContain('The session ends: the server is told with a DELETE.');
    within(dialog).getByRole('button', { name: 'Stay connected' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    screen.getByRole('button', { name: 'Handshake again' }).click();
    const again = await screen.findByRole('dialog');
    within(again).getByRole('button', { name: 'Keep the session' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.told).toEqual([]);
  });
});

describe('a call that stops for the person', () => {
  test('is in the title and said once for each stop', async () => {
    const fake = open({ phase: 'connected', connection });
    expect(document.title).toBe('Roundtrip');
    waitingCall(fake, 1, 'deploy_release', ['confirm', 'roots']);
    await waitFor(() => expect(document.title).toBe('1 waiting · Roundtrip'));
    const said = () => document.querySelector('[aria-live]')?.textContent;
    await waitFor(() =>
      expect(said()).toBe('deploy_release waits for you at round 1: 2 input requests, confirm, roots'),
    );
    waitingCall(fake, 2, 'other', []);
    await waitFor(() => expect(document.title).toBe('2 waiting · Roundtrip'));
    expect(said()).toBe('other waits for you at round 1');
  });

  test('is said again for each further request of a legacy server, and for what it asks outside of a call', async () => {
    const fake = open({ phase: 'connected', connection });
    const { recording } = fake.session;
    const asks = (call: number, request: number, method: string, key: string) => {
      const place = { at: request, call, round: 1 } as const;
      recording.append({
        ...{ ...place, type: 'server-request', request, exchange: 1, event: request, item: null },
        ...{ key, method },
      } as const);
      recording.append({ ...place, type: 'waiting', reason: 'manual' });
    };
    const begins = (call: number, method: string, origin?: 'server') => {
      const name = origin ? '' : 'book_trip';
      const about = { connection: 1, method, name, argumentsText: '{}', ...(origin ? { origin } : {}) };
      recording.append({ type: 'call', at: 1, call, ...about });
      recording.append({
        ...{ type: 'round', at: 1, call, round: 1, parent: null, exchange: 1, by: 'hand', manual: true },
        ...{ raw: false, answers: [], deviations: [] },
      } as const);
    };
    const said = () => document.querySelector('[aria-live]')?.textContent;
    begins(1, 'tools/call');
    asks(1, 1, 'elicitation/create', '0');
    await waitFor(() =>
      expect(said()).toBe('book_trip waits for you at round 1: 1 input request, elicitation/create'),
    );
    const reply = { type: 'reply', request: 1, exchange: 2, by: 'hand', manual: true, raw: false } as const;
    recording.append({ ...reply, at: 5, deviations: [] });
    asks(1, 2, 'sampling/createMessage', '1');
    await waitFor(() =>
      expect(said()).toBe('book_trip waits for you at round 1: 1 input request, sampling/createMessage'),
    );
    begins(2, 'roots/list', 'server');
    asks(2, 3, 'roots/list', '2');
    await waitFor(() => expect(said()).toBe('roots/list waits for you, asked by the server'));
    expect(document.title).toBe('2 waiting · Roundtrip');
  });

  test('of an earlier connection no longer counts', async () => {
    const fake = open({ phase: 'connected', connection: { ...connection, number: 2 } });
    waitingCall(fake, 1, 'deploy_release', ['confirm']);
    // Whoever counts this one has seen the other.
    waitingCall(fake, 2, 'deploy_release', ['confirm'], 2);
    await waitFor(() => expect(document.title).toBe('1 waiting · Roundtrip'));
  });
});

describe('the page is idle', () => {
  test('from the moment the session is busy, not', async () => {
    const { change } = open();
    await vi.waitFor(() => expect(document.documentElement.dataset['idle']).toBe('true'));
    change({ busy: true });
    expect(document.documentElement.dataset['idle']).toBe('false');
    change({ busy: false });
    await vi.waitFor(() => expect(document.documentElement.dataset['idle']).toBe('true'));
  });
});

test('the last message stands in the dock', async () => {
  const { session } = open();
  const dock = screen.getByRole('region', { name: 'Wire log, last message' });
  expect(dock.textContent).toContain('No exchange yet');
  session.recording.append({
    type: 'request',
    at: 0,
    exchange: 1,
    method: 'POST',
    url: 'https://host/mcp',
    headers: [],
    body: null,
    messages: [{ kind: 'request', id: '1', method: 'server/discover' }],
    mode: 'cors',
  });
  await waitFor(() => expect(dock.textContent).toContain('server/discover'));
  expect(dock.textContent).toContain('1 message');
});
