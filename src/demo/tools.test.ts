import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoFetch } from './demo-fetch.ts';
import { pause } from './pause.ts';
import { type Json, RawClient } from './raw-client.ts';
import { MODERN } from './revisions.ts';

let client: RawClient;
beforeEach(() => {
  client = new RawClient(createDemoFetch(), MODERN);
});

const blocks = (result: Json) => result['content'] as Json[];

describe('plain calls', () => {
  it('release_status: text and structured content', async () => {
    const result = await client.call('release_status', { service: 'invoice-worker', environment: 'staging' });
    expect(result['structuredContent']).toEqual({
      service: 'invoice-worker',
      team: 'Payments',
      environment: 'staging',
      release: 'r-4795',
      deployedAt: '2026-07-21T06:02:17Z',
      healthy: false,
    });
  });

  it('release_status: an unknown service is a tool error that names the known ones', async () => {
    const result = await client.call('release_status', { service: '__proto__' });
    expect(result['isError']).toBe(true);
    expect(blocks(result)[0]?.['text']).toContain('checkout-api, catalog-web, invoice-worker');
  });

  it('echo: the arguments come back as the text that was sent', async () => {
    const args = '{ "message": "ü\\u00fc", "count": 9007199254740993, "ratio": 1.0, "note": null }';
    const body = client.body('tools/call', { name: 'echo', arguments: '@' }).replace('"@"', () => args);
    const { last } = await client.post(body, client.headers('tools/call', 'echo'));
    expect(blocks(last['result'] as Json)[0]?.['text']).toBe(args);
  });

  it('release_report: every kind of content', async () => {
    const result = await client.call('release_report');
    expect(blocks(result).map(({ type }) => type)).toEqual([
      'text',
      'image',
      'audio',
      'resource_link',
      'resource',
    ]);
    expect(result['structuredContent']).toMatchObject({ service: 'checkout-api', requests: 48210 });
    const [image, audio] = blocks(result)
      .slice(1, 3)
      .map(({ data }) => atob(String(data)));
    expect(image?.slice(1, 4)).toBe('PNG');
    expect([audio?.slice(0, 4), audio?.slice(8, 16), audio?.length]).toEqual(['RIFF', 'WAVEfmt ', 1244]);
  });

  it('run_smoke_tests: a result with isError', async () => {
    const result = await client.call('run_smoke_tests', { service: 'checkout-api' });
    expect(result).toMatchObject({ isError: true, resultType: 'complete' });
  });

  it('export_audit_log: as many lines as asked for', async () => {
    const result = await client.call('export_audit_log', { rows: 2000 });
    expect(String(blocks(result)[0]?.['text']).split('\n')).toHaveLength(2000);
  });

  it('arguments that break the schema are a tool error', async () => {
    const result = await client.call('release_status', { service: 3 });
    expect(result['isError']).toBe(true);
    expect(blocks(result)[0]?.['text']).toContain('/service');
  });

  it('an unknown tool is a JSON-RPC error', async () => {
    expect(await client.call('nope')).toMatchObject({ error: { code: -32602 } });
  });

  it('an unknown cursor is a JSON-RPC error', async () => {
    const { last } = await client.request('tools/list', { cursor: 'nope' });
    expect(last).toMatchObject({ error: { code: -32602, message: 'Unknown cursor: nope' } });
  });
});

describe('import_history', () => {
  const params = { name: 'import_history', arguments: { seconds: 0.05, records: 20 } };

  it('reports progress with a total, and logs when asked to', async () => {
    const meta = { progressToken: 'p1', 'io.modelcontextprotocol/logLevel': 'info' };
    const { headers, messages } = await client.request('tools/call', params, meta);
    expect(headers.get('content-type')).toContain('text/event-stream');
    const sent = messages.map((message) => message['method'] ?? 'result');
    expect(sent.filter((method) => method === 'notifications/progress')).toHaveLength(10);
    expect(sent.filter((method) => method === 'notifications/message')).toHaveLength(3);
    expect(sent.at(-1)).toBe('result');
    expect(messages.at(-3)?.['params']).toMatchObject({ progressToken: 'p1', progress: 20, total: 20 });
  });

  it('answers as plain JSON when nobody listens', async () => {
    const { headers, messages } = await client.request('tools/call', params);
    expect(headers.get('content-type')).toContain('application/json');
    expect(messages).toHaveLength(1);
  });

  it('logs unasked in the legacy era, and stops on notifications/cancelled', async () => {
    const legacy = new RawClient(client.fetch, '2025-11-25');
    await legacy.initialize();
    const running = legacy.request('tools/call', {
      name: 'import_history',
      arguments: { seconds: 0.5 },
    });
    await pause(50, AbortSignal.timeout(2000));
    const cancelled = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    });
    await legacy.post(cancelled, legacy.headers('notifications/cancelled'));
    // Longer than the import would have taken. A cancelled request has no response, so its stream stays open
    // until the session ends.
    await pause(600, AbortSignal.timeout(2000));
    await client.fetch(legacy.url, { method: 'DELETE', headers: legacy.headers('') });
    const { messages } = await running;
    expect(messages.map((message) => message['method'])).toEqual(['notifications/message']);
  });
});

describe('resources, prompts, completions', () => {
  it('list and read', async () => {
    const [resources] = await client.pages('resources/list', 'resources');
    expect(resources?.map(({ uri }) => uri)).toEqual([
      'acme://services',
      'acme://releases/changelog',
      'acme://runbooks/rollback',
      'acme://brand/logo',
      'acme://audit-log',
    ]);
    const { last } = await client.request('resources/read', { uri: 'acme://services' });
    expect(last['result']).toMatchObject({ ttlMs: 5000, contents: [{ mimeType: 'application/json' }] });
  });

  it.each([
    ['acme://services/checkout-api/releases/r-4820', 'Timeouts for the card gateway.'],
    ['acme://logs/checkout-api?level=error', '2026-07-28T10:02:11Z error checkout-api request served'],
  ])('template %s', async (uri, text) => {
    const { last } = await client.request('resources/read', { uri });
    expect(last['result']).toMatchObject({ contents: [{ text }] });
  });

  it('a prompt with arguments', async () => {
    const { last } = await client.request('prompts/get', {
      name: 'incident_summary',
      arguments: { service: 'catalog-web', severity: 'high' },
    });
    expect(JSON.stringify(last['result'])).toContain('high incident of catalog-web');
  });

  it.each([
    ['service', 'ca', {}, ['catalog-web']],
    ['release', '', { service: 'checkout-api' }, ['r-4821', 'r-4820']],
    ['nothing', '', {}, []],
  ])('complete %s', async (name, value, filledIn, values) => {
    const { last } = await client.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'acme://services/{service}/releases/{release}' },
      argument: { name, value },
      context: { arguments: filledIn },
    });
    expect(last['result']).toMatchObject({ completion: { values } });
  });
});
