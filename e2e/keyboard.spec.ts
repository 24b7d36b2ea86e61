// The three jobs with no mouse: debug a server, answer by hand, compare.
import type { Locator } from '@playwright/test';
import type { AppPage, PanelName } from './pages/app.ts';
import { expect, test } from './fixtures.ts';

/** Presses Tab until the focus is on `target`, as a person would who sees where it is. */
async function tabTo(app: AppPage, target: Locator, key = 'Tab', most = 120): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await app.page.keyboard.press(key);
  }
  throw new Error(`${most} presses of ${key} do not lead to ${String(target)}`);
}

async function press(app: AppPage, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(app, target);
  await app.page.keyboard.press(key);
}

/** A list is one stop of Tab; arrows lead from entry to entry. */
async function choose(app: AppPage, list: Locator, entry: Locator): Promise<void> {
  await tabTo(app, list);
  await app.page.keyboard.press('Home');
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await app.page.keyboard.press('ArrowDown');
  }
  await expect(entry).toBeFocused();
  await app.page.keyboard.press('Enter');
  await expect(entry).toHaveAttribute('aria-current', 'true');
  await app.idle();
}

async function go(app: AppPage, name: PanelName): Promise<void> {
  await tabTo(app, app.link(name), 'Shift+Tab');
  await app.page.keyboard.press('Enter');
  await app.idle();
}

async function type(app: AppPage, target: Locator, text: string): Promise<void> {
  await tabTo(app, target);
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('Delete');
  await app.page.keyboard.insertText(text);
}

test('debug a server: connect, call, read the raw traffic', async ({ app, sdk }) => {
  await app.page.goto('./');
  await app.idle();
  await type(app, app.connect.url, sdk.url);
  await app.page.keyboard.press('Enter');
  await app.settled(/^Connected/);
  await go(app, 'Tools');
  await choose(app, app.tools.list, app.tools.tool('echo'));
  // An editor has to let go of the focus again.
  await tabTo(app, app.tools.arguments.getByRole('tab', { selected: true }));
  await app.page.keyboard.press('ArrowRight');
  if (!(await app.tools.editor.box.isVisible())) await app.page.keyboard.press('ArrowLeft');
  await type(app, app.tools.editor.box, '{"message":"by keyboard"}');
  await app.page.keyboard.press('Escape');
  await press(app, app.tools.callButton);
  await expect(app.tools.result).toContainText('by keyboard');
  await go(app, 'Wire log');
  await tabTo(app, app.wireLog.table);
  await app.page.keyboard.press('End');
  await expect(app.wireLog.detail).toContainText('by keyboard');
  await press(app, app.wireLog.detail.getByRole('tab', { name: 'Message' }), 'ArrowRight');
  await expect(app.wireLog.tab('Message')).toHaveAttribute('aria-selected', 'false');
});

test('answer by hand: three rounds, one wrong, a branch', async ({ app }) => {
  test.setTimeout(60_000);
  await app.page.goto('./');
  await app.idle();
  await press(app, app.connect.demoButton);
  await app.settled(/^Connected/);
  await tabTo(app, app.manual, 'Shift+Tab');
  await app.page.keyboard.press('Space');
  await expect(app.manual).toHaveAttribute('aria-checked', 'true');
  await go(app, 'Tools');
  await choose(app, app.tools.list, app.tools.tool('provision_environment'));
  await press(app, app.tools.callButton);
  await expect(app.tools.result).toContainText('input required');
  await app.idle();
  await go(app, 'Rounds');

  const answer = async (number: number, key: string, text: string, send: Locator): Promise<void> => {
    const input = app.rounds.round(number).input(key);
    await tabTo(app, input.group.getByRole('tab', { selected: true }));
    if (!(await input.json.box.isVisible())) await app.page.keyboard.press('ArrowRight');
    await app.idle();
    await type(app, input.json.box, text);
    await app.page.keyboard.press('Escape');
    await app.idle();
    await press(app, send);
    await expect(app.rounds.round(number + 1).region).toBeVisible();
    await app.idle();
  };
  await answer(1, 'plan', '{"action":"accept","content":{"plan":"small"}}', app.rounds.sendButton);
  await answer(2, 'size', '{"action":"accept","content":{"instances":99}}', app.rounds.anywayButton);
  await expect(app.rounds.round(3).input('size').group).toBeVisible();
  await tabTo(app, app.rounds.round(2).branchButton, 'Shift+Tab');
  await app.page.keyboard.press('Enter');
  await app.idle();
  await answer(2, 'size', '{"action":"accept","content":{"instances":2}}', app.rounds.sendButton);
  await answer(3, 'confirm', '{"action":"accept","content":{"name":"preview-42"}}', app.rounds.sendButton);
  await expect(app.rounds.round(4).region).toContainText('preview-42 is ready');
  // The tree is walked by arrows.
  await tabTo(app, app.rounds.tree, 'Shift+Tab');
  await app.page.keyboard.press('Home');
  await app.page.keyboard.press('ArrowDown');
  await expect(app.rounds.treeItems.nth(1)).toBeFocused();
});

test('compare: another revision, and what changed', async ({ app }) => {
  await app.page.goto('./');
  await app.idle();
  await tabTo(app, app.connect.version);
  await app.page.keyboard.press('ArrowDown');
  await app.page.keyboard.press('ArrowDown');
  await expect(app.connect.version).toHaveValue('2025-11-25');
  await press(app, app.connect.demoButton);
  await app.settled(/^Connected · 2025-11-25/);
  await go(app, 'Connect');
  await tabTo(app, app.connect.version);
  await app.page.keyboard.press('ArrowUp');
  await press(app, app.connect.demoButton);
  await app.settled(/^Connected · 2026-07-28/);
  await go(app, 'Handshake');
  await tabTo(app, app.handshake.compareWith);
  await expect(app.handshake.compareWith).toBeFocused();
  await expect(app.handshake.differences.first()).toBeVisible();
  await tabTo(app, app.handshake.messages.first(), 'Shift+Tab');
  await app.page.keyboard.press('Enter');
  await expect(app.handshake.exchange).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.handshake.exchange).toHaveCount(0);
  // The focus is back where it came from.
  await expect(app.handshake.messages.first()).toBeFocused();
});

for (const [path, count] of [
  ['/schema/dialects', 7],
  ['/list/thousand', 1000],
] as const) {
  test(`a list of ${count} is one stop of Tab, and every entry is reached by its keys`, async ({
    app,
    hostile,
  }) => {
    await app.connectTo(hostile.url(path));
    await app.open('Tools');
    const { list, items, filter } = app.tools;
    const { keyboard } = app.page;
    await expect(list.locator('button[tabindex="0"]')).toHaveCount(1);
    const names = await items.allTextContents();
    await tabTo(app, list);
    await expect(items.first()).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    // To go there is not to choose it.
    await expect(items.first()).toHaveAttribute('aria-current', 'true');
    await keyboard.press('End');
    await expect(items.last()).toBeFocused();
    await expect(items.last()).toBeInViewport();
    const last = await items.last().textContent();
    if (count > 200) expect(last).toContain(String(count - 1));
    else expect(last).toBe(names.at(-1));
    await keyboard.press('Enter');
    await expect(items.last()).toHaveAttribute('aria-current', 'true');
    await expect(list.locator('button[tabindex="0"]')).toHaveCount(1);
    await keyboard.press('PageUp');
    await expect(items.last()).not.toBeFocused();
    await keyboard.press('Tab');
    expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    await keyboard.press('Shift+Tab');
    expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await keyboard.press('Home');
    await expect(items.first()).toBeFocused();
    await expect(items.first()).toBeInViewport();
    // What the filter leaves is reached as well.
    await filter.fill((await items.nth(2).locator('.mono').first().textContent()) ?? '');
    await app.idle();
    await expect(list.locator('button[tabindex="0"]')).toHaveCount(1);
  });
}

test('typing over a selection in an editor is plain typing', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.choose('echo');
  await app.tools.editor.write('{\n  "message": "first"\n}');
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.type('7');
  expect(await app.tools.editor.text()).toBe('7');
});

test('what has the focus can be seen', async ({ app, page }) => {
  await page.goto('./');
  await app.idle();
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press('Tab');
    // A link draws it around its row, a control on the word inside it.
    const shown = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return true;
      return [element, ...element.querySelectorAll('*')].some((each) =>
        [undefined, '::before', '::after'].some((pseudo) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, pseudo);
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
        }),
      );
    });
    expect(shown, `after ${pressed + 1} presses of Tab`).toBe(true);
  }
});

test('an editor marks the bracket beside the cursor only while it has the focus', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.tool('echo').click();
  await app.tools.editor.write('{"message":"hi"}');
  const bracket = app.tools.arguments.locator('.cm-matchingBracket').first();
  await expect(bracket).toHaveCSS('outline-style', 'solid');
  await app.tools.arguments.getByRole('tab', { name: 'JSON' }).focus();
  for (const each of await app.tools.arguments.locator('.cm-matchingBracket').all())
    await expect(each).toHaveCSS('outline-style', 'none');
});
