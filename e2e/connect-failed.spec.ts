// It does not connect: the cause as far as a page can know it, with the evidence, and the way on.
import { copied } from './pages/editor.ts';
import { expect, test } from './fixtures.ts';

type Row = {
  what: string;
  /** A case of the hostile server; null: nothing listens. */
  path: string | null;
  status: RegExp;
  title: RegExp;
  says?: RegExp;
  /** Something every evidence has to show. */
  evidence: RegExp;
  /** Whether going on with initialize is offered. */
  initialize?: boolean;
  version?: string;
  /** A version that is one click away. */
  retry?: string;
  seconds?: number;
};

const table: Record<string, Row[]> = {
  'no answer a page may read': [
    {
      what: 'nothing listens',
      path: null,
      status: /^Failed · unreachable/,
      title: /^Nothing answers at 127\.0\.0\.1:\d+/,
      evidence: /GET, no-cors.*no answer/,
    },
    {
      what: 'no CORS headers at all',
      path: '/cors/none',
      status: /^Failed · CORS/,
      title: /up.*does not let this page read/,
      says: /access-control-allow-origin/,
      evidence: /GET, no-cors.*(opaque|reach)/i,
    },
    {
      what: 'another origin is allowed',
      path: '/cors/other-origin',
      status: /^Failed · CORS/,
      title: /up.*does not let this page read/,
      evidence: /GET, no-cors.*(opaque|reach)/i,
    },
    {
      what: 'no request header is allowed',
      path: '/cors/no-content-type',
      status: /^Failed · CORS · the preflight refuses content-type/,
      title: /preflight refuses/,
      evidence: /GET/,
    },
    {
      what: 'the preflight is answered with 401',
      path: '/cors/preflight-401',
      status: /^Failed · CORS/,
      title: /up/,
      evidence: /POST/,
    },
    {
      what: 'the preflight is answered with 404',
      path: '/cors/preflight-404',
      status: /^Failed · CORS/,
      title: /up/,
      evidence: /POST/,
    },
    {
      what: 'initialize works, the request after it is refused by the preflight',
      path: '/cors/headers-of-first-request',
      version: '2025-11-25',
      status: /^Failed · CORS · the preflight refuses mcp-protocol-version/,
      title: /preflight refuses one of our headers/,
      says: /The handshake worked/,
      evidence: /POST notifications\/initialized/,
    },
    {
      what: 'the session id is hidden',
      path: '/cors/session-hidden',
      status: /^Failed · session id hidden/,
      title: /session id that this page may not read/,
      evidence: /refused with 400/,
    },
    {
      what: 'the session id is exposed on the preflight only',
      path: '/cors/exposed-on-preflight-only',
      status: /^Failed · session id hidden/,
      title: /session id that this page may not read/,
      evidence: /refused with 400/,
    },
  ],
  'an answer with another status': [
    {
      what: '401 with CORS headers',
      path: '/status/401',
      status: /^Failed · 401/,
      title: /wants authorization/,
      says: /Authorization header.* It asks for: Bearer resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource"\./,
      evidence: /401/,
      initialize: true,
    },
    {
      what: '401 with a challenge that is not exposed',
      path: '/cors/challenge-hidden',
      status: /^Failed · 401/,
      title: /wants authorization/,
      says: /No WWW-Authenticate could be read.*does not expose it/,
      evidence: /401/,
      initialize: true,
    },
    {
      what: '401 without CORS headers',
      path: '/cors/401-hidden',
      status: /^Failed · CORS/,
      title: /up/,
      evidence: /POST/,
    },
    {
      what: '403 that asks for another scope',
      path: '/status/403-scope',
      status: /^Failed · 403/,
      title: /forbids/,
      says: /It asks for: Bearer error="insufficient_scope", scope="tools:call"\./,
      evidence: /403/,
      initialize: true,
    },
    {
      what: '403',
      path: '/status/403',
      status: /^Failed · 403/,
      title: /forbids/,
      evidence: /403/,
      initialize: true,
    },
    {
      what: '404 with a text',
      path: '/status/404-text',
      status: /^Failed · 404/,
      title: /no MCP endpoint at this path/,
      says: /path of the URL/,
      evidence: /404/,
    },
    {
      what: '404 with a page',
      path: '/status/404-html',
      status: /^Failed · 404/,
      title: /no MCP endpoint at this path/,
      evidence: /404/,
    },
    {
      what: '405',
      path: '/status/405',
      status: /^Failed · 405, no POST/,
      title: /takes no POST/,
      says: /takes no POST/,
      evidence: /405/,
    },
    {
      what: 'a web page with 200',
      path: '/status/html',
      status: /^Failed · a web page answered/,
      title: /web page answered/,
      says: /path of the URL/,
      evidence: /web page/,
    },
    {
      what: 'a redirect to itself',
      path: '/status/redirect-loop',
      status: /^Failed/,
      title: /./,
      evidence: /POST/,
    },
  ],
  'an answer that is not MCP': [
    {
      what: 'JSON that is not JSON-RPC',
      path: '/body/json-not-rpc',
      status: /^Failed · not JSON-RPC/,
      title: /not JSON-RPC/,
      evidence: /not JSON-RPC/,
    },
    {
      what: 'another id',
      path: '/body/other-id',
      status: /^Failed · another id/,
      title: /answered with another id/,
      says: /answered initialize with 200 and a result with id 10\d; asked with id \d\./,
      evidence: /another id/,
    },
    {
      what: 'the id as a string, in a stream',
      path: '/body/other-id-stream',
      status: /^Failed · another id/,
      title: /answered with another id/,
      says: /a result with id "(\d)", a string instead of a number; asked with id \1\./,
      evidence: /another id/,
    },
    {
      what: 'text that claims to be JSON',
      path: '/body/invalid-json',
      status: /^Failed · not JSON-RPC/,
      title: /not JSON-RPC/,
      evidence: /200/,
    },
    {
      what: 'JSON that was cut short',
      path: '/body/cut-json',
      status: /^Failed · not JSON-RPC/,
      title: /not JSON-RPC/,
      evidence: /200/,
    },
    {
      what: 'a body shorter than announced',
      path: '/body/truncated',
      status: /^Failed · connection cut/,
      title: /broke before the answer was whole/,
      evidence: /cut after the headers/,
      initialize: true,
    },
    {
      what: 'null',
      path: '/body/null',
      status: /^Failed · no message in the answer/,
      title: /holds no message/,
      says: /null/,
      evidence: /null/,
    },
    {
      what: '204 to everything',
      path: '/body/204',
      status: /^Failed · no message in the answer/,
      title: /holds no message/,
      says: /204/,
      evidence: /204/,
    },
  ],
  'no version in common': [
    {
      what: 'no common version',
      path: '/discover/unsupported-newer',
      status: /^Failed · no common version/,
      title: /No common version/,
      says: /2027-06-30/,
      evidence: /-32022/,
      initialize: true,
      retry: '2027-06-30',
    },
    {
      what: 'a modern server that is asked for a legacy version',
      path: '/legacy/modern-only',
      version: '2025-11-25',
      status: /^Failed · modern only/,
      title: /only modern revisions/,
      says: /2026-07-28/,
      evidence: /-32020/,
    },
    {
      what: 'initialize is refused for its version',
      path: '/legacy/version-refused',
      version: '2025-11-25',
      status: /^Failed · version not supported/,
      title: /does not support the version/,
      says: /2025-06-18/,
      evidence: /-32602/,
    },
    {
      what: 'initialize fails',
      path: '/legacy/initialize-error',
      status: /^Failed/,
      title: /refused/,
      says: /Database is down/,
      evidence: /-32603/,
    },
  ],
  'a server in trouble': [
    {
      what: '429',
      path: '/status/429',
      status: /^Failed · 429/,
      title: /limiting/,
      evidence: /429/,
      initialize: true,
    },
    {
      what: '500',
      path: '/status/500',
      status: /^Failed · server error/,
      title: /failed/,
      evidence: /500/,
      initialize: true,
    },
    {
      what: 'the page of a gateway',
      path: '/status/502-html',
      status: /^Failed · server error/,
      title: /failed/,
      evidence: /502/,
      initialize: true,
    },
    {
      what: 'no answer within the time limit',
      path: '/status/hang',
      seconds: 1,
      status: /^Failed · time limit/,
      title: /did not answer in time/,
      evidence: /no answer in time/,
      initialize: true,
    },
    {
      what: 'a cut before the headers',
      path: '/status/reset',
      status: /^Failed · (unreachable|CORS)/,
      title: /./,
      evidence: /POST/,
    },
  ],
};

for (const [group, rows] of Object.entries(table)) {
  test(`${group}: the cause, the evidence, and Retry once it is mended`, async ({ app, front }) => {
    test.setTimeout(20_000 + rows.length * 6_000);
    await app.page.goto('./');
    for (const { what, path, status, title, says, evidence, initialize = false, retry, ...choices } of rows) {
      await test.step(what, async () => {
        await front.become(path);
        await app.start(front.url, { seconds: 20, ...choices });
        await app.settled(status);
        await expect(app.connect.failure.getByRole('heading', { level: 1 })).toHaveText(title);
        if (says) await expect(app.connect.failure).toContainText(says);
        await expect(app.connect.evidence.filter({ hasText: evidence }).first()).toBeVisible();
        await expect(app.connect.initializeButton).toHaveCount(initialize ? 1 : 0);
        const again = app.connect.failure.getByRole('button', { name: /^Retry with/ });
        if (retry !== undefined) await expect(again).toHaveText(`Retry with ${retry}`);

        await front.become(choices.version?.startsWith('2025') ? '/legacy/sound' : '/body/sound');
        await app.connect.retryButton.click();
        await app.settled(/^Connected/);
        await expect(app.connect.failure).toHaveCount(0);
      });
    }
  });
}

test('a server that answered this page before is said to have gone, with that answer as evidence', async ({
  app,
  front,
}) => {
  await front.become('/body/sound');
  await app.connectTo(front.url, { version: '2026-07-28' });
  await front.become(null);
  await app.start(front.url, { version: '2026-07-28' });
  await app.settled(/^Failed · unreachable/);
  await expect(app.connect.failure.getByRole('heading', { level: 1 })).toHaveText(
    /does not answer any more$/,
  );
  await expect(app.connect.failure).toContainText(/It answered this page (just before|\d+ s ago)/);
  await expect(app.connect.evidence.first()).toHaveText(/POST tools\/list.*200 and readable/);
  await expect(app.connect.recent.getByRole('listitem')).toHaveText(/hostile 0\.0\.1.*unreachable/);
  await app.open('Handshake');
  await expect(app.handshake.verdicts.first()).toContainText(
    /so its era is unknown; the server answered this page (just before|\d+ s ago); 2026-07-28 is pinned/,
  );
});

test('where authorization is missing, the headers are at hand', async ({ app, front }) => {
  await front.become('/status/401');
  await app.page.goto('./');
  await app.start(front.url);
  await app.settled(/^Failed · 401/);
  await app.connect.addHeader('Authorization', 'Bearer x');
  await front.become('/body/sound');
  await app.connect.connectButton.click();
  await app.settled(/^Connected/);
});

test('each piece of evidence opens the exchange it stands on', async ({ app, front }) => {
  await front.become('/status/404-text');
  await app.page.goto('./');
  await app.start(front.url);
  await app.settled(/^Failed/);
  await app.connect.evidence.last().getByRole('link').click();
  await app.idle();
  await expect(app.wireLog.detail).toContainText('"initialize"');
  await app.wireLog.row('404').last().click();
  await expect(app.wireLog.detail).toContainText('Cannot POST /status/404-text');
});

test('Auto connects where the preflight knows the headers of 2025 only, and blames CORS, not the era', async ({
  app,
  hostile,
}) => {
  await app.connectTo(hostile.url('/cors/headers-of-2025'));
  await expect(app.status).toHaveText(/^Connected · 2025-11-25 · legacy/);
  await app.open('Handshake');
  await expect(app.handshake.verdicts.first()).toContainText(
    'The modern attempt never reached the server (CORS or network), so its era is unknown',
  );
});

test('the refused headers are named, with the exact lines to add, which work', async ({
  app,
  sdk,
  troubles,
}) => {
  troubles.expectConsole(/Failed to load resource|blocked by CORS policy/);
  const known = ['content-type', 'authorization', 'mcp-session-id', 'mcp-protocol-version'];
  sdk.become({ cors: { allowHeaders: known } });
  await app.page.goto('./');
  await app.start(sdk.url, { version: '2026-07-28', headers: [['X-Tenant', 'acme']] });
  await app.settled(/^Failed/);
  await expect(app.status).toHaveText(/mcp-method/);
  await expect(app.status).toHaveText(/x-tenant/);
  await expect(app.status).not.toHaveText(/content-type|mcp-protocol-version/);
  const lines = new Map(
    (await copied(app.connect.changes)).split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/: /);
      return [name.toLowerCase(), value.split(', ')] as const;
    }),
  );
  expect(lines.get('access-control-allow-origin')).toEqual([new URL(app.page.url()).origin]);
  // Who follows the advice has to be able to call a tool as well.
  sdk.become({ cors: { allowHeaders: lines.get('access-control-allow-headers') ?? [] } });
  await app.connect.retryButton.click();
  await app.settled(/^Connected · 2026-07-28/);
  await app.open('Tools');
  await app.tools.call('echo', '{"message":"allowed"}');
  await expect(app.tools.result).toContainText('allowed');
});

test('own headers that the preflight refuses are named', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/cors/no-custom-headers'), { headers: [['X-Tenant', 'acme']] });
  await app.settled(/^Failed/);
  await expect(app.status).toHaveText('Failed · CORS · the preflight refuses x-tenant');
});

for (const [what, path, asked, named] of [
  ['a legacy server', '/legacy/version-refused', 'Auto', '2025-06-18'],
  ['a modern server', '/legacy/modern-only', '2025-11-25', '2026-07-28'],
] as const) {
  test(`a version that ${what} names instead is one click away`, async ({ app, hostile }) => {
    await app.page.goto('./');
    await app.start(hostile.url(path), { version: asked });
    await app.settled(/^Failed/);
    await expect(app.connect.failure).toContainText(named);
    await app.page.getByRole('button', { name: `Retry with ${named}` }).click();
    // This one is modern in what it refuses only.
    await app.settled(named === '2025-06-18' ? /^Connected · 2025-06-18/ : /^Failed/);
    await app.open('Connect');
    await expect(app.connect.version).toHaveValue(named);
    const last = hostile
      .seenAt(path)
      .filter(({ body }) => /"(initialize|server\/discover)"/.test(body))
      .at(-1);
    expect(last?.body).toContain(`"${named}"`);
  });
}

test('Try initialize anyway goes on where the verdict refused to', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/discover/500'));
  await app.settled(/^Failed · server error/);
  await app.connect.initializeButton.click();
  await app.settled(/^Connected · 2025-11-25 · legacy/);
  expect(hostile.seenAt('/discover/500').filter(({ body }) => body.includes('"initialize"'))).toHaveLength(1);
});

test('Try initialize anyway is there for a pinned modern version that the preflight refuses', async ({
  app,
  hostile,
}) => {
  await app.page.goto('./');
  await app.start(hostile.url('/cors/headers-of-2025'), { version: '2026-07-28' });
  await app.settled(/^Failed · CORS · the preflight refuses mcp-method/);
  await app.connect.initializeButton.click();
  await app.settled(/^Connected · 2025-11-25 · legacy/);
});

for (const [path, revision] of [
  ['/status/redirect-307', '2026-07-28'],
  ['/status/redirect-308-legacy', '2025-11-25'],
] as const) {
  test(`a redirect is followed and named: ${path}`, async ({ app, hostile }) => {
    await app.connectTo(hostile.url(path));
    await expect(app.status).toHaveText(new RegExp(`^Connected · ${revision}`));
    await app.open('Handshake');
    await expect(app.handshake.attempts).toContainText(
      /The server redirected to http:\/\/127\.0\.0\.1:\d+\//,
    );
  });
}

test('a redirect to a web page names the page', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/status/redirect-302-html'));
  await app.settled(/^Failed · a web page answered/);
  await expect(app.connect.failure).toContainText(
    /The server redirected to http:\/\/127\.0\.0\.1:\d+\/status\/html/,
  );
});

test('a failure keeps what was filled in, and the page goes on with another server', async ({
  app,
  front,
  sdk,
}) => {
  await front.become('/status/401');
  await app.page.goto('./');
  await app.start(front.url, { version: '2026-07-28', headers: [['Authorization', 'Bearer wrong']] });
  await app.settled(/^Failed/);
  await expect(app.connect.url).toHaveValue(front.url);
  await expect(app.connect.version).toHaveValue('2026-07-28');
  // The header is kept too, and a secret goes to another server only once that is agreed to.
  await app.connect.fillIn(sdk.url);
  await app.connect.sendHereButton.click();
  await app.connect.connectButton.click();
  await app.settled(/^Connected · 2026-07-28 · modern · harbour/);
});

test('both attempts are the evidence, and each thing is said once', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/status/404-text'));
  await app.settled(/^Failed · 404/);
  await expect(app.connect.evidence).toHaveText([
    /POST server\/discover.*404, text/,
    /POST initialize.*404, text/,
  ]);
  await expect(app.connect.failure).toHaveText(
    /There is no MCP endpoint at this path\s+The server answered initialize with 404 and text\/plain\. Check the path/,
  );
  await app.open('Handshake');
  // What an attempt was judged by stands beside it, and the diagnosis adds what to do.
  expect((await app.handshake.attempts.innerText()).split('initialize with 404')).toHaveLength(2);
  await expect(app.handshake.attempts).toContainText('Check the path of the URL');
});
