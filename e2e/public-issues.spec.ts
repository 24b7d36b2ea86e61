// What people reported of inspectors of this kind that only a browser can tell, each with the smallest case.
import { readFile } from 'node:fs/promises';
import type { CorsPolicy } from './servers/cors.ts';
import { type HostileServer, startCases } from './servers/hostile.ts';
import { closedPort } from './servers/recorder.ts';
import { complete, dual, type Handler, modern, PONG, stateful } from './servers/script.ts';
import { copied } from './pages/editor.ts';
import { RecordingFiles } from './pages/recording.ts';
import { PANELS } from './pages/app.ts';
import { expect, test } from './fixtures.ts';

const servers: HostileServer[] = [];
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server of its own, with a handler for each path. */
async function serve(handlers: Record<string, Handler>, cors?: CorsPolicy): Promise<HostileServer> {
  const server = await startCases(
    Object.entries(handlers).map(([path, handle]) => ({
      ...{ path, what: `the case of this test at ${path}`, handle },
      ...(cors ? { cors } : {}),
    })),
  );
  servers.push(server);
  return server;
}

const redirect =
  (status: number, location: () => string): Handler =>
  ({ res }) =>
    void res.writeHead(status, { location: location() }).end();

const calls = (server: HostileServer) => server.seen.filter(({ body }) => body.includes('"tools/call"'));

test.describe('connecting', () => {
  for (const [what, address] of [
    ['a name that does not exist', () => Promise.resolve('http://nothing.invalid/mcp')],
    ['a port where nothing listens', closedPort],
  ] as const) {
    test(`${what}: both attempts are blocked, and one cause is given, not an era`, async ({
      app,
      troubles,
    }) => {
      troubles.expectHost('nothing.invalid');
      troubles.expectConsole(/Failed to load resource/);
      const url = await address();
      await app.page.goto('./');
      await app.start(url);
      await app.settled(/^Failed · unreachable/);
      const { failure } = app.connect;
      await expect(failure.getByRole('heading', { level: 1 })).toHaveText(
        `Nothing answers at ${new URL(url).host}`,
      );
      await expect(failure).not.toContainText(/legacy/i);
      await expect(app.connect.evidence.filter({ hasText: 'POST' })).toHaveText([
        /server\/discover.*no answer/,
        /initialize.*no answer/,
      ]);
      await app.open('Handshake');
      await expect(app.handshake.verdicts.first()).toContainText('its era is unknown');
    });
  }

  test('a session id that is hidden: the line to add can be copied', async ({ app, hostile }) => {
    await app.page.goto('./');
    await app.start(hostile.url('/cors/session-hidden'));
    await app.settled(/^Failed · session id hidden/);
    expect(await copied(app.connect.changes)).toMatch(
      /^access-control-expose-headers: (.*, )?mcp-session-id(,|$)/im,
    );
  });

  test('a session id that is hidden, found out by the first list: the header to expose is named there', async ({
    app,
    troubles,
  }) => {
    troubles.expectConsole(/status of 4\d\d/);
    const inSession = stateful();
    const server = await serve(
      {
        '/mcp': (exchange) =>
          exchange.isNotification ? void exchange.res.writeHead(202).end() : inSession(exchange),
      },
      { exposeHeaders: [] },
    );
    await app.connectTo(server.url('/mcp'), { version: '2025-11-25' });
    await app.open('Tools');
    await expect(app.page.getByRole('group', { name: 'Listing failed' })).toContainText(
      'it has to send Access-Control-Expose-Headers: Mcp-Session-Id',
    );
  });

  /** A stream for notifications that ends after its first event, and stays open when it is gone on with. */
  const endingOnce: Handler = async (exchange) => {
    const stream = exchange.stream();
    if (exchange.req.headers['last-event-id'] !== undefined) return;
    await stream.raw('id: 7\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    await stream.raw('retry: 1\n\n');
    stream.end();
  };
  const opened = (server: HostileServer) =>
    server.seen.filter(({ method }) => method === 'GET').map(({ headers }) => headers['last-event-id']);

  test('the header lines that are printed let a stream that ended be gone on with', async ({
    app,
    troubles,
  }) => {
    troubles.expectConsole(/Failed to load resource|blocked by CORS policy/);
    const allowHeaders = ['content-type'];
    const server = await serve({ '/mcp': stateful({ GET: endingOnce }) }, { allowHeaders });
    await app.page.goto('./');
    await app.start(server.url('/mcp'), { version: '2025-11-25' });
    await app.settled(/^Failed/);
    const [, names = ''] =
      /^access-control-allow-headers: (.*)$/im.exec(await copied(app.connect.changes)) ?? [];
    allowHeaders.push(...names.split(', '));
    // What the probes opened is no stream of the connection.
    server.seen.length = 0;
    await app.connect.retryButton.click();
    await app.settled(/^Connected/);
    await expect.poll(() => opened(server)).toEqual([undefined, '7']);
  });

  test('a header without which a stream is not gone on with is named', async ({ app, troubles }) => {
    troubles.expectConsole(/Failed to load resource|blocked by CORS policy/);
    const allowHeaders = ['content-type', 'mcp-protocol-version', 'mcp-session-id'];
    const server = await serve({ '/mcp': stateful({ GET: endingOnce }) }, { allowHeaders });
    await app.connectTo(server.url('/mcp'), { version: '2025-11-25' });
    await app.open('Handshake');
    await expect(app.handshake.findings).toContainText(
      'Resuming a stream needs last-event-id: where the preflight does not allow that, a browser sends nothing. The server has to name it in Access-Control-Allow-Headers',
    );
    expect(opened(server)).toEqual([undefined]);
  });

  test('nothing is sent but headers of the specification and what was typed', async ({ app, troubles }) => {
    // It has no stream for notifications.
    troubles.expectConsole(/status of 405/);
    const server = await serve(
      { '/mcp': dual() },
      {
        allowHeaders: [
          ...['content-type', 'x-tenant-id', 'last-event-id'],
          ...['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'],
        ],
      },
    );
    await app.page.goto('./');
    for (const version of ['2026-07-28', '2025-11-25']) {
      await app.start(server.url('/mcp'), {
        version,
        // They stay in the form.
        ...(version === '2026-07-28' ? { headers: [['X-Tenant-ID', 'acme']] } : {}),
      });
      await app.settled(new RegExp(`^Connected · ${version}`));
      await app.open('Tools');
      await app.tools.call('ping', '{}');
      await expect(app.tools.result).toContainText('pong');
    }
    const posted = server.seen.filter(({ method }) => method === 'POST');
    for (const { headers } of posted) expect(headers['x-tenant-id']).toBe('acme');
  });
});

test.describe('a redirect', () => {
  const token: [string, string] = ['Authorization', 'Bearer t0ken-of-ada'];

  test('to the same path with a slash is named, and the credentials go along', async ({ app }) => {
    const server = await serve({ '/mcp': redirect(307, () => '/mcp/'), '/mcp/': modern() });
    await app.connectTo(server.url('/mcp'), { headers: [token] });
    await app.open('Handshake');
    await expect(app.handshake.attempts).toContainText(`The server redirected to ${server.url('/mcp/')}.`);
    const arrived = server.seen.filter(({ method, url }) => method === 'POST' && url === '/mcp/');
    expect(arrived.length).toBeGreaterThan(1);
    for (const { headers } of arrived) expect(headers['authorization']).toBe(token[1]);
  });

  test('to another origin is named, and takes no token there', async ({ app }) => {
    const other = await serve({ '/mcp': modern() });
    const server = await serve({ '/mcp': redirect(307, () => other.url('/mcp')) });
    await app.connectTo(server.url('/mcp'), { headers: [token] });
    await app.open('Handshake');
    await expect(app.handshake.attempts).toContainText(`The server redirected to ${other.url('/mcp')}.`);
    expect(server.seen.find(({ method }) => method === 'POST')?.headers['authorization']).toBe(token[1]);
    expect(other.seen.filter(({ method }) => method === 'POST').length).toBeGreaterThan(1);
    expect(JSON.stringify(other.seen)).not.toContain('t0ken-of-ada');
  });

  test('to another origin takes other secrets along, which no page can keep back, and says so', async ({
    app,
  }) => {
    const other = await serve({ '/mcp': modern() });
    const server = await serve({ '/mcp': redirect(307, () => other.url('/mcp')) });
    const { origin } = new URL(other.url('/mcp'));
    await app.connectTo(server.url('/mcp'), {
      headers: [token, ['X-Api-Key', 'k3y-of-ada'], ['X-Request-Id', 'request-7']],
    });
    const arrived = other.seen.filter(({ method }) => method === 'POST');
    expect(arrived.map(({ headers }) => headers['x-api-key'])).toContain('k3y-of-ada');
    const said = `X-Api-Key went along to ${origin}, where the server redirected this request`;
    await app.open('Handshake');
    await expect(app.page.getByText(said)).toHaveCount(1);
    await app.open('Wire log');
    await app.wireLog.row('server/discover').last().click();
    await expect(app.wireLog.detail).toContainText(said);
  });

  test('to a web page is no failed authorization', async ({ app }) => {
    const server = await serve({
      '/mcp': redirect(302, () => '/login'),
      '/login': (exchange) => exchange.send('<!doctype html><title>Sign in</title>', { type: 'text/html' }),
    });
    await app.page.goto('./');
    await app.start(server.url('/mcp'), { headers: [token] });
    await app.settled(/^Failed · a web page answered/);
    await expect(app.connect.failure).toContainText(
      `The server redirected to ${server.url('/login')}: try that URL`,
    );
    await expect(app.connect.failure).not.toContainText(/authorization/i);
  });
});

test.describe('arguments', () => {
  test('that are edited to something that is not JSON are never sent as they were before', async ({
    app,
    troubles,
  }) => {
    // What is not JSON has no method that the server could know.
    troubles.expectConsole(/status of 404/);
    const server = await serve({ '/mcp': modern() });
    await app.connectTo(server.url('/mcp'));
    await app.open('Tools');
    await app.tools.call('ping', '{"o":{"status":"active"}}');
    await expect(app.tools.result).toContainText('pong');
    const broken = '{"o":{"status":"inactive",}}';
    await app.tools.editor.write(broken);
    await app.idle();
    await expect(app.tools.callButton).toBeDisabled();
    await expect(app.tools.arguments).toContainText(/line 1, column 2\d/);
    await app.page.keyboard.press('ControlOrMeta+Enter');
    await app.idle();
    expect(calls(server)).toHaveLength(1);
    await app.tools.anywayButton.click();
    await expect.poll(() => calls(server).at(-1)?.body).toContain(`"arguments":${broken}`);
    expect(calls(server)).toHaveLength(2);
  });

  test('stand in the editor exactly as they are typed, key by key', async ({ app }) => {
    const server = await serve({ '/mcp': modern() });
    await app.connectTo(server.url('/mcp'));
    await app.open('Tools');
    await app.tools.choose('ping');
    await app.tools.editor.write('');
    await app.page.keyboard.type('"env');
    for (let pressed = 0; pressed < 3; pressed++) await app.page.keyboard.press('Backspace');
    expect(await app.tools.editor.text()).toBe('"');
    await app.page.keyboard.press('End');
    await app.page.keyboard.type('a\\"b');
    expect(await app.tools.editor.text()).toBe('"a\\"b');
  });

  test('belong to one tool of one server, also where names and fields are the same', async ({
    app,
    hostile,
  }) => {
    await app.connectTo(hostile.url('/forms'));
    await app.open('Tools');
    await app.tools.choose('untouched');
    await app.tools.field('s').fill('for the first');
    await app.tools.field('n').fill('1.');
    await app.open('Wire log');
    await app.open('Tools');
    await app.tools.choose('elsewhere');
    await expect(app.tools.field('s')).toHaveValue('');
    await app.tools.field('s').fill('for the second');
    await app.tools.choose('untouched');
    await expect(app.tools.field('s')).toHaveValue('for the first');
    await expect(app.tools.field('n')).toHaveValue('1.');
    await app.tools.field('n').fill('1');
    await app.tools.callButton.click();
    await expect(app.tools.result).toContainText('pong');

    await app.start(hostile.url('/forms?another'));
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.choose('untouched');
    await expect(app.tools.field('s')).toHaveValue('');
    await expect(app.tools.field('n')).toHaveValue('');
    await expect(app.tools.result).not.toContainText('pong');
    await app.tools.choose('elsewhere');
    await expect(app.tools.field('s')).toHaveValue('');
  });
});

test('secrets in bodies and in the address are masked in sight and in copies until they are revealed, and in exports', async ({
  app,
}, info) => {
  const [key, token, secret] = ['k3y-of-ada', 't0ken-of-ada', 's3cret-of-ada'];
  const server = await serve({
    '/mcp': modern({
      'tools/call': (exchange) =>
        'inputResponses' in exchange.params
          ? exchange.result(
              complete({
                content: [{ type: 'text', text: `{"refresh_token": "${token}", "n": 1.0}` }],
                structuredContent: { access_token: token, n: 1 },
              }),
            )
          : exchange.result({
              resultType: 'input_required',
              inputRequests: { r: { method: 'roots/list' } },
              requestState: `{"id_token":"${token}"}`,
            }),
    }),
  });
  await app.connectTo(server.url(`/mcp?api_key=${key}`));
  await app.manual.click();
  await app.open('Tools');
  await app.tools.call('ping', `{"client_secret":"${secret}"}`);
  await expect(app.tools.result).toContainText('input required');
  await app.open('Rounds');
  const hidden = async (where: string) => {
    await app.idle();
    const text = await app.page.locator('body').innerText();
    for (const each of [key, token, secret]) expect(text, where).not.toContain(each);
  };
  await hidden('a round that asks');
  expect(await app.rounds.nextText()).toContain('"client_secret":"•••••••••••••"');
  await app.rounds.sendButton.click();
  await expect(app.rounds.round(2).region).toContainText('complete');
  await app.rounds.round(2).raw('Raw result');
  await hidden('a round that is complete');
  // What goes out is what was there.
  expect(JSON.parse(calls(server).at(-1)?.body ?? '')).toMatchObject({
    params: { arguments: { client_secret: secret }, requestState: `{"id_token":"${token}"}` },
  });
  await app.open('Handshake');
  await hidden('Handshake');
  await app.open('Wire log');
  for (const at of [4, 7]) {
    await app.wireLog.rows.nth(at).click();
    for (const tab of ['Message', 'Headers', 'Exchange'] as const) {
      await app.wireLog.tab(tab).click();
      await hidden(`Wire log, row ${at}, ${tab}`);
    }
    await app.wireLog.tab('Message').click();
  }
  expect(await copied(app.wireLog.detail)).toContain('"access_token":"••••••••••••"');
  const curl = () => copied(app.wireLog.detail, 'Copy as cURL');
  expect(await curl()).toMatch(/api_key=••••••••'[^]*"client_secret":"•+"/);
  await app.wireLog.detail.getByRole('button', { name: 'Reveal' }).click();
  await expect(app.wireLog.detail).toContainText(token);
  expect(await copied(app.wireLog.detail)).toContain(`"access_token":"${token}"`);
  expect(await curl()).toMatch(new RegExp(`api_key=${key}'[^]*"client_secret":"${secret}"`));
  // Another message is masked again.
  await app.wireLog.rows.nth(5).click();
  await hidden('another message');
  const path = info.outputPath('secrets.roundtrip.jsonl');
  await new RecordingFiles(app.page).export(path);
  const file = await readFile(path, 'utf8');
  for (const each of [key, token, secret]) expect(file).not.toContain(each);
});

test('a form that can not be drawn shows its schema, and can be accepted, declined and cancelled', async ({
  app,
}) => {
  const server = await serve({
    '/mcp': modern({
      'tools/call': (exchange) =>
        'inputResponses' in exchange.params
          ? exchange.result(complete(PONG))
          : exchange.result({
              resultType: 'input_required',
              inputRequests: {
                q: {
                  method: 'elicitation/create',
                  params: { mode: 'form', message: 'Say', requestedSchema: { type: 'string', minLength: 7 } },
                },
              },
            }),
    }),
  });
  await app.connectTo(server.url('/mcp'));
  await app.open('Tools');
  await app.manual.click();
  await app.tools.call('ping');
  await app.open('Rounds');
  const asked = app.rounds.round(1).input('q');
  await expect(asked.group).toContainText('minLength');
  await expect(asked.json.box).toBeVisible();
  await expect(asked.group.getByRole('radio')).toHaveCount(4);
  await asked.json.write('{"action":"accept","content":"at least seven"}');
  await app.idle();
  for (const [choice, action] of [
    [null, 'accept'],
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ] as const) {
    if (action !== 'accept') await app.rounds.round(1).branchButton.click();
    if (choice !== null) await asked.choose(choice);
    await app.idle();
    // The specification has an object for the content, whatever the schema says.
    await (action === 'accept' ? app.rounds.anywayButton : app.rounds.sendButton).click();
    const answers = () =>
      (JSON.parse(calls(server).at(-1)?.body ?? '') as { params: { inputResponses?: unknown } }).params
        .inputResponses;
    await expect
      .poll(answers)
      .toEqual({ q: action === 'accept' ? { action, content: 'at least seven' } : { action } });
    await app.idle();
  }
});

test('a list that fails at once has the error in its place, and Retry asks again', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/list/error'));
  await app.open('Tools');
  const lists = () => hostile.seenAt('/list/error').filter(({ body }) => body.includes('"tools/list"'));
  await expect(app.tools.listPane.getByRole('group', { name: 'Listing failed' })).toContainText(
    'The list is on fire',
  );
  expect(lists()).toHaveLength(1);
  await app.tools.listPane.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => lists().length).toBe(2);
});

test.describe('without a mouse, without motion', () => {
  test('a dialog takes the focus, keeps it, and gives it back', async ({ app, sdk }) => {
    await app.connectTo(sdk.url);
    await app.open('Tools');
    await app.manual.click();
    await app.tools.call('book_trip', '{"traveller":"Ada"}');
    await expect(app.page).toHaveTitle(/^1 waiting/);
    const { keyboard } = app.page;
    for (const [opener, name, panel] of [
      [app.disconnectButton, 'A call waits for you', 'Tools'],
      [app.page.getByRole('button', { name: 'Export', exact: true }), 'Export the recording', 'Wire log'],
    ] as const) {
      await app.open(panel);
      await opener.focus();
      await keyboard.press('Enter');
      const dialog = app.page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      for (let pressed = 0; pressed < 8; pressed++) {
        // The browser's own controls are the only other place that Tab may lead to.
        expect(
          await dialog.evaluate(
            (element) => element.contains(document.activeElement) || document.activeElement === document.body,
          ),
        ).toBe(true);
        await keyboard.press('Tab');
      }
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
    await expect(app.status).toHaveText(/^Connected/);
  });

  test('nothing moves where the person asked for that', async ({ app, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) =>
          ['', '::before', '::after'].flatMap((part) => {
            const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element, part);
            const still =
              animationName === 'none' &&
              scrollBehavior === 'auto' &&
              /^(0s(, )?)+$/.test(transitionDuration);
            return still ? [] : [`${element.tagName}.${element.className}${part}`];
          }),
        ),
      );
    await app.connectToDemo();
    for (const panel of PANELS) {
      await app.open(panel);
      expect(await moving(), panel).toEqual([]);
    }
    // Where nothing was asked for something does: the check can fail.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).not.toEqual([]);
  });
});

test('structured content is judged by the output schema, an error result is not, and other text is no finding', async ({
  app,
}) => {
  const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const results: Record<string, object> = {
    valid: { content: [{ type: 'text', text: 'a summary in words' }], structuredContent: { n: 1 } },
    only: { content: [], structuredContent: { n: 1 } },
    wrong: { content: [], structuredContent: { n: 'one' } },
    missing: { content: [{ type: 'text', text: '1' }] },
    failed: { content: [], structuredContent: { why: 'no' }, isError: true },
    draft07: { content: [], structuredContent: { n: 1 } },
  };
  const server = await serve({
    '/mcp': modern({
      'tools/list': (exchange) =>
        exchange.result(
          complete({
            tools: Object.keys(results).map((name) => ({
              name,
              inputSchema: { type: 'object' },
              outputSchema:
                name === 'draft07'
                  ? { $schema: 'http://json-schema.org/draft-07/schema#', ...outputSchema }
                  : outputSchema,
            })),
            ttlMs: 0,
            cacheScope: 'private',
          }),
        ),
      'tools/call': (exchange) => exchange.result(complete({ ...results[String(exchange.params['name'])] })),
    }),
  });
  await app.connectTo(server.url('/mcp'));
  await app.open('Tools');
  const verdicts: Record<string, string> = {
    valid: 'Valid against the tool',
    only: 'Valid against the tool',
    wrong: 'structuredContent is not valid against the tool',
    missing: 'and the result has no structuredContent',
    draft07: 'Valid against the tool',
  };
  for (const [name, verdict] of Object.entries(verdicts)) {
    await app.tools.call(name);
    await expect(app.tools.result).toContainText(verdict);
  }
  await app.tools.call('failed');
  await app.idle();
  await expect(app.tools.result).toContainText('"why"');
  await expect(app.tools.result).not.toContainText('output schema');
});
