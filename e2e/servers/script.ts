import type { CorsPolicy } from './cors.ts';
import type { Exchange } from './exchange.ts';

export type Handler = (exchange: Exchange) => void | Promise<void>;

/** One way in which a server can be wrong, odd or difficult. */
export type HostileCase = {
  path: string;
  /** What it does, and to which request when it is not all of them. */
  what: string;
  handle: Handler;
  cors?: CorsPolicy;
};

/** Answers by JSON-RPC method; by HTTP method for GET and DELETE; `notification` for every notification. */
export type Script = Readonly<Record<string, Handler>>;

export const SERVER_INFO = { name: 'hostile', version: '0.0.1' };
const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** A tool that takes anything. */
export const TOOL = { name: 'ping', description: 'Answers pong.', inputSchema: { type: 'object' } };

export const PONG = { content: [{ type: 'text', text: 'pong' }] };

/** Members of every complete result in the modern era. */
export function complete(result: Record<string, unknown>): Record<string, unknown> {
  return { resultType: 'complete', ...result, _meta: { [SERVER_INFO_KEY]: SERVER_INFO } };
}

/** Cache hints, which lists and `server/discover` need in the modern era. */
export const CACHE = { ttlMs: 0, cacheScope: 'private' };

const notFound: Handler = (exchange) => exchange.error(-32601, 'Method not found', { status: 404 });
const notAllowed: Handler = ({ res }) => void res.writeHead(405, { allow: 'POST' }).end();
const accepted: Handler = ({ res }) => void res.writeHead(202).end();

const MODERN: Script = {
  'server/discover': (exchange) =>
    exchange.result(complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...CACHE })),
  'tools/list': (exchange) => exchange.result(complete({ tools: [TOOL], ...CACHE })),
  'tools/call': (exchange) => exchange.result(complete(PONG)),
  notification: accepted,
  GET: notAllowed,
  DELETE: notAllowed,
};

const LEGACY: Script = {
  'server/discover': (exchange) =>
    exchange.error(-32000, 'Bad Request: Server not initialized', { status: 400 }),
  initialize: (exchange) => exchange.result(initializeResult(exchange)),
  'tools/list': (exchange) => exchange.result({ tools: [TOOL] }),
  'tools/call': (exchange) => exchange.result(PONG),
  ping: (exchange) => exchange.result({}),
  notification: accepted,
  GET: notAllowed,
  DELETE: ({ res }) => void res.writeHead(200).end(),
};

/** What `initialize` answers, with the version that was asked for unless another is given. */
export function initializeResult(
  { params }: Exchange,
  protocolVersion: unknown = params['protocolVersion'],
): Record<string, unknown> {
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER_INFO };
}

/** A sound modern server, but for what the script says otherwise. */
export const modern = (script: Script = {}): Handler => play({ ...MODERN, ...script });

/** A sound legacy server without sessions, but for what the script says otherwise. */
export const legacy = (script: Script = {}): Handler => play({ ...LEGACY, ...script });

/** A sound server of both eras: modern requests are known by their version header. */
export function dual(script: Script = {}): Handler {
  const [newer, older] = [modern(script), legacy(script)];
  return (exchange) =>
    (exchange.req.headers['mcp-protocol-version'] === '2026-07-28' ? newer : older)(exchange);
}

/** The session id of `stateful` servers. */
export const SESSION = 'session-1';

/** A sound legacy server that gives a session id with `initialize` and then demands it. */
export function stateful(script: Script = {}): Handler {
  const answer = play({ ...LEGACY, ...script });
  return (exchange) => {
    const begins =
      exchange.message['method'] === 'initialize' || exchange.message['method'] === 'server/discover';
    if (begins) {
      if (exchange.message['method'] === 'initialize') exchange.res.setHeader('Mcp-Session-Id', SESSION);
      return answer(exchange);
    }
    if (exchange.req.headers['mcp-session-id'] !== SESSION) {
      return exchange.error(-32600, 'Bad Request: Session ID required', { status: 400 });
    }
    return answer(exchange);
  };
}

function play(script: Script): Handler {
  return (exchange) => {
    const { message, req, isNotification } = exchange;
    const key = isNotification
      ? 'notification'
      : typeof message['method'] === 'string'
        ? message['method']
        : (req.method ?? '');
    // Methods are the client's words: looked up as own members only.
    const handle = Object.hasOwn(script, key) ? script[key] : undefined;
    return (handle ?? notFound)(exchange);
  };
}
