import { describe, expect, it } from 'vitest';
import { createDemoFetch } from './demo-fetch.ts';
import { asFetch } from './fetch-semantics.ts';
import { RawClient } from './raw-client.ts';
import { MODERN } from './revisions.ts';

const encoder = new TextEncoder();

describe('a handler behind fetch', () => {
  it('rejects with AbortError when aborted before the headers, and the handler learns of it', async () => {
    let seen: AbortSignal | undefined;
    const slow = asFetch((request) => {
      seen = request.signal;
      return new Promise(() => undefined);
    });
    const controller = new AbortController();
    const pending = slow('https://host.invalid/', { signal: controller.signal });
    await Promise.resolve();
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen?.aborted).toBe(true);
  });

  it('rejects at once when aborted already, without calling the handler', async () => {
    let calls = 0;
    const counted = asFetch(() => {
      calls += 1;
      return Promise.resolve(new Response());
    });
    await expect(counted('https://host.invalid/', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(calls).toBe(0);
  });

  it('rejects with the reason of the signal when it has one', async () => {
    const slow = asFetch(() => new Promise(() => undefined));
    const reason = new Error('limit');
    const controller = new AbortController();
    const pending = slow('https://host.invalid/', { signal: controller.signal });
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it('fails the body when aborted in the middle of it, and cancels the source', async () => {
    let cancelled: unknown;
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode('one')),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const controller = new AbortController();
    const streaming = asFetch(() => Promise.resolve(new Response(source)));
    const response = await streaming('https://host.invalid/', { signal: controller.signal });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one');
    const rest = reader?.read();
    controller.abort();
    await expect(rest).rejects.toMatchObject({ name: 'AbortError' });
    expect(cancelled).toMatchObject({ name: 'AbortError' });
  });

  it('cancels the source when the reader is cancelled', async () => {
    let cancelled: unknown;
    const source = new ReadableStream<Uint8Array>({
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const response = await asFetch(() => Promise.resolve(new Response(source)))('https://host.invalid/');
    await response.body?.cancel('enough');
    expect(cancelled).toBe('enough');
  });

  it('keeps status, headers and address', async () => {
    const answer = asFetch(() =>
      Promise.resolve(new Response('x', { status: 404, headers: { 'x-a': 'b' } })),
    );
    const response = await answer('https://host.invalid/path?q');
    expect([response.status, response.headers.get('x-a'), response.url, await response.text()]).toEqual([
      404,
      'b',
      'https://host.invalid/path?q',
      'x',
    ]);
  });

  it('keeps a response without body', async () => {
    const response = await asFetch(() => Promise.resolve(new Response(null, { status: 204 })))(
      'https://h.invalid/',
    );
    expect([response.status, response.body]).toEqual([204, null]);
  });
});

describe('the demo', () => {
  const start = (seconds: number, signal: AbortSignal) => {
    const client = new RawClient(createDemoFetch(), MODERN);
    const params = { name: 'import_history', arguments: { seconds } };
    return client.fetch(client.url, {
      method: 'POST',
      headers: client.headers('tools/call', 'import_history'),
      body: client.body('tools/call', params, { progressToken: 1 }),
      signal,
    });
  };

  it('delivers progress while the tool still runs', async () => {
    const controller = new AbortController();
    const begun = performance.now();
    const response = await start(2, controller.signal);
    const first = await response.body?.getReader().read();
    expect(performance.now() - begun).toBeLessThan(1500);
    expect(new TextDecoder().decode(first?.value)).toContain('notifications/progress');
    controller.abort();
  });

  it('stops when aborted before the headers and in the middle of the stream', async () => {
    const early = new AbortController();
    const pending = start(60, early.signal);
    early.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });

    const late = new AbortController();
    const response = await start(2, late.signal);
    late.abort();
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
