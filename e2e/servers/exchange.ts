import type { IncomingMessage, ServerResponse } from 'node:http';

type Json = Record<string, unknown>;

/** A value to serialise, or text to send as it is. */
type Body = Json | readonly unknown[] | string;

/** One request and the means to answer it in any way, right or wrong. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: URL;
  readonly body: string;
  /** The JSON-RPC message; empty when the body is none. */
  readonly message: Json;
  /** How many requests with the same method (JSON-RPC, else HTTP) this path and query have seen, this one too. */
  readonly count: number;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    { body, message, count }: { body: string; message: Json; count: number },
  ) {
    this.req = req;
    this.res = res;
    this.url = new URL(req.url ?? '/', `http://${req.headers.host ?? 'host'}`);
    this.body = body;
    this.message = message;
    this.count = count;
  }

  get id(): unknown {
    return this.message['id'] ?? null;
  }

  get params(): Json {
    return (this.message['params'] ?? {}) as Json;
  }

  get isNotification(): boolean {
    return 'method' in this.message && !('id' in this.message);
  }

  /** Any bytes with any type. */
  send(
    body: string | Buffer,
    { status = 200, type = 'application/json', headers = {} }: SendOptions = {},
  ): void {
    this.res.writeHead(status, { ...(type !== '' && { 'content-type': type }), ...headers });
    this.res.end(body);
  }

  json(body: Body, options?: SendOptions): void {
    this.send(typeof body === 'string' ? body : JSON.stringify(body), options);
  }

  result(result: Json | string, options?: SendOptions): void {
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    this.send(`{"jsonrpc":"2.0","id":${JSON.stringify(this.id)},"result":${text}}`, options);
  }

  error(code: number, message: string, { data, ...options }: SendOptions & { data?: unknown } = {}): void {
    const error = { code, message, ...(data !== undefined && { data }) };
    this.json({ jsonrpc: '2.0', id: this.id, error }, options);
  }

  /** Sends the head of an event stream. */
  stream(type = 'text/event-stream', headers: Record<string, string> = {}): EventWriter {
    this.res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
    this.res.flushHeaders();
    return new EventWriter(this.res);
  }

  /** The response to this request as text, for streams. */
  response(result: unknown): string {
    return JSON.stringify({ jsonrpc: '2.0', id: this.id, result });
  }

  /** Cuts the connection, before or after the head. */
  cut(): void {
    this.res.socket?.destroy();
  }
}

type SendOptions = { status?: number; type?: string; headers?: Record<string, string> };

/** Writes a body in pieces. */
export class EventWriter {
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  /** Resolves when the piece was handed to the socket, so that pieces are not glued together. */
  raw(piece: string | Uint8Array): Promise<void> {
    if (this.#res.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#res.write(piece, () => resolve());
    });
  }

  event(data: string): Promise<void> {
    return this.raw(`event: message\ndata: ${data}\n\n`);
  }

  end(): void {
    this.#res.end();
  }
}
