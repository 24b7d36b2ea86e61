// Prompts: listed page by page, arguments with suggestions, messages of every kind; log messages and ping.
import { expect, test } from './fixtures.ts';

test('the list goes page by page, or all at once', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/list/offered'));
  await app.open('Prompts');
  await expect(app.prompts.items).toHaveCount(8);
  await expect(app.prompts.pane).toContainText('8 in 4 pages, 4 broken');
  await app.prompts.byPage.check();
  await app.prompts.refreshButton.click();
  await expect(app.prompts.items).toHaveCount(2);
  await expect(app.prompts.pane).toContainText('Stopped after 1 page. The server has more.');
  await app.prompts.pane.getByRole('button', { name: 'Next page' }).click();
  await expect(app.prompts.items).toHaveCount(4);
  await app.prompts.pane.getByRole('button', { name: 'Load more' }).click();
  await expect(app.prompts.items).toHaveCount(8);
  await expect(app.prompts.pane).not.toContainText('Stopped');
  await expect(app.link('Prompts')).toHaveAccessibleDescription('8 prompts, 4 broken');
});

for (const version of ['2026-07-28', '2025-11-25', '2025-03-26']) {
  test(`arguments are completed and the messages drawn: ${version}`, async ({ app, sdk }) => {
    sdk.become({ catalogue: true });
    await app.connectTo(sdk.url, { version });
    await app.open('Prompts');
    await app.prompts.choose('voyage');
    await expect(app.prompts.action).toHaveAccessibleDescription('Required: pier, berth');
    await app.prompts.field('pier').fill('north');
    await app.prompts
      .suggestions('pier')
      .filter({ hasText: /^north$/ })
      .click();
    await app.prompts.field('berth').press('ArrowDown');
    // What is filled in besides goes along from 2025-06-18 on.
    if (version === '2025-03-26') {
      await expect(app.page.getByText('No suggestions', { exact: true })).toBeVisible();
      await app.prompts.field('berth').fill('1');
      await app.page.keyboard.press('Escape');
    } else {
      await expect(app.prompts.suggestions('berth')).toHaveText(['1', '2', '3']);
      await app.page.keyboard.press('ArrowUp');
      await app.page.keyboard.press('Enter');
      await expect(app.prompts.field('berth')).toHaveValue('3');
    }
    await app.prompts.action.click();
    const { result } = app.prompts;
    await expect(result).toContainText('A voyage from north');
    const first = result.getByRole('region', { name: 'Message 1' });
    await expect(first).toContainText('user');
    await expect(first).toContainText('No note.');
    await expect(result.getByRole('region', { name: 'Message 2' })).toContainText('assistant');
    await expect(result.getByRole('region', { name: 'Message 2' }).getByRole('img')).toBeVisible();
    await expect(result.getByRole('region', { name: 'Message 3' })).toContainText('High at 14:02.');
    await expect(result.getByRole('region', { name: 'Message 4' })).toContainText('harbour://chart');
    await app.prompts.showRaw();
    await expect(result).toContainText('"role"');
  });
}

test('a prompt that asks for input goes by way of Rounds', async ({ app }) => {
  await app.connectToDemo();
  await app.manual.click();
  await app.open('Prompts');
  await app.prompts.choose('release_announcement');
  await app.prompts.action.click();
  await app.prompts.result.getByRole('link', { name: 'Answer in Rounds' }).click();
  await app.idle();
  await app.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await app.page.getByRole('button', { name: 'Send round' }).click();
  await app.open('Prompts');
  await expect(app.prompts.result).toContainText('Announce r-4821 in Deutsch, in a formal tone.');
});

test('log messages of a modern call come when a level is asked for, with each call', async ({ app, sdk }) => {
  sdk.become({ catalogue: true });
  await app.connectTo(sdk.url);
  await app.open('Prompts');
  await app.prompts.choose('voyage');
  await app.prompts.field('pier').fill('south');
  await app.prompts.field('berth').fill('20');
  await app.prompts.action.click();
  await expect(app.prompts.result).toContainText('A voyage from south');
  const logs = app.prompts.result.getByRole('list', { name: 'Log messages' }).getByRole('listitem');
  await expect(logs).toHaveCount(0);
  await app.prompts.logLevel.selectOption('warning');
  await app.prompts.action.click();
  await expect(logs).toHaveText([/warning harbour\s*low water/]);
  await app.prompts.logLevel.selectOption('debug');
  await app.prompts.action.click();
  await expect(logs).toHaveText([/debug harbour\s*looking at the tide/, /warning harbour\s*low water/]);
  const calls = sdk.seen.filter(({ body }) => body.includes('"prompts/get"')).map(({ body }) => body);
  expect(calls.map((body) => /"io.modelcontextprotocol\/logLevel":"(\w+)"/.exec(body)?.[1])).toEqual([
    undefined,
    'warning',
    'debug',
  ]);
  expect(sdk.seen.some(({ body }) => body.includes('logging/setLevel'))).toBe(false);
});

test('a legacy server is told the level at once; ping says how long the answer took', async ({
  app,
  everything,
}) => {
  await app.connectTo(everything.url);
  await app.open('Prompts');
  await app.prompts.logLevel.selectOption('debug');
  await app.idle();
  await app.open('Wire log');
  await expect(app.wireLog.row('logging/setLevel').first()).toBeVisible();
  await app.open('Handshake');
  await app.page.getByRole('button', { name: 'Ping' }).click();
  await expect(app.page.getByRole('link', { name: /^answered after \d+(\.\d)? m?s$/ })).toBeVisible();
});

test('a modern server has neither ping nor logging/setLevel', async ({ app, sdk }) => {
  sdk.become({ capabilities: { tools: {}, prompts: {} }, catalogue: false });
  await app.connectTo(sdk.url);
  await app.open('Handshake');
  await expect(app.page.getByRole('button', { name: 'Ping' })).toHaveCount(0);
  await app.open('Prompts');
  await expect(app.prompts.logLevel).toBeDisabled();
});
