import { render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import CopyButton from './CopyButton.svelte';
import Disclosure from './Disclosure.svelte';
import Findings from './Findings.svelte';
import JsonEditor from './JsonEditor.svelte';
import RawBlock from './RawBlock.svelte';
import Segments from './Segments.svelte';
import { keySize } from './splitter.ts';
import Splitter from './Splitter.svelte';
import Switch from './Switch.svelte';
import { nextTab } from './tabs.ts';
import Tabs from './Tabs.svelte';
import Toasts from './Toasts.svelte';

const press = (key: string, init: KeyboardEventInit = {}): void => {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
  flushSync();
};

describe('Tabs', () => {
  const tabs = [
    { id: 'form', label: 'Form' },
    { id: 'json', label: 'JSON', description: '3 problems' },
    { id: 'off', label: 'Off', disabled: true },
  ];

  test.each([
    ['form', 'ArrowRight', 'json'],
    ['json', 'ArrowRight', 'form'],
    ['form', 'ArrowLeft', 'json'],
    ['json', 'Home', 'form'],
    ['form', 'End', 'json'],
    ['none', 'ArrowRight', 'form'],
    ['form', 'Tab', undefined],
  ])('from %s, %s leads to %s', (selected, key, expected) => {
    expect(nextTab(tabs, selected, key)?.id).toBe(expected);
  });

  test('a count is the description and not part of the name', () => {
    render(Tabs, { label: 'Editor', tabs, selected: 'form' });
    const tab = screen.getByRole('tab', { name: 'JSON', description: '3 problems' });
    expect(tab.tabIndex).toBe(-1);
    expect(screen.getByRole('tab', { selected: true }).tabIndex).toBe(0);
  });

  test('an arrow chooses and takes the focus along', () => {
    const onselect = vi.fn();
    render(Tabs, { label: 'Editor', tabs, selected: 'form', onselect });
    screen.getByRole('tab', { name: 'Form' }).focus();
    press('ArrowRight');
    expect(onselect).toHaveBeenCalledExactlyOnceWith('json');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'JSON', selected: true }));
  });

  test('with nothing chosen the keyboard still gets in', () => {
    render(Tabs, { label: 'Editor', tabs, selected: '' });
    expect(screen.getByRole('tab', { name: 'Form' }).tabIndex).toBe(0);
  });
});

describe('Segments', () => {
  const options = [
    { value: 'echo', label: 'Echo' },
    { value: 'edit', label: 'Edit', disabled: true, reason: 'No state came' },
  ];

  test('real radios in a named group, with the reason', () => {
    render(Segments, { label: 'Request state', options, value: 'echo' });
    expect(screen.getByRole('radiogroup', { name: 'Request state' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Echo' }).checked).toBe(true);
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: 'Edit', description: 'No state came' }).disabled,
    ).toBe(true);
  });

  test('two groups of the same name in one page do not share radios', () => {
    const more = [...options, { value: 'omit', label: 'Omit' }];
    render(Segments, { label: 'First', options: more, value: 'echo', name: 'state' });
    render(Segments, { label: 'Second', options: more, value: 'echo', name: 'state' });
    screen.getAllByRole('radio', { name: 'Omit' })[1]?.click();
    flushSync();
    expect(
      screen.getAllByRole<HTMLInputElement>('radio', { name: 'Echo' }).map((radio) => radio.checked),
    ).toEqual([true, false]);
  });
});

test('Switch says its state', () => {
  const onchange = vi.fn();
  render(Switch, { label: 'Manual MRTR', checked: false, onchange });
  screen.getByRole('switch', { name: 'Manual MRTR', checked: false }).click();
  flushSync();
  expect(screen.getByRole('switch', { name: 'Manual MRTR', checked: true })).toBeTruthy();
  expect(onchange).toHaveBeenCalledExactlyOnceWith(true);
});

describe('CopyButton', () => {
  const write = vi.fn<(text: string) => Promise<void>>();
  beforeEach(() => {
    write.mockReset().mockResolvedValue();
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: write } } }) as Navigator,
    );
  });
  afterEach(() => Reflect.deleteProperty(document, 'execCommand'));

  test('copies the exact text and says so, aloud', async () => {
    render(Toasts);
    render(CopyButton, { text: () => Promise.resolve('{"a":1.0}\r\n') });
    screen.getByRole('button', { name: 'Copy' }).click();
    await waitFor(() => expect(screen.getByText('Copied')).toBeTruthy());
    expect(write).toHaveBeenCalledExactlyOnceWith('{"a":1.0}\r\n');
    expect(screen.getByText('Copied').closest('[aria-live="polite"]')).not.toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('the old command does when the clipboard is refused', async () => {
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    let selected = '';
    Object.defineProperty(document, 'execCommand', {
      configurable: true,
      value: () => {
        selected = document.querySelector('textarea')?.value ?? '';
        return true;
      },
    });
    render(Toasts);
    render(CopyButton, { text: 'x' });
    screen.getByRole('button', { name: 'Copy' }).click();
    await waitFor(() => expect(selected).toBe('x'));
    expect(document.querySelector('textarea')).toBeNull();
  });

  test('when both are refused it says what to do', async () => {
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    render(Toasts);
    render(CopyButton, { text: 'x' });
    screen.getByRole('button', { name: 'Copy' }).click();
    await waitFor(() => expect(screen.getAllByText(/copy it by hand/).length).toBeGreaterThan(0));
  });
});

describe('RawBlock', () => {
  const text = '{"jsonrpc":"2.0","id":9,"method":"tools/call"}';
  const shown = (): string => document.querySelector('pre')?.textContent ?? '';

  test('the chooser changes the view, copy is always what was sent', async () => {
    const write = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: write } } }) as Navigator,
    );
    render(RawBlock, { title: 'request', author: 'out', text, views: true });
    expect(shown()).toBe('{ "jsonrpc": "2.0", "id": 9, "method": "tools/call" }');
    screen.getByRole('radio', { name: 'As sent' }).click();
    flushSync();
    expect(shown()).toBe(text);
    screen.getByRole('radio', { name: 'Indented' }).click();
    flushSync();
    screen.getByRole('button', { name: 'Copy' }).click();
    await waitFor(() => expect(write).toHaveBeenCalledExactlyOnceWith(text));
    expect(screen.getByText('46 B')).toBeTruthy();
  });

  test('lines of a text stand as they came', () => {
    render(RawBlock, { title: 'stream', text: ': keepalive\n\ndata: {"a":1}\n', language: 'text' });
    expect(shown()).toBe(': keepalive\n\ndata: {"a":1}\n');
  });

  test('mark-up of a server is text', () => {
    render(RawBlock, { title: 'body', text: '<img src=x onerror=alert(1)>', language: 'text' });
    expect(document.querySelector('pre img')).toBeNull();
    expect(shown()).toBe('<img src=x onerror=alert(1)>');
  });

  test('a body is loaded, and a failure to load is said', async () => {
    render(RawBlock, { title: 'body', load: () => Promise.resolve('[1]') });
    await waitFor(() => expect(shown()).toBe('[1]'));
    render(RawBlock, { title: 'gone', load: () => Promise.reject(new RangeError('gone')) });
    await waitFor(() =>
      expect(screen.getByText("The body can't be read from where it is kept")).toBeTruthy(),
    );
  });

  test('a secret is masked in sight and in the copy until it is revealed, wherever the text comes from', async () => {
    const secret = '{"access_token":"t0ken","n":1.0}';
    const write = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: write } } }) as Navigator,
    );
    for (const given of [
      { text: secret },
      { load: () => Promise.resolve(secret) },
      { text: secret, copy: () => Promise.resolve(secret) },
    ]) {
      write.mockClear();
      const { unmount } = render(RawBlock, { title: 'body', view: 'as-sent', ...given });
      await waitFor(() => expect(shown()).toBe('{"access_token":"•••••","n":1.0}'));
      const reveal = await screen.findByRole('button', { name: 'Reveal' });
      screen.getByRole('button', { name: 'Copy' }).click();
      await waitFor(() => expect(write).toHaveBeenLastCalledWith('{"access_token":"•••••","n":1.0}'));
      reveal.click();
      await waitFor(() => expect(shown()).toBe(secret));
      screen.getByRole('button', { name: 'Copy' }).click();
      await waitFor(() => expect(write).toHaveBeenLastCalledWith(secret));
      unmount();
    }
    render(RawBlock, { title: 'body', text });
    expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull();
  });

  test('a big text goes to the editor and not to the page', () => {
    render(RawBlock, { title: 'body', text: `"${'x'.repeat(70_000)}"`, view: 'as-sent' });
    expect(document.querySelector('pre')).toBeNull();
  });
});

describe('JsonEditor, before the editor is there', () => {
  test('what is typed is kept exactly, problems are listed, Mod-Enter sends', () => {
    const onchange = vi.fn();
    const onsubmit = vi.fn();
    render(JsonEditor, {
      label: 'Arguments JSON',
      value: '{"a":1.0}',
      problems: [{ from: 5, to: 8, message: 'Has to be an integer', severity: 'error' as const }],
      onchange,
      onsubmit,
    });
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments JSON' });
    expect(box.value).toBe('{"a":1.0}');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('list', { name: 'Problems in Arguments JSON' }).textContent).toContain(
      'Has to be an integer, line 1, column 6',
    );
    box.value = '{ "a" : 9007199254740993 ,}';
    box.dispatchEvent(new Event('input', { bubbles: true }));
    expect(onchange).toHaveBeenLastCalledWith('{ "a" : 9007199254740993 ,}');
    box.focus();
    press('Enter');
    expect(onsubmit).not.toHaveBeenCalled();
    press('Enter', { ctrlKey: true });
    expect(onsubmit).toHaveBeenCalledOnce();
  });
});

describe('Splitter', () => {
  const arrows = { grows: 'ArrowRight', shrinks: 'ArrowLeft' };
  test.each([
    ['ArrowRight', 316],
    ['ArrowLeft', 284],
    ['PageDown', 200],
    ['Home', 200],
    ['End', 500],
    ['x', undefined],
  ])('%s', (key, expected) => {
    expect(keySize(key, 300, 16, { min: 200, max: 500 }, arrows)).toBe(expected);
  });

  test('keys set the property on the parent', () => {
    const onchange = vi.fn();
    const { container } = render(Splitter, {
      label: 'Width of the ladder',
      property: '--w',
      value: 300,
      min: 200,
      max: 310,
      onchange,
    });
    const separator = screen.getByRole('separator', { name: 'Width of the ladder' });
    expect(container.style.getPropertyValue('--w')).toBe('300px');
    separator.focus();
    press('ArrowRight');
    expect(container.style.getPropertyValue('--w')).toBe('310px');
    expect(separator.getAttribute('aria-valuenow')).toBe('310');
    expect(onchange).toHaveBeenCalledExactlyOnceWith(310);
  });
});

test('Disclosure: a heading that opens, and nothing inside while closed', () => {
  const children = createRawSnippet(() => ({ render: () => '<p>inside</p>' }));
  render(Disclosure, { title: 'Raw request', meta: 'POST /mcp, 630 B', children });
  expect(screen.queryByText('inside')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Raw request', level: 4 })).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Raw request', expanded: false });
  button.click();
  flushSync();
  expect(screen.getByText('inside')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test('Findings: severity in words, the clause as a link of its own', () => {
  render(Findings, {
    findings: [
      {
        key: 'a',
        severity: 'warning' as const,
        words: ['Asks for ', { code: 'roots/list' }],
        where: 'round 2',
        clause: 'Deprecated features',
        href: 'https://example.org/',
      },
    ],
  });
  const list = screen.getByRole('list', { name: 'Findings' });
  expect(list.textContent.replace(/\s+/g, ' ')).toContain(
    'Asks for roots/list warning, round 2. Deprecated features',
  );
  expect(screen.getByRole('link', { name: 'Deprecated features' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  );
});
