// jsdom's own has no stream.
import { File as NodeFile } from 'node:buffer';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepText } from '../../engine/base/body.ts';
import type { Connection } from '../../engine/session/contract.ts';
import type { Entry } from '../../engine/wire-log/recording.ts';
import App from '../App.svelte';
// Loaded with the test: what a lazy load takes is not what is tested here.
import '../../engine/session/replay-session.ts';
import '../panels/wire-log/Panel.svelte';
import { fakeEngine, fakeSession } from './fake-session.ts';
import { fileName } from './save-recording.ts';
import { Shell } from './shell.svelte.ts';

const connection: Connection = {
  number: 1,
  url: 'https://staging.acme.dev:8443/mcp',
  era: 'modern',
  revision: '2026-07-28',
  serverName: 'acme-server',
  serverVersion: '1.4.0',
  sessionId: null,
  handshake: 1,
  declares: null,
};

const sent = (exchange: number, method: string): Entry => ({
  type: 'request',
  at: 1000,
  exchange,
  method: 'POST',
  url: 'https://host.test/mcp',
  headers: [['Authorization', 'Bearer ‹secret 1, 6 characters›']],
  body: keepText('{"a":"s3cret value"}'),
  messages: [{ kind: 'request', id: '1', method }],
  mode: 'cors',
});

/** What the browser is given to keep, by name. */
let saved: Map<string, Blob>;

beforeEach(() => {
  location.hash = '';
  saved = new Map();
  let last: Blob | undefined;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.set(this.download, last);
  });
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(cleanup);

function open(hash: string) {
  location.hash = hash;
  const fake = fakeSession({ phase: 'connected', connection });
  fake.session.recording.append(sent(1, 'server/discover'));
  const shell = new Shell(fakeEngine(Object.assign(fake.session, { reveal: () => 's3cret value' })));
  render(App, { shell });
  return { ...fake, shell };
}

const fileOf = (text: string, name: string) => new NodeFile([text], name) as unknown as File;
const status = () => screen.getByRole('status').textContent;
const choose = async (text: string, name = 'a.jsonl') => {
  const field = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new TypeError('There is no field for a file');
  Object.defineProperty(field, 'files', { value: [fileOf(text, name)], configurable: true });
  await fireEvent.change(field);
};
const header =
  '{"format":"roundtrip-recording","version":1,"app":{"name":"r","version":"9"},"exportedAt":"2026-11-30T12:00:00Z","entries":1,"secrets":"placeholders"}\n';
const entry = (method: string) => `${JSON.stringify({ ...sent(1, method), body: '{}' })}\n`;

describe('an imported recording', () => {
  test('takes the place of the live session, and gives it back', async () => {
    const { session, told } = open('#/wire-log');
    await screen.findByRole('heading', { level: 1, name: 'Wire log' });
    await choose(header + entry('tools/list'));
    await waitFor(() => expect(status()).toBe('Not connected · recording of a.jsonl'));
    const table = await screen.findByRole('table', { name: 'Wire log' });
    expect(within(table).getByText('tools/list')).toBeTruthy();
    expect(within(table).queryByText('server/discover')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Manual MRTR' }).disabled).toBe(true);
    expect(screen.getByRole('group', { name: 'About this recording' }).textContent).toMatch(
      /exported .* by r 9/,
    );

    session.recording.append(sent(2, 'tools/call'));
    await fireEvent.click(screen.getByRole('button', { name: 'Close recording' }));
    await waitFor(() => expect(status()).toMatch(/^Connected/));
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('tools/call'));
    expect(told).toEqual([]);
  });

  test('opens on the Connect panel too, where nothing can be connected meanwhile', async () => {
    const { shell, told } = open('#/connect');
    await screen.findByRole('button', { name: 'Import' });
    await choose(header + entry('tools/list'));
    await screen.findByRole('heading', { level: 1, name: 'Recording of a session' });
    for (const name of ['Connect', 'Try the demo server'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    const form = screen.getByRole('form', { name: 'Connection' });
    expect(form.textContent).toContain('nothing can be sent. Close the recording, at the top, to connect');
    await shell.startDemo();
    expect(told).toEqual([]);
    expect(status()).toBe('Not connected · recording of a.jsonl');
  });

  test('that is none is refused with the reason', async () => {
    open('#/connect');
    await screen.findByRole('button', { name: 'Import' });
    await choose('<html>', 'page.html');
    const dialog = await screen.findByRole('dialog', { name: "The file can't be opened" });
    expect(dialog.textContent).toContain('page.html');
    expect(dialog.textContent).toContain('its first line names no format');
    await fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(status()).toMatch(/^Connected/);
  });

  test('may be dropped onto the wire log; anything else that is dragged is left alone', async () => {
    open('#/wire-log');
    await screen.findByRole('heading', { level: 1, name: 'Wire log' });
    const drag = (type: string, types: readonly string[], files: readonly File[] = []) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types, files, dropEffect: 'none' }, relatedTarget: null });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(drag('dragover', ['text/plain'])).toBe(false);
    expect(drag('dragover', ['Files'])).toBe(true);
    await screen.findByText('Drop the file to open it');
    drag('dragleave', ['Files']);
    await waitFor(() => expect(screen.queryByText('Drop the file to open it')).toBeNull());
    const file = fileOf(header + entry('tools/list'), 'dropped.jsonl');
    expect(drag('drop', ['Files'], [file])).toBe(true);
    await waitFor(() => expect(status()).toBe('Not connected · recording of dropped.jsonl'));
  });
});

describe('an export', () => {
  async function exported(include: boolean): Promise<string> {
    open('#/wire-log');
    await fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export the recording' });
    await within(dialog).findByText('1 secret becomes a placeholder: Authorization');
    const choice = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Include secrets' });
    expect(choice.checked).toBe(false);
    if (include) {
      await fireEvent.click(choice);
      await within(dialog).findByText('Whoever has the file has it: Authorization');
    }
    await fireEvent.click(within(dialog).getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(saved.size).toBe(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [[name, file] = []] = [...saved];
    expect(name).toMatch(/^staging\.acme\.dev_8443 \d{4}-\d\d-\d\d \d\d\.\d\d\.roundtrip\.jsonl$/);
    return (await file?.text()) ?? '';
  }

  test('has placeholders wherever a secret stood', async () => {
    const text = await exported(false);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toContain('s3cret value');
  });

  test('has the secrets where the person says so', async () => {
    const text = await exported(true);
    expect(text.match(/s3cret value/g)).toHaveLength(2);
    expect(text).toContain('"secrets":"included"');
  });

  test('of nothing is not possible', async () => {
    location.hash = '#/wire-log';
    render(App, { shell: new Shell(fakeEngine(fakeSession().session)) });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export' });
    expect(button.disabled).toBe(true);
  });

  test.each([
    ['x.roundtrip.jsonl', 'x.roundtrip.jsonl'],
    ['x.jsonl', 'x.jsonl.roundtrip.jsonl'],
  ])('of an import keeps its name: %s', (name, kept) => {
    const imported = { name, app: '', exportedAt: 0, warnings: [], servers: new Map() };
    expect(fileName(fakeSession({ imported }).session, 0)).toBe(kept);
  });
});
