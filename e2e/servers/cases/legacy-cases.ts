import {
  type Handler,
  type HostileCase,
  initializeResult,
  legacy,
  PONG,
  SESSION,
  stateful,
} from '../script.ts';

const answersNotifications = (name: string, what: string, handle: Handler): HostileCase => ({
  path: `/legacy/notified-${name}`,
  what: `notifications are answered with ${what}`,
  handle: legacy({ notification: handle }),
});

const answersGet = (name: string, what: string, handle: Handler): HostileCase => ({
  path: `/legacy/get-${name}`,
  what: `GET is answered with ${what}`,
  handle: stateful({ GET: handle }),
});

const status =
  (code: number): Handler =>
  ({ res }) =>
    void res.writeHead(code).end();

export const legacyCases: readonly HostileCase[] = [
  { path: '/legacy/sound', what: 'a sound legacy server without sessions', handle: legacy() },
  { path: '/legacy/stateful', what: 'a sound legacy server with sessions', handle: stateful() },

  answersNotifications('204', '204', status(204)),
  answersNotifications('200-empty', '200 without body', (exchange) => exchange.send('')),
  answersNotifications('200-null', '200 and null', (exchange) => exchange.json('null')),
  answersNotifications('200-id-null', '200 and a message with the id null', (exchange) =>
    exchange.json({ jsonrpc: '2.0', id: null }),
  ),
  answersNotifications('200-object', '200 and an empty object', (exchange) => exchange.json({})),
  answersNotifications('200-sse', '200 and an event stream that ends at once', (exchange) =>
    exchange.stream().end(),
  ),
  answersNotifications('400', '400 and a JSON-RPC error', (exchange) =>
    exchange.error(-32600, 'Invalid request', { status: 400 }),
  ),
  answersNotifications('hang', 'nothing, ever', () => undefined),

  answersGet('404', '404', status(404)),
  answersGet('406', '406', status(406)),
  answersGet('400', '400', status(400)),
  answersGet('501', '501', status(501)),
  answersGet('text', '200 text/plain', (exchange) => exchange.send('OK', { type: 'text/plain' })),
  answersGet('closing', 'an event stream that ends at once', (exchange) => exchange.stream().end()),
  answersGet('silent', 'the head of an event stream, and then silence', (exchange) => void exchange.stream()),
  answersGet('hang', 'nothing, ever', () => undefined),

  {
    path: '/legacy/other-version',
    what: 'initialize is answered with 2024-10-07, which is no revision',
    handle: legacy({ initialize: (exchange) => exchange.result(initializeResult(exchange, '2024-10-07')) }),
  },
  {
    path: '/legacy/older-version',
    what: 'initialize is answered with 2025-03-26 whatever is asked',
    handle: legacy({ initialize: (exchange) => exchange.result(initializeResult(exchange, '2025-03-26')) }),
  },
  {
    path: '/legacy/future-version',
    what: 'initialize is answered with 2099-01-01',
    handle: legacy({ initialize: (exchange) => exchange.result(initializeResult(exchange, '2099-01-01')) }),
  },
  {
    path: '/legacy/version-refused',
    what: 'initialize is refused with -32602 and a list in its text, unless 2025-06-18 is asked',
    handle: legacy({
      initialize: (exchange) =>
        exchange.params['protocolVersion'] === '2025-06-18'
          ? exchange.result(initializeResult(exchange))
          : exchange.error(-32602, 'Unsupported protocol version, supported: 2025-06-18,2024-11-05'),
    }),
  },
  {
    path: '/legacy/version-missing',
    what: 'initialize is answered without protocolVersion',
    handle: legacy({
      initialize: (exchange) =>
        exchange.result({ capabilities: {}, serverInfo: { name: 'hostile', version: '0' } }),
    }),
  },
  {
    path: '/legacy/result-null',
    what: 'initialize is answered with the result null',
    handle: legacy({ initialize: (exchange) => exchange.result('null') }),
  },
  {
    path: '/legacy/no-server-info',
    what: 'initialize is answered without serverInfo',
    handle: legacy({
      initialize: (exchange) =>
        exchange.result({ protocolVersion: exchange.params['protocolVersion'], capabilities: { tools: {} } }),
    }),
  },
  {
    path: '/legacy/long-server-name',
    what: 'initialize is answered with a server name of 200 characters without a break',
    handle: legacy({
      initialize: (exchange) =>
        exchange.result({
          protocolVersion: exchange.params['protocolVersion'],
          capabilities: { tools: {} },
          serverInfo: { name: 'acme_billing_gateway_'.repeat(10).slice(0, 200), version: '1.0.0' },
        }),
    }),
  },
  {
    path: '/legacy/modern-only',
    what: 'a modern server without server/discover for this client: initialize gets -32020 about Mcp-Method',
    handle: legacy({
      initialize: (exchange) =>
        exchange.error(-32020, 'Missing mandatory header: Mcp-Method', { status: 400 }),
    }),
  },
  {
    path: '/legacy/initialize-error',
    what: 'initialize is answered with -32603',
    handle: legacy({ initialize: (exchange) => exchange.error(-32603, 'Database is down') }),
  },
  {
    path: '/legacy/session-forgotten',
    what: 'the server was restarted and says 400 about every session at tools/call',
    handle: stateful({
      'tools/call': (exchange) =>
        exchange.error(-32000, 'Bad Request: No valid session ID provided', { status: 400 }),
    }),
  },
  {
    path: '/legacy/session-lost',
    what: 'the session is forgotten (404) at the third tools/call',
    handle: stateful({
      'tools/call': (exchange) =>
        exchange.count === 3
          ? exchange.error(-32001, 'Session not found', { status: 404 })
          : exchange.result(PONG),
    }),
  },
  {
    path: '/legacy/session-everywhere',
    what: 'every answer carries another session id',
    handle: (exchange) => {
      exchange.res.setHeader('Mcp-Session-Id', `other-${exchange.count}`);
      return legacy({
        initialize: (inner) => {
          inner.res.setHeader('Mcp-Session-Id', SESSION);
          inner.result(initializeResult(inner));
        },
      })(exchange);
    },
  },
  {
    path: '/legacy/session-odd',
    what: 'a session id of visible characters that need care',
    handle: legacy({
      initialize: (exchange) => {
        exchange.res.setHeader('Mcp-Session-Id', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
        exchange.result(initializeResult(exchange));
      },
    }),
  },
  {
    path: '/legacy/delete-hangs',
    what: 'DELETE is never answered',
    handle: stateful({ DELETE: () => undefined }),
  },
  {
    path: '/legacy/delete-405',
    what: 'DELETE is answered with 405',
    handle: stateful({ DELETE: status(405) }),
  },
  {
    path: '/legacy/delete-500',
    what: 'DELETE is answered with 500',
    handle: stateful({ DELETE: status(500) }),
  },
  {
    path: '/legacy/array-json',
    what: 'tools/call is answered with an array: a log message and the response',
    handle: legacy({ 'tools/call': (exchange) => exchange.json([LOG, JSON.parse(exchange.response(PONG))]) }),
  },
  {
    path: '/legacy/array-sse',
    what: 'tools/call is answered with one event that holds an array',
    handle: legacy({
      'tools/call': async (exchange) => {
        const stream = exchange.stream();
        await stream.event(JSON.stringify([LOG, JSON.parse(exchange.response(PONG))]));
        stream.end();
      },
    }),
  },
];

const LOG = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'in an array' },
};
