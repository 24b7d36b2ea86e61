import { setTimeout as delay } from 'node:timers/promises';
import {
  CACHE,
  complete,
  dual,
  type Handler,
  type HostileCase,
  legacy,
  modern,
  SERVER_INFO,
} from '../script.ts';

// Rows of the table that tells what an answer to server/discover says about the era of a server. Those that speak for
// a legacy server are followed by a sound one.
const unsupported =
  (data: unknown, status = 400): Handler =>
  (exchange) =>
    exchange.error(-32022, 'Unsupported protocol version', { status, data });

const rpcError =
  (code: number, status: number, message = 'Refused'): Handler =>
  (exchange) =>
    exchange.error(code, message, { status });

const discovered =
  (members: Record<string, unknown>): Handler =>
  (exchange) =>
    exchange.result(complete({ capabilities: { tools: {} }, ...CACHE, ...members }));

const text =
  (status: number, body: string, type: string): Handler =>
  (exchange) =>
    exchange.send(body, { status, type });

const HTML = '<!doctype html><title>Oops</title><p>Nothing here';

type Row = [name: string, what: string, handle: Handler];

/** Legacy servers: the answer to the probe, and a sound legacy server behind it. */
const LEGACY_ROWS: Row[] = [
  ['400-empty', '400 without body', ({ res }) => void res.writeHead(400).end()],
  ['400-html', '400 with a page', text(400, HTML, 'text/html')],
  ['400-text', '400 with a plain text', text(400, 'Bad request', 'text/plain')],
  [
    '400-not-rpc',
    '400 with JSON that is not JSON-RPC',
    (exchange) => exchange.json({ detail: 'no' }, { status: 400 }),
  ],
  ['404-text', '404 without JSON-RPC', text(404, 'Not found', 'text/plain')],
  ['404-method-not-found', '404 with -32601', rpcError(-32601, 404, 'Method not found')],
  ['200-method-not-found', '200 with -32601', rpcError(-32601, 200, 'Method not found')],
  ['405', '405', ({ res }) => void res.writeHead(405, { allow: 'GET' }).end()],
  [
    '400-not-initialized',
    '400 with -32000 "not initialized"',
    rpcError(-32000, 400, 'Server not initialized'),
  ],
  [
    '400-missing-session',
    '400 with -32000 "missing session id"',
    rpcError(-32000, 400, 'Missing session id'),
  ],
  ['204', '204', ({ res }) => void res.writeHead(204).end()],
  ['200-empty', '200 without body', (exchange) => exchange.send('')],
  ['200-text', '200 with a plain text', text(200, 'OK', 'text/plain')],
  ['200-other-error', '200 with -32603', rpcError(-32603, 200, 'Internal error')],
  ['400-draft-32001', '400 with -32001, a number of a draft', rpcError(-32001, 400, 'Header mismatch')],
  ['400-draft-32004', '400 with -32004, a number of a draft', rpcError(-32004, 400, 'Unsupported version')],
  ['400-invalid-params', '400 with -32602', rpcError(-32602, 400, 'Unsupported protocol version')],
  [
    'unsupported-older',
    '-32022 with older versions only',
    unsupported({ supported: ['2025-11-25', '2025-06-18'], requested: '2026-07-28' }),
  ],
  ['unsupported-no-list', '-32022 without data', unsupported(undefined)],
  ['unsupported-list-not-array', '-32022 whose list is a string', unsupported({ supported: '2026-07-28' })],
  ['unsupported-list-empty', '-32022 with an empty list', unsupported({ supported: [] })],
  [
    'older-versions',
    'a result that lists older versions only',
    discovered({ supportedVersions: ['2025-11-25', '2025-06-18'] }),
  ],
];

/** Servers that are modern, unknown, or not to be judged. */
const OTHER_ROWS: Row[] = [
  [
    'unsupported-newer',
    '-32022 with an unknown newer version only',
    modern({ 'server/discover': unsupported({ supported: ['2027-06-30'], requested: '2026-07-28' }) }),
  ],
  [
    'unsupported-same',
    '-32022 that lists the very version that was asked for, every time',
    modern({ 'server/discover': unsupported({ supported: ['2026-07-28'], requested: '2026-07-28' }) }),
  ],
  [
    'unsupported-once',
    '-32022 that lists 2026-07-28 at first, a sound result the second time',
    modern({
      'server/discover': (exchange) =>
        exchange.count === 1
          ? unsupported({ supported: ['2026-07-28'], requested: 'other' })(exchange)
          : discovered({ supportedVersions: ['2026-07-28'] })(exchange),
    }),
  ],
  [
    'header-mismatch',
    '400 with -32020',
    modern({ 'server/discover': rpcError(-32020, 400, 'Header mismatch') }),
  ],
  [
    'missing-capability',
    '400 with -32021',
    modern({
      'server/discover': (exchange) =>
        exchange.error(-32021, 'Missing capability', {
          status: 400,
          data: { requiredCapabilities: { roots: {} } },
        }),
    }),
  ],
  ['no-versions', 'a result without supportedVersions', modern({ 'server/discover': discovered({}) })],
  [
    'unknown-versions',
    'a result with unknown versions only',
    modern({ 'server/discover': discovered({ supportedVersions: ['2027-06-30'] }) }),
  ],
  [
    'versions-not-array',
    'a result whose supportedVersions is a string',
    modern({ 'server/discover': discovered({ supportedVersions: '2026-07-28' }) }),
  ],
  [
    'mixed-versions',
    'a result with versions of both eras',
    dual({ 'server/discover': discovered({ supportedVersions: ['2026-07-28', '2025-11-25'] }) }),
  ],
  [
    'sse',
    'a sound result as an event stream',
    modern({
      'server/discover': async (exchange) => {
        const stream = exchange.stream();
        await stream.raw(': hello\n\n');
        const result = complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...CACHE });
        await stream.event(exchange.response(result));
        stream.end();
      },
    }),
  ],
  [
    'sse-method-not-found',
    '-32601 as an event stream, a sound legacy server behind it',
    legacy({
      'server/discover': async (exchange) => {
        const stream = exchange.stream();
        const error = { code: -32601, message: 'Method not found' };
        await stream.event(JSON.stringify({ jsonrpc: '2.0', id: exchange.id, error }));
        stream.end();
      },
    }),
  ],
  ['429', '429 with -32601', legacy({ 'server/discover': rpcError(-32601, 429) })],
  ['500', '500 with -32601', legacy({ 'server/discover': rpcError(-32601, 500) })],
  ['503-html', '503 with a page', legacy({ 'server/discover': text(503, HTML, 'text/html') })],
  [
    '401',
    '401, a sound legacy server behind it',
    legacy({
      'server/discover': ({ res }) => void res.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    }),
  ],
  ['hang', 'no answer, a sound legacy server behind it', legacy({ 'server/discover': () => undefined })],
  [
    'reset',
    'a cut before the head, a sound legacy server behind it',
    legacy({ 'server/discover': (exchange) => exchange.cut() }),
  ],
  [
    'cut',
    'a cut after the head, a sound legacy server behind it',
    legacy({
      'server/discover': async (exchange) => {
        exchange.res.writeHead(200, { 'content-type': 'application/json' });
        exchange.res.write('{"jsonrpc":');
        await delay(30);
        exchange.cut();
      },
    }),
  ],
  [
    'then-legacy',
    'a sound result, but every other request gets 400 "missing session"',
    gatewayWithLegacyBackend(),
  ],
  [
    'no-server-info',
    'a sound result without server info anywhere',
    modern({
      'server/discover': (exchange) =>
        exchange.result({
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          ...CACHE,
        }),
    }),
  ],
  [
    'two-server-infos',
    'server info in the result and another one in its _meta',
    modern({
      'server/discover': discovered({
        supportedVersions: ['2026-07-28'],
        serverInfo: { ...SERVER_INFO, name: 'the-other' },
      }),
    }),
  ],
  [
    'no-capabilities',
    'a result without capabilities',
    modern({ 'server/discover': discovered({ supportedVersions: ['2026-07-28'], capabilities: undefined }) }),
  ],
  [
    'many-capabilities',
    'capabilities nobody knows, wrong types, extensions and experimental members',
    modern({
      'server/discover': discovered({
        supportedVersions: ['2026-07-28'],
        capabilities: {
          tools: true,
          resources: { subscribe: 'yes', future: {} },
          'com.example/odd': [1, null],
          experimental: { a: {} },
          extensions: { 'com.example/one': { v: 1 }, '': {} },
          logging: null,
        },
      }),
    }),
  ],
];

function gatewayWithLegacyBackend(): Handler {
  const missing = rpcError(-32000, 400, 'missing session');
  return modern({ 'tools/list': missing, 'tools/call': missing });
}

export const discoverCases: readonly HostileCase[] = [
  ...LEGACY_ROWS.map(([name, what, handle]) => ({
    path: `/discover/${name}`,
    what: `server/discover: ${what}; then a sound legacy server`,
    handle: legacy({ 'server/discover': handle }),
  })),
  ...OTHER_ROWS.map(([name, what, handle]) => ({
    path: `/discover/${name}`,
    what: `server/discover: ${what}`,
    handle,
  })),
];
