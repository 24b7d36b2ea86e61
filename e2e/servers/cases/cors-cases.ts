import { CACHE, complete, dual, type HostileCase, legacy, modern, stateful, TOOL } from '../script.ts';

const REQUEST_HEADERS_2025 = [
  'content-type',
  'authorization',
  'mcp-session-id',
  'mcp-protocol-version',
  'last-event-id',
];

export const corsCases: readonly HostileCase[] = [
  {
    path: '/cors/none',
    what: 'a sound modern server without any CORS header',
    cors: { allowOrigin: null },
    handle: modern(),
  },
  {
    path: '/cors/other-origin',
    what: 'allows another origin only',
    cors: { allowOrigin: 'https://elsewhere.example' },
    handle: modern(),
  },
  {
    path: '/cors/headers-of-2025',
    what: 'a dual-era server whose preflight allows the request headers of 2025 only: Mcp-Method is refused',
    cors: { allowHeaders: REQUEST_HEADERS_2025 },
    handle: dual(),
  },
  {
    path: '/cors/headers-of-first-request',
    what: 'allows Content-Type and Mcp-Session-Id only: initialize works, the request after it does not',
    cors: { allowHeaders: ['content-type', 'mcp-session-id'] },
    handle: stateful(),
  },
  {
    path: '/cors/no-content-type',
    what: 'the preflight allows no request header at all',
    cors: { allowHeaders: [] },
    handle: legacy(),
  },
  {
    path: '/cors/no-custom-headers',
    what: 'allows every header of the specification, and no header of the user',
    cors: { allowHeaders: [...REQUEST_HEADERS_2025, 'mcp-method', 'mcp-name'] },
    handle: dual(),
  },
  {
    path: '/cors/no-parameter-headers',
    what: 'a tool wants an argument in a header that the preflight does not allow',
    cors: { allowHeaders: [...REQUEST_HEADERS_2025, 'mcp-method', 'mcp-name'] },
    handle: modern({
      'tools/list': (exchange) => {
        const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
        const tool = { ...TOOL, inputSchema: { type: 'object', properties } };
        exchange.result(complete({ tools: [tool], ...CACHE }));
      },
    }),
  },
  {
    path: '/cors/session-hidden',
    what: 'a stateful legacy server that exposes no header: the session id can not be read, the next request gets 400',
    cors: { exposeHeaders: [] },
    handle: stateful(),
  },
  {
    path: '/cors/exposed-on-preflight-only',
    what: 'names Mcp-Session-Id as exposed on the answer to the preflight, where it has no effect',
    cors: { exposeOn: 'preflight' },
    handle: stateful(),
  },
  {
    path: '/cors/no-delete',
    what: 'a stateful legacy server whose preflight allows GET and POST only',
    cors: { allowMethods: ['GET', 'POST'] },
    handle: stateful(),
  },
  {
    path: '/cors/preflight-401',
    what: 'answers the preflight with 401',
    cors: { preflightStatus: 401 },
    handle: modern(),
  },
  {
    path: '/cors/preflight-404',
    what: 'answers the preflight with 404',
    cors: { preflightStatus: 404 },
    handle: modern(),
  },
  {
    path: '/cors/401-hidden',
    what: 'the preflight is fine, and the 401 to the POST has no CORS headers',
    cors: { silentFor: ['POST'] },
    handle: ({ res }) => void res.writeHead(401, { 'www-authenticate': 'Bearer realm="mcp"' }).end(),
  },
  {
    path: '/cors/challenge-hidden',
    what: 'a 401 that can be read, with a challenge that can not',
    cors: { exposeHeaders: ['Mcp-Session-Id'] },
    handle: (exchange) =>
      exchange.json(
        { error: 'invalid_token' },
        { status: 401, headers: { 'www-authenticate': 'Bearer scope="r"' } },
      ),
  },
  {
    path: '/cors/post-only',
    what: 'CORS headers on the preflight and on POST, none on GET and DELETE',
    cors: { silentFor: ['GET', 'DELETE'] },
    handle: stateful(),
  },
];
