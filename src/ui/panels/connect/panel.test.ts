import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectOptions } from '../../../engine/session/contract.ts';
import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import App from '../../App.svelte';
import { fakeEngine, fakeSession } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';

async function open(snapshot: Parameters<typeof fakeSession>[0] = {}) {
  const fake = fakeSession(snapshot);
  render(App, { shell: new Shell(fakeEngine(fake.session)) });
  await screen.findByRole('button', { name: 'Connect' });
  const connected = () =>
    fake.told.filter(([command]) => command === 'connect').map(([, options]) => options as ConnectOptions);
  return { ...fake, connected };
}

const type = async (name: string, value: string) =>
  fireEvent.input(await screen.findByRole('textbox', { name }), { target: { value } });
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Connection' }));

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(cleanup);

describe('connecting', () => {
  test('sends what the form says', async () => {
    const { connected } = await open();
    await type('Server URL', ' https://host/mcp ');
    await fireEvent.change(screen.getByRole('combobox', { name: 'Protocol version' }), {
      target: { value: '2025-06-18' },
    });
    await click('Add header');
    await type('Header name', 'X-Team');
    await type('Header value', 'red');
    await type('Time limit', '5');
    await submit();
    expect(connected()).toEqual([
      {
        url: 'https://host/mcp',
        protocolVersion: '2025-06-18',
        headers: [{ name: 'X-Team', value: 'red', secret: false }],
        profile: {
          name: 'What Roundtrip can answer',
          clientInfo: { name: 'roundtrip', version: '0.0.0' },
          rule: 'answers',
          settings: { switches: {}, extensions: [], experimentalText: '' },
          capabilitiesText: null,
        },
        timeLimitMs: 5000,
      },
    ]);
  });

  test('asks for any version that is typed', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await fireEvent.change(screen.getByRole('combobox', { name: 'Protocol version' }), {
      target: { value: 'other' },
    });
    await submit();
    expect(connected()).toEqual([]);
    await type('Other protocol version', 'DRAFT-2026');
    await submit();
    expect(connected()[0]?.protocolVersion).toBe('DRAFT-2026');
  });

  test('declares the chosen profile', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await fireEvent.change(screen.getByRole('combobox', { name: 'Client profile' }), {
      target: { value: 'nothing' },
    });
    await submit();
    expect(connected()[0]?.profile).toMatchObject({ name: 'Nothing', rule: 'nothing' });
  });

  test.each([
    ['Server URL', '', /Type the address/],
    ['Server URL', 'host/mcp', /put https:\/\/ or http:\/\/ in front/],
    ['Time limit', 'soon', /A number of seconds/],
  ])('does not go out with %s "%s", and says why', async (field, value, reason) => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await type(field, value);
    await submit();
    expect(connected()).toEqual([]);
    const input = screen.getByRole('textbox', { name: field });
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      reason,
    );
  });

  test('a header that a browser drops is refused with the reason', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await click('Add header');
    await type('Header name', 'Cookie');
    await type('Header value', 'a=b');
    await submit();
    expect(connected()).toEqual([]);
    expect(screen.getByRole('group', { name: 'Headers' }).textContent).toContain('A browser drops Cookie');
  });

  test('an empty header row is no header', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await click('Add header');
    await submit();
    expect(connected()[0]?.headers).toEqual([]);
  });

  test('the demo is one click, whatever is half typed', async () => {
    const { connected } = await open();
    await click('Add header');
    await type('Header value', 'half');
    await click('Try the demo server');
    await waitFor(() => expect(connected()[0]?.url).toBe('https://demo.roundtrip.invalid/mcp'));
    expect(connected()[0]?.headers).toEqual([]);
  });
});

test('a fragment is not sent, and the field says so', async () => {
  const { connected } = await open();
  await type('Server URL', 'http://host/mcp#part');
  const field = screen.getByRole('textbox', { name: 'Server URL' });
  const said = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(said()).toContain('A fragment never travels: #part is left out');
  await submit();
  expect(connected()[0]?.url).toBe('http://host/mcp');
});

describe('the page before this one in the tab', () => {
  const leave = (word: object) => sessionStorage.setItem('roundtrip last page', JSON.stringify(word));

  test('took its recording and connection with it: said in one line, with the address filled in', async () => {
    leave({ url: 'https://host/mcp', recording: true, connection: true });
    const { change } = await open();
    // Where nothing outlives the page, no handshake does.
    await screen.findByText(
      'The page was loaded anew: its recording and its connection are gone. This form was kept.',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Server URL' }).value).toBe(
      'https://host/mcp',
    );
    change({ phase: 'connecting' });
    await waitFor(() => expect(screen.queryByText(/loaded anew/)).toBeNull());
  });

  test('does not overwrite what was typed into the form', async () => {
    await open();
    await type('Server URL', 'https://typed/mcp');
    cleanup();
    leave({ url: 'https://host/mcp', recording: false, connection: true });
    await open();
    await screen.findByText(/loaded anew: its connection is gone/);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Server URL' }).value).toBe(
      'https://typed/mcp',
    );
  });

  test('left no word: nothing is said', async () => {
    await open();
    expect(screen.queryByText(/loaded anew/)).toBeNull();
  });
});

describe('a secret header', () => {
  test('is masked until it is revealed, and marked for the engine', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://host/mcp');
    await click('Add header');
    await type('Header name', 'Authorization');
    const value = screen.getByRole('textbox', { name: 'Header value' });
    await type('Header value', 'Bearer x');
    expect(value.classList.contains('masked')).toBe(true);
    await click('Reveal');
    expect(value.classList.contains('masked')).toBe(false);
    await submit();
    expect(connected()[0]?.headers).toEqual([{ name: 'Authorization', value: 'Bearer x', secret: true }]);
  });

  test('is sent to the server it was given for, and to another once that is agreed to', async () => {
    const { connected } = await open();
    await type('Server URL', 'https://one/mcp');
    await click('Add header');
    await type('Header name', 'Authorization');
    await type('Header value', 'Bearer x');
    await submit();
    await type('Server URL', 'https://two/mcp');
    await submit();
    expect(connected().map(({ url }) => url)).toEqual(['https://one/mcp']);
    const headers = screen.getByRole('group', { name: 'Headers' });
    expect(headers.textContent).toContain('Given for https://one, and not sent to another server unasked');
    // Another path of the same server is no other server.
    await type('Server URL', 'https://one/other');
    await submit();
    await type('Server URL', 'https://two/mcp');
    await click('Send it here too');
    await submit();
    expect(connected().map(({ url, headers: sent }) => [url, sent.length])).toEqual([
      ['https://one/mcp', 1],
      ['https://one/other', 1],
      ['https://two/mcp', 1],
    ]);
    // Typed anew it is meant for the server that is named.
    await type('Server URL', 'https://three/mcp');
    await type('Header value', 'Bearer y');
    await submit();
    expect(connected().at(-1)).toMatchObject({ url: 'https://three/mcp', headers: [{ value: 'Bearer y' }] });
  });

  test('does not survive a reload, the rest of the form does', async () => {
    await open();
    await type('Server URL', 'https://host/mcp');
    await click('Add header');
    await type('Header name', 'Authorization');
    await type('Header value', 'Bearer hidden');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('hidden');
    cleanup();

    const { connected } = await open();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Server URL' }).value).toBe(
      'https://host/mcp',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Header name' }).value).toBe(
      'Authorization',
    );
    await submit();
    expect(connected()).toEqual([]);
    expect(screen.getByRole('group', { name: 'Headers' }).textContent).toContain('does not survive a reload');
  });
});

describe('a deep link', () => {
  test('fills the form in and does not connect', async () => {
    history.replaceState(null, '', '/?url=https%3A%2F%2Flinked%2Fmcp&version=2025-06-18');
    const { connected } = await open();
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Server URL' })).value).toBe(
      'https://linked/mcp',
    );
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Protocol version' }).value).toBe(
      '2025-06-18',
    );
    expect(connected()).toEqual([]);
  });

  test('does not undo what the person made of it', async () => {
    history.replaceState(null, '', '/?url=https%3A%2F%2Flinked%2Fmcp');
    await open();
    await type('Server URL', 'https://other/mcp');
    cleanup();
    await open();
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Server URL' })).value).toBe(
      'https://other/mcp',
    );
  });
});

describe('while connecting', () => {
  test('says what is tried and for how long, and can be cancelled', async () => {
    const { told } = await open({
      phase: 'connecting',
      trying: { method: 'server/discover', since: Date.now() - 14_200 },
      options: {
        url: 'https://host/mcp',
        protocolVersion: 'auto',
        headers: [],
        profile: { name: '', clientInfo: { name: '', version: '' }, capabilitiesText: null },
        timeLimitMs: 60_000,
      },
    });
    await screen.findByText(/waiting for the server, 14 s of 60/);
    await click('Cancel');
    expect(told).toContainEqual(['cancelConnect']);
  });

  test('the demo, or another address, takes its place at once; the same address does not begin anew', async () => {
    const { connected, change } = await open();
    await type('Server URL', 'https://host/mcp');
    await submit();
    await waitFor(() => expect(connected()).toHaveLength(1));
    change({ phase: 'connecting', options: connected()[0] ?? null });
    await screen.findByRole('button', { name: 'Cancel' });
    await submit();
    expect(connected()).toHaveLength(1);
    await type('Server URL', 'https://other/mcp');
    await submit();
    await waitFor(() => expect(connected().at(-1)?.url).toBe('https://other/mcp'));
    await click('Try the demo server');
    await waitFor(() => expect(connected().at(-1)?.url).toBe('https://demo.roundtrip.invalid/mcp'));
  });
});

describe('a failure', () => {
  const failure: Diagnosis = {
    cause: 'cors-preflight',
    title: 'The server is up. Its preflight refuses two of our headers.',
    explanation: 'Its list of allowed headers is older.',
    short: 'CORS · the preflight refuses mcp-method and mcp-name',
    headerLines: [
      { name: 'access-control-allow-origin', values: ['http://localhost:4173'], marked: [] },
      {
        name: 'access-control-allow-headers',
        values: ['content-type', 'mcp-method', 'mcp-name'],
        marked: ['mcp-method', 'mcp-name'],
      },
    ],
    evidence: [
      { exchange: 1, sent: 'POST server/discover', good: false, saw: 'no answer a page may read', ms: 18 },
      { sent: 'GET, no-cors', good: true, saw: 'opaque answer: the server is up', ms: 21 },
    ],
  };

  test('shows verdict, what to change and how we know', async () => {
    await open({ phase: 'failed', failure, canInitialize: true });
    expect(await screen.findByRole('heading', { level: 1, name: failure.title })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(`Failed · ${failure.short}`);
    const change = await screen.findByRole('region', { name: 'What to change' });
    expect([...change.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'mcp-method, ',
      'mcp-name',
    ]);
    expect(change.querySelector('pre')?.textContent).toContain(
      'access-control-allow-origin: http://localhost:4173',
    );
    const evidence = within(screen.getByRole('region', { name: 'Evidence' }));
    expect(evidence.getAllByRole('listitem')).toHaveLength(2);
    expect(evidence.getByRole('link', { name: 'POST server/discover' }).getAttribute('href')).toBe(
      '#/wire-log/1',
    );
  });

  test('is set apart once the form is another one, and not when it is new', async () => {
    const { change } = await open({ phase: 'failed', failure });
    const region = () => screen.getByRole('region', { name: 'Why it failed' });
    expect(region().textContent).not.toContain('before your changes');
    await type('Server URL', 'nonsense');
    expect(region().textContent).toContain('before your changes');
    expect(region().querySelector('.fail')).toBeNull();
    change({ failure: { ...failure } });
    await waitFor(() => expect(region().textContent).not.toContain('before your changes'));
    expect(region().querySelector('.fail')).not.toBeNull();
    // Nothing is typed, but what is asked for can't be sent: the older failure is not about that.
    await submit();
    await waitFor(() => expect(region().textContent).toContain('before your changes'));
  });

  test('offers what has a point', async () => {
    const { told, change } = await open({ phase: 'failed', failure, canInitialize: true });
    await click('Retry');
    await click('Try initialize anyway');
    expect(told).toEqual([['retry'], ['tryInitializeAnyway']]);
    change({ canInitialize: false });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try initialize anyway' })).toBeNull());
  });

  test('that named a version offers it, and the form asks for it then', async () => {
    const { connected, change } = await open();
    await type('Server URL', 'https://host/mcp');
    await submit();
    await waitFor(() => expect(connected()).toHaveLength(1));
    change({
      phase: 'failed',
      options: connected()[0] ?? null,
      failure: { ...failure, version: '2025-06-18' },
    });
    await click('Retry with 2025-06-18');
    expect(connected().at(-1)).toEqual({ ...connected()[0], protocolVersion: '2025-06-18' });
    const chosen = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Protocol version' });
    await waitFor(() => expect(chosen.value).toBe('2025-06-18'));
  });

  test('that may be a certificate links to the address', async () => {
    const options = { url: 'https://host/mcp' } as ConnectOptions;
    await open({ phase: 'failed', failure: { ...failure, cause: 'unreachable' }, options });
    const link = await screen.findByRole('link', { name: 'Open the URL in a new tab' });
    expect(link.getAttribute('href')).toBe('https://host/mcp');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });
});

test('the form still follows what is typed after another panel was shown', async () => {
  const { connected } = await open();
  await type('Server URL', 'https://host/mcp');
  location.hash = '#/client';
  await screen.findByRole('heading', { level: 1, name: 'Client' });
  location.hash = '#/connect';
  await screen.findByRole('button', { name: 'Connect' });
  await type('Server URL', 'nonsense');
  await submit();
  expect(connected()).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'Server URL' }).getAttribute('aria-invalid')).toBe('true');
  await type('Server URL', 'https://host/again');
  await submit();
  expect(connected()[0]?.url).toBe('https://host/again');
});

test('a recent server fills the form', async () => {
  const { recent, connected } = await open();
  recent.set([
    {
      url: 'https://deploy.acme.dev/mcp',
      at: Date.now(),
      protocolVersion: 'DRAFT-1',
      serverName: 'acme',
      serverVersion: '1',
      revision: '2026-07-28',
      outcome: 'connected',
      connected: true,
    },
  ]);
  const list = await screen.findByRole('region', { name: 'Recent servers' });
  await fireEvent.click(await within(list).findByRole('button', { name: 'deploy.acme.dev/mcp' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Server URL' }).value).toBe(
    'https://deploy.acme.dev/mcp',
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Other protocol version' }).value).toBe(
    'DRAFT-1',
  );
  expect(connected()).toEqual([]);
});
