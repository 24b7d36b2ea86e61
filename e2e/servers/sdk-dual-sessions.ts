import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** One transport and one server for each legacy session. */
export class LegacySessions {
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  readonly #createServer: () => McpServer;

  constructor(createServer: () => McpServer) {
    this.#createServer = createServer;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : this.#transports.get(id);
    if (known !== undefined) return known.handleRequest(request);
    if (id !== null) return refusal(404, -32001, 'Session not found');
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    if (!isInitializeRequest(body))
      return refusal(400, -32000, 'Bad Request: Mcp-Session-Id header is required');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void this.#transports.set(session, transport),
      onsessionclosed: (session) => void this.#transports.delete(session),
    });
    await this.#createServer().connect(transport);
    return transport.handleRequest(request);
  }

  endAll(): void {
    for (const transport of this.#transports.values()) void transport.close();
    this.#transports.clear();
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
