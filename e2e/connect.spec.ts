// A person connects to a real server: what the page sends, what it shows, how it leaves.
import { readFile } from 'node:fs/promises';
import type { SeenRequest } from './servers/recorder.ts';
import { copied } from './pages/editor.ts';
import { RecordingFiles } from './pages/recording.ts';
import { expect, test } from './fixtures.ts';

const methodOf = ({ body }: SeenRequest): string | undefined => {
  try {
    return (JSON.parse(body) as { method?: string }).method;
  } catch {
    return undefined;
  }
};
const posts = (seen: readonly SeenRequest[]) => seen.filter(({ method }) => method === 'POST');
const asked = (seen: readonly SeenRequest[], method: string) =>
  posts(seen).find((each) => methodOf(each) === method);
/** What the browser asked leave for before a request: a preflight comes just before it. */
const preflights = (seen: readonly SeenRequest[]) =>
  seen
    .filter(({ method }) => method === 'OPTIONS')
    .map(({ headers }) => headers['access-control-request-headers'] ?? '');

test('Auto speaks the modern revision and says with whom', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await expect(app.status).toHaveText('Connected · 2026-07-28 · modern · harbour 3.1.0');
  const methods = posts(sdk.seen).map(methodOf);
  expect(methods).toContain('server/discover');
  expect(methods).not.toContain('initialize');
});

for (const [version, era] of [
  ['2026-07-28', 'modern'],
  ['2025-11-25', 'legacy'],
  ['2025-06-18', 'legacy'],
  ['2025-03-26', 'legacy'],
] as const) {
  test(`${version} is spoken when it is pinned`, async ({ app, sdk }) => {
    await app.connectTo(sdk.url, { version });
    await expect(app.status).toHaveText(`Connected · ${version} · ${era} · harbour 3.1.0`);
    const first = posts(sdk.seen)[0];
    expect(first && methodOf(first)).toBe(era === 'modern' ? 'server/discover' : 'initialize');
    if (era === 'legacy') {
      expect((JSON.parse(first?.body ?? '') as { params: unknown }).params).toMatchObject({
        protocolVersion: version,
      });
      const listed = asked(sdk.seen, 'tools/list');
      // The header came with 2025-06-18.
      expect(listed?.headers['mcp-protocol-version']).toBe(version === '2025-03-26' ? undefined : version);
      expect(listed?.headers['mcp-session-id']).toBeTruthy();
    }
    await app.open('Tools');
    await expect(app.tools.tool('echo')).toBeVisible();
  });
}

test('any other version can be asked for, and another answer is shown as a mismatch', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2020-01-01' });
  expect(JSON.parse(asked(sdk.seen, 'initialize')?.body ?? '')).toMatchObject({
    params: { protocolVersion: '2020-01-01' },
  });
  await expect(app.status).toHaveText(/^Connected · 2025-11-25 · legacy/);
  await app.open('Handshake');
  await expect(app.handshake.attempts).toContainText('Asked for 2020-01-01, answered 2025-11-25.');
  await expect(app.page.getByText('another version than asked')).toBeVisible();
});

test('own headers reach the server with every request; a secret is masked in the page', async ({
  app,
  sdk,
}) => {
  await app.page.goto('./');
  await app.connect.fillIn(sdk.url, {
    headers: [
      ['Authorization', 'Bearer s3cr3t-t0ken'],
      ['X-Tenant', 'acme'],
    ],
  });
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  for (const request of posts(sdk.seen)) {
    expect(request.headers).toMatchObject({ authorization: 'Bearer s3cr3t-t0ken', 'x-tenant': 'acme' });
  }
  expect(posts(sdk.seen).length).toBeGreaterThan(1);

  for (const panel of ['Handshake', 'Tools', 'Wire log'] as const) {
    await app.open(panel);
    await expect(app.page.getByText('s3cr3t-t0ken')).toHaveCount(0);
  }
  await app.wireLog.row('tools/list').first().click();
  await app.wireLog.tab('Headers').click();
  await expect(app.wireLog.detail).toContainText('acme');
  await expect(app.wireLog.detail).not.toContainText('s3cr3t-t0ken');
  await app.wireLog.detail.getByRole('button', { name: 'Reveal' }).click();
  await expect(app.wireLog.detail).toContainText('s3cr3t-t0ken');
});

test('a secret survives neither a reload nor in what the browser keeps', async ({ app, sdk }) => {
  await app.page.goto('./');
  await app.connect.fillIn(sdk.url, { headers: [['Authorization', 'Bearer s3cr3t-t0ken']] });
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  await app.page.reload();
  await app.idle();
  await expect(app.connect.headers.getByRole('textbox', { name: 'Header name' })).toHaveValue(
    'Authorization',
  );
  await expect(app.connect.headers.getByRole('textbox', { name: 'Header value' })).toHaveValue('');
  const kept = await app.page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The database did not open'));
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        texts.push(JSON.stringify(all));
      }
      database.close();
    }
    return texts.join('\n');
  });
  expect(kept).toContain('harbour');
  expect(kept).not.toContain('s3cr3t');
});

for (const name of ['Cookie', 'Origin', 'Host', 'Sec-Fetch-Mode', 'Proxy-Authorization', 'Accept-Encoding']) {
  test(`the header ${name} is refused with the reason, for a browser drops it`, async ({ app, sdk }) => {
    await app.page.goto('./');
    await app.connect.fillIn(sdk.url, { headers: [[name, 'x']] });
    await app.connect.connectButton.click();
    const value = app.connect.headers.getByRole('textbox', { name: 'Header name' });
    await expect(value).toHaveAttribute('aria-invalid', 'true');
    await expect(value).toHaveAccessibleDescription(/browser/i);
    await expect(app.status).toHaveText('Not connected');
    expect(sdk.seen).toEqual([]);
  });
}

test('a browser is asked leave for exactly the headers of each kind of request: modern', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { headers: [['X-Tenant', 'acme']] });
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('complete');
  expect([...new Set(preflights(sdk.seen))].sort()).toEqual([
    'content-type,mcp-method,mcp-name,mcp-protocol-version,x-tenant',
    'content-type,mcp-method,mcp-protocol-version,x-tenant',
  ]);
});

test('a browser is asked leave for exactly the headers of each kind of request: legacy', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('good day');
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  expect([...new Set(preflights(sdk.seen))].sort()).toEqual([
    'content-type',
    'content-type,mcp-protocol-version,mcp-session-id',
    'mcp-protocol-version,mcp-session-id',
  ]);
});

test('Cancel while connecting gives up at once', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/status/hang'));
  await expect(app.status).toHaveText(/^Connecting · server\/discover/);
  await app.connect.cancelButton.click();
  await expect(app.status).toHaveText('Not connected');
  await expect.poll(() => hostile.seenAt('/status/hang').at(-1)?.aborted).toBe(true);
  await expect(app.connect.cancelButton).toHaveCount(0);
});

test('Disconnect ends a legacy session with DELETE, and a modern connection with nothing', async ({
  app,
  sdk,
}) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  const session = asked(sdk.seen, 'tools/list')?.headers['mcp-session-id'];
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  const ended = sdk.seen.filter(({ method }) => method === 'DELETE');
  expect(ended.map(({ headers }) => [headers['mcp-session-id'], headers['mcp-protocol-version']])).toEqual([
    [session, '2025-11-25'],
  ]);

  await app.start(sdk.url, { version: '2026-07-28' });
  await app.settled(/^Connected · 2026-07-28/);
  await app.disconnectButton.click();
  await app.settled(/^Not connected/);
  expect(sdk.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

for (const path of ['/legacy/delete-hangs', '/legacy/delete-405', '/legacy/delete-500', '/cors/no-delete']) {
  test(`Disconnect does not wait for a DELETE that fails: ${path}`, async ({ app, hostile }) => {
    await app.connectTo(hostile.url(path), { version: '2025-11-25' });
    const started = Date.now();
    await app.disconnectButton.click();
    await expect(app.status).toHaveText('Not connected', { timeout: 2500 });
    expect(Date.now() - started).toBeLessThan(2500);
    await app.start(hostile.url('/body/sound'));
    await app.settled(/^Connected/);
  });
}

for (const version of ['2026-07-28', '2025-11-25'] as const) {
  test(`a server that is gone shows in the status, until it answers again: ${version}`, async ({
    app,
    front,
  }) => {
    const path = version === '2026-07-28' ? '/body/sound' : '/legacy/sound';
    await front.become(path);
    await app.connectTo(front.url, { version });
    await app.open('Tools');
    const known = await app.status.textContent();
    await front.become(null);
    await app.tools.call('ping');
    await expect(app.status).toHaveText(`${known?.trim()} · no answer to the last request`);
    await expect(app.tools.result).toContainText(/server answered this page (just before|\d+ s ago)/);

    await app.status.getByRole('link').click();
    await app.idle();
    await expect(app.wireLog.detail).toContainText('"tools/call"');

    await front.become(path);
    await app.open('Tools');
    await app.tools.callButton.click();
    await expect(app.status).toHaveText(known ?? '');
  });
}

test('a deep link fills in the form; connecting takes a click', async ({ app, sdk }) => {
  await app.page.goto(`./?url=${encodeURIComponent(sdk.url)}&version=2025-06-18`);
  await app.idle();
  await expect(app.connect.url).toHaveValue(sdk.url);
  await expect(app.connect.version).toHaveValue('2025-06-18');
  await expect(app.status).toHaveText('Not connected');
  expect(sdk.seen).toEqual([]);
  await app.connect.connectButton.click();
  await app.settled(/^Connected · 2025-06-18/);
});

test('a header is a secret by its name or because the person says so, and what they say counts', async ({
  app,
  sdk,
}, info) => {
  await app.page.goto('./');
  await app.connect.fillIn(sdk.url, {
    headers: [
      ['x-functions-key', 'k3y-of-ada'],
      ['X-Tenant', 'tenant-of-ada'],
      ['X-Api-Key', 'public-key'],
      ['X-Request-Id', 'request-7'],
    ],
  });
  const secret = app.connect.headers.getByRole('button', { name: 'Secret' });
  const pressed = () => secret.evaluateAll((all) => all.map((each) => each.getAttribute('aria-pressed')));
  expect(await pressed()).toEqual(['true', 'false', 'true', 'false']);
  await secret.nth(1).click();
  await secret.nth(2).click();
  expect(await pressed()).toEqual(['true', 'true', 'false', 'false']);
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  for (const request of posts(sdk.seen)) {
    expect(request.headers).toMatchObject({ 'x-functions-key': 'k3y-of-ada', 'x-tenant': 'tenant-of-ada' });
  }
  await app.open('Wire log');
  await app.wireLog.row('tools/list').first().click();
  await app.wireLog.tab('Headers').click();
  await expect(app.wireLog.detail).toContainText('public-key');
  await expect(app.wireLog.detail).not.toContainText('-of-ada');
  expect(await copied(app.wireLog.detail, 'Copy as cURL')).not.toContain('-of-ada');
  const path = info.outputPath('marked.roundtrip.jsonl');
  await new RecordingFiles(app.page).export(path);
  const file = await readFile(path, 'utf8');
  expect(file).not.toContain('-of-ada');
  expect(file).toContain('"X-Api-Key","public-key"');

  // What was said of them survives a reload; the values of secrets do not.
  await app.page.reload();
  await app.idle();
  await app.open('Connect');
  await app.connect.openOptions();
  expect(await pressed()).toEqual(['true', 'true', 'false', 'false']);
  const values = app.connect.headers.getByRole('textbox', { name: 'Header value' });
  expect(await values.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
    '',
    '',
    'public-key',
    'request-7',
  ]);
  expect(await app.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    '-of-ada',
  );
});

test('a secret in a deep link is not taken over', async ({ app, sdk }) => {
  await app.page.goto(
    `./?url=${encodeURIComponent(sdk.url)}&authorization=Bearer%20x&header=Authorization:%20Bearer%20x&token=x`,
  );
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  for (const { headers } of posts(sdk.seen)) expect(headers['authorization']).toBeUndefined();
});

test('recent servers are kept and fill in the form', async ({ app, sdk, hostile }) => {
  await app.connectTo(sdk.url, { version: '2025-11-25' });
  await app.open('Connect');
  await app.start(hostile.url('/status/404-text'), { version: 'Auto' });
  await app.settled(/^Failed/);
  await app.page.reload();
  await app.idle();
  const rows = app.connect.recent.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('/status/404-text');
  await expect(rows.nth(0)).toContainText('404, not found');
  await expect(rows.nth(1)).toContainText('harbour 3.1.0, 2025-11-25');
  await rows.nth(1).getByRole('button').click();
  await expect(app.connect.url).toHaveValue(sdk.url);
  await expect(app.connect.version).toHaveValue('2025-11-25');
  await app.connect.connectButton.click();
  await app.settled(/^Connected · 2025-11-25/);
});

test('server-everything is fallen back to and lists its tools', async ({ app, everything }) => {
  await app.connectTo(everything.url);
  await expect(app.status).toHaveText(/^Connected · 2025-11-25 · legacy · /);
  await app.open('Handshake');
  await expect(app.handshake.verdicts).toHaveCount(2);
  await app.open('Tools');
  await expect(app.tools.tool('echo')).toBeVisible();
  await app.tools.call('echo', '{"message":"over real HTTP"}');
  await expect(app.tools.result).toContainText('Echo: over real HTTP');
});

test('the demo server is one click away and needs no network', async ({ app, page }) => {
  await page.goto('./');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await app.connect.demoButton.click();
  await app.settled(/^Connected · 2026-07-28 · modern · acme-deploy 2\.0\.0/);
  expect(requested.filter((url) => url.includes('roundtrip.invalid'))).toEqual([]);
  await app.open('Tools');
  await expect(app.tools.tool('deploy_release')).toBeVisible();
});

test('the demo server speaks every revision', async ({ app }) => {
  await app.page.goto('./');
  for (const [version, name] of [
    ['2025-03-26', 'acme-deploy 1.0.2'],
    ['2025-06-18', 'acme-deploy 1.2.0'],
    ['2025-11-25', 'acme-deploy 1.4.0'],
  ] as const) {
    await app.open('Connect');
    await app.connect.chooseVersion(version);
    await app.connect.demoButton.click();
    await app.settled(new RegExp(`^Connected · ${version} · legacy · ${name}`));
  }
});

for (const [text, problem] of [
  ['', /Type the address/],
  ['host/mcp', /put https:\/\/ or http:\/\/ in front/],
  ['localhost:3000/mcp', /put https:\/\/ or http:\/\/ in front/],
  ['ftp://host/mcp', /ftp:/],
  ['stdio:node', /Not a URL|speak/],
  ['javascript:alert(1)', /speak/],
  ['http://user:secret@127.0.0.1/mcp', /user name or password/],
  ['http://', /Not a URL/],
] as const) {
  test(`the URL "${text}" is refused beside the field`, async ({ app, sdk }) => {
    await app.page.goto('./');
    await app.start(text);
    await expect(app.connect.url).toHaveAttribute('aria-invalid', 'true');
    await expect(app.connect.url).toHaveAccessibleDescription(problem);
    await expect(app.connect.url).toBeFocused();
    await expect(app.status).toHaveText('Not connected');
    await app.start(sdk.url);
    await app.settled(/^Connected/);
  });
}

for (const what of ['the demo', 'another server'] as const) {
  test(`while a connect hangs, ${what} is one click away`, async ({ app, sdk, hostile }) => {
    await app.page.goto('./');
    await app.start(hostile.url('/status/hang'));
    await expect(app.status).toHaveText(/^Connecting · server\/discover/);
    if (what === 'the demo') {
      await app.connect.demoButton.click();
      await app.settled(/^Connected · 2026-07-28 · modern · acme-deploy/);
    } else {
      await app.start(sdk.url);
      await app.settled(/^Connected · 2026-07-28 · modern · harbour/);
    }
    await expect.poll(() => hostile.seenAt('/status/hang').at(-1)?.aborted).toBe(true);
  });
}

test('a fragment never travels, and makes no second server', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.start(`${sdk.url}#part`);
  await expect(app.connect.url).toHaveAccessibleDescription(/#part is left out/);
  await app.settled(/^Connected/);
  await expect(app.connect.recent.getByRole('listitem')).toHaveCount(1);
  await app.open('Wire log');
  await app.wireLog.row('server/discover').last().click();
  await app.wireLog.tab('Exchange').click();
  await expect(app.wireLog.detail).toContainText(sdk.url);
  await expect(app.wireLog.detail).not.toContainText('#part');
});

test('an older failure is set apart from a form that was changed since', async ({ app, sdk, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/status/404-text'));
  await app.settled(/^Failed · 404/);
  await expect(app.connect.failure).not.toContainText('before your changes');
  await app.connect.url.fill('not a url');
  await app.connect.connectButton.click();
  await expect(app.connect.url).toHaveAttribute('aria-invalid', 'true');
  await expect(app.connect.failure).toContainText('before your changes');
  await app.start(sdk.url);
  await app.settled(/^Connected/);
  await expect(app.connect.failure).toHaveCount(0);
});

test('a reload says what is gone, and fills in the server again', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  const asked: string[] = [];
  app.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  // Nothing but a handshake, which is kept: the browser does not ask.
  await app.page.reload();
  await app.idle();
  expect(asked).toEqual([]);
  await expect(
    app.page.getByText(
      'The page was loaded anew: its recording and its connection are gone. Handshakes and this form were kept.',
    ),
  ).toBeVisible();
  await expect(app.connect.url).toHaveValue(sdk.url);

  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
  await expect(app.page.getByText(/loaded anew/)).toHaveCount(0);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('good day');
  await app.page.reload();
  await app.idle();
  expect(asked).toEqual(['beforeunload']);
});

test('the browser does not ask about calls that are in a file', async ({ app, sdk }) => {
  await app.connectTo(sdk.url);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"good day"}');
  await expect(app.tools.result).toContainText('good day');
  await app.open('Wire log');
  await new RecordingFiles(app.page).export(test.info().outputPath('saved.jsonl'));
  const asked: string[] = [];
  app.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await app.page.reload();
  await app.idle();
  expect(asked).toEqual([]);
});

test('an address that leads nowhere is said, with the way on', async ({ app, sdk }) => {
  await app.page.goto('./#/nonsense');
  await expect(app.page.getByRole('main').locator('..')).toContainText('Nothing stands at #/nonsense');
  await app.page.getByRole('button', { name: 'Stay here' }).click();
  await expect(app.page.getByRole('button', { name: 'Stay here' })).toHaveCount(0);
  await app.start(sdk.url);
  await app.settled(/^Connected/);
  await app.page.goto('./#/rounds/99');
  // The empty panel below offers the same.
  await app.page.locator('.astray').getByRole('button', { name: 'Go to Tools' }).click();
  await expect(app.page).toHaveURL(/#\/tools$/);
});
