// What both sides declared, and what changed since: across a reload, another version, another server.
import { copied } from './pages/editor.ts';
import { expect, test } from './fixtures.ts';

test('change the server, reload, connect: the diff says what changed', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  sdk.become({
    version: '3.2.0',
    instructions: 'Moor first.',
    capabilities: { tools: { listChanged: true }, logging: {}, completions: {} },
  });
  await app.page.reload();
  await app.start(sdk.url);
  await app.settled(/^Connected .*harbour 3\.2\.0/);
  await app.open('Handshake');
  // The one before with the same URL is there by default.
  await expect(app.handshake.compareWith.getByRole('option', { selected: true })).toHaveText(
    /harbour 3\.1\.0/,
  );
  await expect(app.handshake.difference('prompts').first()).toContainText(/prompts/);
  await expect(app.handshake.diff).toContainText(/\d+ added/);
  await expect(app.handshake.diff).toContainText(/\d+ removed/);
  await expect(app.handshake.diff).toContainText(/\d+ changed/);
  for (const text of [
    'completions',
    'prompts',
    'resources',
    'listChanged',
    '3.1.0',
    '3.2.0',
    'Moor first.',
  ]) {
    await expect(app.handshake.differences.filter({ hasText: text }).first()).toBeVisible();
  }
  // Each has its meaning in a sentence.
  for (const difference of await app.handshake.differences.all()) {
    await expect(difference).toHaveText(/[A-Z][^.]+\./);
  }
});

test('the diff: breaking only, side by side, as it travelled; it is copied and saved', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  sdk.become({
    version: '3.2.0',
    instructions: 'Moor first.',
    capabilities: { tools: { listChanged: true }, logging: {} },
  });
  await app.againButton.click();
  await app.idle();
  await app.open('Handshake');
  const { diffView } = app.handshake;
  const version = diffView.item('serverInfo.version');
  await expect(version).toContainText('wording');
  await expect(diffView.item('server.prompts')).toContainText('breaking');
  await diffView.breakingOnly.check();
  await expect(version).toHaveCount(0);
  await expect(diffView.item('server.prompts')).toBeVisible();
  await diffView.breakingOnly.uncheck();

  await diffView.sideBySide.check();
  await expect(version.locator('.raw')).toHaveCount(2);
  await expect(version.locator('.raw').first().locator('mark')).toHaveText('3.1.0');
  await expect(version.locator('.raw').last().locator('mark')).toHaveText('3.2.0');
  await diffView.unified.check();
  await diffView.showRaw(version);
  expect(await diffView.text(version, 0)).toBe('"3.1.0"');
  expect(await diffView.text(version, 1)).toBe('"3.2.0"');

  const markdown = await diffView.copyMarkdown();
  expect(markdown).toMatch(/^## Handshake: `Handshake \d+` → `Handshake \d+`\n/);
  expect(markdown).toContain('| Server | `harbour 3.1.0` | `harbour 3.2.0` |');
  expect(markdown).toContain('- `serverInfo.version` (`"3.1.0"` → `"3.2.0"`): ');
  expect(markdown.indexOf('`server.prompts`')).toBeLessThan(markdown.indexOf('`serverInfo.version`'));
  expect(await diffView.exportJson()).toMatchObject({
    format: 'roundtrip-diff',
    version: 1,
    subject: 'handshake',
    from: { url: sdk.url, server: 'harbour 3.1.0' },
    to: { url: sdk.url, server: 'harbour 3.2.0' },
  });
});

test('a second handshake with an unchanged server makes no difference', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.againButton.click();
  await app.idle();
  await app.open('Handshake');
  await expect(app.handshake.diff).toContainText('No difference');
  await expect(app.handshake.differences).toHaveCount(0);
  expect(await app.handshake.kept()).toHaveLength(2);
});

test('the demo under 2025-11-25 and 2026-07-28: what a new user reads', async ({ app }) => {
  await app.page.goto('./');
  await app.connect.chooseVersion('2025-11-25');
  await app.connect.demoButton.click();
  await app.settled(/^Connected · 2025-11-25/);
  await app.open('Connect');
  await app.connect.chooseVersion('2026-07-28');
  await app.connect.demoButton.click();
  await app.settled(/^Connected · 2026-07-28/);
  await app.open('Handshake');
  for (const [path, words] of [
    ['com.example/deploy-windows', /deploy/],
    ['subscribe', /subscri/i],
    ['1.4.0', /2\.0\.0/],
    ['2025-11-25', /2026-07-28/],
  ] as const) {
    await expect(app.handshake.differences.filter({ hasText: path }).first()).toContainText(words);
  }
  // The same capabilities under other names are no difference of their own: one normal form for both eras.
  await expect(app.handshake.diff).toContainText(/\d+ without difference/);
  await app.handshake.compare(/acme-deploy 1\.4\.0, 2025-11-25/);
  await expect(app.handshake.differences.filter({ hasText: 'subscribe' }).first()).toBeVisible();
});

test('any earlier handshake can be compared with: another server, another profile', async ({
  app,
  sdk,
  everything,
}) => {
  await app.connectTo(everything.url);
  await app.open('Client');
  await app.page.getByRole('combobox', { name: 'Client profile' }).selectOption({ label: 'Nothing' });
  await app.open('Connect');
  await app.start(sdk.url);
  await app.settled(/^Connected · 2026-07-28/);
  await app.open('Handshake');
  await expect(app.handshake.diff).toContainText('No earlier handshake with this URL');
  const [other] = await app.handshake.compareWith
    .getByRole('option')
    .filter({ hasText: '2025-11-25' })
    .allTextContents();
  await app.handshake.compareWith.selectOption({ label: other ?? '' });
  await expect(app.handshake.differences.filter({ hasText: 'harbour' }).first()).toBeVisible();
  // The client's own side is compared as well.
  await expect(
    app.handshake.differences.filter({ hasText: /elicitation|sampling|roots/ }).first(),
  ).toBeVisible();
});

test('capabilities of both sides: meaning, revision, deprecation', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Handshake');
  await expect(app.handshake.capabilities.getByRole('columnheader')).toHaveText([
    'Capability',
    'Declared',
    'Since',
    'Meaning',
  ]);
  await expect(app.handshake.capability('logging')).toContainText('deprecated 2026-07-28');
  await expect(app.handshake.capability('roots')).toContainText('deprecated 2026-07-28');
  await expect(app.handshake.capability('sampling').first()).toContainText('deprecated 2026-07-28');
  await expect(app.handshake.capability('tools')).not.toContainText('deprecated');
  await app.open('Connect');
  await app.start(sdk.url, { version: '2025-11-25' });
  await app.settled(/^Connected · 2025-11-25/);
  await app.open('Handshake');
  await expect(app.handshake.capability('logging')).toHaveCount(1);
});

test('server info, supported versions, cache hints, session id, instructions', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Handshake');
  const pane = app.page.getByRole('main');
  for (const text of [
    'harbour 3.1.0',
    'A fixture. Nothing it says is true.',
    'ttlMs',
    'Cache scope',
    'Supports',
  ]) {
    await expect(pane).toContainText(text);
  }
  await app.open('Connect');
  await app.start(sdk.url, { version: '2025-06-18' });
  await app.settled(/^Connected · 2025-06-18/);
  await app.open('Handshake');
  await expect(pane).toContainText(/Session.*36 characters/);
});

test('server info is found wherever it stands, and a difference between two places is a finding', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/discover/two-server-infos'));
  await app.open('Handshake');
  const pane = app.page.getByRole('main');
  await expect(pane.getByRole('list', { name: 'Findings' })).toContainText(/the-other|server ?info/i);
  await app.open('Connect');
  await app.start(hostile.url('/discover/no-server-info'));
  await app.settled(/^Connected/);
  await expect(app.status).toHaveText(/^Connected · 2026-07-28 · modern · 127\.0\.0\.1:\d+/);
  await app.open('Handshake');
  await expect(pane).toContainText('The server did not say who it is');
});

test('unknown and mistyped capabilities are shown, extensions with their settings', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/discover/many-capabilities'));
  await app.open('Handshake');
  for (const name of [
    'com.example/odd',
    'com.example/one',
    'A feature outside the specification',
    'logging',
    'resources',
    'tools',
  ]) {
    await expect(app.handshake.capabilities.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  }
});

test('the raw exchange is one click away, exactly as it travelled', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Handshake');
  await app.handshake.messages.first().click();
  await expect(app.handshake.exchange).toContainText('server/discover');
  const [sent] = sdk.seen.filter(({ body }) => body.includes('server/discover'));
  expect(await copied(app.handshake.exchange)).toBe(sent?.body);
  await app.page.keyboard.press('Escape');
  await expect(app.handshake.exchange).toHaveCount(0);
  await app.handshake.rawResult.click();
  expect(JSON.parse(await copied(app.handshake.exchange))).toMatchObject({
    result: { supportedVersions: expect.arrayContaining(['2026-07-28']) as unknown },
  });
});

test('failed handshakes are kept, with their attempts and verdicts', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/status/404-text'));
  await app.settled(/^Failed/);
  await app.page.reload();
  await app.open('Handshake');
  await expect(app.handshake.heading).toHaveText('Handshake 1');
  await expect(app.handshake.verdicts).toHaveText([/404.*trying initialize/, /initialize with 404/]);
  await expect(app.handshake.attempts).toContainText('There is no MCP endpoint at this path');
  await expect(app.handshake.messages.first()).toContainText('server/discover');
});

test('the last 50 handshakes survive a reload, the oldest goes first', async ({ app, sdk }) => {
  test.setTimeout(90_000);
  await app.connectTo(sdk.url);
  for (let made = 1; made < 53; made++) {
    await app.againButton.click();
    await app.idle();
  }
  await app.page.reload();
  await app.open('Handshake');
  const kept = await app.handshake.kept();
  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatch(/^53: harbour 3\.1\.0, 2026-07-28/);
  expect(kept.at(-1)).toMatch(/^4: harbour 3\.1\.0, 2026-07-28/);
  await app.handshake.lookAt.selectOption({ label: kept.at(-1) ?? '' });
  await expect(app.handshake.heading).toHaveText('Handshake 4');
  await expect(app.handshake.verdicts).toHaveText([/supports 2026-07-28/]);
  await expect(app.handshake.capability('tools')).toBeVisible();
});

test('Handshake again after the server changed shows it at once, and the connection stays usable', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  sdk.become({ version: '3.1.1' });
  await app.againButton.click();
  await app.settled(/^Connected .*harbour 3\.1\.1/);
  await app.open('Handshake');
  await expect(app.handshake.differences.filter({ hasText: '3.1.1' }).first()).toContainText('3.1.0');
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"still here"}');
  await expect(app.tools.result).toContainText('still here');
});

test('Handshake again on a legacy connection makes a new session and ends the old one', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.againButton.click();
  await app.settled(/^Connected · 2025-11-25/);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"second"}');
  await expect(app.tools.result).toContainText('second');
  const sessions = new Set(
    sdk.seen
      .filter(({ body, method }) => method === 'POST' && body.includes('"tools/'))
      .map(({ headers }) => headers['mcp-session-id']),
  );
  expect(sessions.size).toBe(2);
  expect(sdk.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('long names above the ladder are cut, with all of them in a title; which side is which stays', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/text/odd-names'));
  await app.open('Handshake');
  const head = app.handshake.attempts.locator('.lhead');
  const sides = head.locator('b');
  await expect(sides).toHaveText(['Client', 'Server']);
  const inside = await head.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const shown = [...element.querySelectorAll('b, .clip')].map((each) => each.getBoundingClientRect());
    return {
      contained: shown.every((each) => each.left >= left && each.right <= right),
      apart: shown.every((each, at) => at === 0 || each.left >= (shown[at - 1]?.right ?? 0) - 1),
      cut: [...element.querySelectorAll('.clip')].some((each) => each.scrollWidth > each.clientWidth),
    };
  });
  expect(inside).toEqual({ contained: true, apart: true, cut: true });
  await expect(head.getByTitle(/text\/odd-names\?k=/)).toBeVisible();
});

test('the choice of a handshake gives way, however long the name of a server is', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/text/odd-names'));
  await app.againButton.click();
  await app.idle();
  await app.open('Handshake');
  const edges = await app.handshake.diff.evaluate((section) => {
    const [heading, choice] = ['h2', 'select'].map((each) =>
      section.querySelector(each)?.getBoundingClientRect(),
    );
    return { heading, choice, width: innerWidth };
  });
  expect(edges.choice?.right).toBeLessThanOrEqual(edges.width);
  // Beside the heading, or below it: never over it.
  const { heading, choice } = edges;
  expect(heading && choice && (heading.right <= choice.left || heading.bottom <= choice.top)).toBe(true);
  expect(heading?.width).toBeGreaterThan(100);
});

test('a capability without a name, and an experiment, are told apart in the table', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/discover/many-capabilities'));
  await app.open('Handshake');
  await expect(app.handshake.capability('""')).toContainText('An extension Roundtrip does not know');
  await expect(app.handshake.capability('experimental.a')).toContainText('outside the specification');
});
