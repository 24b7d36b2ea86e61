import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import App from '../../App.svelte';
import { restingSnapshot } from '../../../engine/session/late-session.ts';
import { fakeEngine, fakeSession } from '../../shell/fake-session.ts';
import { Shell } from '../../shell/shell.svelte.ts';
import { readLimit } from './panel.svelte.ts';

async function open(snapshot: Parameters<typeof fakeSession>[0] = {}) {
  const fake = fakeSession(snapshot);
  const shell = new Shell(fakeEngine(fake.session));
  shell.open('client');
  render(App, { shell });
  await screen.findByRole('radiogroup', { name: 'Elicitation' });
  return { ...fake, shell };
}

const radio = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name });
const type = (name: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });

const ENDPOINT = { kind: 'endpoint', url: 'https://chat.example', model: 'small' } as const;

/** Types and leaves the field. */
const enter = async (name: string, value: string) => {
  await type(name, value);
  await fireEvent.change(screen.getByRole('textbox', { name }));
};

beforeAll(async () => {
  // Loaded before a test waits for it.
  await import('./Panel.svelte');
});
afterEach(() => {
  cleanup();
  location.hash = '';
});

describe('responders', () => {
  test.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
    ['Ask me', 'ask'],
    ['Off', 'off'],
  ])('elicitation: %s', async (name, elicitation) => {
    const { told, session } = await open();
    radio('Elicitation', name).click();
    expect(told.at(-1)).toEqual(['setResponders', { ...session.snapshot.responders, elicitation }]);
  });

  test('sampling answers with the text, or asks, and asking keeps the text', async () => {
    const { told, session } = await open();
    await type('Sampling text', 'mine');
    const { responders } = session.snapshot;
    expect(told.at(-1)).toEqual([
      'setResponders',
      { ...responders, sampling: { kind: 'text', text: 'mine' } },
    ]);
    radio('Sampling', 'Ask me').click();
    expect(told.at(-1)).toEqual(['setResponders', { ...responders, sampling: 'ask' }]);
    radio('Sampling', 'Fixed text').click();
    expect(told.at(-1)).toEqual([
      'setResponders',
      { ...responders, sampling: { kind: 'text', text: 'mine' } },
    ]);
  });

  test('roots are a list of what was typed, a name where there is one', async () => {
    const { told } = await open();
    const roots = () => (told.at(-1)?.[1] as { roots: unknown }).roots;
    await fireEvent.click(screen.getByRole('button', { name: 'Add root' }));
    // A list that is being typed is not told to a server letter by letter.
    await type('Root URI', 'file:///wo');
    expect(told).toEqual([]);
    await enter('Root URI', 'file:///work');
    expect(roots()).toEqual({ kind: 'list', roots: [{ uri: 'file:///work' }] });
    await enter('Root name', 'work');
    expect(roots()).toEqual({ kind: 'list', roots: [{ uri: 'file:///work', name: 'work' }] });
    await enter('Root URI', 'https://x');
    expect(roots()).toEqual({ kind: 'list', roots: [{ uri: 'https://x', name: 'work' }] });
    expect(document.body.textContent).toContain('The specification wants a file:// URI');
    await fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(roots()).toEqual({ kind: 'list', roots: [] });
    radio('Roots', 'Ask me').click();
    expect(roots()).toBe('ask');
    radio('Roots', 'Off').click();
    expect(roots()).toBe('off');
  });

  test('sampling can be said back, scripted, asked of an endpoint, or off', async () => {
    const { told } = await open();
    const sampling = () => (told.at(-1)?.[1] as { sampling: unknown }).sampling;
    radio('Sampling', 'Echo').click();
    expect(sampling()).toEqual({ kind: 'echo' });
    radio('Sampling', 'Script').click();
    await screen.findByRole('textbox', { name: 'Script of answers' });
    await type('Script of answers', '["a"]');
    expect(sampling()).toEqual({ kind: 'script', text: '["a"]' });
    await type('Script of answers', '{');
    expect(document.body.textContent).toContain('Not JSON');
    radio('Sampling', 'Chat endpoint').click();
    await screen.findByRole('textbox', { name: 'Endpoint URL' });
    await type('Endpoint URL', ' https://chat.example/v1/chat/completions ');
    await type('Model', 'small');
    expect(sampling()).toEqual({
      kind: 'endpoint',
      url: 'https://chat.example/v1/chat/completions',
      model: 'small',
    });
    radio('Sampling', 'Off').click();
    expect(sampling()).toBe('off');
  });

  test('the key of an endpoint is told to the session and to nothing else', async () => {
    const { told } = await open({ responders: { ...restingSnapshot.responders, sampling: ENDPOINT } });
    await type('Key', 'sk-secret');
    expect(told.at(-1)).toEqual(['setChatKey', 'sk-secret']);
    await type('Model', 'other');
    expect(JSON.stringify(told.at(-1))).not.toContain('sk-secret');
  });

  test('begin with what was set', async () => {
    await open({
      responders: {
        elicitation: 'cancel',
        sampling: 'ask',
        roots: { kind: 'list', roots: [{ uri: 'file:///a', name: 'a' }] },
      },
    });
    expect((radio('Elicitation', 'Cancel') as HTMLInputElement).checked).toBe(true);
    expect((radio('Sampling', 'Ask me') as HTMLInputElement).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Root URI' }).value).toBe('file:///a');
  });
});

describe('limits', () => {
  test.each([
    ['1', 1],
    [' 12 ', 12],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['many', null],
  ])('"%s" is %s', (text, limit) => expect(readLimit(text)).toBe(limit));

  test('take effect at once; one that can not be read changes nothing and says why', async () => {
    const { told } = await open();
    await type('Requests of a call', '4');
    expect(told.at(-1)).toEqual(['setLimits', { requests: 4, empty: 3 }]);
    await type('Requests of a call', 'many');
    expect(told.at(-1)).toEqual(['setLimits', { requests: 10, empty: 3 }]);
    expect(screen.getByRole('textbox', { name: 'Requests of a call' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
  });
});

describe('a session that a server no longer knows', () => {
  const group = 'When a server no longer knows the session';

  test('is left to the person, or renewed', async () => {
    const { told, change } = await open();
    expect((radio(group, 'Start a new one') as HTMLInputElement).checked).toBe(true);
    radio(group, 'Ask me first').click();
    expect(told.at(-1)).toEqual(['setRenewal', 'ask']);
    change({ renewal: 'ask' });
    await screen.findByText(/until you choose Handshake again/);
    radio(group, 'Start a new one').click();
    expect(told.at(-1)).toEqual(['setRenewal', 'automatic']);
  });
});

describe('the profile', () => {
  const region = () => screen.getByRole('region', { name: 'Client profile' });
  const choose = (label: string) => {
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Client profile' });
    const option = [...select.options].find((each) => each.text === label);
    return fireEvent.change(select, { target: { value: option?.value } });
  };
  const chosen = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Client profile' }).selectedOptions[0]?.text;
  const connection = {
    number: 1,
    url: 'https://host/mcp',
    era: 'modern' as const,
    revision: '2026-07-28',
    serverName: 'host',
    serverVersion: null,
    sessionId: null,
    handshake: 1,
    declares: null,
  };
  const live = (era: 'modern' | 'legacy', capabilitiesText: string) => ({
    phase: 'connected' as const,
    connection: {
      ...connection,
      era,
      revision: era === 'modern' ? '2026-07-28' : '2025-11-25',
      claims: { capabilitiesText, clientInfoText: '{"name":"roundtrip","version":"0.0.0"}' },
    },
  });
  const DEFAULT = '{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}';

  test('shows what will be declared', async () => {
    await open();
    expect(region().textContent).toContain('"elicitation"');
    await choose('Nothing');
    await expect.poll(() => region().textContent).not.toContain('"elicitation"');
  });

  test('follows the responders that are on', async () => {
    const { change, session } = await open();
    change({ responders: { ...session.snapshot.responders, sampling: 'off' } });
    await expect.poll(() => region().textContent).not.toContain('"sampling"');
  });

  test('is switched capability by capability; a built-in one is left as it is', async () => {
    const { shell } = await open();
    radio('elicitation.url', 'Off').click();
    await expect.poll(chosen).toBe('What Roundtrip can answer, changed');
    expect(shell.profile.profile.settings?.switches).toEqual({ 'elicitation.url': false });
    radio('elicitation.url', 'Inferred').click();
    await expect.poll(() => shell.profile.profile.settings?.switches).toEqual({});
    await fireEvent.click(screen.getByRole('button', { name: 'Delete profile' }));
    expect(chosen()).toBe('What Roundtrip can answer');
  });

  test('declares extensions with settings that are never null', async () => {
    const { shell } = await open();
    await fireEvent.click(screen.getByRole('button', { name: 'Add extension' }));
    await fireEvent.input(await screen.findByRole('combobox', { name: 'Extension' }), {
      target: { value: 'com.example/x' },
    });
    await type('Extension settings', 'null');
    expect(document.body.textContent).toContain('A JSON object is needed');
    await expect.poll(() => region().textContent).toContain('com.example/x');
    await type('Extension settings', '{"a":1}');
    expect(shell.profile.profile.settings?.extensions).toEqual([
      { id: 'com.example/x', settingsText: '{"a":1}' },
    ]);
  });

  test('says who the client is', async () => {
    const { shell } = await open();
    await fireEvent.click(screen.getByRole('button', { name: 'Who the client is' }));
    await type('Name', 'claude-code');
    await type('Title', 'Claude Code');
    expect(shell.profile.profile.clientInfo).toEqual({
      name: 'claude-code',
      version: '0.0.0',
      title: 'Claude Code',
    });
    await type('Title', '');
    expect(shell.profile.profile.clientInfo).toEqual({ name: 'claude-code', version: '0.0.0' });
  });

  test('has raw JSON as the last word, and warns of tasks', async () => {
    const { shell } = await open();
    await fireEvent.click(screen.getByRole('switch', { name: 'Raw JSON instead' }));
    await type('Capabilities JSON', '{"tasks":{"list":{}}}');
    expect(shell.profile.profile.capabilitiesText).toBe('{"tasks":{"list":{}}}');
    expect(region().textContent).toContain('obliges the client');
  });

  test('can begin with a client that exists', async () => {
    const { shell } = await open();
    await fireEvent.click(screen.getByRole('button', { name: 'Real client' }));
    await fireEvent.change(await screen.findByRole('combobox', { name: 'Real client' }), {
      target: { value: 'claude-code' },
    });
    expect(shell.profile.profile).toMatchObject({
      clientInfo: { name: 'claude-code' },
      capabilitiesText: '{"roots":{}}',
    });
  });

  test('that is chosen goes to a modern server with the next request', async () => {
    const { told } = await open(live('modern', DEFAULT));
    expect(screen.queryByRole('group', { name: 'The open connection' })).toBeNull();
    await choose('Nothing');
    expect(told.at(-1)).toMatchObject(['setProfile', { name: 'Nothing' }]);
  });

  test('that is changed goes there once the person says so', async () => {
    const { told } = await open(live('modern', DEFAULT));
    radio('roots', 'Off').click();
    const use = await screen.findByRole('button', { name: 'Use it from the next request on' });
    expect(told).toEqual([]);
    await fireEvent.click(use);
    expect(told).toMatchObject([['setProfile', { settings: { switches: { roots: false } } }]]);
  });

  test('that is chosen needs a new handshake with a legacy server', async () => {
    const { told } = await open(live('legacy', DEFAULT));
    await choose('Nothing');
    expect(told).toEqual([]);
    await fireEvent.click(await screen.findByRole('button', { name: 'Handshake again with this profile' }));
    await expect.poll(() => told.map(([command]) => command)).toEqual(['setProfile', 'handshakeAgain']);
  });
});
