import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDemoFetch, DEMO_URL } from '../../../demo/demo-fetch.ts';
import { systemClock } from '../../../engine/base/clock.ts';
import { HANDSHAKES } from '../../../engine/session/history.ts';
import type { Session } from '../../../engine/session/contract.ts';
import { createSession } from '../../../engine/session/session.ts';
import { createMemoryStore } from '../../../engine/store/memory.ts';
import type { Store } from '../../../engine/store/store.ts';
import App from '../../App.svelte';
import { fakeEngine } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';

const FAR = 'https://demo.roundtrip.invalid/elsewhere';

function demoSession(store: Store): Session {
  const demo = createDemoFetch();
  return createSession({
    // jsdom has an AbortSignal of its own, which Node's Request refuses; nothing is aborted here.
    fetch: (input, init) => demo(input, { ...init, signal: undefined }),
    clock: systemClock,
    store,
    validator: fakeEngine({} as Session, store).validator,
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
  });
}

const connect = (session: Session, protocolVersion: string, url = DEMO_URL) =>
  session.connect({
    url,
    protocolVersion,
    headers: [],
    profile: { name: 'test', clientInfo: { name: 'roundtrip', version: '9' }, capabilitiesText: null },
    timeLimitMs: 5000,
  });

let store: Store;

async function open(session: Session) {
  const shell = new Shell({ ...fakeEngine(session, store) });
  shell.open('handshake');
  render(App, { shell });
  await session.ready;
  return shell;
}

beforeAll(async () => {
  // Loaded before a test waits for it.
  await import('./Panel.svelte');
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
beforeEach(() => {
  // jsdom lays nothing out: the window is a wide one.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  store = createMemoryStore();
});
afterEach(() => {
  cleanup();
  location.hash = '';
});

const diffRegion = () => screen.findByRole('region', { name: 'Capability diff' }, { timeout: 5000 });

describe('a handshake on the demo server', () => {
  test('shows what both sides declared, where it came from, and how', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await open(session);
    await screen.findByRole('heading', { level: 1, name: 'Handshake 1' });
    const table = await screen.findByRole('table', { name: 'Capabilities of both sides' });
    expect(within(table).getByRole('rowheader', { name: 'tools' })).toBeTruthy();
    expect(within(table).getByRole('rowheader', { name: 'elicitation' })).toBeTruthy();
    const attempts = screen.getByRole('region', { name: 'Attempts' });
    expect(attempts.textContent).toContain('server/discover');
    expect(attempts.textContent).toContain('Modern, 2026-07-28');
    expect(document.body.textContent).toContain('from _meta');
    expect((await diffRegion()).textContent).toContain('first handshake');
  });

  test('is compared with the one before it at the same URL', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await connect(session, '2025-11-25');
    await open(session);
    const diff = await diffRegion();
    await within(diff).findByText('protocolVersion');
    expect(within(diff).getByText('2026-07-28')).toBeTruthy();
    expect(diff.querySelector('select')?.selectedOptions[0]?.textContent).toMatch(
      /^1: acme-deploy .*2026-07-28/,
    );
  });

  test('without a change says that there is no difference', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await session.handshakeAgain();
    await open(session);
    const diff = await diffRegion();
    await within(diff).findByText('No difference');
  });

  test('opens its raw result', async () => {
    const session = demoSession(store);
    await connect(session, '2025-11-25');
    await open(session);
    await fireEvent.click(await screen.findByRole('button', { name: 'Raw initialize result' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toContain('"protocolVersion"'));
  });

  test('can be any earlier one, and be compared with any other', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await connect(session, '2025-11-25');
    await connect(session, '2025-06-18');
    await open(session);
    await fireEvent.change(await screen.findByRole('combobox', { name: 'Look at' }), {
      target: { value: '2' },
    });
    await screen.findByRole('heading', { level: 1, name: 'Handshake 2' });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Compare with' });
    await waitFor(() => expect(select.selectedOptions[0]?.textContent).toMatch(/^1:/));
    const latest = [...select.options].find((option) => option.textContent?.startsWith('3:'));
    await fireEvent.change(select, { target: { value: latest?.value } });
    const diff = await diffRegion();
    await within(diff).findByText('2025-06-18');
  });
});

describe('handshakes of an earlier page', () => {
  test('are there after a reload, and stand as the baseline', async () => {
    const before = demoSession(store);
    await connect(before, '2026-07-28');
    await waitFor(async () => expect(before.history.snapshot).toHaveLength(1));
    const after = demoSession(store);
    await after.ready;
    await open(after);
    await screen.findByRole('heading', { level: 1, name: 'Handshake 1' });
    await connect(after, '2025-11-25');
    await screen.findByRole('heading', { level: 1, name: 'Handshake 2' });
    const diff = await diffRegion();
    await within(diff).findByText('protocolVersion');
  });
});

describe('handshakes of another tab', () => {
  const numbers = (select: HTMLSelectElement) =>
    [...select.options].map((option) => /^\d+:/.exec(option.textContent ?? '')?.[0]);
  const look = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Look at' });

  test('are there when the person comes back, and take the place of nothing', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await open(session);
    expect((await diffRegion()).textContent).toContain('no other handshake');
    await connect(demoSession(store), '2025-11-25');
    await waitFor(async () => expect(await store.keys(HANDSHAKES)).toHaveLength(2));
    await fireEvent(document, new Event('visibilitychange'));
    await waitFor(async () => expect(numbers(await look())).toEqual(['2:', '1:']));
    expect(screen.getByRole('heading', { level: 1, name: 'Handshake 1' })).toBeTruthy();
  });

  test('are there with the next handshake of this one, as what it is compared with', async () => {
    const session = demoSession(store);
    await connect(session, '2026-07-28');
    await open(session);
    await connect(demoSession(store), '2025-11-25');
    await waitFor(async () => expect(await store.keys(HANDSHAKES)).toHaveLength(2));
    await session.handshakeAgain();
    await screen.findByRole('heading', { level: 1, name: 'Handshake 3' });
    await waitFor(async () => expect(numbers(await look())).toEqual(['3:', '2:', '1:']));
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Compare with' });
    await waitFor(() => expect(select.selectedOptions[0]?.textContent).toMatch(/^2:/));
  });
});

describe('a handshake that failed', () => {
  test('is kept, with its reason and its attempts', async () => {
    const session = demoSession(store);
    await connect(session, '2025-11-25', FAR);
    await open(session);
    const attempts = await screen.findByRole('region', { name: 'Attempts' });
    await waitFor(() => expect(attempts.textContent).toContain('Failed'));
    expect(attempts.textContent).toContain('initialize');
    expect((await diffRegion()).textContent).toContain('Nothing was declared');
  });

  test('is no baseline', async () => {
    const session = demoSession(store);
    await connect(session, '2025-11-25', FAR);
    await connect(session, '2026-07-28');
    await open(session);
    await screen.findByRole('heading', { level: 1, name: 'Handshake 2' });
    expect((await diffRegion()).textContent).toContain('no other handshake');
  });
});

test('without a handshake the panel says what to do', async () => {
  await open(demoSession(store));
  expect(await screen.findByRole('heading', { name: 'No handshake yet' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try the demo server' })).toBeTruthy();
});
