import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, RawClient } from '../../src/demo/raw-client.ts';
import { UNSAFE_NUMBERS } from './cases/body-cases.ts';
import { ODD_CURSOR } from './cases/list-cases.ts';
import { ODD_STATE } from './cases/round-cases.ts';
import { WIDE_TEXT } from './cases/stream-cases.ts';
import { MARKUP, ODD_NAMES } from './cases/text-cases.ts';
import { CANARY_PATH, HOSTILE_CASES, type HostileServer, startHostile } from './hostile.ts';
import { closedPort } from './recorder.ts';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostile();
});
afterAll(() => server.close());

let tests = 0;
/** A client of a case, with counters of its own. */
function modernClient(path: string): RawClient {
  tests += 1;
  return new RawClient(fetch, '2026-07-28', { url: server.url(`${path}?k=${tests}`) });
}
const legacyClient = (path: string) => new RawClient(fetch, '2025-11-25', { url: server.url(path) });

/** Status, type and body of one modern request. */
async function raw(path: string, method: string, params: Json = {}, limit = 5000) {
  const client = modernClient(path);
  const response = await fetch(client.url, {
    method: 'POST',
    headers: client.headers(method, params['name'] as string | undefined),
    body: client.body(method, params),
    redirect: 'manual',
    signal: AbortSignal.timeout(limit),
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const firstText = (result: Json) => ((result['content'] as Json[])[0] as Json)['text'];

describe('the table of cases', () => {
  it('has one row for each path, and says what each does', () => {
    const paths = HOSTILE_CASES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(
      HOSTILE_CASES.filter(({ path, what }) => !/^\/[a-z]+(\/[a-z0-9-]+)?$/.test(path) || what === ''),
    ).toEqual([]);
  });

  it('knows no other path', async () => {
    expect(() => server.url('/cors/nnoe')).toThrow(RangeError);
    expect((await fetch(`${server.origin}/cors/nnoe`)).status).toBe(404);
  });

  const silent = [
    '/status/hang',
    '/status/reset',
    '/discover/hang',
    '/discover/reset',
    '/discover/cut',
    '/body/truncated',
  ];
  it.each(HOSTILE_CASES.filter(({ path }) => !silent.includes(path)).map(({ path }) => path))(
    'answers server/discover at %s',
    async (path) => {
      await expect(raw(path, 'server/discover')).resolves.toHaveProperty('status');
    },
  );
  it.each(silent)('does not answer server/discover at %s', async (path) => {
    await expect(raw(path, 'server/discover', {}, 300)).rejects.toThrow();
  });
});

describe('answers to server/discover', () => {
  const rows: [name: string, status: number, seen: string | RegExp][] = [
    ['400-empty', 400, ''],
    ['400-html', 400, /^<!doctype html>/],
    ['404-text', 404, 'Not found'],
    ['404-method-not-found', 404, /-32601/],
    ['200-method-not-found', 200, /-32601/],
    ['405', 405, ''],
    ['400-not-initialized', 400, /-32000.*not initialized/],
    ['400-missing-session', 400, /-32000.*Missing session/],
    ['unsupported-older', 400, /-32022.*"supported":\["2025-11-25","2025-06-18"\]/],
    ['unsupported-newer', 400, /-32022.*"supported":\["2027-06-30"\]/],
    ['unsupported-same', 400, /"supported":\["2026-07-28"\],"requested":"2026-07-28"/],
    ['unsupported-no-list', 400, /"code":-32022,"message":"[^"]*"\}/],
    ['unsupported-list-not-array', 400, /"supported":"2026-07-28"/],
    ['header-mismatch', 400, /-32020/],
    ['missing-capability', 400, /-32021.*requiredCapabilities/],
    ['401', 401, ''],
    ['429', 429, /-32601/],
    ['500', 500, /-32601/],
    ['503-html', 503, /^<!doctype html>/],
    ['204', 204, ''],
    ['200-empty', 200, ''],
    ['200-text', 200, 'OK'],
    ['older-versions', 200, /"supportedVersions":\["2025-11-25","2025-06-18"\]/],
    ['no-versions', 200, /^(?!.*supportedVersions)/],
    ['unknown-versions', 200, /"supportedVersions":\["2027-06-30"\]/],
    ['sse', 200, /^: hello\n\nevent: message\ndata: \{/],
    ['400-draft-32001', 400, /-32001/],
    ['no-server-info', 200, /^(?!.*serverInfo)/],
  ];
  it.each(rows)('%s', async (name, status, seen) => {
    const answer = await raw(`/discover/${name}`, 'server/discover');
    expect(answer.status).toBe(status);
    if (typeof seen === 'string') expect(answer.text).toBe(seen);
    else expect(answer.text).toMatch(seen);
  });

  it('unsupported-once is corrected by asking again', async () => {
    const client = modernClient('/discover/unsupported-once');
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await client.request('server/discover')).status);
    expect(statuses).toEqual([400, 200]);
  });

  it('a sound legacy server stands behind those that speak for one', async () => {
    const behind = HOSTILE_CASES.filter(({ what }) => what.endsWith('then a sound legacy server'));
    expect(behind.length).toBeGreaterThan(15);
    for (const { path } of behind) {
      const client = legacyClient(path);
      expect((await client.initialize()).last['result'], path).toMatchObject({
        protocolVersion: '2025-11-25',
      });
      expect(firstText(await client.call('ping')), path).toBe('pong');
    }
  });

  it('then-legacy discovers and then refuses', async () => {
    const client = modernClient('/discover/then-legacy');
    expect((await client.request('server/discover')).status).toBe(200);
    expect((await client.request('tools/list')).last['error']).toMatchObject({ message: 'missing session' });
  });
});

describe('CORS', () => {
  async function preflight(path: string, headers: string) {
    const response = await fetch(server.url(path), {
      method: 'OPTIONS',
      headers: { origin: 'http://page.example', 'access-control-request-headers': headers },
    });
    const read = (name: string) => response.headers.get(`access-control-${name}`);
    return {
      status: response.status,
      origin: read('allow-origin'),
      headers: read('allow-headers'),
      expose: read('expose-headers'),
      methods: read('allow-methods'),
    };
  }

  it('allows and exposes everything in every other case', async () => {
    for (const { path, cors } of HOSTILE_CASES) {
      if (cors !== undefined) continue;
      expect(await preflight(path, 'mcp-method,x-mine'), path).toEqual({
        status: 204,
        origin: '*',
        headers: 'mcp-method,x-mine',
        expose: 'Mcp-Session-Id, WWW-Authenticate',
        methods: 'GET, POST, DELETE',
      });
    }
  });

  it.each([
    ['/cors/none', { origin: null, headers: null }],
    ['/cors/other-origin', { origin: 'https://elsewhere.example' }],
    [
      '/cors/headers-of-2025',
      { headers: 'content-type, authorization, mcp-session-id, mcp-protocol-version, last-event-id' },
    ],
    ['/cors/headers-of-first-request', { headers: 'content-type, mcp-session-id' }],
    ['/cors/no-content-type', { headers: null }],
    ['/cors/session-hidden', { expose: null }],
    ['/cors/exposed-on-preflight-only', { expose: 'Mcp-Session-Id, WWW-Authenticate' }],
    ['/cors/no-delete', { methods: 'GET, POST' }],
    ['/cors/preflight-401', { status: 401 }],
  ])('%s', async (path, expected) => {
    expect(await preflight(path, 'content-type,mcp-method')).toMatchObject(expected);
  });

  it('hides from answers what the case says', async () => {
    const names = async (path: string) => {
      const { headers } = await legacyClient(path).request('initialize');
      return [headers.get('access-control-allow-origin'), headers.get('access-control-expose-headers')];
    };
    expect(await names('/cors/none')).toEqual([null, null]);
    expect(await names('/cors/401-hidden')).toEqual([null, null]);
    expect(await names('/cors/session-hidden')).toEqual(['*', null]);
    expect(await names('/cors/exposed-on-preflight-only')).toEqual(['*', null]);
  });

  it('session-hidden gives a session and demands it', async () => {
    const client = legacyClient('/cors/session-hidden');
    expect((await client.initialize()).headers.get('mcp-session-id')).toBe('session-1');
    expect((await client.request('tools/list')).status).toBe(200);
    client.session = null;
    expect((await client.request('tools/list')).last['error']).toMatchObject({ code: -32600 });
  });
});

describe('statuses and bodies', () => {
  const rows: [path: string, status: number, type: string | null, text: RegExp][] = [
    ['/status/401', 401, 'application/json', /invalid_token/],
    ['/status/403', 403, 'text/plain', /^Forbidden$/],
    ['/status/404-text', 404, 'text/plain', /^Cannot POST/],
    ['/status/html', 200, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['/status/redirect-307', 307, null, /^$/],
    ['/body/json-not-rpc', 200, 'application/json', /^\{"hello":"world"\}$/],
    ['/body/invalid-json', 200, 'application/json', /,,/],
    ['/body/204', 204, null, /^$/],
    ['/body/no-content-type', 200, null, /"pong"/],
    ['/body/content-type-odd', 200, 'Application/JSON; charset=UTF-8; profile="a;b"', /"pong"/],
    ['/body/text-plain', 200, 'text/plain', /"pong"/],
    ['/body/other-id', 200, 'application/json', /"id":10\d/],
    ['/body/other-id-stream', 200, 'text/event-stream', /"id":"\d"/],
    ['/body/wrong-id', 200, 'application/json', /"id":4711/],
  ];
  it.each(rows)('%s', async (path, status, type, text) => {
    const answer = await raw(path, 'tools/call', { name: 'ping' });
    expect([answer.status, answer.type]).toEqual([status, type]);
    expect(answer.text).toMatch(text);
  });

  it('truncated fails after the head', async () => {
    const client = modernClient('/body/truncated');
    const response = await fetch(client.url, { method: 'POST', body: '{}' });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('a redirect leads to a sound server', async () => {
    const { last } = await modernClient('/status/redirect-307').request('server/discover');
    expect(last['result']).toMatchObject({ supportedVersions: ['2026-07-28'] });
  });

  it('large results are as large as they say', { timeout: 20_000 }, async () => {
    for (const path of [
      '/body/10mb-text',
      '/body/10mb-structured',
      '/body/10mb-image',
      '/stream/10mb-event',
    ]) {
      const { text } = await raw(path, 'tools/call', { name: 'ping' });
      expect(text.length, path).toBeGreaterThan(10 * 1024 * 1024);
    }
  });

  it('unsafe numbers and deep nesting go out as they are written', async () => {
    expect((await raw('/body/unsafe-numbers', 'tools/call')).text).toContain(UNSAFE_NUMBERS);
    expect((await raw('/body/deep', 'tools/call')).text).toContain(`${'['.repeat(100_000)}]`);
  });

  it('slow-headers waits as long as it is told', async () => {
    const begun = performance.now();
    await modernClient('/body/slow-headers').call('ping', { ms: 120 });
    expect(performance.now() - begun).toBeGreaterThan(110);
  });

  it('nothing listens on a closed port', async () => {
    await expect(fetch(await closedPort(), { method: 'POST' })).rejects.toThrow('fetch failed');
  });
});

describe('legacy servers', () => {
  it.each([
    ['204', 204, ''],
    ['200-empty', 200, ''],
    ['200-null', 200, 'null'],
    ['200-id-null', 200, '{"jsonrpc":"2.0","id":null}'],
    ['400', 400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}'],
  ])('answer notifications with %s', async (name, status, text) => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const response = await fetch(server.url(`/legacy/notified-${name}`), { method: 'POST', body });
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  it.each([
    ['other-version', '2024-10-07'],
    ['older-version', '2025-03-26'],
    ['future-version', '2099-01-01'],
  ])('%s', async (name, version) => {
    const { last } = await legacyClient(`/legacy/${name}`).initialize();
    expect((last['result'] as Json)['protocolVersion']).toBe(version);
  });

  it('version-refused takes 2025-06-18 alone', async () => {
    expect((await legacyClient('/legacy/version-refused').initialize()).last['error']).toMatchObject({
      code: -32602,
    });
    const second = await legacyClient('/legacy/version-refused').initialize('2025-06-18');
    expect(second.last['result']).toMatchObject({ protocolVersion: '2025-06-18' });
  });

  it('session-lost forgets the session at the third call', async () => {
    const client = new RawClient(fetch, '2025-11-25', { url: server.url('/legacy/session-lost?k=lost') });
    await client.initialize();
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const call = await client.request('tools/call', { name: 'ping', arguments: {} });
      statuses.push(call.status);
    }
    expect(statuses).toEqual([200, 200, 404]);
  });

  it('delete-hangs hangs', async () => {
    const client = legacyClient('/legacy/delete-hangs');
    await client.initialize();
    const signal = AbortSignal.timeout(150);
    await expect(
      fetch(client.url, { method: 'DELETE', headers: client.headers(''), signal }),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect
      .poll(() => server.seenAt('/legacy/delete-hangs').at(-1))
      .toMatchObject({ method: 'DELETE', aborted: true });
  });

  it('array bodies hold a log message and the response', async () => {
    const client = legacyClient('/legacy/array-json');
    const response = await fetch(client.url, {
      method: 'POST',
      headers: client.headers('tools/call'),
      body: client.body('tools/call', { name: 'ping' }),
    });
    expect(await response.json()).toMatchObject([
      { method: 'notifications/message' },
      { result: { content: [{ text: 'pong' }] } },
    ]);
  });
});

describe('lists', () => {
  const cursors = async (path: string, pages: number) => {
    const client = modernClient(path);
    const seen: unknown[] = [];
    let params: Json = {};
    for (let i = 0; i < pages; i++) {
      const result = (await client.request('tools/list', params)).last['result'] as Json;
      seen.push(result['nextCursor']);
      params = { cursor: result['nextCursor'] };
    }
    return seen;
  };

  it.each([
    ['cursor-empty', ['', undefined]],
    ['cursor-repeated', ['again', 'again', 'again']],
    ['cursor-cycle', ['a', 'b', 'a', 'b']],
    ['cursor-endless', ['page-1', 'page-2', 'page-3']],
    ['cursor-null', [null]],
    ['cursor-number', [2]],
  ])('%s', async (name, expected) => {
    expect(await cursors(`/list/${name}`, expected.length)).toEqual(expected);
  });

  it('cursor-odd tells whether the cursor was kept', async () => {
    const client = modernClient('/list/cursor-odd');
    const tools = async (cursor: string) =>
      ((await client.request('tools/list', { cursor })).last['result'] as Json)['tools'];
    expect(await tools(ODD_CURSOR)).toMatchObject([{ name: 'cursor_kept' }]);
    expect(await tools(ODD_CURSOR.trim())).toMatchObject([{ name: 'cursor_changed' }]);
  });

  it('broken has sound entries first and last', async () => {
    const result = (await modernClient('/list/broken').request('tools/list')).last['result'] as Json;
    const tools = result['tools'] as (Json | null)[];
    expect([tools[0]?.['name'], tools[1], tools.at(-1)?.['name']]).toEqual(['good_first', null, 'good_last']);
  });

  it('error-page-2-once recovers', async () => {
    const client = modernClient('/list/error-page-2-once');
    const answers = [];
    for (const params of [{}, { cursor: 'two' }, { cursor: 'two' }]) {
      answers.push(Object.keys((await client.request('tools/list', params)).last).at(-1));
    }
    expect(answers).toEqual(['result', 'error', 'result']);
  });
});

describe('texts and names', () => {
  it('markup is in every text of the handshake, the list, the questions and the result', async () => {
    const client = modernClient('/text/markup');
    for (const [method, params] of [
      ['server/discover', {}],
      ['tools/list', {}],
      ['tools/call', { name: 'x' }],
      ['tools/call', { name: 'x', inputResponses: {} }],
    ] as const) {
      const { last } = await client.request(method, params);
      expect(JSON.stringify(last).split(JSON.stringify(MARKUP).slice(1, -1)).length, method).toBeGreaterThan(
        5,
      );
    }
  });

  it('odd names arrive as own members, __proto__ too', async () => {
    const { text } = await raw('/text/odd-names', 'tools/call', { name: 'x' });
    const requests = (JSON.parse(text) as { result: { inputRequests: Json } }).result.inputRequests;
    expect(Object.keys(requests)).toEqual([...ODD_NAMES]);
  });
});

describe('schemas', () => {
  it.each(HOSTILE_CASES.filter(({ path }) => path.startsWith('/schema/')).map(({ path }) => path))(
    'are listed at %s',
    async (path) => {
      const result = (await modernClient(path).request('tools/list')).last['result'] as Json;
      expect((result['tools'] as Json[]).length).toBeGreaterThan(1);
    },
  );

  it('point to the canary of this server', async () => {
    const { text } = await raw('/schema/remote-ref', 'tools/list');
    expect(text).toContain(`"$ref":"${server.origin}${CANARY_PATH}/a.json"`);
    expect(server.seenAt(`${CANARY_PATH}/a.json`)).toEqual([]);
  });
});

describe('streams', () => {
  const body = async (path: string) => (await raw(path, 'tools/call', { name: 'x' })).text;

  it.each([
    ['crlf', '\r\n'],
    ['lf', '\n'],
    ['cr', '\r'],
  ])('cut anywhere, the bytes with %s are the same', async (name, lineEnd) => {
    const whole = await body(`/stream/bytes-${name}`);
    expect(whole.split(lineEnd)[1]).toBe('retry: 500');
    expect(whole).toContain(WIDE_TEXT);
    const client = new RawClient(fetch, '2026-07-28', { url: server.url(`/stream/cut-${name}?at=9`) });
    const response = await fetch(client.url, {
      method: 'POST',
      headers: client.headers('tools/call', 'x'),
      body: client.body('tools/call', { name: 'x' }),
    });
    expect(await response.text()).toBe(whole);
  });

  it('no-answer ends after a notification', async () => {
    const { messages } = await modernClient('/stream/no-answer').request('tools/call', { name: 'x' });
    expect(messages.map(({ method }) => method)).toEqual(['notifications/progress']);
  });

  it(
    '100k-progress sends as many notifications as it says, with the token it was given',
    { timeout: 20_000 },
    async () => {
      const client = modernClient('/stream/100k-progress');
      const { messages, last } = await client.request('tools/call', { name: 'x' }, { progressToken: 'p' });
      expect(messages).toHaveLength(100_001);
      expect(messages[99_999]?.['params']).toEqual({ progressToken: 'p', progress: 100_000, total: 100_000 });
      expect(last).toHaveProperty('result');
    },
  );

  it('records that a client hung up on a stream', async () => {
    const client = modernClient('/stream/drip');
    const controller = new AbortController();
    const pending = client.post(
      client.body('tools/call', { name: 'x' }),
      client.headers('tools/call', 'x'),
      controller.signal,
    );
    setTimeout(() => controller.abort(), 60);
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await expect
      .poll(() => server.seenAt('/stream/drip').at(-1))
      .toMatchObject({ status: 200, aborted: true });
  });
});

describe('rounds', () => {
  const answer = { q: { action: 'accept', content: { ok: true } } };

  it('tell whether the state was kept, changed or invented', async () => {
    const say = async (path: string, more: Json) =>
      firstText(await modernClient(path).call('x', {}, { inputResponses: answer, ...more }));
    expect(await say('/rounds/state-odd', { requestState: ODD_STATE })).toBe('state kept');
    expect(await say('/rounds/state-odd', { requestState: ODD_STATE.trim() })).toBe('state changed');
    expect(await say('/rounds/state-empty', { requestState: '' })).toBe('state kept');
    expect(await say('/rounds/state-empty', {})).toBe('state changed');
    expect(await say('/rounds/state-absent', {})).toBe('no state');
    expect(await say('/rounds/state-absent', { requestState: '' })).toBe('state invented');
  });

  it('tell whether the id was used again', async () => {
    const client = modernClient('/rounds/id-reused');
    const first = client.body('tools/call', { name: 'x' });
    const { last } = await client.post(first, client.headers('tools/call', 'x'));
    const requestState = (last['result'] as Json)['requestState'];
    const again = JSON.parse(first) as { params: Json };
    again.params['requestState'] = requestState;
    const reused = await client.post(JSON.stringify(again), client.headers('tools/call', 'x'));
    expect(firstText(reused.last['result'] as Json)).toBe('id reused');
    expect(firstText(await client.call('x', {}, { requestState }))).toBe('fresh id');
  });

  it('strict refuses what does not belong in an answer', async () => {
    const client = modernClient('/rounds/strict');
    expect(firstText(await client.call('x', {}, { inputResponses: answer }))).toBe('clean');
    const refused = await client.call(
      'x',
      {},
      { inputResponses: { q: { ...answer.q, resultType: 'complete' } } },
    );
    expect(refused['error']).toMatchObject({ message: 'Unknown members: resultType' });
  });

  it('some never end', async () => {
    const client = modernClient('/rounds/asks-for-ever');
    const states = [];
    for (let i = 0; i < 3; i++)
      states.push((await client.call('x', {}, { inputResponses: answer }))['requestState']);
    expect(states).toEqual(['s1', 's2', 's3']);
  });
});
