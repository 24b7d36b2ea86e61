// Whatever a server sends is text: markup that would run a script never does, on any panel.
import type { Locator } from '@playwright/test';
import type { AppPage } from './pages/app.ts';
import { expect, test } from './fixtures.ts';
import { TURNED_NAME } from './servers/cases/text-cases.ts';

async function nothingRan({ page }: AppPage): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { __owned?: number }).__owned)).toBeUndefined();
  // Nor is the markup there as elements of a page: only what an <img> shows that the server sent inline.
  await expect(page.locator('img[src="x"], img[onerror], svg[onload], main script, iframe')).toHaveCount(0);
  await expect(page.locator('a[href^="javascript:"], a[href^="data:text"]')).toHaveCount(0);
}

test('markup in every text of a modern server', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/text/markup'));
  await expect(app.status).toContainText('<img src=x onerror=');
  await app.manual.click();
  await nothingRan(app);
  await app.open('Handshake');
  await expect(app.handshake.capabilities).toContainText('<img src=x');
  await nothingRan(app);
  await app.againButton.click();
  await app.idle();
  await expect(app.handshake.diff).toContainText('No difference');
  await app.open('Tools');
  await app.tools.items.first().click();
  await app.page.getByRole('button', { name: 'Definition' }).click();
  await app.idle();
  await nothingRan(app);
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  await expect(app.page.getByRole('main')).toContainText('<img src=x onerror=');
  for (const tab of await app.rounds.round(1).region.getByRole('tab', { name: 'JSON' }).all()) {
    if (await tab.isEnabled()) await tab.click();
  }
  await app.page.getByRole('button', { name: 'Decode for debugging' }).click();
  await app.idle();
  await nothingRan(app);
  await ((await app.rounds.sendButton.isEnabled()) ? app.rounds.sendButton : app.rounds.anywayButton).click();
  await expect(app.rounds.round(2).region).toContainText('complete');
  await nothingRan(app);
  await app.open('Tools');
  await expect(app.tools.result).toContainText('<img src=x onerror=');
  await app.idle();
  await nothingRan(app);
  await app.tools.showRaw();
  await app.idle();
  await nothingRan(app);
  await app.open('Wire log');
  for (let at = 0; at < (await app.wireLog.rows.count()); at++) {
    await app.wireLog.rows.nth(at).click();
    await nothingRan(app);
  }
  await app.open('Connect');
  await nothingRan(app);
  await app.page.reload();
  await app.idle();
  await expect(app.connect.recent).toContainText('<img src=x');
  await nothingRan(app);
});

test('markup in every text of a legacy server, streamed too', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/text/markup-legacy'));
  await app.open('Handshake');
  await nothingRan(app);
  await app.open('Tools');
  await app.tools.items.first().click();
  await app.tools.callButton.click();
  await expect(app.tools.result).toContainText('<img src=x onerror=');
  await nothingRan(app);
  await app.open('Wire log');
  for (let at = 0; at < (await app.wireLog.rows.count()); at++) {
    await app.wireLog.rows.nth(at).click();
    if (await app.wireLog.tab('Stream').isEnabled()) await app.wireLog.tab('Stream').click();
    await app.idle();
    await nothingRan(app);
  }
});

test('markup in errors: of the handshake, of a list, of a call', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/text/markup-connect'));
  await app.settled(/^Failed/);
  await nothingRan(app);
  await app.open('Handshake');
  await nothingRan(app);
  await app.start(hostile.url('/text/markup-error'));
  await app.settled(/^Connected/);
  await app.open('Tools');
  await expect(app.tools.listPane).toContainText(/Page 1.*500/);
  await nothingRan(app);
  await app.open('Wire log');
  await app.wireLog.rows.last().click();
  await app.idle();
  await nothingRan(app);
});

test('names every object has are names like any other', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/text/odd-names'));
  await app.open('Handshake');
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    await expect(app.handshake.capability(name)).toBeVisible();
  }
  await app.open('Tools');
  await expect(app.tools.items).toHaveCount(8);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a b', 'ü/😀']) {
    await app.tools.call(name, `{"__proto__":"${name}"}`);
    await expect(app.tools.result).toContainText('complete');
    expect(
      hostile
        .seenAt('/text/odd-names')
        .some(({ body }) => body.includes(`"arguments":{"__proto__":"${name}"}`)),
      name,
    ).toBe(true);
  }
});

test('control characters, overrides of direction and very long words', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/text/odd-characters'));
  for (const panel of ['Handshake', 'Tools', 'Wire log', 'Connect'] as const) {
    await app.open(panel);
    const wide = await app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, panel).toBeLessThanOrEqual(0);
  }
  await app.open('Tools');
  await app.tools.call('odd');
  await expect(app.tools.result).toContainText('red');
});

/** Where on the screen the parts of a name stand: left of the override, and the two halves of what follows it. */
function placesOf(within: Locator): Promise<readonly number[][]> {
  return within.evaluate((root) => {
    const found: number[][] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const all = texts.map(({ data }) => data).join('');
    const leftOf = (at: number): number => {
      let start = 0;
      for (const text of texts) {
        if (at < start + text.length) {
          const range = document.createRange();
          range.setStart(text, at - start);
          range.setEnd(text, at - start + 1);
          return range.getBoundingClientRect().left;
        }
        start += text.length;
      }
      return NaN;
    };
    for (let at = all.indexOf('selif_eteled'); at >= 0; at = all.indexOf('selif_eteled', at + 1))
      found.push([leftOf(at), leftOf(at + 6), leftOf(at + 11)]);
    return found;
  });
}

/** The name is there, read from left to right, and where it is written out nothing of the override is left. */
async function readStraight(within: Locator, kind: 'written out' | 'raw'): Promise<void> {
  await expect(within).toContainText(
    kind === 'raw' ? TURNED_NAME : TURNED_NAME.replace('\u202e', '\\u{202e}'),
  );
  if (kind === 'written out') await expect(within).not.toContainText('\u202e');
  const places = await placesOf(within);
  expect(places.length).toBeGreaterThan(0);
  for (const [first = NaN, middle = NaN, last = NaN] of places) {
    expect(first).toBeLessThan(middle);
    expect(middle).toBeLessThan(last);
  }
}

test('a name that turns its direction is read as it was written, and travels unchanged', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/text/turned'));
  await readStraight(app.status, 'written out');
  await readStraight(app.page.getByRole('heading', { level: 1, name: 'Connected to' }), 'written out');
  await app.open('Handshake');
  await readStraight(app.page.getByRole('main').locator('.kv').first(), 'written out');
  await app.open('Tools');
  await app.tools.items.first().click();
  await readStraight(app.tools.items.first(), 'written out');
  await readStraight(app.page.getByRole('heading', { level: 2, name: 'read_' }), 'written out');
  await app.page.getByRole('button', { name: 'Definition' }).click();
  const definition = app.page.locator('.raw pre').first();
  await readStraight(definition, 'raw');
  await expect(definition.locator('.turn').first()).toHaveAttribute('title', /^U\+202E /);
  // An editor draws it in the same way, and sends what was typed.
  const typed = `{"a":"${TURNED_NAME}"}`;
  await app.tools.editor.write(typed);
  await expect(app.tools.arguments.locator('.cm-line .turn')).toHaveAttribute('data-turn', 'U+202E');
  await app.tools.callButton.click();
  await readStraight(app.tools.result.locator('.said'), 'written out');
  const sent = hostile.seenAt('/text/turned').at(-1)?.body;
  expect(sent).toContain(`"name":"${TURNED_NAME}"`);
  expect(sent).toContain(`"arguments":${typed}`);
  await readStraight(
    app.page.getByRole('region', { name: 'Wire log, beside' }).getByText('stands for').first(),
    'written out',
  );
  await app.open('Wire log');
  await readStraight(app.wireLog.row('tools/call').first(), 'written out');
  await app.wireLog.row('tools/call').first().click();
  const body = app.wireLog.detail.locator('.raw pre').filter({ hasText: TURNED_NAME }).first();
  await readStraight(body, 'raw');
  // What a selection copies is what travelled, not what is drawn for it.
  const copied = await body.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(copied).toContain(TURNED_NAME);
});
