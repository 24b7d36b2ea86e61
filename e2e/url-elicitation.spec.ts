// URLs that a server wants somebody to go to: shown whole, opened only on a click, and what a call does meanwhile.
import type { SeenRequest } from './servers/recorder.ts';
import { expect, test } from './fixtures.ts';

const calls = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method, body }) => method === 'POST' && body.includes('"tools/call"'));

test('a legacy call waits for two pages and goes on by itself once both are completed', async ({
  app,
  sdk,
  troubles,
  context,
}) => {
  troubles.expectHost('example.com');
  await context.route('https://example.com/**', (route) => route.fulfill({ body: 'a page' }));
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Tools');
  await app.tools.call('link_files');
  await expect(app.tools.result).toContainText('0 of 2 completed');
  await expect(app.tools.result).toContainText('https://example.com/harbour/link-drive');
  await expect(app.tools.result.locator('.url b')).toHaveText(['example.com', 'example.com']);
  expect(context.pages()).toHaveLength(1);
  // A click opens it, and without a way back to this page.
  const opened = context.waitForEvent('page');
  await app.tools.result
    .getByRole('group', { name: 'Elicitation link-drive' })
    .getByRole('button', { name: 'Open in new tab' })
    .click();
  const page = await opened;
  await page.waitForLoadState();
  expect(page.url()).toBe('https://example.com/harbour/link-drive');
  expect(await page.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await page.close();
  await sdk.finishLink('link-mail');
  await expect(app.tools.result).toContainText('1 of 2 completed');
  await app.open('Rounds');
  await expect(app.rounds.round(1).region).toContainText('1 of 2 completed');
  await sdk.finishLink('link-drive');
  await expect(app.rounds.round(2).region).toContainText('complete');
  await app.open('Tools');
  await expect(app.tools.result).toContainText('Both are linked.');
  expect(calls(sdk.seen)).toHaveLength(2);
});

test('it is sent again by hand, given up, and declined', async ({ app, sdk }) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('link_files');
  await expect(app.tools.result).toContainText('0 of 2 completed');
  await sdk.finishLink('link-mail');
  await sdk.finishLink('link-drive');
  await expect(app.tools.result).toContainText('2 of 2 completed');
  await app.tools.result.getByRole('button', { name: 'Send the call again' }).click();
  await expect(app.tools.result).toContainText('Both are linked.');
  sdk.become({});
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Tools');
  await app.tools.call('link_files');
  await app.tools.result.getByRole('button', { name: 'Give up' }).click();
  await expect(app.tools.result).toContainText('error −32042');
  await app.tools.call('link_files');
  await app.tools.result
    .getByRole('group', { name: 'Elicitation link-mail' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await expect(app.tools.result).toContainText('declined');
  await expect(app.tools.result.getByRole('button', { name: 'Send the call again' })).toBeHidden();
});

test('a modern server asks for consent, which goes out at once', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('open_page');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  const consent = app.rounds.round(1).input('consent').group;
  await expect(consent).toContainText('https://example.com/harbour/sign-in');
  await expect(consent.locator('.url b')).toHaveText('example.com');
  await app.rounds.sendButton.click();
  await app.open('Tools');
  await expect(app.tools.result).toContainText('The page was answered with accept.');
  expect(calls(sdk.seen).at(-1)?.body).toContain('"inputResponses":{"consent":{ "action": "accept" }}');
});

test('the demo of 2025-11-25 has a tool to try it with', async ({ app }) => {
  await app.page.goto('./');
  await app.connect.chooseVersion('2025-11-25');
  await app.connect.demoButton.click();
  await app.settled(/^Connected/);
  await app.open('Tools');
  await app.tools.call('open_billing');
  await expect(app.tools.result).toContainText('0 of 2 completed');
  await app.tools.result.getByRole('button', { name: 'Send the call again' }).click();
  await expect(app.tools.result).toContainText('Billing is open.');
});
