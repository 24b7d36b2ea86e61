import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoFetch } from './demo-fetch.ts';
import { DEMO_URL } from './demo-url.ts';
import { type Json, RawClient } from './raw-client.ts';
import { LEGACY, MODERN, REVISIONS, type Revision } from './revisions.ts';

let demo: typeof fetch;
beforeEach(() => {
  demo = createDemoFetch();
});

async function connected(revision: Revision, options?: { capabilities: Json }): Promise<RawClient> {
  const client = new RawClient(demo, revision, options);
  if (revision !== MODERN) await client.initialize();
  return client;
}

describe('modern handshake', () => {
  it('discovers one version, capabilities, instructions and cache hints, and gives no session', async () => {
    const { status, headers, last } = await new RawClient(demo, MODERN).request('server/discover');
    const result = last['result'] as Json;
    expect(status).toBe(200);
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(result['supportedVersions']).toEqual([MODERN]);
    expect(Object.keys(result['capabilities'] as Json).sort()).toEqual([
      'completions',
      'extensions',
      'logging',
      'prompts',
      'resources',
      'tools',
    ]);
    expect(result['ttlMs']).toBe(60_000);
    expect(result['_meta']).toEqual({
      'io.modelcontextprotocol/serverInfo': { name: 'acme-deploy', title: 'Acme Deploy', version: '2.0.0' },
    });
  });

  it('answers a version it does not know with -32022 and the list', async () => {
    const client = new RawClient(demo, MODERN);
    const body = client.body('server/discover', {}).replace(MODERN, '2099-01-01');
    const headers = { ...client.headers('server/discover'), 'mcp-protocol-version': '2099-01-01' };
    const { status, last } = await client.post(body, headers);
    expect(status).toBe(400);
    expect(last['error']).toMatchObject({ code: -32022, data: { supported: [MODERN] } });
  });

  it('answers a header that differs from the body with -32020', async () => {
    const client = new RawClient(demo, MODERN);
    const headers = { ...client.headers('tools/list'), 'mcp-method': 'tools/call' };
    const { status, last } = await client.post(client.body('tools/list', {}), headers);
    expect([status, (last['error'] as Json)['code']]).toEqual([400, -32020]);
  });

  it('has no GET', async () => {
    const response = await demo('https://demo.roundtrip.invalid/mcp', {
      headers: { accept: 'text/event-stream' },
    });
    expect(response.status).toBe(405);
  });
});

describe.each(LEGACY)('legacy handshake, %s', (revision) => {
  it('has resources, templates, prompts and completion', async () => {
    const client = await connected(revision);
    for (const [method, member, count] of [
      ['resources/list', 'resources', 4],
      ['resources/templates/list', 'resourceTemplates', 2],
      ['prompts/list', 'prompts', 2],
    ] as const) {
      const { last } = await client.request(method);
      expect((last['result'] as Json)[member]).toHaveLength(count);
    }
    const { last } = await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'release_checklist' },
      argument: { name: 'service', value: 'ca' },
    });
    expect(last['result']).toMatchObject({ completion: { values: ['catalog-web'] } });
  });

  it('agrees on the revision and begins a session', async () => {
    const client = new RawClient(demo, revision);
    const { status, last } = await client.initialize();
    expect(status).toBe(200);
    expect(last['result']).toMatchObject({
      protocolVersion: revision,
      serverInfo: { name: 'acme-deploy' },
      capabilities: { logging: {} },
    });
    expect(client.session).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers DELETE with 200 and the ended session with 404', async () => {
    const client = await connected(revision);
    const ended = await demo(client.url, { method: 'DELETE', headers: client.headers('') });
    expect(ended.status).toBe(200);
    const { status, last } = await client.request('tools/list');
    expect([status, (last['error'] as Json)['message']]).toEqual([404, 'Session not found']);
  });
});

describe('legacy sessions', () => {
  it('offer the newest legacy revision when asked for another', async () => {
    const answers = await Promise.all(
      ['2024-11-05', '2099-01-01'].map((version) => new RawClient(demo, '2025-11-25').initialize(version)),
    );
    expect(answers.map(({ last }) => (last['result'] as Json)['protocolVersion'])).toEqual([
      '2025-11-25',
      '2025-11-25',
    ]);
  });

  it('refuse a request without a session', async () => {
    const { status } = await new RawClient(demo, '2025-11-25').request('tools/list');
    expect(status).toBe(400);
  });

  it('are limited in number: the oldest goes', async () => {
    const clients = [];
    for (let i = 0; i < 18; i++) clients.push(await connected('2025-11-25'));
    const statuses = await Promise.all(
      [clients[0], clients[1], clients[17]].map(
        async (client) => (await client?.request('tools/list'))?.status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });

  it('carry event ids and a priming event from 2025-11-25 on', async () => {
    const firstBlocks = await Promise.all(
      LEGACY.map(async (revision) => {
        const client = await connected(revision);
        const response = await demo(client.url, {
          method: 'POST',
          headers: client.headers('tools/list'),
          body: client.body('tools/list', {}),
        });
        return (await response.text()).split('\n\n')[0];
      }),
    );
    expect(firstBlocks[0]).toBe('id: e3\nretry: 1000\ndata: ');
    expect(firstBlocks.slice(1).map((block) => block?.includes('id:'))).toEqual([false, false]);
  });
});

describe('the revisions differ', () => {
  it('in version, capabilities and tools, so that a comparison has something to say', async () => {
    const seen = await Promise.all(
      REVISIONS.map(async (revision) => {
        const client = await connected(revision);
        const pages = await client.pages('tools/list', 'tools');
        return pages.map((page) => page.length);
      }),
    );
    expect(seen).toEqual([
      [8, 1],
      [8, 4],
      [8, 8],
      [8, 8],
    ]);
  });

  it('in shape: no titles, output schemas or structured content in 2025-03-26', async () => {
    const client = await connected('2025-03-26');
    const [first] = (await client.pages('tools/list', 'tools'))[0] ?? [];
    expect(Object.keys(first ?? {})).toEqual(['name', 'description', 'inputSchema', 'annotations']);
    expect(Object.keys(await client.call('release_status', { service: 'checkout-api' }))).toEqual([
      'content',
    ]);
    const report = (await client.call('release_report'))['content'] as Json[];
    expect(report.map(({ type }) => type)).toEqual(['text', 'image', 'audio', 'resource']);
  });
});

describe('addresses', () => {
  it('other than the demo reject as an unreachable host does', async () => {
    await expect(demo('https://demo.roundtrip.invalid.example/mcp')).rejects.toThrow(TypeError);
  });
  it('beside the endpoint answer 404', async () => {
    expect((await demo('https://demo.roundtrip.invalid/other')).status).toBe(404);
  });
});

it('a modern body that is no JSON is a parse error, not a missing session', async () => {
  const response = await demo(DEMO_URL, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
    },
    body: '{ not json',
  });
  expect(await response.json()).toMatchObject({ error: { code: -32700 } });
});
