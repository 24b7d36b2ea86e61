import { afterEach, expect, it } from 'vitest';
import { EVERYTHING, type Json, RawClient } from '../../src/demo/raw-client.ts';
import { SEEN_PATH } from './recorder.ts';
import { type SdkDualOptions, type SdkDualServer, startSdkDual } from './sdk-dual.ts';

let server: SdkDualServer | undefined;
afterEach(() => server?.close());

async function start(options?: SdkDualOptions): Promise<SdkDualServer> {
  server = await startSdkDual(options);
  return server;
}

const modernClient = (url: string) => new RawClient(fetch, '2026-07-28', { url, capabilities: EVERYTHING });
const textOf = (result: Json) => (result['content'] as Json[])[0]?.['text'];

it('serves both eras at one address', async () => {
  const { url } = await start();
  const modern = (await modernClient(url).request('server/discover')).last['result'] as Json;
  expect(modern['supportedVersions']).toEqual(['2026-07-28']);
  const legacy = new RawClient(fetch, '2025-06-18', { url });
  const { last } = await legacy.initialize();
  expect(last['result']).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'harbour' } });
  expect(textOf(await legacy.call('echo', { message: 'hi' }))).toBe('hi');
});

it('can be restricted to one era', async () => {
  const { url, become } = await start({ eras: 'modern' });
  const legacy = new RawClient(fetch, '2025-11-25', { url });
  expect((await legacy.request('initialize')).last['error']).toMatchObject({ code: -32022 });
  become({ eras: 'legacy' });
  expect((await modernClient(url).request('server/discover')).status).toBe(400);
});

it('runs the three rounds of book_trip with a signed state', async () => {
  const client = modernClient((await start()).url);
  const args = { traveller: 'Ada' };
  let result = await client.call('book_trip', args);
  for (const [key, content] of [
    ['city', { city: 'Kiel' }],
    ['nights', { nights: 3 }],
    ['confirm', { confirm: true }],
  ] as const) {
    expect(Object.keys(result['inputRequests'] as Json)).toEqual([key]);
    const inputResponses = { [key]: { action: 'accept', content } };
    result = await client.call('book_trip', args, { inputResponses, requestState: result['requestState'] });
  }
  expect(textOf(result)).toBe('Booked 3 nights in Kiel for Ada.');
  const refused = await client.call('book_trip', args, { requestState: 'v1.a.b' });
  expect(refused['error']).toMatchObject({ code: -32602 });
});

it('asks many things in one round, a page, or nothing', async () => {
  const client = modernClient((await start()).url);
  const many = await client.call('ask_many');
  expect(Object.keys(many['inputRequests'] as Json)).toEqual(['form', 'sample', 'roots']);
  expect(await client.call('open_page')).toMatchObject({
    inputRequests: { consent: { params: { mode: 'url' } } },
  });
  const polled = await client.call('poll', { times: 1 });
  expect(Object.keys(polled).sort()).toEqual(['_meta', 'requestState', 'resultType']);
  const done = await client.call('poll', { times: 1 }, { requestState: polled['requestState'] });
  expect(textOf(done)).toBe('Polled 1 times.');
});

it('reports progress, is slow, sends large results', async () => {
  const client = modernClient((await start()).url);
  const params = { name: 'progress', arguments: { steps: 3, delay: 1 } };
  const { messages } = await client.request('tools/call', params, { progressToken: 1 });
  expect(messages).toHaveLength(4);
  expect(textOf(await client.call('slow', { ms: 5 }))).toBe('at last');
  expect(String(textOf(await client.call('big', { kilobytes: 2 })))).toHaveLength(2048);
  expect(await client.call('add', { a: 2, b: 3 })).toMatchObject({ structuredContent: { sum: 5 } });
});

it('becomes another server at the same address, and ends open sessions', async () => {
  const { url, become } = await start();
  const legacy = new RawClient(fetch, '2025-11-25', { url });
  await legacy.initialize();
  become({
    name: 'harbour',
    version: '4.0.0',
    capabilities: { tools: {}, completions: {} },
    headerParams: true,
  });
  expect((await legacy.request('tools/list')).status).toBe(404);
  const client = modernClient(url);
  const discovered = (await client.request('server/discover')).last['result'] as Json;
  expect(Object.keys(discovered['capabilities'] as Json).sort()).toEqual(['completions', 'tools']);
  expect(await client.call('routed', { region: 'eu' })).toMatchObject({ error: { code: -32020 } });
});

it('records what it saw: headers, bodies, hang-ups', async () => {
  const { url, origin, seen } = await start();
  const client = modernClient(url);
  await client.call('echo', { message: 'ü😀' });
  const controller = new AbortController();
  const body = client.body('tools/call', { name: 'slow', arguments: { ms: 5000 } });
  const slow = client.post(body, client.headers('tools/call', 'slow'), controller.signal);
  setTimeout(() => controller.abort(), 50);
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => seen[1]?.aborted).toBe(true);
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/mcp',
    status: 200,
    aborted: false,
    headers: { 'mcp-method': 'tools/call', 'mcp-name': 'echo', 'mcp-protocol-version': '2026-07-28' },
  });
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ params: { arguments: { message: 'ü😀' } } });
  expect(await (await fetch(origin + SEEN_PATH)).json()).toHaveLength(2);
  await fetch(origin + SEEN_PATH, { method: 'DELETE' });
  expect(seen).toHaveLength(0);
});

it.each([
  [
    'allows what is asked and exposes the session id by default',
    {},
    'content-type, mcp-method',
    'Mcp-Session-Id, WWW-Authenticate',
  ],
  [
    'allows and exposes only what it is told to',
    { allowHeaders: ['content-type'], exposeHeaders: [] },
    'content-type',
    null,
  ],
])('CORS: %s', async (_title, cors, allowed, exposed) => {
  const { url } = await start({ cors });
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'http://page.example', 'access-control-request-headers': 'content-type, mcp-method' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toBe(allowed);
  expect(preflight.headers.get('access-control-expose-headers')).toBe(exposed);
});

it('CORS: none at all', async () => {
  const { url } = await start({ cors: { allowOrigin: null } });
  const { headers } = await modernClient(url).request('server/discover');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
