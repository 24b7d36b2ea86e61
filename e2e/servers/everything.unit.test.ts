import { afterAll, beforeAll, expect, it } from 'vitest';
import { RawClient } from '../../src/demo/raw-client.ts';
import { type EverythingServer, startEverything } from './everything.ts';

let server: EverythingServer;
beforeAll(async () => {
  server = await startEverything();
}, 30_000);
afterAll(() => server.close());

it('speaks 2025-11-25 with a session, and lists its tools', async () => {
  const client = new RawClient(fetch, '2025-11-25', { url: server.url, capabilities: {} });
  const { last } = await client.initialize();
  expect(last['result']).toMatchObject({ protocolVersion: '2025-11-25' });
  expect(client.session).toMatch(/./);
  const [tools] = await client.pages('tools/list', 'tools');
  expect(tools?.map(({ name }) => name)).toContain('echo');
  const result = await client.call('echo', { message: 'hello' });
  expect(result['content']).toEqual([{ type: 'text', text: 'Echo: hello' }]);
});

it('allows any origin and exposes the session id', async () => {
  const preflight = await fetch(server.url, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,mcp-method,mcp-protocol-version',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'content-type,mcp-method,mcp-protocol-version',
  );
  const answer = await fetch(server.url, { method: 'POST', headers: { origin: 'http://page.example' } });
  expect(answer.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
});

it('refuses server/discover with 400, so that a dual-era client goes on to initialize', async () => {
  const modern = new RawClient(fetch, '2026-07-28', { url: server.url });
  const { status, last } = await modern.request('server/discover');
  expect(status).toBe(400);
  expect(last['error']).toMatchObject({ code: -32000 });
});

it('listens on 127.0.0.1 alone', async () => {
  // Reaches a server that listens on every address, and only such a one.
  const elsewhere = server.url.replace('127.0.0.1', '127.0.0.2');
  await expect(fetch(elsewhere)).rejects.toThrow('fetch failed');
});
