import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepText } from '../../../engine/base/body.ts';
import type { Recording } from '../../../engine/wire-log/recording.ts';
import App from '../../App.svelte';
import { fakeEngine, fakeSession } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';
// Loaded with the test: what a lazy load takes is not what is tested here.
import './Panel.svelte';

function call(recording: Recording, name: string, answer = '{"answer":true}'): number {
  const exchange = recording.nextExchange();
  const id = String(exchange);
  recording.append({
    type: 'purpose',
    at: 1,
    exchange,
    purpose: { kind: 'round', call: exchange, round: 1 },
  });
  recording.append({
    type: 'request',
    at: 1000,
    exchange,
    method: 'POST',
    url: 'https://host.test/mcp',
    headers: [['Authorization', 'Bearer ‹secret 1, 6 characters›']],
    body: keepText(`{"name":"${name}"}`),
    messages: [{ kind: 'request', id, method: 'tools/call', name }],
    mode: 'cors',
  });
  recording.append({
    type: 'response',
    at: 1010,
    exchange,
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'application/json']],
    mediaType: 'application/json',
    url: 'https://host.test/moved',
    redirected: true,
  });
  const messages = [{ kind: 'result', id, resultType: 'complete' } as const];
  recording.append({ type: 'body', at: 1118, exchange, body: keepText(answer), messages });
  recording.append({ type: 'end', at: 1118, exchange, how: 'complete', bytes: answer.length });
  return exchange;
}

async function open(names: readonly string[], hash = '#/wire-log') {
  location.hash = hash;
  const fake = fakeSession();
  for (const name of names) call(fake.session.recording, name);
  const shell = new Shell(
    fakeEngine({ ...fake.session, snapshot: fake.session.snapshot, reveal: () => 's3cret' }),
  );
  render(App, { shell });
  await screen.findByRole('heading', { level: 1, name: 'Wire log' });
  return { ...fake, shell };
}

const table = () => screen.getByRole('table', { name: 'Wire log' });
const bodyRows = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent);
const choose = (at: number) => {
  const row = within(table()).getAllByRole('row')[at + 1];
  if (!row) throw new Error('no such row');
  return fireEvent.click(row);
};

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(cleanup);

test('without traffic it says what to do', async () => {
  await open([]);
  expect(screen.getByRole('heading', { name: 'Nothing on the wire yet' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Go to Connect' }));
  expect(location.hash).toBe('#/connect');
});

test('one row a message; new ones come below', async () => {
  const { session } = await open(['echo', 'deploy']);
  expect(table().getAttribute('aria-rowcount')).toBe('5');
  expect(bodyRows()).toEqual(['echo', 'echo', 'deploy', 'deploy']);
  expect(screen.getByText('4 messages in 2 exchanges, 62 B')).toBeTruthy();
  call(session.recording, 'status');
  await waitFor(() => expect(bodyRows()).toEqual(['echo', 'echo', 'deploy', 'deploy', 'status', 'status']));
});

test('the filter looks at names and bodies, also of rows that come later', async () => {
  const { session } = await open(['echo', 'deploy']);
  await fireEvent.input(screen.getByRole('searchbox', { name: 'Filter wire log' }), {
    target: { value: 'ECHO' },
  });
  await waitFor(() => expect(bodyRows()).toEqual(['echo', 'echo']));
  call(session.recording, 'status', '{"text":"an Echo"}');
  call(session.recording, 'other');
  await waitFor(() => expect(bodyRows()).toEqual(['echo', 'echo', 'status']));
  await fireEvent.click(screen.getByRole('radio', { name: 'In' }));
  await waitFor(() => expect(bodyRows()).toEqual(['echo', 'status']));
  await fireEvent.input(screen.getByRole('searchbox', { name: 'Filter wire log' }), {
    target: { value: 'zzz' },
  });
  await fireEvent.click(await screen.findByRole('button', { name: 'Clear the filter' }));
  await waitFor(() => expect(bodyRows()).toHaveLength(8));
});

test('a chosen row is shown in full, its mate is marked, its round is a click away', async () => {
  await open(['echo', 'deploy']);
  await choose(3);
  const rows = within(table()).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null, null, 'true']);
  expect(rows.map((row) => row.classList.contains('mate'))).toEqual([false, false, true, false]);
  const detail = within(screen.getByRole('region', { name: 'Message' }));
  expect(detail.getByRole('heading', { name: 'result, id 2' })).toBeTruthy();
  expect(detail.getByRole('tabpanel', { name: 'Message' }).textContent).toContain('"answer"');

  await fireEvent.click(detail.getByRole('tab', { name: 'Exchange' }));
  const facts = detail.getByRole('tabpanel', { name: 'Exchange' }).textContent;
  expect(facts).toContain('https://host.test/moved');
  expect(facts).toContain("A page can't see a preflight");

  await fireEvent.click(detail.getByRole('button', { name: 'Go to round' }));
  expect(location.hash).toBe('#/rounds/2.1');
});

test('secrets are masked until revealed', async () => {
  await open(['echo']);
  await choose(0);
  await fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  const panel = screen.getByRole('tabpanel', { name: 'Headers' });
  expect(panel.textContent).toContain('6 characters');
  expect(panel.textContent).not.toContain('s3cret');
  expect(panel.textContent).toContain('Others are hidden from a page');
  await fireEvent.click(within(panel).getByRole('button', { name: 'Reveal' }));
  expect(panel.textContent).toContain('Authorization: Bearer s3cret');
});

test('an address leads to one message', async () => {
  await open(['echo', 'deploy'], '#/wire-log/2.in');
  expect(await screen.findByRole('heading', { name: 'result, id 2' })).toBeTruthy();
});

test('rows that arrive under the pointer wait until it leaves', async () => {
  const { session } = await open(['echo']);
  const rows = table().parentElement;
  if (!rows) throw new Error('no rows');
  await fireEvent.pointerEnter(rows, { pointerType: 'mouse' });
  call(session.recording, 'deploy');
  await screen.findByText('2 new below, shown when the pointer leaves');
  expect(bodyRows()).toHaveLength(2);
  await fireEvent.pointerLeave(rows);
  await waitFor(() => expect(bodyRows()).toHaveLength(4));
});
