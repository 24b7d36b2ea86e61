// What was kept is compared later: baselines, recordings and saved runs, also with no server.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { RecordingFiles } from './pages/recording.ts';
import { expect, test } from './fixtures.ts';

const TOKEN = 'a-token-nobody-may-see';
const jsonl = 'application/jsonl';

test('a baseline is kept with its lists, and tells what the server breaks later', async ({ app, sdk }) => {
  const { handshake, compare } = app;
  await app.connectTo(sdk.url, { headers: [['Authorization', `Bearer ${TOKEN}`]] });
  await app.open('Handshake');
  sdk.seen.length = 0;
  expect(await handshake.keep('production, 12 November')).toBe(
    'Kept: 11 tools, 1 resource, 0 templates, 1 prompt',
  );
  // Only what was not listed yet is asked for.
  const asked = sdk.seen.filter(({ method }) => method === 'POST');
  expect(asked.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual([
    'resources/list',
    'resources/templates/list',
    'prompts/list',
  ]);

  sdk.become({ version: '4.0.0', echoTo: true, capabilities: { tools: {}, logging: {}, prompts: {} } });
  await app.againButton.click();
  await app.settled(/harbour 4\.0\.0/);
  await handshake.compare(/^production, 12 November: harbour 3\.1\.0/);
  await app.idle();
  await expect(handshake.difference('serverInfo.version')).toContainText('3.1.0');
  await expect(handshake.difference('server.resources')).toBeVisible();

  await handshake.diff.getByRole('link', { name: 'Compare the lists too' }).click();
  await app.idle();
  await expect(compare.matrix.getByRole('columnheader')).toHaveText([
    'What',
    'production, 12 November',
    /^Handshake \d+$/,
  ]);
  await app.idle();
  expect(await compare.row('Resources')).toEqual([expect.stringMatching(/^1 /), '−removed: breaking none']);
  expect((await compare.row('Prompts'))[1]).toBe('–');
  await app.page.getByRole('button', { name: 'List the rest and compare' }).click();
  await app.idle();
  expect((await compare.row('Prompts'))[1]).toMatch(/^1 /);
  await compare.cell('Tools', 1).press('Enter');
  await app.idle();
  await expect(compare.differences.filter({ hasText: 'breaking' })).toContainText('echo');

  // The address outlives the handshake that it names: what can be chosen instead is there.
  await app.page.reload();
  await app.idle();
  await expect(compare.baselines.getByRole('checkbox', { name: /^production/ })).toBeChecked();
});

test('a baseline is renamed, saved to a file, deleted, and opened where no server is', async ({
  app,
  sdk,
}, info) => {
  const { handshake, compare } = app;
  await app.connectTo(sdk.url, { headers: [['Authorization', `Bearer ${TOKEN}`]] });
  await app.open('Handshake');
  await handshake.keep('one');
  sdk.become({ version: '4.0.0', echoTo: true });
  await app.againButton.click();
  await app.settled(/harbour 4\.0\.0/);
  await handshake.keep('two');
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  await app.page.reload();
  await app.open('Compare');
  await expect(compare.baselines.getByRole('checkbox')).toHaveCount(2);

  await app.page.getByRole('button', { name: 'Rename one' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('production');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(compare.baselines).toContainText('production');
  const files = new Map(
    ['production', 'two'].map((name) => [name, info.outputPath(`${name}.roundtrip.jsonl`)]),
  );
  for (const [name, path] of files) {
    await compare.saveFile(name, path);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(TOKEN);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ format: 'roundtrip-recording', name });
    await app.page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await app.page.getByRole('button', { name: `Delete ${name} for good` }).click();
    await app.idle();
  }
  await expect(compare.baselines).toContainText('None yet');

  // Files, with no server and nothing kept.
  sdk.seen.length = 0;
  for (const path of files.values()) await compare.openFile(path);
  await app.idle();
  await compare.compareButton.click();
  await app.idle();
  await expect(compare.matrix.getByRole('columnheader')).toHaveText(['What', 'production', 'two']);
  expect(await compare.row('Server')).toEqual(['harbour 3.1.0', '~changed: harbour 4.0.0']);
  await compare.cell('Tools', 1).click();
  await app.idle();
  await expect(compare.differences.filter({ hasText: 'breaking' })).toContainText('echo');
  await compare.setupButton.click();
  await app.page.getByRole('button', { name: 'Keep production as baseline' }).click();
  await app.idle();
  await expect(compare.baselines.getByRole('checkbox', { name: /^production/ })).toBeVisible();

  // It is a recording as any other: Import shows it, and what is shown is compared with a baseline.
  await app.open('Wire log');
  await new RecordingFiles(app.page).import(files.get('two') ?? '');
  await app.settled(/recording of two/);
  await app.open('Handshake');
  expect(await handshake.keep('as imported')).toBe('Kept: 11 tools, 1 resource, 0 templates, 1 prompt');
  await app.open('Compare');
  await app.page.getByRole('group', { name: 'This recording' }).getByRole('checkbox').check();
  await compare.baselines.getByRole('checkbox', { name: /^production/ }).check();
  await compare.compareButton.click();
  await app.idle();
  expect((await compare.row('Server'))[1]).toBe('~changed: harbour 4.0.0');
  expect(sdk.seen).toEqual([]);
});

test('a run is saved, opened with no server, and run again: what changed since stands in each cell', async ({
  app,
  sdk,
}, info) => {
  test.setTimeout(60_000);
  const { compare, tools } = app;
  await app.connectTo(sdk.url, { headers: [['Authorization', `Bearer ${TOKEN}`]] });
  await app.open('Tools');
  await tools.choose('echo');
  await app.page.getByRole('button', { name: '_meta' }).click();
  await app.page.getByRole('textbox', { name: '_meta JSON' }).fill('{"example.com/trace":9007199254740993}');
  await tools.call('echo', '{"message":"hello"}');
  await expect(tools.result).toContainText('complete');
  await app.open('Compare');
  await compare.tick('echo');
  sdk.seen.length = 0;
  await compare.runButton.click();
  await app.idle();
  const calls = () => sdk.seen.filter(({ body }) => body.includes('"tools/call"'));
  expect(calls()).toHaveLength(4);
  for (const { body } of calls()) expect(body).toContain('"example.com/trace":9007199254740993');
  const before = await compare.rows();
  await compare.saveRun('before the move');

  // Another page: its secrets are gone, and it says which.
  await app.page.reload();
  await app.open('Compare');
  await compare.savedButton.click();
  await app.page.getByRole('button', { name: 'Open before the move' }).click();
  await app.idle();
  expect(await compare.rows()).toEqual(before);
  await compare.cell('Result', 3).click();
  await app.idle();
  await expect(compare.detail).toContainText('Result, 2026-07-28');
  await expect(compare.runAgainButton).toBeDisabled();
  await expect(app.page.getByText('Authorization lacks its value')).toBeVisible();
  await compare.savedButton.click();
  const path = info.outputPath('before.roundtrip-run.jsonl');
  await compare.saveFile('before the move', path);
  expect(await readFile(path, 'utf8')).not.toContain(TOKEN);

  // With the secret it runs, on the server as it is by now.
  sdk.become({ version: '4.0.0', echoTo: true });
  await app.open('Connect');
  await app.page.getByRole('textbox', { name: 'Header value' }).fill(`Bearer ${TOKEN}`);
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  await app.open('Compare');
  await compare.openFile(path);
  await app.idle();
  sdk.seen.length = 0;
  await compare.runAgainButton.click();
  await app.idle();
  const ran = sdk.seen.filter(({ method }) => method !== 'OPTIONS');
  expect(new Set(ran.map(({ headers }) => headers['authorization']))).toEqual(new Set([`Bearer ${TOKEN}`]));
  await expect(app.page.getByRole('radio', { name: 'Run before' })).toBeChecked();
  expect(await compare.row('Server')).toEqual(Array(4).fill('~changed: harbour 4.0.0'));
  expect(await compare.row('Outcome')).toEqual(
    Array(4).fill(
      expect.stringMatching(/^~changed: breaking Not called\. Its input schema refuses the arguments/),
    ),
  );
  expect((await compare.row('Negotiated as'))[3]).toBe('2026-07-28, modern');
  await compare.cell('Tools', 2).press('Enter');
  await app.idle();
  await expect(compare.differences.filter({ hasText: 'breaking' })).toContainText('echo');
  await app.page.getByRole('radio', { name: 'Left neighbour' }).check();
  expect((await compare.row('Negotiated as'))[3]).toBe('~changed: 2026-07-28, modern');
  expect((await compare.row('Server'))[0]).toBe('harbour 4.0.0');

  // Two saved runs of one plan, with no server: the later one is compared with the earlier.
  await compare.saveRun('after the move');
  await app.page.reload();
  await app.open('Compare');
  await compare.savedButton.click();
  for (const name of ['before the move', 'after the move']) {
    const open = app.page.getByRole('button', { name: `Open ${name}` });
    if (!(await open.isVisible())) await compare.savedButton.click();
    await open.click();
    await app.idle();
  }
  expect(await compare.row('Server')).toEqual(Array(4).fill('~changed: harbour 4.0.0'));
});

test('where the browser has no room left it says so, and what was there stays', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Handshake');
  await app.handshake.keep('first');
  await app.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await app.handshake.keepButton.click();
  const dialog = app.handshake.keepDialog;
  await dialog.getByRole('textbox', { name: 'Name' }).fill('second');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('no room left');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.open('Compare');
  await app.page.getByRole('radio', { name: 'Baselines' }).check();
  await expect(app.compare.baselines.getByRole('checkbox')).toHaveCount(1);
});

test('a saved run of another server can run on the one that is connected', async ({
  app,
  sdk,
  everything,
}, info) => {
  const { compare } = app;
  await app.connectTo(sdk.url);
  await app.open('Compare');
  await compare.runButton.click();
  await app.idle();
  await compare.saveRun('harbour');
  await compare.savedButton.click();
  const path = info.outputPath('harbour.roundtrip-run.jsonl');
  await compare.saveFile('harbour', path);
  await app.open('Connect');
  await app.start(everything.url);
  await app.settled(/^Connected.*everything/);
  await app.open('Compare');
  await compare.openFile(path);
  await app.idle();
  await app.page.getByRole('checkbox', { name: `Run again on ${everything.url}` }).check();
  sdk.seen.length = 0;
  await compare.runAgainButton.click();
  await app.idle();
  expect(sdk.seen).toEqual([]);
  expect((await compare.row('Server'))[0]).toMatch(/^~changed: .*everything/);
});

test.describe('a file that is none of ours', () => {
  const header = {
    format: 'roundtrip-run',
    version: 1,
    app: { name: 'x', version: '1' },
    name: '<b>run</b>',
    startedAt: 1,
    endedAt: 2,
    recordings: 3,
  };
  const plan = {
    columns: ['a', '<img src=x onerror=alert(1)>'].map((title) => ({
      title,
      options: {
        url: 'javascript:alert(1)',
        protocolVersion: 'auto',
        headers: [],
        profile: { name: '', clientInfo: { name: '', version: '' }, capabilitiesText: '{"roots":' },
        timeLimitMs: 1,
      },
    })),
    calls: [],
    runs: 1,
    responders: { elicitation: 'accept', sampling: 'off', roots: 'off' },
    limits: { requests: 1, empty: 1 },
  };
  const lines = (...values: readonly unknown[]) =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['garbage', gzipSync('garbage'), /can't be opened\..*(names no format|not UTF-8)/],
    ['nothing', '', /can't be opened\..*the file is empty/],
    ['a run of a later version', lines({ ...header, version: 2 }), /can't be opened\..*version 2/],
    ['a run without a plan', lines(header), /can't be opened\..*ends before its plan/],
    [
      'a run with a broken plan',
      lines(header, { type: 'plan', plan: { ...plan, runs: 1e9 } }),
      /plan of this saved run can't be read/,
    ],
    [
      'a recording without handshakes',
      lines({
        format: 'roundtrip-recording',
        version: 1,
        app: { name: '', version: '' },
        exportedAt: '2026-01-01',
        entries: 0,
        secrets: 'placeholders',
      }),
      /holds no handshake/,
    ],
  ];
  for (const [what, content, message] of cases) {
    test(`${what} is refused with the reason`, async ({ app }) => {
      await app.page.goto('./#/compare');
      await app.idle();
      await app.compare.openFile({ name: 'x.jsonl', mimeType: jsonl, buffer: Buffer.from(content) });
      await expect(app.compare.refusal).toContainText(message);
    });
  }

  test('a truncated run opens with what is whole, its texts as texts, and runs nowhere by itself', async ({
    app,
  }) => {
    await app.page.goto('./#/compare');
    await app.idle();
    const text = lines(header, { type: 'plan', plan });
    await app.compare.openFile({
      name: 'x.jsonl',
      mimeType: jsonl,
      buffer: Buffer.from(`${text}{"type":"rec`),
    });
    await app.idle();
    await expect(app.page.getByText('it announces 3 recordings, and 0 are whole')).toBeVisible();
    await expect(app.compare.matrix).toContainText('<img src=x onerror=alert(1)>');
    // It runs when somebody says so, and goes nowhere that is not the web.
    await expect(app.page.getByText('Run again connects to javascript:alert(1)')).toBeVisible();
    await app.compare.runAgainButton.click();
    await app.idle();
    expect((await app.compare.row('Negotiated as')).join()).toBe('not an http URL,not an http URL');
    // Import says where such a file belongs.
    await app.open('Wire log');
    const recording = new RecordingFiles(app.page);
    await recording.import({ name: 'x.jsonl', mimeType: jsonl, buffer: Buffer.from(text) });
    await expect(recording.refusal).toContainText('Compare opens it');
  });
});
