import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { keepText } from '../../engine/base/body.ts';
import type { ExchangeView } from '../../engine/views/exchanges.ts';
import { announcements } from '../parts/announce.svelte.ts';
import ExchangeDetail from './ExchangeDetail.svelte';
import MiniLog from './MiniLog.svelte';

const event = (index: number, raw: string, over: Partial<ExchangeView['sse'][number]> = {}) =>
  ({
    type: 'sse',
    at: index * 100,
    exchange: 1,
    index,
    raw: keepText(raw),
    data: keepText('{"n":1}'),
    messages: [],
    ...over,
  }) as const;

const view: ExchangeView = {
  exchange: 1,
  request: {
    type: 'request',
    at: 0,
    exchange: 1,
    method: 'POST',
    url: 'https://host.test/mcp',
    headers: [['Mcp-Method', 'tools/call']],
    body: keepText('{"method":"tools/call"}'),
    messages: [{ kind: 'request', id: '8', method: 'tools/call', name: 'deploy' }],
    mode: 'cors',
  },
  response: {
    type: 'response',
    at: 10,
    exchange: 1,
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'text/event-stream']],
    mediaType: 'text/event-stream',
    url: 'https://host.test/mcp',
    redirected: false,
  },
  body: null,
  sse: [
    event(1, ': hello\n\n', { data: null }),
    event(2, 'id: 8-2\ndata: {"n":1}\n\n', {
      id: '8-2',
      messages: [{ kind: 'notification', method: 'notifications/progress', progress: '1 of 3' }],
    }),
    event(3, 'data: {"n":1}\n\n', { messages: [{ kind: 'result', id: '8', resultType: 'complete' }] }),
  ],
  end: { type: 'end', at: 400, exchange: 1, how: 'complete', bytes: 90 },
  purpose: null,
};

afterEach(cleanup);

test('a message of a stream stands as it is read and as it came', () => {
  render(ExchangeDetail, { props: { view, target: { direction: 'in', event: 2 } } });
  const panel = screen.getByRole('tabpanel', { name: 'Message' });
  expect(panel.textContent).toContain('event 2, id 8-2, 200 ms after the request');
  expect(panel.textContent).toContain('id: 8-2');
  expect(within(panel).getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
});

test('every event of the stream is listed, comments too, and shown as it came', async () => {
  render(ExchangeDetail, { props: { view, target: { direction: 'in', event: 3 } } });
  await fireEvent.click(screen.getByRole('tab', { name: 'Stream' }));
  const events = within(screen.getByRole('listbox', { name: 'Events of the stream' })).getAllByRole('option');
  expect(events.map((option) => option.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    '100 ms comment',
    '200 ms notifications/progress 1 of 3 id 8-2',
    '300 ms result, id 8',
  ]);
  expect(events.map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
  const [comment] = events;
  if (comment) await fireEvent.click(comment);
  expect(screen.getByRole('tabpanel').textContent).toContain(': hello');
});

test('an event is shown without the line ends around it, and copied with them', async () => {
  let copied = '';
  vi.stubGlobal('navigator', {
    clipboard: { writeText: (text: string) => Promise.resolve(void (copied = text)) },
  });
  const came = '\ndata: {"n":1}\r\n\r\n';
  const { container } = render(ExchangeDetail, {
    props: { view: { ...view, sse: [event(1, came)] }, target: { direction: 'in', event: 1 } },
  });
  await fireEvent.click(screen.getByRole('tab', { name: 'Stream' }));
  expect(container.querySelector('.raw pre')?.textContent).toBe('data: {"n":1}');
  await fireEvent.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(copied).toBe(came));
});

test('without a stream there is no Stream tab to open', () => {
  render(ExchangeDetail, {
    props: { view: { ...view, sse: [] }, target: { direction: 'out', event: null }, tab: 'stream' },
  });
  expect(screen.getByRole('tab', { name: 'Stream' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('tabpanel', { name: 'Message' }).textContent).toContain('"method"');
});

test('a small log begins at the answer, and shows the row that is chosen', async () => {
  const { container } = render(MiniLog, { views: [view] });
  const rows = within(screen.getByRole('table', { name: 'Messages of this call' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null, 'true']);
  expect(container.textContent).toContain('result 8');
  await fireEvent.click(within(rows[0] as HTMLElement).getByRole('button'));
  expect(container.querySelector('.raw')?.textContent).toContain('"tools/call"');
});

test('a small log shows a large body on a click', async () => {
  const text = `{"n":"${'x'.repeat(300_000)}"}`;
  const body: ExchangeView['body'] = {
    ...{ type: 'body', at: 300, exchange: 1, body: keepText(text) },
    messages: [{ kind: 'result', id: '8', resultType: 'complete' }],
  };
  const { container } = render(MiniLog, { views: [{ ...view, sse: [], body }] });
  expect(container.textContent).toContain('The body is 300 kB');
  expect(container.textContent).not.toContain('xxxx');
  await fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
  expect(screen.queryByRole('button', { name: 'Show it' })).toBeNull();
  expect([...container.querySelectorAll('.raw')].map((raw) => raw.querySelector('b')?.textContent)).toContain(
    'result 8',
  );
});

test('a small log begins at what the server answered, and not at the status of our answer', () => {
  const ours: ExchangeView = {
    ...view,
    exchange: 2,
    request: { ...view.request, exchange: 2, at: 350, messages: [{ kind: 'result', id: '0' }] },
    response: view.response && { ...view.response, exchange: 2, at: 380, status: 202, mediaType: null },
    sse: [],
    end: view.end && { ...view.end, exchange: 2, at: 390, bytes: 0 },
  };
  render(MiniLog, { views: [view, ours] });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim()).join('\n')).toContain('202');
  expect(rows.findIndex((row) => row.getAttribute('aria-current') === 'true')).toBe(2);
});

test('a small log without traffic says so', () => {
  const { container } = render(MiniLog, { views: [], empty: 'Not called yet' });
  expect(container.textContent).toBe('Not called yet');
});

test('the request is copied as cURL and as fetch, with its secrets only while they are shown', async () => {
  let copied = '';
  vi.stubGlobal('navigator', {
    clipboard: { writeText: (text: string) => Promise.resolve(void (copied = text)) },
  });
  const secret: ExchangeView = {
    ...view,
    request: {
      ...view.request,
      url: 'https://host.test/mcp?api_key=k3y',
      headers: [['Authorization', 'Bearer ‹secret 1, 3 characters›']],
      body: keepText('{"method":"tools/call","client_secret":"c11ent"}'),
    },
  };
  const reveal = () => 'abc';
  const { rerender } = render(ExchangeDetail, {
    props: { view: secret, target: { direction: 'out', event: null }, reveal },
  });
  const copy = async (name: string) => {
    copied = '';
    await fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(copied).not.toBe(''));
    return copied;
  };
  expect(await copy('Copy as cURL')).toContain("-H 'Authorization: Bearer ‹secret 1, 3 characters›'");
  expect(announcements.toasts.at(-1)?.text).toMatch(/^Copied without its secrets/);
  expect(await copy('Copy as cURL')).toContain("'https://host.test/mcp?api_key=••••••••'");
  expect(await copy('Copy as fetch')).toContain(
    'body: "{\\"method\\":\\"tools/call\\",\\"client_secret\\":\\"••••••\\"}"',
  );
  expect(document.body.textContent).not.toContain('c11ent');
  await fireEvent.click(screen.getByRole('tab', { name: 'Exchange' }));
  expect(document.body.textContent).toContain('?api_key=••••••••');
  await fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Reveal' }));
  expect(await copy('Copy as cURL')).toContain("-H 'Authorization: Bearer abc'");
  expect(await copy('Copy as fetch')).toContain('["Authorization", "Bearer abc"]');
  expect(await copy('Copy as fetch')).toContain('\\"client_secret\\":\\"c11ent\\"');
  expect(await copy('Copy as cURL')).toContain("'https://host.test/mcp?api_key=k3y'");
  await fireEvent.click(screen.getByRole('tab', { name: 'Exchange' }));
  expect(document.body.textContent).toContain('?api_key=k3y');
  await fireEvent.click(screen.getByRole('tab', { name: 'Message' }));
  expect(document.body.textContent).toContain('c11ent');
  await rerender({ view: { ...secret, exchange: 2 } });
  expect(await copy('Copy as cURL')).not.toContain('abc');
});
