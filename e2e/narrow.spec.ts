// A phone: every panel within 360 px, nothing scrolls sideways but what is meant to.
import type { AppPage } from './pages/app.ts';
import { PANELS } from './pages/app.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

async function fits(app: AppPage, situation: string): Promise<void> {
  const { excess, culprits } = await app.page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    // Boxes beyond the edge that no scrolling box of their own contains.
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      if (width === 0 || right <= innerWidth + 1) return false;
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(parent).overflowX)) return false;
      }
      return true;
    });
    return { excess: wide, culprits: beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)) };
  });
  expect.soft(excess, `${situation}: ${culprits.join('\n')}`).toBeLessThanOrEqual(0);
  expect.soft(culprits, situation).toEqual([]);
}

test('every panel fits: empty, failed, connected, waiting', async ({ app, hostile }) => {
  test.setTimeout(60_000);
  await app.page.goto('./');
  for (const panel of PANELS) {
    await app.open(panel);
    await fits(app, `${panel}, empty`);
  }
  await app.start(hostile.url('/cors/headers-of-2025'), { version: '2026-07-28' });
  await app.settled(/^Failed/);
  await fits(app, 'Connect, failed');
  await app.start(hostile.url('/status/401'));
  await expect(app.connect.failure).toContainText('It asks for: Bearer resource_metadata=');
  const excess = await app.connect.failure.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(excess, 'what a server says may have no break').toBe(0);
  await app.open('Connect');
  await app.connect.demoButton.click();
  await app.settled(/^Connected/);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('deploy_release');
  await expect(app.tools.result).toContainText('input required');
  for (const panel of PANELS) {
    await app.open(panel);
    await fits(app, `${panel}, connected`);
  }
  await app.open('Rounds');
  await app.rounds.next.getByRole('button', { name: 'Edit raw request' }).click();
  await app.idle();
  await fits(app, 'Rounds, raw request');
});

test('a server name without a break fits, on a phone and on a wide screen', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/legacy/long-server-name'));
  await app.settled(/^Connected/);
  for (const [width, height] of [
    [360, 740],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await app.page.setViewportSize({ width, height });
    for (const panel of ['Connect', 'Handshake', 'Tools'] as const) {
      await app.open(panel);
      await app.idle();
      await fits(app, `${panel}, ${width} px`);
    }
    await app.open('Connect');
    // Nothing lies over what a person has to press.
    await app.connect.connectButton.click({ trial: true });
  }
});

test('on a wide screen the page is as high as its window, and only panes scroll', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await app.connectToDemo();
  for (const panel of PANELS) {
    await app.open(panel);
    const excess = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect.soft(excess, panel).toBe(0);
  }
});

test('the main job can be done: connect, call by hand, read the answer', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('book_trip', '{"traveller":"Ada"}');
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  await app.rounds.round(1).input('city').answer('{"action":"accept","content":{"city":"Bern"}}');
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).input('nights').group).toBeVisible();
  await app.idle();
  await app.page.evaluate(() => scrollTo(0, 0));
  const { group } = app.rounds.round(2).input('nights');
  await expect(group).not.toBeInViewport();
  await app.rounds.treeItems.filter({ hasText: 'Round 2' }).last().click();
  await expect(group).toBeInViewport();
  await app.open('Wire log');
  await app.wireLog.row('tools/call').last().click();
  await expect(app.wireLog.detail).toBeInViewport();
  await app.disconnectButton.click();
  await app.page.getByRole('button', { name: 'Abandon and leave' }).click();
  await app.settled(/^Not connected/);
});

test('the panel one is on is in sight in the strip, and the status can be read whole', async ({
  app,
  page,
}) => {
  await app.connectToDemo();
  for (const panel of PANELS) {
    await app.open(panel);
    await expect(app.link(panel)).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  await app.idle();
  await expect(app.link('Client')).toBeInViewport({ ratio: 1 });
  await app.open('Connect');
  await app.connect.demoButton.click();
  await app.settled(/^Connected · 2026-07-28 · modern · acme-deploy 2\.0\.0/);
  const cut = await app.status.evaluate((line) =>
    [...line.querySelectorAll('*')].some(
      (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight,
    ),
  );
  expect(cut).toBe(false);
});

test('a comparison fits, with a cell open', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"hello"}');
  await expect(app.tools.result).toContainText('hello');
  await app.open('Compare');
  await app.compare.tick('echo');
  await fits(app, 'Compare, before a run');
  await app.compare.runButton.click();
  await app.idle();
  await fits(app, 'Compare, a matrix');
  // What a row is, and of which column a cell is, stays in sight.
  await app.compare.cell('Tools', 3).scrollIntoViewIfNeeded();
  await expect(app.compare.matrix.getByRole('rowheader', { name: 'Tools', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(app.compare.matrix.getByRole('columnheader', { name: '2026-07-28' })).toBeInViewport();
  for (const row of ['Negotiated as', 'Tools', 'Result']) {
    await app.compare.cell(row, 1).click();
    await app.idle();
    await expect(app.compare.detail).toBeInViewport();
    await fits(app, `Compare, ${row} open`);
  }
  await app.compare.cell('logging', 3).click();
  await app.idle();
  // There is no room for two texts beside each other.
  await expect(app.compare.diff.sideBySide).toBeDisabled();
  await app.compare.diff.showRaw(app.compare.diff.item('protocolVersion'));
  await fits(app, 'Compare, raw texts of a difference');
});

test('what is kept fits: baselines, saved runs, and what changed since', async ({ app }) => {
  test.setTimeout(60_000);
  await app.connectToDemo();
  await app.open('Handshake');
  await app.handshake.keep('production-'.repeat(12));
  await fits(app, 'Handshake');
  await app.open('Compare');
  await app.compare.runButton.click();
  await app.idle();
  await app.compare.saveRun('before-the-move-'.repeat(10));
  await app.compare.runAgainButton.click();
  await app.idle();
  await fits(app, 'Compare, run again');
  await app.compare.setupButton.click();
  await app.compare.savedButton.click();
  await app.page.getByRole('radio', { name: 'Baselines' }).check();
  await fits(app, 'Compare, baselines and saved runs');
  await app.page.getByRole('group', { name: 'This session' }).getByRole('checkbox').first().check();
  await app.compare.baselines.getByRole('checkbox').check();
  await app.compare.compareButton.click();
  await app.idle();
  await fits(app, 'Compare, a long name over a column');
});

test('what is said of a word fits, wherever the word stands', async ({ app }) => {
  await app.connectToDemo();
  await app.open('Handshake');
  for (const [capability, word] of [
    ['tools', 'listChanged'],
    ['elicitation', 'url'],
    ['logging', 'logging'],
  ] as const) {
    const name = capability === word ? word : `${capability}.${word}`;
    await app.handshake.capability(capability).getByRole('button', { name: word, exact: true }).click();
    const told = app.page.getByRole('dialog', { name, exact: true });
    await expect(told).toBeInViewport({ ratio: 1 });
    await fits(app, `${name} explained`);
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toBeHidden();
  }
  await app.open('Wire log');
  await app.wireLog.row('tools/list').nth(1).click();
  await app.wireLog.detail.getByRole('button', { name: 'In this message' }).click();
  await app.idle();
  await fits(app, 'Wire log, the words of a message');
});
