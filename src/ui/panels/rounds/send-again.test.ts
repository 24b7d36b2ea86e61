import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDemoFetch, DEMO_URL } from '../../../demo/demo-fetch.ts';
import { systemClock } from '../../../engine/base/clock.ts';
import { createSession } from '../../../engine/session/session.ts';
import { createMemoryStore } from '../../../engine/store/memory.ts';
import App from '../../App.svelte';
import { fakeEngine } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';
// Loaded before a test waits for it.
import './Panel.svelte';

/** A session with the demo server, which can be taken away; what was sent to it since then. */
async function open() {
  const demo = createDemoFetch();
  const server = { dead: false, sent: [] as string[] };
  const session = createSession({
    fetch: (input, init) => {
      if (typeof init?.body === 'string') server.sent.push(init.body);
      if (server.dead) return Promise.reject(new TypeError('Failed to fetch'));
      // jsdom has an AbortSignal of its own, which Node's Request refuses; nothing is aborted here.
      return demo(input, { ...init, signal: undefined });
    },
    clock: systemClock,
    store: createMemoryStore(),
    validator: fakeEngine({} as never).validator,
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
  });
  session.setManual(true);
  await session.connect({
    url: DEMO_URL,
    protocolVersion: '2026-07-28',
    headers: [],
    profile: { name: 'test', clientInfo: { name: 'roundtrip', version: '9' }, capabilitiesText: null },
    timeLimitMs: 5000,
  });
  const shell = new Shell(fakeEngine(session));
  shell.open('rounds');
  render(App, { shell });
  session.startCall({ method: 'tools/call', name: 'triage_incident', argumentsText: '{}' });
  return { session, server };
}

const round = (number: number) => screen.findByRole('region', { name: `Round ${number}` });
const withoutId = (text: string | undefined) => {
  const { id, ...rest } = JSON.parse(text ?? '') as { id: number; params: { _meta: object } };
  const { _meta, ...params } = rest.params;
  return { id, rest: { ...rest, params, _meta: { ..._meta, progressToken: undefined } } };
};

beforeEach(() => {
  location.hash = '';
  // jsdom lays nothing out: the window is a wide one.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
});
afterEach(cleanup);

test('a round that got no answer is sent again as it was, as a branch from the same round', async () => {
  const { session, server } = await open();
  const asked = await round(1);
  expect(within(asked).queryByRole('button', { name: 'Send again' })).toBeNull();
  const send = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Send round' });
  await waitFor(async () => expect((await send()).disabled).toBe(false));
  server.dead = true;
  await fireEvent.click(await send());
  const again = await within(await round(2)).findByRole('button', { name: 'Send again' });
  server.dead = false;
  await fireEvent.click(again);
  await waitFor(async () => expect((await round(2)).textContent).toContain('branch b'));
  await waitFor(async () => expect((await round(2)).textContent).toContain('complete'));
  const [before, after] = server.sent.slice(-2).map(withoutId);
  expect(after?.rest).toEqual(before?.rest);
  expect(after?.id).not.toBe(before?.id);
  await session.disconnect();
});
