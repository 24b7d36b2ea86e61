import { setTimeout as delay } from 'node:timers/promises';
import { CACHE, complete, type HostileCase, modern, PONG, TOOL } from '../script.ts';

const MEGABYTE = 1024 * 1024;
const DEPTH = 100_000;

/** Numbers that JavaScript would change. */
export const UNSAFE_NUMBERS = '{"id":1915883588174806058,"big":1e400,"one":1.0,"tiny":1e-7,"minus":-0}';

export const bodyCases: readonly HostileCase[] = [
  { path: '/body/sound', what: 'a sound modern server, to compare with', handle: modern() },
  {
    path: '/body/json-not-rpc',
    what: '200 with JSON that is not JSON-RPC',
    handle: (exchange) => exchange.json({ hello: 'world' }),
  },
  {
    path: '/body/json-array',
    what: '200 with an array of numbers',
    handle: (exchange) => exchange.json([1, 2, 3]),
  },
  { path: '/body/json-string', what: '200 with a JSON string', handle: (exchange) => exchange.json('"ok"') },
  { path: '/body/null', what: '200 with null', handle: (exchange) => exchange.json('null') },
  {
    path: '/body/invalid-json',
    what: '200 with text that is not JSON, and says it is',
    handle: (exchange) => exchange.json('{"jsonrpc":"2.0",,}'),
  },
  {
    path: '/body/cut-json',
    what: '200 with a complete body that is only the beginning of JSON',
    handle: (exchange) => exchange.json('{"jsonrpc":"2.0","id":1,"result":{"tools":['),
  },
  {
    path: '/body/truncated',
    what: 'announces more bytes than it sends, then cuts the connection',
    handle: async (exchange) => {
      exchange.res.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      exchange.res.write('{"jsonrpc":"2.0","id":1,"resu');
      await delay(30);
      exchange.cut();
    },
  },
  {
    path: '/body/text-plain',
    what: 'sound answers to tools/call, called text/plain',
    handle: modern({
      'tools/call': (exchange) => exchange.result(complete(PONG), { type: 'text/plain' }),
    }),
  },
  {
    path: '/body/latin-1',
    what: 'an answer to tools/call in Latin-1, called application/json',
    handle: modern({
      'tools/call': (exchange) => {
        const text = JSON.stringify({
          ...{ jsonrpc: '2.0', id: exchange.id },
          result: complete({ content: [{ type: 'text', text: 'café' }] }),
        });
        exchange.res.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from(text, 'latin1'));
      },
    }),
  },
  { path: '/body/204', what: '204 to everything', handle: ({ res }) => void res.writeHead(204).end() },
  { path: '/body/empty', what: '200 without body', handle: (exchange) => exchange.send('') },
  {
    path: '/body/no-content-type',
    what: 'sound answers without Content-Type',
    handle: modern({
      'tools/call': (exchange) => exchange.result(complete(PONG), { type: '' }),
      'server/discover': (exchange) =>
        exchange.result(
          complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...CACHE }),
          {
            type: '',
          },
        ),
    }),
  },
  {
    path: '/body/content-type-odd',
    what: 'sound answers as Application/JSON with a charset and another parameter',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(complete(PONG), { type: 'Application/JSON; charset=UTF-8; profile="a;b"' }),
    }),
  },
  {
    path: '/body/bom',
    what: 'a byte order mark before the JSON of tools/call',
    handle: modern({
      'tools/call': (exchange) => exchange.send(`\uFEFF${exchange.response(complete(PONG))}`),
    }),
  },
  {
    path: '/body/other-id',
    what: 'a result to every request, with an id that is 100 too high',
    handle: (exchange) => exchange.json({ jsonrpc: '2.0', id: Number(exchange.id) + 100, result: {} }),
  },
  {
    path: '/body/other-id-stream',
    what: 'the same in a stream, with the id as a string',
    handle: async (exchange) => {
      const stream = exchange.stream();
      await stream.event(JSON.stringify({ jsonrpc: '2.0', id: String(exchange.id), result: {} }));
      stream.end();
    },
  },
  {
    path: '/body/wrong-id',
    what: 'tools/call is answered with the id 4711',
    handle: modern({
      'tools/call': (exchange) => exchange.json({ jsonrpc: '2.0', id: 4711, result: complete(PONG) }),
    }),
  },
  {
    path: '/body/string-id',
    what: 'tools/call is answered with the id as a string',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.json({ jsonrpc: '2.0', id: String(exchange.id), result: complete(PONG) }),
    }),
  },
  {
    path: '/body/no-version',
    what: 'answers tools/call without the member jsonrpc',
    handle: modern({
      'tools/call': (exchange) => exchange.json({ id: exchange.id, result: complete(PONG) }),
    }),
  },
  {
    path: '/body/result-and-error',
    what: 'answers tools/call with a result and an error at once',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.json({
          jsonrpc: '2.0',
          id: exchange.id,
          result: complete(PONG),
          error: { code: -32603, message: 'both' },
        }),
    }),
  },
  {
    path: '/body/error-string',
    what: 'answers tools/call with an error that is a string',
    handle: modern({
      'tools/call': (exchange) => exchange.json({ jsonrpc: '2.0', id: exchange.id, error: 'no' }),
    }),
  },
  {
    path: '/body/duplicate-keys',
    what: 'the result of tools/call has the member content twice',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result('{"resultType":"complete","content":[],"content":[{"type":"text","text":"second"}]}'),
    }),
  },
  {
    path: '/body/unsafe-numbers',
    what: 'structured content with numbers beyond what JavaScript can hold',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(
          `{"resultType":"complete","content":[{"type":"text","text":"see structured"}],"structuredContent":${UNSAFE_NUMBERS}}`,
        ),
    }),
  },
  {
    path: '/body/deep',
    what: `structured content nested ${DEPTH} deep`,
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(
          `{"resultType":"complete","content":[],"structuredContent":{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}}`,
        ),
    }),
  },
  {
    path: '/body/10mb-text',
    what: 'a result with one line of text of 10 MB',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(
          complete({ content: [{ type: 'text', text: '0123456789abcdef'.repeat((10 * MEGABYTE) / 16) }] }),
        ),
    }),
  },
  {
    path: '/body/10mb-structured',
    what: 'a result with structured content of 10 MB in 100 000 objects',
    handle: modern({
      'tools/call': (exchange) => {
        const row = {
          name: 'a name of some length',
          value: 12.5,
          tags: ['one', 'two'],
          note: 'x'.repeat(30),
        };
        const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, ...row }));
        exchange.result(complete({ content: [], structuredContent: { rows } }));
      },
    }),
  },
  {
    path: '/body/10mb-image',
    what: 'a result with an image of 10 MB of base64 that is no image',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(
          complete({
            content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat((10 * MEGABYTE) / 4) }],
          }),
        ),
    }),
  },
  {
    path: '/body/odd-content',
    what: 'a result with content blocks that are not what they should be',
    handle: modern({
      'tools/call': (exchange) =>
        exchange.result(
          complete({
            content: [
              null,
              'text',
              { type: 'text' },
              { type: 'com.example/chart', points: [1, 2] },
              { type: 'image', mimeType: 'image/png', data: 'not base64!' },
              { type: 'resource_link', uri: 'javascript:alert(1)', name: 'link' },
              { type: 'resource', resource: {} },
              { text: 'no type' },
            ],
          }),
        ),
    }),
  },
  {
    path: '/body/content-not-array',
    what: 'a result whose content is an object',
    handle: modern({ 'tools/call': (exchange) => exchange.result(complete({ content: { type: 'text' } })) }),
  },
  {
    path: '/body/missing-structured',
    what: 'a tool with an output schema that returns no structured content',
    handle: modern({
      'tools/list': (exchange) =>
        exchange.result(
          complete({
            tools: [{ ...TOOL, outputSchema: { type: 'object', properties: { a: { type: 'integer' } } } }],
            ...CACHE,
          }),
        ),
    }),
  },
  {
    path: '/body/slow-headers',
    what: 'tools/call waits `arguments.ms` (default 3000) before the head of its answer',
    handle: modern({
      'tools/call': async (exchange) => {
        await delay(milliseconds(exchange.params));
        exchange.result(complete(PONG));
      },
    }),
  },
  {
    path: '/body/slow-body',
    what: 'tools/call sends the head at once and its JSON over `arguments.ms` (default 3000)',
    handle: modern({
      'tools/call': async (exchange) => {
        const pieces = exchange.response(complete(PONG)).match(/.{1,8}/g) ?? [];
        exchange.res.writeHead(200, { 'content-type': 'application/json' });
        for (const piece of pieces) {
          exchange.res.write(piece);
          await delay(milliseconds(exchange.params) / pieces.length);
        }
        exchange.res.end();
      },
    }),
  },
];

function milliseconds(params: Record<string, unknown>): number {
  const ms = (params['arguments'] as { ms?: unknown } | undefined)?.ms;
  return typeof ms === 'number' ? ms : 3000;
}
