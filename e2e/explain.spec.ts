// A word of the protocol says since when, until when and what instead; nothing is said of a word that is somebody's own.
import type { Locator } from '@playwright/test';
import type { AppPage } from './pages/app.ts';
import { expect, test } from './fixtures.ts';

/** Asks about a word with the keyboard, and gives what is said. */
async function ask(app: AppPage, word: Locator, name: string): Promise<Locator> {
  await word.focus();
  await word.press('Enter');
  const told = app.page.getByRole('dialog', { name, exact: true });
  await expect(told).toBeFocused();
  return told;
}

/** Leaves what is said, and is back at the word. */
async function leave(app: AppPage, word: Locator): Promise<void> {
  await app.page.keyboard.press('Escape');
  await expect(word).toBeFocused();
}

const link = (told: Locator) => told.getByRole('link', { name: /^Specification/ });

test('capabilities, by keyboard: what is deprecated, what moved, what a revision brought', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Handshake');
  const { capabilities } = app.handshake;

  const logging = capabilities.getByRole('rowheader', { name: 'logging', exact: true }).getByRole('button');
  const told = await ask(app, logging, 'logging');
  await expect(told).toContainText('Sends log messages.');
  await expect(told).toContainText('Deprecated since 2026-07-28. Use OpenTelemetry');
  await expect(link(told)).toHaveAttribute(
    'href',
    'https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging',
  );
  await expect(link(told)).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link(told)).toHaveAttribute('target', '_blank');
  // What it says is no part of the row's name.
  await expect(capabilities.getByRole('rowheader', { name: 'logging', exact: true })).toBeVisible();
  await app.page.keyboard.press('Tab');
  await expect(link(told)).toBeFocused();
  await leave(app, logging);
  await expect(told).toBeHidden();

  const url = app.handshake.capability('elicitation').getByRole('button', { name: 'url', exact: true });
  await expect(await ask(app, url, 'elicitation.url')).toContainText('Since 2025-11-25');
  await leave(app, url);
});

test('methods, headers and members in the wire log, of a revision that has them', async ({ app, sdk }) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Wire log');
  const { wireLog } = app;
  await wireLog.row('initialize').first().click();
  await app.idle();

  const method = wireLog.detail.getByRole('heading', { name: /^initialize, id/ }).getByRole('button');
  const told = await ask(app, method, 'initialize');
  await expect(told).toContainText('Until 2025-11-25, replaced by server/discover');
  await leave(app, method);

  await wireLog.detail.getByRole('button', { name: 'In this message' }).press('Enter');
  await app.idle();
  const member = wireLog.detail.getByRole('button', { name: 'clientInfo', exact: true });
  await expect(await ask(app, member, 'clientInfo')).toContainText(
    'replaced by io.modelcontextprotocol/clientInfo in _meta of every request',
  );
  await leave(app, member);

  await wireLog.row('tools/list').first().click();
  await wireLog.tab('Headers').click();
  const header = wireLog.detail.getByRole('button', { name: 'mcp-session-id' }).first();
  const session = await ask(app, header, 'Mcp-Session-Id');
  await expect(session).toContainText('Since 2025-03-26');
  await expect(session).not.toContainText('does not have it');
  await leave(app, header);
});

test('a header that the revision of the message lacks; one of a vendor; a word closes what it opened', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/legacy/session-everywhere'));
  await app.open('Wire log');
  const { wireLog } = app;
  await wireLog.row('server/discover').first().click();
  await wireLog.tab('Headers').click();
  const header = wireLog.detail.getByRole('button', { name: 'mcp-session-id', exact: true });
  const told = await ask(app, header, 'Mcp-Session-Id');
  await expect(told).toContainText('2026-07-28 does not have it.');
  await expect(link(told)).toHaveText('Specification, 2025-11-25');
  await leave(app, header);

  await header.click();
  await expect(told).toBeVisible();
  await header.click();
  await expect(told).toBeHidden();

  // A word of a vendor is plain text.
  await app.connectToDemo();
  await app.open('Handshake');
  const own = app.handshake.capability('com.example/deploy-windows');
  await expect(own).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);
});

test('error codes: the attempt, the wire log, the result of a call', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/discover/missing-capability'));
  await app.settled(/^Failed/);
  await app.open('Handshake');
  const attempt = app.handshake.verdicts.getByRole('button', { name: '-32021' });
  await expect(await ask(app, attempt, '−32021 MissingRequiredClientCapability')).toContainText(
    'data.requiredCapabilities lists it.',
  );
  await leave(app, attempt);
  await app.open('Wire log');
  await app.wireLog.row('−32021').first().click();
  const chip = app.wireLog.detail.getByRole('button', { name: 'error −32021' });
  await expect(await ask(app, chip, '−32021 MissingRequiredClientCapability')).toContainText(
    'Since 2026-07-28',
  );
  await leave(app, chip);

  await app.connectToDemo();
  await app.open('Client');
  await app.page.getByRole('combobox', { name: 'Client profile' }).selectOption({ label: 'Nothing' });
  await app.idle();
  await app.open('Tools');
  await app.tools.call('deploy_release', '{"service":"checkout-api","release":"r-4821"}');
  const code = app.tools.result.getByRole('button', { name: '−32021', exact: true });
  await expect(await ask(app, code, '−32021 MissingRequiredClientCapability')).toContainText(
    'Since 2026-07-28',
  );
  await leave(app, code);
});

test('rows of a comparison, and an input request by its method', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('book_trip', '{"traveller":"Ada"}');
  await app.open('Rounds');
  const asked = app.page.getByRole('button', { name: /^elicitation, form/ }).first();
  await expect(await ask(app, asked, 'elicitation/create')).toContainText(
    'Since 2026-07-28 carried in inputRequests of a result',
  );
  await leave(app, asked);
  await app.open('Compare');
  await app.compare.runButton.click();
  await app.idle();
  const row = app.compare.matrix.getByRole('rowheader', { name: 'Session', exact: true }).getByRole('button');
  await expect(await ask(app, row, 'Mcp-Session-Id')).toContainText(
    'Until 2025-11-25, replaced by handles that a server gives out and takes as arguments',
  );
  await leave(app, row);
});

test('the code of a failure to connect explains itself where it stands', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/discover/header-mismatch'));
  await app.settled(/^Failed/);
  const code = app.connect.failure.getByRole('button', { name: /^[-−]32020$/ }).first();
  await expect(await ask(app, code, '−32020 HeaderMismatch')).toContainText('Since 2026-07-28');
  await leave(app, code);
});
