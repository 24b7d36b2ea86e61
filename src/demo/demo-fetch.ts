// First: it has to run before anything of the SDK is evaluated.
import './jitless.ts';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { createDemoServer, type Shared } from './demo-server.ts';
import { DEMO_URL } from './demo-url.ts';
import { asFetch } from './fetch-semantics.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { RequestBodies } from './request-bodies.ts';
import { createStateCodec } from './request-state.ts';
import { MODERN } from './revisions.ts';

export { DEMO_URL };

/**
 * A `fetch` behind which the demo server runs, in this page and without a network. It knows one address,
 * `DEMO_URL`; any other rejects with a `TypeError`, as an unreachable host does. Sessions and the key of the
 * request state live as long as the returned function.
 */
export function createDemoFetch(): typeof fetch {
  const bodies = new RequestBodies();
  const shared: Shared = { bodies, state: createStateCodec((context) => bodies.call(context)) };
  const sessions = new LegacySessions(shared);
  const modern = createMcpHandler(() => createDemoServer(MODERN, shared), { legacy: 'reject' });

  return asFetch(async (request) => {
    const { origin, pathname } = new URL(request.url);
    if (origin !== DEMO.origin) throw new TypeError(`The demo server does not serve ${origin}`);
    if (pathname !== DEMO.pathname) return new Response('Not found', { status: 404 });
    await bodies.remember(request);
    return (await isLegacyRequest(request)) && !isSessionless(request) && !saysModern(request)
      ? sessions.handle(request)
      : modern.fetch(request);
  });
}

const DEMO = new URL(DEMO_URL);

// A body that is no JSON says nothing of its era; the header still does, and a modern server answers it with -32700.
function saysModern(request: Request): boolean {
  return request.headers.get('mcp-protocol-version') === MODERN;
}

// GET and DELETE belong to a session. Without one they are answered as the modern era does: 405.
function isSessionless(request: Request): boolean {
  return request.method !== 'POST' && !request.headers.has('mcp-session-id');
}
