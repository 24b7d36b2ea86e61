import type { HostileCase } from '../script.ts';

const HTML = '<!doctype html><title>Sign in</title><h1>Sign in</h1>';

export const statusCases: readonly HostileCase[] = [
  {
    path: '/status/401',
    what: '401 with a challenge that names the resource metadata',
    handle: (exchange) =>
      exchange.json(
        { error: 'invalid_token', error_description: 'Token missing' },
        {
          status: 401,
          headers: {
            'www-authenticate': `Bearer resource_metadata="${exchange.url.origin}/.well-known/oauth-protected-resource"`,
          },
        },
      ),
  },
  {
    path: '/status/401-empty',
    what: '401 without challenge or body',
    handle: ({ res }) => void res.writeHead(401).end(),
  },
  {
    path: '/status/403',
    what: '403 with a plain text',
    handle: (exchange) => exchange.send('Forbidden', { status: 403, type: 'text/plain' }),
  },
  {
    path: '/status/403-scope',
    what: '403 that asks for another scope',
    handle: (exchange) =>
      exchange.json(
        { error: 'insufficient_scope' },
        {
          status: 403,
          headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="tools:call"' },
        },
      ),
  },
  {
    path: '/status/404-text',
    what: '404 with a plain text',
    handle: (exchange) => exchange.send('Cannot POST /status/404-text', { status: 404, type: 'text/plain' }),
  },
  { path: '/status/404-empty', what: '404 without body', handle: ({ res }) => void res.writeHead(404).end() },
  {
    path: '/status/404-html',
    what: '404 with a page',
    handle: (exchange) => exchange.send(HTML, { status: 404, type: 'text/html; charset=utf-8' }),
  },
  { path: '/status/405', what: '405', handle: ({ res }) => void res.writeHead(405, { allow: 'GET' }).end() },
  {
    path: '/status/406',
    what: '406 with a JSON-RPC error',
    handle: (exchange) => exchange.error(-32000, 'Not Acceptable', { status: 406 }),
  },
  {
    path: '/status/415',
    what: '415 with a JSON-RPC error',
    handle: (exchange) => exchange.error(-32000, 'Unsupported Media Type', { status: 415 }),
  },
  {
    path: '/status/429',
    what: '429 with Retry-After and a JSON-RPC error that looks like evidence of an era',
    handle: (exchange) =>
      exchange.error(-32601, 'Slow down', { status: 429, headers: { 'retry-after': '1' } }),
  },
  {
    path: '/status/500',
    what: '500 with a JSON-RPC error that looks like evidence of an era',
    handle: (exchange) => exchange.error(-32601, 'Oops', { status: 500 }),
  },
  {
    path: '/status/502-html',
    what: '502 with the page of a gateway',
    handle: (exchange) => exchange.send('<h1>Bad gateway</h1>', { status: 502, type: 'text/html' }),
  },
  { path: '/status/503-empty', what: '503 without body', handle: ({ res }) => void res.writeHead(503).end() },
  {
    path: '/status/html',
    what: '200 with a page, as a wrong address often gives',
    handle: (exchange) => exchange.send(HTML, { type: 'text/html; charset=utf-8' }),
  },
  {
    path: '/status/redirect-307',
    what: '307 to a sound modern server on the same origin',
    handle: ({ res }) => void res.writeHead(307, { location: '/body/sound' }).end(),
  },
  {
    path: '/status/redirect-308-legacy',
    what: '308 to a sound legacy server on the same origin',
    handle: ({ res }) => void res.writeHead(308, { location: '/legacy/sound' }).end(),
  },
  {
    path: '/status/redirect-302-html',
    what: '302 to a page, where the POST becomes a GET',
    handle: ({ res }) => void res.writeHead(302, { location: '/status/html' }).end(),
  },
  {
    path: '/status/redirect-loop',
    what: '307 to itself, for ever',
    handle: ({ res }) => void res.writeHead(307, { location: '/status/redirect-loop' }).end(),
  },
  { path: '/status/hang', what: 'never answers', handle: () => undefined },
  {
    path: '/status/reset',
    what: 'cuts the connection before the head',
    handle: (exchange) => exchange.cut(),
  },
];
