import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createDemoServer, type Shared } from './demo-server.ts';
import { RecentEvents } from './event-store.ts';
import { legacyRevision, type Revision } from './revisions.ts';

const SESSION_HEADER = 'mcp-session-id';

/** Sessions kept at once. A page that reloads never ends its session, so the oldest has to go. */
const CAPACITY = 16;

/** The legacy era: one server and one transport for each session, begun by `initialize`, ended by DELETE. */
export class LegacySessions {
  readonly #shared: Shared;
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) {
      const transport = this.#transports.get(id);
      return transport?.handleRequest(request) ?? refusal(404, -32001, 'Session not found');
    }
    const revision = await requestedRevision(request);
    if (revision === undefined) return refusal(400, -32000, 'Bad Request: Mcp-Session-Id header is required');
    return this.#begin(request, revision);
  }

  async #begin(request: Request, revision: Revision): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      // Priming events with empty data came with 2025-11-25; older clients can't read them.
      ...(revision === '2025-11-25' && { eventStore: new RecentEvents(), retryInterval: 1000 }),
      onsessioninitialized: (id) => {
        this.#transports.set(id, transport);
        this.#dropOldest();
      },
      onsessionclosed: (id) => {
        this.#transports.delete(id);
      },
    });
    await createDemoServer(revision, this.#shared).connect(transport);
    return transport.handleRequest(request);
  }

  #dropOldest(): void {
    for (const [id, transport] of this.#transports) {
      if (this.#transports.size <= CAPACITY) return;
      this.#transports.delete(id);
      transport.close().catch(() => undefined);
    }
  }
}

// The body may be an array: 2025-03-26 allows batches, though not around initialize.
async function requestedRevision(request: Request): Promise<Revision | undefined> {
  if (request.method !== 'POST') return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return isInitializeRequest(body) ? legacyRevision(body.params.protocolVersion) : undefined;
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
