import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a browser test reads what the server saw; DELETE empties it. */
export const SEEN_PATH = '/__seen';

/** One request as it arrived. */
export type SeenRequest = {
  method: string;
  /** Path and query. */
  url: string;
  /** Names in lower case, values as Node joins them. */
  headers: Record<string, string>;
  /** The body as text; what had arrived when it was cut. */
  body: string;
  /** Milliseconds since the server started. */
  at: number;
  /** Status of the answer, 0 until its head was written. */
  status: number;
  /** The client closed the connection before the answer was complete. */
  aborted: boolean;
};

/** A server on 127.0.0.1 that remembers every request it saw. */
export type RecordingServer = {
  /** Origin without a trailing slash. */
  origin: string;
  /** Requests in the order of their arrival, preflights among them; `/__seen` itself is left out. */
  seen: SeenRequest[];
  /** Requests to one path. */
  seenAt: (path: string) => SeenRequest[];
  close: () => Promise<void>;
};

/** How long a server lives when nobody closes it: longer than all browser tests on a slow machine, for a worker keeps its servers. */
const LIFETIME_MS = 60 * 60_000;

/**
 * Starts an HTTP server on a free port of 127.0.0.1. The handler gets the body as text next to the request, which
 * stays readable. It closes with all its connections, at the latest after an hour.
 */
export async function startRecordingServer(
  handle: (req: IncomingMessage, res: ServerResponse, record: SeenRequest) => void,
): Promise<RecordingServer> {
  const begun = performance.now();
  const seen: SeenRequest[] = [];
  const server = createServer((req, res) => {
    const url = req.url ?? '/';
    if (new URL(url, 'http://host').pathname === SEEN_PATH) {
      answerSeen(req, res, seen);
      return;
    }
    const record: SeenRequest = {
      method: req.method ?? '',
      url,
      headers: plainHeaders(req),
      body: '',
      at: performance.now() - begun,
      status: 0,
      aborted: false,
    };
    seen.push(record);
    watch(req, res, record);
    handle(req, res, record);
  });
  const origin = await listen(server);
  const close = () => closeServer(server, timer);
  const timer = setTimeout(() => void close(), LIFETIME_MS);
  timer.unref();
  const seenAt = (path: string) => seen.filter(({ url }) => url === path || url.startsWith(`${path}?`));
  return { origin, seen, seenAt, close };
}

/** The address of a port on which nothing listens. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await closeServer(server);
  return `${origin}/mcp`;
}

/** The whole body as text. Resolves with what came when the client hangs up. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk as Buffer);
  } catch {
    // Cut short: what came is what there is to record.
  }
  return Buffer.concat(chunks).toString('utf8');
}

function watch(req: IncomingMessage, res: ServerResponse, record: SeenRequest): void {
  res.on('close', () => {
    record.status = res.headersSent ? res.statusCode : 0;
    record.aborted = !res.writableEnded || req.destroyed;
    if (res.writableFinished) record.aborted = false;
  });
}

function plainHeaders(req: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function answerSeen(req: IncomingMessage, res: ServerResponse, seen: SeenRequest[]): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Allow-Methods', 'GET, DELETE');
  if (req.method === 'DELETE') seen.length = 0;
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(seen));
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      // A listening TCP server has an address object, never a pipe name.
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

function closeServer(server: Server, timer?: NodeJS.Timeout): Promise<void> {
  clearTimeout(timer);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
