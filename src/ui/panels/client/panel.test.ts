import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import App from '../../App.svelte';
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
    await type('Root URI', 'file:///work');
    expect(roots()).toEqual({ kind: 'list', roots: [{ uri: 'file:///work' }] });
    await type('Root name', 'work');
    expect(roots()).toEqual({ kind: 'list', roots: [{ uri: 'file:///work', name: 'work' }] });
    await type('Root URI', 'https://x');
    expect(document.body.textContent).toContain('The specification wants a file:// URI');
    await fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(roots()).toEqual({ kind: 'list', roots: [] });
    radio('Roots', 'Ask me').click();
    expect(roots()).toBe('ask');
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
  test('shows what will be declared', async () => {
    const { shell } = await open();
    const declared = screen.getByRole('region', { name: 'Client profile' });
    expect(declared.textContent).toContain('"elicitation"');
    radio('Client profile', 'Nothing').click();
    await expect.poll(() => declared.textContent).not.toContain('"elicitation"');
    expect(shell.profile.profile.capabilitiesText).toBe('{}');
  });
});
