// What each answer to server/discover means, and that the reason is shown: every row of the table.
import { expect, test } from './fixtures.ts';

type Row = [
  /** `/discover/…` of the hostile server. */
  name: string,
  status: RegExp,
  /** The verdict of each attempt, in order. */
  reasons: RegExp[],
];

const LEGACY = /^Connected · 2025-11-25 · legacy/;
const MODERN = /^Connected · 2026-07-28 · modern/;

const table: Record<string, Row[]> = {
  'what a modern server would not say means a legacy server': [
    ['400-empty', LEGACY, [/400 and an empty body.*trying initialize/, /accepted initialize/]],
    ['400-html', LEGACY, [/400 and an HTML page.*trying initialize/, /accepted initialize/]],
    ['400-text', LEGACY, [/400.*trying initialize/, /accepted initialize/]],
    ['400-not-rpc', LEGACY, [/400 and JSON that is not JSON-RPC.*trying initialize/, /accepted initialize/]],
    ['404-text', LEGACY, [/404.*no JSON-RPC error.*trying initialize/, /accepted initialize/]],
    [
      '404-method-not-found',
      LEGACY,
      [/404 and -32601.*must know that method; trying/, /accepted initialize/],
    ],
    [
      '200-method-not-found',
      LEGACY,
      [/200 and -32601.*must know that method; trying/, /accepted initialize/],
    ],
    ['405', LEGACY, [/405.*trying initialize/, /accepted initialize/]],
    [
      '400-not-initialized',
      LEGACY,
      [/400 and -32000 \(Server not initialized\).*trying/, /accepted initialize/],
    ],
    ['400-missing-session', LEGACY, [/400 and -32000 \(Missing session id\).*trying/, /accepted initialize/]],
    ['sse-method-not-found', LEGACY, [/-32601.*trying initialize/, /accepted initialize/]],
  ],
  'no answer means a legacy server, with a warning': [
    ['204', LEGACY, [/204.*no answer; trying initialize.*must be answered/, /accepted initialize/]],
    [
      '200-empty',
      LEGACY,
      [/200 and an empty body.*no answer; trying initialize.*must be/, /accepted initialize/],
    ],
    [
      '200-text',
      LEGACY,
      [/200 and text\/plain.*no answer; trying initialize.*must be/, /accepted initialize/],
    ],
  ],
  'any other error means a legacy server': [
    ['200-other-error', LEGACY, [/-32603 \(Internal error\).*trying initialize/, /accepted initialize/]],
    ['400-draft-32001', LEGACY, [/-32001.*draft.*trying initialize/, /accepted initialize/]],
    ['400-draft-32004', LEGACY, [/-32004.*draft.*trying initialize/, /accepted initialize/]],
    ['400-invalid-params', LEGACY, [/-32602.*trying initialize/, /accepted initialize/]],
  ],
  'a list of versions decides': [
    [
      'unsupported-older',
      LEGACY,
      [/-32022.*only older versions: 2025-11-25, 2025-06-18/, /accepted initialize/],
    ],
    [
      'unsupported-no-list',
      LEGACY,
      [/-32022.*does not list.*trying initialize.*contradict/, /accepted initialize/],
    ],
    ['unsupported-list-not-array', LEGACY, [/-32022.*does not list.*contradict/, /accepted initialize/]],
    ['unsupported-list-empty', LEGACY, [/-32022.*does not list.*contradict/, /accepted initialize/]],
    ['older-versions', LEGACY, [/lists only older versions: 2025-11-25, 2025-06-18/, /accepted initialize/]],
    ['unsupported-newer', /^Failed · no common version/, [/No common version.*-32022.*2027-06-30/]],
    ['unknown-versions', /^Failed · no common version/, [/No common version.*2027-06-30/]],
    ['unsupported-once', MODERN, [/-32022.*asking once more with 2026-07-28/, /supports 2026-07-28/]],
    [
      'unsupported-same',
      /^Failed · version refused twice/,
      [
        /-32022.*asking once more.*as unsupported and as supported/,
        /refused 2026-07-28 with -32022 after one corrective/,
      ],
    ],
  ],
  'a fault of our request is reported, without a fall-back': [
    ['header-mismatch', /^Failed · header mismatch/, [/-32020.*initialize would not help/]],
    ['missing-capability', /^Failed · client capability missing/, [/-32021.*initialize would not help/]],
  ],
  'a result means a modern server': [
    ['no-versions', MODERN, [/without saying which versions.*no supportedVersions/]],
    ['versions-not-array', MODERN, [/without saying which versions.*names no version/]],
    ['mixed-versions', MODERN, [/supports 2026-07-28/]],
    ['sse', MODERN, [/supports 2026-07-28/]],
    ['no-server-info', MODERN, [/supports 2026-07-28/]],
    ['two-server-infos', MODERN, [/supports 2026-07-28/]],
    ['no-capabilities', MODERN, [/supports 2026-07-28/]],
    ['many-capabilities', MODERN, [/supports 2026-07-28/]],
    ['then-legacy', MODERN, [/supports 2026-07-28/]],
  ],
  'trouble says nothing about the era': [
    ['401', /^Failed · 401/, [/401.*wants authorization/]],
    ['429', /^Failed · 429/, [/429.*says nothing about the era/]],
    ['500', /^Failed · server error/, [/500.*says nothing about the era/]],
    ['503-html', /^Failed · server error/, [/503 and an HTML page.*says nothing about the era/]],
    ['hang', /^Failed · time limit/, [/not answered within the time limit.*silence says nothing/]],
    ['cut', /^Failed · connection cut/, [/broke after the response headers.*nothing about the era/]],
    [
      'reset',
      LEGACY,
      [/never reached the server \(CORS or network\).*trying initialize/, /accepted initialize/],
    ],
  ],
};

for (const [rule, rows] of Object.entries(table)) {
  test(rule, async ({ app, hostile }) => {
    test.setTimeout(20_000 + rows.length * 5_000);
    await app.page.goto('./');
    for (const [name, status, reasons] of rows) {
      await test.step(name, async () => {
        await app.open('Connect');
        await app.start(hostile.url(`/discover/${name}`), { seconds: name === 'hang' ? 1 : 20 });
        await app.settled(status);
        await app.open('Handshake');
        await expect(app.handshake.verdicts).toHaveText(reasons);
        const attempts = hostile
          .seenAt(`/discover/${name}`)
          .filter(({ method, body }) => method === 'POST' && /"(server\/discover|initialize)"/.test(body));
        // A browser itself tries once more where a connection that was open before is reset.
        if (name !== 'reset') expect(attempts).toHaveLength(reasons.length);
      });
    }
  });
}

test('a pinned modern version never falls back, and says so', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/discover/404-method-not-found'), { version: '2026-07-28' });
  await app.settled(/^Failed/);
  await expect(app.connect.failure).toContainText('2026-07-28 is pinned, so initialize was not tried');
  expect(
    hostile.seenAt('/discover/404-method-not-found').filter(({ body }) => body.includes('"initialize"')),
  ).toEqual([]);
});

test('the listed older version is the one that is asked for', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/discover/unsupported-older'));
  const [initialize] = hostile
    .seenAt('/discover/unsupported-older')
    .filter(({ body }) => body.includes('"initialize"'));
  expect(JSON.parse(initialize?.body ?? '')).toMatchObject({ params: { protocolVersion: '2025-11-25' } });
});

test('a gateway that answers calls as a legacy server does is not demoted', async ({ app, hostile }) => {
  await app.connectTo(hostile.url('/discover/then-legacy'));
  await app.open('Tools');
  await expect(app.tools.listPane).toContainText('missing session');
  await expect(app.tools.listPane).toContainText(
    'says it speaks 2026-07-28, but answered this as a legacy server would',
  );
  await expect(app.status).toHaveText(MODERN);
});

for (const [path, answered] of [
  ['/legacy/other-version', '2024-10-07'],
  ['/legacy/older-version', '2025-03-26'],
  ['/legacy/future-version', '2099-01-01'],
] as const) {
  test(`another version than asked is connected to, with the mismatch shown: ${answered}`, async ({
    app,
    hostile,
  }) => {
    await app.connectTo(hostile.url(path));
    await expect(app.status).toHaveText(new RegExp(`^Connected · ${answered} · legacy`));
    await app.open('Handshake');
    await expect(app.handshake.attempts).toContainText(`Asked for 2025-11-25, answered ${answered}.`);
    await app.open('Tools');
    await expect(app.tools.tool('ping')).toBeVisible();
  });
}

test('whatever answers a notification, the handshake goes on', async ({ app, hostile }) => {
  test.setTimeout(60_000);
  for (const name of ['204', '200-empty', '200-null', '200-id-null', '200-object', '200-sse', '400']) {
    await test.step(name, async () => {
      await app.connectTo(hostile.url(`/legacy/notified-${name}`));
      await expect(app.status).toHaveText(LEGACY);
      await app.open('Tools');
      await expect(app.tools.tool('ping')).toBeVisible();
    });
  }
});

for (const path of [
  '/legacy/session-odd',
  '/legacy/session-everywhere',
  '/legacy/no-server-info',
  '/legacy/version-missing',
]) {
  test(`an odd answer to initialize is connected to: ${path}`, async ({ app, hostile }) => {
    await app.connectTo(hostile.url(path));
    await expect(app.status).toHaveText(LEGACY);
  });
}

test('initialize answered with null is refused with the reason', async ({ app, hostile }) => {
  await app.page.goto('./');
  await app.start(hostile.url('/legacy/result-null'));
  await app.settled(/^Failed/);
  await expect(app.connect.failure).toContainText('a result that is not an object');
});
