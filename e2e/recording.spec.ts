// A session becomes a file, and the file the same session on another machine, with no server.
import { readFile, writeFile } from 'node:fs/promises';
import type { Browser, Locator } from '@playwright/test';
import { AppPage } from './pages/app.ts';
import { copied } from './pages/editor.ts';
import { watchResponsiveness } from './pages/responsiveness.ts';
import { RecordingFiles } from './pages/recording.ts';
import { expect, test, watchTroubles } from './fixtures.ts';

/** Tall, so that no list leaves a row out. */
const viewport = { width: 1440, height: 2400 };
test.use({ viewport });

const DEMO = 'https://demo.roundtrip.invalid/mcp';
/** What the demo server offers beside tools, of which something was asked. */
const OFFERED = { Resources: ['acme://services'], Prompts: ['release_checklist'] } as const;
const DEMO_TOOLS = ['echo', 'deploy_release', 'draft_release_notes'];
const TOKEN = 'a-token-nobody-may-see';
const nothingListens = /^(Failed to load resource|Access to fetch at)/;

/**
 * What a region says, as a reader sees it; but a secret that is not in the file can't be revealed, and says so, and how long a list
 * stays fresh, and what a server sends to keep a stream open, runs on in the live session and stands still in the file.
 */
async function said(locator: Locator): Promise<string[]> {
  const texts: string[] = [];
  for (const each of await locator.all()) texts.push(await each.innerText());
  return texts.map((text) =>
    text
      .replaceAll('\nReveal\n', '\n')
      .replaceAll(', not in this tab', '')
      .replaceAll(/(event \d+) of \d+/g, '$1')
      .replaceAll(/(?:fresh|stale)\nfor [^,\n]+,/g, 'freshness,'),
  );
}

/** Everything every panel shows of a recording, with these tools. */
async function everything(app: AppPage, tools: readonly string[]): Promise<Record<string, string[]>> {
  const { page } = app;
  const found: Record<string, string[]> = {};
  const regions = (...names: string[]) =>
    Promise.all(names.map((name) => said(page.getByRole('region', { name, exact: true }))));

  await app.open('Connect');
  found['why it failed'] = (await regions('Why it failed', 'What to change', 'Evidence')).flat();

  await app.open('Handshake');
  const kept = await app.handshake.kept();
  found['handshakes'] = kept;
  for (const [index, option] of kept.entries()) {
    await app.handshake.lookAt.selectOption({ index });
    await app.idle();
    found[`handshake: ${option}`] = (await regions('Attempts', 'Capabilities', 'Capability diff')).flat();
  }

  await app.open('Tools');
  found['tools'] = await said(app.tools.listPane);
  for (const name of tools) {
    await app.tools.choose(name);
    await app.idle();
    found[`result of ${name}`] = await said(app.tools.result);
    found[`messages of ${name}`] = (await regions('Wire log, beside')).flat();
    await app.tools.showRaw();
    await app.idle();
    found[`raw result of ${name}`] = await said(app.tools.result);
  }

  for (const [panel, offered] of [
    ['Resources', app.resources],
    ['Prompts', app.prompts],
  ] as const) {
    await app.open(panel);
    await app.idle();
    found[panel] = await said(offered.pane);
    for (const name of OFFERED[panel]) {
      if ((await offered.items.filter({ hasText: name }).count()) === 0) continue;
      await offered.choose(name);
      await app.idle();
      found[`result of ${name}`] = await said(offered.result);
      found[`messages of ${name}`] = (await regions('Wire log, beside')).flat();
    }
  }

  await app.open('Rounds');
  const calls = app.rounds.treeItems;
  // Every branch open: the tree says then what calls and rounds there are.
  for (let index = 0; index < (await calls.count()); index++) {
    const item = calls.nth(index);
    if ((await item.getAttribute('aria-expanded')) === 'false') {
      await item.click();
      await page.keyboard.press('ArrowRight');
    }
  }
  const count = await calls.count();
  for (let index = 0; index < count; index++) {
    await calls.nth(index).click();
    await app.idle();
    const rounds = page.getByRole('region', { name: /^Round \d+$/ });
    for (const round of await rounds.all()) {
      const fold = round.getByRole('heading', { level: 3 }).getByRole('button');
      if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
      for (const raw of ['Raw request', 'Raw result']) {
        const button = round.getByRole('button', { name: raw, exact: true });
        // What the server began has none of its own.
        if ((await button.count()) > 0 && (await button.getAttribute('aria-expanded')) !== 'true')
          await button.click();
      }
      const asked = round.getByRole('group', { name: /^Input request/ }).getByRole('heading', { level: 5 });
      const folded = asked.getByRole('button', { expanded: false });
      while ((await folded.count()) > 0) await folded.first().click();
    }
    await app.idle();
    found[`rounds: ${await calls.nth(index).innerText()} (${index})`] = [
      ...(await regions('Calls')).flat(),
      ...(await said(rounds)),
    ];
  }

  await app.open('Wire log');
  const rows = await app.wireLog.rows.count();
  found['wire log'] = await said(app.wireLog.rows);
  const detail = async (what: string) => {
    await app.idle();
    found[what] = await said(app.wireLog.detail);
  };
  for (let index = 0; index < rows; index++) {
    await app.wireLog.rows.nth(index).click();
    await detail(`message ${index}`);
  }
  // The failed request, the first with an answer, and the last.
  for (const index of [0, rows - 3, rows - 1]) {
    await app.wireLog.rows.nth(index).click();
    for (const tab of ['Stream', 'Headers', 'Timing', 'Exchange'] as const) {
      if (await app.wireLog.tab(tab).isDisabled()) continue;
      await app.wireLog.tab(tab).click();
      await detail(`message ${index}, ${tab}`);
    }
    await app.wireLog.tab('Message').click();
  }

  await app.open('Client');
  found['client'] = await said(page.getByRole('main'));
  return found;
}

/** A failed connect, then the demo: a call, one of three rounds by hand with a branch, one given up. */
async function session(app: AppPage, version: string): Promise<void> {
  const { tools, rounds, page } = app;
  await page.goto('./');
  await app.start('http://127.0.0.1:59999/mcp', { headers: [['Authorization', `Bearer ${TOKEN}`]] });
  await app.settled(/^Failed/);
  await app.connect.url.fill(DEMO);
  await app.connect.chooseVersion(version);
  // Held back until that is agreed to.
  await app.connect.connectButton.click();
  await app.connect.sendHereButton.click();
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  await app.open('Tools');
  await tools.call('echo', '{"message":"Zürich <b>😀</b>", "count": 9007199254740993}');
  await app.idle();
  await app.open('Resources');
  await app.resources.choose('acme://services');
  await app.resources.action.click();
  await expect(app.resources.result).toContainText('checkout-api');
  await app.open('Prompts');
  await app.prompts.choose('release_checklist');
  await app.prompts.field('service').fill('checkout-api');
  await page.keyboard.press('Escape');
  await app.prompts.action.click();
  await expect(app.prompts.result).toContainText('checklist');
  await app.idle();
  await app.open('Tools');
  if (version === 'Auto') {
    await app.manual.click();
    await tools.call('deploy_release', '{"service":"checkout-api","release":"r-4821"}');
    await app.idle();
    await app.open('Rounds');
    for (const round of [1, 2]) {
      await expect(rounds.round(round).inputRequests).toBeVisible();
      await rounds.sendButton.click();
      await app.idle();
    }
    await expect(rounds.round(3).region).toContainText('complete');
    await rounds.round(1).branchButton.click();
    await rounds.round(1).input('window').choose('Decline');
    await rounds.sendButton.click();
    await app.idle();
    await app.open('Tools');
    await tools.call('draft_release_notes', '{"release":"r-4821"}');
    await app.idle();
    await app.open('Rounds');
    await rounds.treeItems.first().click();
    await rounds.abandonButton.click();
  } else {
    await tools.call('deploy_release', '{"service":"checkout-api","release":"r-4821"}');
    await app.idle();
    await tools.call('draft_release_notes', '{"release":"r-4821"}');
  }
  await app.idle();
}

/** A legacy session where every answer is given by hand, or not any more: on a call's stream, beside it, a ping, one withdrawn, one cancelled. */
async function askedSession(app: AppPage, url: string): Promise<void> {
  const { tools, rounds } = app;
  await app.connectTo(url, { version: '2025-11-25' });
  await app.manual.click();
  await app.open('Tools');
  await tools.call('book_trip', '{"traveller":"Ada"}');
  await tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
  await rounds.round(1).input('0').answer('{ "action": "accept", "content": { "city": "Zürich 😀" } }');
  await app.idle();
  await rounds.sendButton.click();
  await expect(rounds.round(1).input('1').group).toBeVisible();
  await rounds.abandonButton.click();
  await app.idle();
  for (const [name, id] of [
    ['ask_by_push', '2'],
    ['ping_client', '3'],
  ] as const) {
    await app.open('Tools');
    await tools.call(name);
    await tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
    await expect(rounds.sendButton).toBeEnabled();
    await rounds.sendButton.click();
    await expect(rounds.round(1).input(id).group).toContainText(/by hand.*202/);
    await app.idle();
  }
  await app.open('Tools');
  await tools.call('ask_briefly', '{"ms":200}');
  await expect(tools.result).toContainText('Nobody answered in time.');
  await app.open('Rounds');
  await rounds.treeItems.first().click();
  await rounds.anywayButton.click();
  await expect(rounds.round(1).input('4').group).toContainText(/by hand.*202/);
  await app.idle();
}

/** What is live now shows the same in every panel as its file does in a page of its own, with no server. */
async function opensElsewhere(
  app: AppPage,
  path: string,
  { browser, baseURL }: { browser: Browser; baseURL: string | undefined },
  tools: readonly string[],
): Promise<Record<string, string[]>> {
  const live = await everything(app, tools);
  await app.open('Wire log');
  await new RecordingFiles(app.page).export(path);
  expect(await readFile(path, 'utf8')).not.toContain(TOKEN);

  const context = await browser.newContext({ viewport });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const elsewhere = await watchTroubles(context);
  const other = new AppPage(await context.newPage());
  await other.page.goto(baseURL ?? './');
  await new RecordingFiles(other.page).import(path);
  await expect(other.status).toHaveText('Not connected · recording of session.roundtrip.jsonl');
  await other.idle();
  const imported = await everything(other, tools);

  for (const [what, texts] of Object.entries(live)) expect([what, imported[what]]).toEqual([what, texts]);
  expect(Object.keys(imported)).toEqual(Object.keys(live));
  expect(live['wire log']?.length).toBeGreaterThan(10);
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') || url.includes('demo'))).toEqual([]);
  expect(elsewhere.unexpected()).toEqual([]);
  await context.close();
  return live;
}

for (const version of ['Auto', '2025-11-25']) {
  test(`a session opens on another machine as it was, with no server: ${version}`, async ({
    app,
    browser,
    troubles,
    baseURL,
  }, info) => {
    test.setTimeout(120_000);
    troubles.expectConsole(nothingListens);
    await session(app, version);
    await opensElsewhere(app, info.outputPath('session.roundtrip.jsonl'), { browser, baseURL }, DEMO_TOOLS);
  });
}

test('a session with requests of the server opens on another machine as it was', async ({
  app,
  browser,
  sdk,
  baseURL,
}, info) => {
  test.setTimeout(120_000);
  sdk.become({ pushes: true });
  await askedSession(app, sdk.url);
  const path = info.outputPath('session.roundtrip.jsonl');
  const tools = ['book_trip', 'ask_by_push', 'ping_client', 'ask_briefly'];
  const live = await opensElsewhere(app, path, { browser, baseURL }, tools);
  const rounds = Object.entries(live).flatMap(([what, texts]) => (what.startsWith('rounds') ? texts : []));
  for (const words of ['asked by the server', 'by hand after', 'You cancelled', 'Zürich 😀', 'ping'])
    expect(rounds.join('\n')).toContain(words);

  // What is written to a request is no part of the recording: its file shows none.
  await app.open('Tools');
  await app.tools.call('ask_briefly', '{"ms":200}');
  await expect(app.tools.result).toContainText('Nobody answered in time.');
  await app.open('Rounds');
  await app.rounds.treeItems.first().click();
  const ladder = app.page.getByRole('list', { name: /^Ladder/ });
  await expect(ladder).toContainText('not sent');
  await app.open('Wire log');
  const files = new RecordingFiles(app.page);
  await files.export(path);
  await files.import(path);
  await app.open('Rounds');
  await app.rounds.treeItems.first().click();
  await expect(app.rounds.round(1).region).toContainText('withdrew');
  await expect(ladder).toContainText('elicitation/create');
  await expect(ladder).not.toContainText('not sent');
});

test('what two handshakes declared and listed compares the same in the session and from its file', async ({
  app,
  sdk,
}, info) => {
  const { compare, page } = app;
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Connect');
  await app.start(sdk.url, { version: 'Auto' });
  await app.settled(/^Connected · 2026-07-28/);
  const compared = async (where: string): Promise<string[]> => {
    await app.open('Compare');
    await page.getByRole('radio', { name: 'Baselines' }).check();
    const boxes = page.getByRole('group', { name: where }).getByRole('checkbox');
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    await compare.compareButton.click();
    await app.idle();
    const texts = await said(compare.matrix);
    await compare.cell('Negotiated as', 1).click();
    await app.idle();
    return [...texts, ...(await said(compare.detail))];
  };
  const live = await compared('This session');
  expect(live.join('\n')).toContain('2026-07-28');
  await app.open('Wire log');
  const files = new RecordingFiles(page);
  const path = info.outputPath('two.roundtrip.jsonl');
  await files.export(path);
  await page.reload();
  await files.import(path);
  await app.settled(/recording of/);
  sdk.seen.length = 0;
  expect(await compared('This recording')).toEqual(live);
  expect(sdk.seen).toEqual([]);
});

test.describe('an imported recording', () => {
  /** The demo, one call, and its file. */
  async function exported(app: AppPage, path: string, secrets = false): Promise<RecordingFiles> {
    const files = await RecordingFiles.ofOneCall(app, TOKEN);
    await files.export(path, { secrets });
    return files;
  }

  test('sends nothing, says so, and gives way to the live session', async ({ app }, info) => {
    const path = info.outputPath('a.roundtrip.jsonl');
    const files = await exported(app, path);
    const rows = await app.wireLog.rows.count();
    await app.open('Tools');
    await app.tools.call('echo', '{"message":"after the export"}');
    await app.idle();
    await app.open('Wire log');
    await expect(app.wireLog.rows).toHaveCount(rows + 2);

    await files.import(path);
    await expect(app.status).toHaveText(/^Not connected · recording of a\.roundtrip\.jsonl$/);
    await expect(files.about).toContainText('nothing can be sent');
    await expect(app.wireLog.rows).toHaveCount(rows);
    await expect(app.manual).toBeDisabled();
    await expect(app.disconnectButton).toHaveCount(0);
    await expect(app.againButton).toHaveCount(0);
    await app.open('Tools');
    await app.tools.choose('echo');
    await expect(app.tools.result).toContainText('once');
    await expect(app.tools.callButton).toBeDisabled();
    await expect(app.page.getByRole('main')).toContainText('This is a recording: nothing can be sent');
    await app.open('Rounds');
    await expect(app.rounds.runAgainButton).toBeDisabled();
    await app.open('Connect');
    await expect(app.connect.connectButton).toBeDisabled();
    await expect(app.connect.demoButton).toBeDisabled();
    await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(/^Recording of /);

    await files.closeButton.click();
    await expect(app.status).toHaveText(/^Connected/);
    await app.open('Wire log');
    await expect(app.wireLog.rows).toHaveCount(rows + 2);
    await expect(files.about).toHaveCount(0);
  });

  test('ends where a call waits: what was asked is shown, and no next request is made up', async ({
    app,
    sdk,
  }, info) => {
    sdk.become({ pushes: true });
    for (const version of ['Auto', '2025-11-25'] as const) {
      await app.connectTo(sdk.url, { version });
      if ((await app.manual.getAttribute('aria-checked')) !== 'true') await app.manual.click();
      await app.open('Tools');
      await app.tools.call('book_trip', '{"traveller":"Ada"}');
      await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
      await expect(app.rounds.sendButton).toBeEnabled();
      await app.open('Wire log');
      const files = new RecordingFiles(app.page);
      const path = info.outputPath(`waits ${version}.roundtrip.jsonl`);
      await files.export(path);
      await files.import(path);
      await app.open('Rounds');
      const { region } = app.rounds.round(1);
      await expect(region.getByRole('group', { name: /^Input request/ })).toContainText('elicitation');
      const main = app.page.getByRole('main');
      await expect(main).toContainText('The recording ends here: the call waits for an answer');
      await expect(app.rounds.next).toHaveCount(0);
      await expect(main).not.toContainText(/not sent|No text|POST\s*0 B/);
      await expect(app.page.getByRole('radio', { name: 'Accept' })).toHaveCount(0);
    }
  });

  test('names the servers of connections that were closed', async ({ app, sdk }, info) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.tools.call('book_trip', '{"traveller":"Ada"}');
    await app.open('Connect');
    await app.start(DEMO);
    await app.settled(/^Connected · .*acme/);
    await app.open('Tools');
    await app.tools.call('echo', '{"message":"once"}');
    await app.idle();
    const names = async () => {
      await app.open('Rounds');
      return app.page.getByRole('combobox', { name: 'Calls of' }).getByRole('option').allTextContents();
    };
    const live = await names();
    expect(live).toHaveLength(2);
    await app.open('Wire log');
    const files = new RecordingFiles(app.page);
    const path = info.outputPath('closed.roundtrip.jsonl');
    await files.export(path);
    await app.page.reload();
    await app.open('Wire log');
    await files.import(path);
    await app.settled(/recording of/);
    expect(await names()).toEqual(live);
  });

  test('a connect that failed shows why, as it did', async ({ app, troubles }, info) => {
    troubles.expectConsole(nothingListens);
    await app.page.goto('./');
    await app.start('http://127.0.0.1:59999/mcp');
    await app.settled(/^Failed/);
    const regions = ['Why it failed', 'What to change', 'Evidence'].map((name) =>
      app.page.getByRole('region', { name }),
    );
    const live = await Promise.all(regions.map(said));
    await app.open('Wire log');
    const files = new RecordingFiles(app.page);
    const path = info.outputPath('failed.roundtrip.jsonl');
    await files.export(path);
    await app.page.reload();
    await app.open('Connect');
    await files.import(path);
    await expect(app.status).toHaveText('Not connected · recording of failed.roundtrip.jsonl');
    await app.idle();
    expect(await Promise.all(regions.map(said))).toEqual(live);
    await expect(app.connect.retryButton).toBeDisabled();
  });

  test('has its secrets only where the person included them', async ({ app }, info) => {
    const path = info.outputPath('secrets.roundtrip.jsonl');
    const files = await exported(app, path, true);
    expect(await readFile(path, 'utf8')).toContain(TOKEN);
    await app.page.reload();
    await app.open('Wire log');
    await files.import(path);
    await app.wireLog.rows.first().click();
    await app.wireLog.tab('Headers').click();
    await expect(app.wireLog.detail).not.toContainText(TOKEN);
    await app.wireLog.detail.getByRole('button', { name: 'Reveal' }).click();
    await expect(app.wireLog.detail).toContainText(TOKEN);
  });

  test('says what is missing of a file that was cut, and what it does not know', async ({ app }, info) => {
    const path = info.outputPath('whole.roundtrip.jsonl');
    const files = await exported(app, path);
    const text = await readFile(path, 'utf8');
    const lines = text.split('\n');
    const cut = [...lines.slice(0, 5), '{"type":"weather","at":1}', ...lines.slice(5)]
      .join('\n')
      .slice(0, -900);
    await files.import({ name: 'cut.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(cut) });
    await expect(app.status).toHaveText('Not connected · recording of cut.jsonl');
    await expect(files.about).toContainText('The file ends early');
    await expect(files.about).toContainText('Left out: 1 entry of a kind this page does not know, "weather"');
  });
});

test.describe('a hostile file', () => {
  for (const [what, text, reason] of [
    ['nothing in it', '', 'the file is empty'],
    ['a picture', '\x89PNG\r\n\x1a\n', 'its first line names no format'],
    ['another format', '{"format":"har","version":"1.2"}\n', 'names the format "har"'],
    ['another version', '{"format":"roundtrip-recording","version":99}\n', 'of version 99'],
    ['deep nesting', `${'['.repeat(500_000)}\n`, 'its first line names no format'],
  ] as const) {
    test(`is refused with a message: ${what}`, async ({ app }) => {
      await app.page.goto('./');
      const files = new RecordingFiles(app.page);
      await files.import({ name: 'x.jsonl', mimeType: '', buffer: Buffer.from(text) });
      await expect(files.refusal).toContainText(reason);
      await files.refusal.getByRole('button', { name: 'Close' }).click();
      await expect(app.status).toHaveText('Not connected');
    });
  }

  for (const [where, head, line] of [
    ['first', '', 1],
    [
      'second',
      `{"format":"roundtrip-recording","version":1,"app":{"name":"a","version":"1"},"exportedAt":"2026-11-30","entries":9,"secrets":"placeholders"}\n`,
      2,
    ],
  ] as const) {
    test(`is refused for one line of 500 MB, dropped onto the panel: the ${where} line`, async ({ app }) => {
      await app.page.goto('./');
      await app.open('Wire log');
      await app.page.evaluate((start) => {
        const piece = new Blob(['x'.repeat(1_000_000)]);
        const file = new File([start, ...Array.from({ length: 500 }, () => piece)], 'big.jsonl');
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        const main = document.querySelector('main');
        for (const type of ['dragover', 'drop'])
          main?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }, head);
      await expect(new RecordingFiles(app.page).refusal).toContainText(`Line ${line} is longer than`);
    });
  }

  test('with very many calls, connections and handshakes opens, and the page stays to be spoken to', async ({
    app,
  }, info) => {
    test.setTimeout(120_000);
    const count = 50_000;
    const path = info.outputPath('many.roundtrip.jsonl');
    const lines: object[] = [
      {
        ...{ format: 'roundtrip-recording', version: 1, app: { name: 'a', version: '1' } },
        ...{ exportedAt: '2026-11-30T12:00:00.000Z', entries: 4 * count, secrets: 'placeholders' },
      },
    ];
    for (let number = 1; number <= count; number++) {
      const at = number;
      const connection = { type: 'connection', at, connection: number, url: 'https://a.example/mcp' };
      const call = { type: 'call', at, method: 'tools/call', name: `tool_${number}`, argumentsText: '' };
      lines.push(
        { ...connection, protocolVersion: 'auto', timeLimitMs: 60_000, profile: 'p' },
        { type: 'handshake', at, handshake: number, connection: number, cause: 'connect' },
        { ...call, call: number, connection: number },
        { ...call, call: count + number, connection: count },
      );
    }
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await app.page.goto('./');
    const files = new RecordingFiles(app.page);
    const longest = await watchResponsiveness(app.page);
    await files.import(path);
    await expect(files.about).not.toContainText('Left out');
    await app.open('Rounds');
    await expect(app.page.getByRole('treeitem').first()).toContainText(`tool_${count}`);
    await expect(
      app.page.getByRole('button', { name: `Show 200 more of ${count + 1 - 200} below` }),
    ).toBeVisible();
    await expect(app.page.getByText(`200 of ${count}`)).toBeVisible();
    await app.open('Handshake');
    await expect(app.page.getByText(`200 of ${count}`)).toBeVisible();
    await app.idle();
    expect(await longest()).toBeLessThan(2000);
    expect(await app.page.locator('*').count()).toBeLessThan(5000);
    // Each of them can be looked at.
    await app.page.goto('./#/handshake/7');
    await expect(app.page.getByRole('heading', { name: 'Handshake 7', exact: true })).toBeVisible();
  });

  test('with script in every text opens, and none of it runs', async ({ app, troubles }, info) => {
    test.setTimeout(120_000);
    troubles.expectConsole(nothingListens);
    const path = info.outputPath('good.roundtrip.jsonl');
    await session(app, 'Auto');
    await app.open('Wire log');
    const files = new RecordingFiles(app.page);
    await files.export(path);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const [head = '', ...entries] = lines;
    const poisoned = [head, ...entries.map((entry) => JSON.stringify(poison(JSON.parse(entry))))];
    const bad = info.outputPath(`${SCRIPT.replaceAll('/', '∕')}.jsonl`);
    await writeFile(bad, `${poisoned.join('\n')}\n`);

    await app.page.reload();
    await app.open('Wire log');
    await files.import(bad);
    await expect(files.about).not.toContainText('Left out');
    const shown = await everything(app, DEMO_TOOLS);
    expect(JSON.stringify(shown)).toContain('<img src=x onerror=');
    await expect(app.page.locator('img[src="x"], script:text("pwned")')).toHaveCount(0);
    expect(await app.page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

const SCRIPT = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`;
/** What the views go by; every other text is free. */
const KEPT = new Set([
  ...[
    'type',
    'kind',
    'mode',
    'how',
    'by',
    'cause',
    'era',
    'severity',
    'jsonrpc',
    'resultType',
    'action',
    'role',
    'answers',
  ],
  ...[
    'revision',
    'asked',
    'protocolVersion',
    'requestState',
    'method',
    'id',
    'key',
    'name',
    'url',
    'mediaType',
  ],
]);

/** A script at the end of every text, also of those inside bodies. */
function poison(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (KEPT.has(key)) return value;
    if (/^\s*\{/.test(value) && key !== 'raw') {
      try {
        return JSON.stringify(poison(JSON.parse(value)));
      } catch {
        return value;
      }
    }
    return `${value}${SCRIPT}`;
  }
  if (Array.isArray(value)) return value.map((each) => poison(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
}

test.describe('a request to be sent again', () => {
  test('as cURL and as fetch, with the secret only while it is shown', async ({ app }) => {
    await app.page.goto('./');
    await app.connect.addHeader('Authorization', `Bearer ${TOKEN}`);
    await app.connect.demoButton.click();
    await app.settled(/^Connected/);
    await app.open('Wire log');
    await app.wireLog.rows.first().click();
    const as = (name: string) => copied(app.wireLog.detail, name);
    const body = await copied(app.wireLog.detail);
    expect(await as('Copy as cURL')).toContain(`--data-raw '${body}'`);
    expect(await as('Copy as cURL')).toMatch(
      /-H 'Authorization: Bearer ‹secret [0-9a-z]{4}-1, 22 characters›'/,
    );
    expect(await as('Copy as fetch')).toContain(`body: ${JSON.stringify(body)}`);
    await app.wireLog.tab('Headers').click();
    await app.wireLog.detail.getByRole('button', { name: 'Reveal' }).click();
    expect(await as('Copy as cURL')).toContain(`-H 'Authorization: Bearer ${TOKEN}'`);
    expect(await as('Copy as fetch')).toContain(`"Bearer ${TOKEN}"`);
    await app.wireLog.rows.nth(2).click();
    expect(await as('Copy as cURL')).not.toContain(TOKEN);
  });
});
