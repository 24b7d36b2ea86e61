// Everything that travelled, in order, found again, and copied exactly.
import { readFile } from 'node:fs/promises';
import type { NotUtf8 } from '../src/engine/wire/not-utf8.ts';
import { copied } from './pages/editor.ts';
import { RecordingFiles } from './pages/recording.ts';
import { watchResponsiveness } from './pages/responsiveness.ts';
import { expect, test } from './fixtures.ts';

test('the filter finds methods, names, ids, status and text in bodies', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"needle in a haystack"}');
  await expect(app.tools.result).toContainText('needle');
  await app.tools.call('fail');
  await app.open('Wire log');
  for (const [needle, count] of [
    ['haystack', 2],
    ['tools/list', 2],
    ['It did not work', 1],
    ['server/discover', 2],
    ['nothing has this', 0],
  ] as const) {
    await app.wireLog.filter.fill(needle);
    await app.idle();
    await expect(app.wireLog.rows).toHaveCount(count);
  }
  await app.page.getByRole('button', { name: 'Clear the filter' }).click();
  await app.page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name: 'Out' }).check();
  await app.idle();
  const sent = app.wireLog.rows.filter({ has: app.page.getByRole('cell', { name: 'client to server' }) });
  await expect(sent).not.toHaveCount(0);
  await expect(sent).toHaveCount(await app.wireLog.rows.count());
});

test('a window of 1280 has room for every column, and the title of a message for itself', async ({
  app,
  sdk,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.connectTo(sdk.url);
  await app.open('Wire log');
  const columns = app.wireLog.table.getByRole('columnheader');
  const all = ['Time', 'Direction', 'Message', 'For', 'Id', 'Status', 'Size', 'ms'];
  await expect(columns).toHaveText(all);
  await app.wireLog.row('tools/list').last().click();
  await expect(columns).toHaveText(all);
  const title = app.wireLog.detail.getByRole('heading', { level: 2 });
  expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  // What can't be chosen is dim, and not struck: that is for what a revision lacks.
  await expect(app.wireLog.tab('Stream')).toBeDisabled();
  await expect(app.wireLog.tab('Stream')).toHaveCSS('text-decoration-line', 'none');
});

test('bytes that are no UTF-8 are named with their place, and a file says what they were', async ({
  app,
  hostile,
}, info) => {
  await app.connectTo(hostile.url('/body/latin-1'));
  await app.open('Tools');
  await app.tools.call('ping');
  await expect(app.tools.result).toContainText('caf\ufffd');
  await app.open('Wire log');
  await app.wireLog.row('ping').last().click();
  await expect(app.wireLog.detail).toContainText(/The body is not UTF-8: E9 at byte \d+/);
  const path = info.outputPath('latin-1.roundtrip.jsonl');
  await new RecordingFiles(app.page).export(path);
  const entries = (await readFile(path, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type?: string; body?: string; bytes?: number; notUtf8?: NotUtf8 });
  const body = entries.findLast(({ type, body }) => type === 'body' && body?.includes('caf'))?.body ?? '';
  const end = entries.find(({ notUtf8 }) => notUtf8 !== undefined);
  const [place] = end?.notUtf8?.places ?? [];
  // Put together again, it is what the server wrote.
  const bytes = Buffer.concat([
    Buffer.from(body.slice(0, place?.at)),
    Buffer.from(place?.bytes ?? '', 'hex'),
    Buffer.from(body.slice((place?.at ?? 0) + 1)),
  ]);
  expect(bytes.length).toBe(end?.bytes);
  expect(bytes.toString('latin1')).toContain('"text":"café"');
});

test('a message in detail: headers as sent and as readable, body as it travelled, timing', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{ "message" :"spaces   stay" }');
  await expect(app.tools.result).toContainText('spaces   stay');
  await app.open('Wire log');
  await app.wireLog.row('tools/call').first().click();
  const sent = sdk.seen.find(({ body }) => body.includes('"tools/call"'));
  expect(await copied(app.wireLog.detail)).toBe(sent?.body);
  expect(sent?.body).toContain('"arguments":{ "message" :"spaces   stay" }');
  await app.wireLog.tab('Headers').click();
  await expect(app.wireLog.detail).toContainText('Mcp-Method: tools/call');
  await expect(app.wireLog.detail).toContainText('Mcp-Name: echo');
  await expect(app.wireLog.detail).toContainText('MCP-Protocol-Version: 2026-07-28');
  await expect(app.wireLog.detail).toContainText(/content-type: (application\/json|text\/event-stream)/);
  expect(await copied(app.wireLog.detail)).toContain('Mcp-Name: echo\n');
  await app.wireLog.tab('Timing').click();
  await expect(app.wireLog.detail).toContainText(/ms/);
  await app.wireLog.tab('Exchange').click();
  await expect(app.wireLog.detail).toContainText(sdk.url);
});

test('a stream event by event, with id, name and retry, and each as it came', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/stream/bytes-crlf'));
  await app.open('Tools');
  await app.tools.call('ping');
  await expect(app.tools.result).toContainText('Zürich 😀');
  await app.open('Wire log');
  await app.wireLog.row('SSE').last().click();
  await app.wireLog.tab('Stream').click();
  const events = app.wireLog.detail.getByRole('option');
  await expect(events).toHaveCount(3);
  await expect(app.wireLog.detail).toContainText('id 2');
  await expect(app.wireLog.detail).toContainText('retry 500 ms');
  await events.nth(1).click();
  expect(await copied(app.wireLog.detail)).toContain('event: ping');
  await events.nth(2).click();
  const raw = await copied(app.wireLog.detail);
  expect(raw).toContain('event:message');
  expect(raw).toContain('unknown: field');
  expect(raw).toContain('\r\n');
});

test('exchanges without a message have a row of their own: a failed fetch, a 405, a DELETE', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/legacy/delete-405'));
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  await app.start(hostile.url('/cors/none'));
  await app.settled(/^Failed/);
  await app.open('Wire log');
  await expect(app.wireLog.row('DELETE').first()).toBeVisible();
  await expect(app.wireLog.row('405').first()).toBeVisible();
  await expect(app.wireLog.row('GET, no-cors').first()).toBeVisible();
  await expect(app.wireLog.row(/failed/).first()).toBeVisible();
});

test('a call leads to its round and back', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('good day');
  await app.open('Wire log');
  await app.wireLog.row('tools/call').first().click();
  await app.wireLog.detail.getByRole('button', { name: 'Go to round' }).click();
  await app.idle();
  await expect(app.rounds.round(1).region).toBeVisible();
  await app.rounds.round(1).region.getByRole('button', { name: 'Raw request' }).click();
  await app.page.getByRole('link', { name: 'Open the exchange' }).first().click();
  await expect(app.wireLog.detail).toContainText('tools/call');
});

test('10 000 messages and more: the log opens, filters and scrolls without slowing down', async ({
  app,
  hostile,
  page,
}) => {
  test.setTimeout(90_000);
  await app.connectTo(hostile.url('/stream/100k-progress'));
  await app.open('Tools');
  await app.tools.call('ping');
  await expect(app.tools.result).toContainText('Zürich 😀', { timeout: 40_000 });
  await app.idle();
  const longest = await watchResponsiveness(page);
  const opened = Date.now();
  await app.open('Wire log');
  await expect(app.wireLog.rows.first()).toBeVisible();
  expect(Date.now() - opened).toBeLessThan(3_000);
  // Only what is in sight exists.
  expect(await app.wireLog.rows.count()).toBeLessThan(200);
  const filtered = Date.now();
  await app.wireLog.filter.fill('tools/call');
  await app.idle();
  await expect(app.wireLog.rows.first()).toBeVisible();
  expect(Date.now() - filtered).toBeLessThan(5_000);
  await app.wireLog.filter.fill('');
  await app.idle();
  await app.wireLog.rows.first().click();
  await page.keyboard.press('Home');
  await expect(app.wireLog.rows.first()).toContainText('server/discover');
  await page.keyboard.press('End');
  await expect(app.wireLog.rows.last()).toContainText('complete');
  expect(await longest()).toBeLessThan(1_500);
});
