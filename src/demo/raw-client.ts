import { DEMO_URL } from './demo-url.ts';
import { MODERN, type Revision } from './revisions.ts';

/** A JSON object as it was parsed. Tests read members without knowing more. */
export type Json = Record<string, unknown>;

/** What came back for one POST: every message in the order in which it came, and the one with the id last. */
export type Answer = { status: number; headers: Headers; messages: Json[]; last: Json };

/** What a client that can answer everything declares. */
export const EVERYTHING = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Speaks JSON over a bare `fetch`, so that tests of the demo see the wire and no client's idea of it. */
export class RawClient {
  readonly fetch: typeof fetch;
  readonly revision: Revision;
  readonly capabilities: Json;
  readonly url: string;
  session: string | null = null;
  #id = 0;

  constructor(
    fetchFunction: typeof fetch,
    revision: Revision,
    { capabilities = EVERYTHING as Json, url = DEMO_URL } = {},
  ) {
    this.fetch = fetchFunction;
    this.revision = revision;
    this.capabilities = capabilities;
    this.url = url;
  }

  /** The headers of a POST in this revision. */
  headers(method: string, name?: string): Record<string, string> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    if (this.revision === MODERN) {
      headers['mcp-protocol-version'] = MODERN;
      headers['mcp-method'] = method;
      if (name !== undefined) headers['mcp-name'] = name;
    } else if (this.session !== null) {
      headers['mcp-session-id'] = this.session;
      if (this.revision >= '2025-06-18') headers['mcp-protocol-version'] = this.revision;
    }
    return headers;
  }

  /** The request as text, with what the revision puts into each. */
  body(method: string, params: Json, meta: Json = {}): string {
    this.#id += 1;
    const envelope: Json =
      this.revision === MODERN
        ? {
            'io.modelcontextprotocol/protocolVersion': MODERN,
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': this.capabilities,
          }
        : {};
    const _meta = { ...envelope, ...meta };
    return JSON.stringify({
      jsonrpc: '2.0',
      id: this.#id,
      method,
      params: Object.keys(_meta).length === 0 ? params : { ...params, _meta },
    });
  }

  async post(body: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Answer> {
    const response = await this.fetch(this.url, { method: 'POST', headers, body, signal: signal ?? null });
    const messages: Json[] = [];
    await readMessages(response, (message) => messages.push(message));
    return { status: response.status, headers: response.headers, messages, last: messages.at(-1) ?? {} };
  }

  /** Sends one request; an SSE answer is read to its end. */
  request(method: string, params: Json = {}, meta: Json = {}): Promise<Answer> {
    const name = typeof params['name'] === 'string' ? params['name'] : (params['uri'] as string | undefined);
    return this.post(this.body(method, params, meta), this.headers(method, name));
  }

  /** `tools/call`, as the result; an error comes back as `{ error }`. */
  async call(name: string, args: Json = {}, more: Json = {}, meta: Json = {}): Promise<Json> {
    const { last } = await this.request('tools/call', { name, arguments: args, ...more }, meta);
    return 'result' in last ? (last['result'] as Json) : last;
  }

  /** The legacy handshake. */
  async initialize(protocolVersion: string = this.revision): Promise<Answer> {
    const params = {
      protocolVersion,
      capabilities: this.capabilities,
      clientInfo: { name: 'raw', version: '1' },
    };
    const answer = await this.request('initialize', params);
    this.session = answer.headers.get('mcp-session-id');
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await this.post(initialized, this.headers('notifications/initialized'));
    return answer;
  }

  /** Every page of a list, as pages. */
  async pages(method: string, member: string): Promise<Json[][]> {
    const pages: Json[][] = [];
    let cursor: unknown;
    do {
      const { last } = await this.request(method, cursor === undefined ? {} : { cursor });
      const result = last['result'] as Json;
      pages.push(result[member] as Json[]);
      cursor = result['nextCursor'];
    } while (cursor !== undefined);
    return pages;
  }

  /** A legacy call whose input requests are answered by `answer`, one POST each. */
  async callAnswering(name: string, args: Json, answer: (request: Json) => Json): Promise<Json> {
    const response = await this.fetch(this.url, {
      method: 'POST',
      headers: this.headers('tools/call', name),
      body: this.body('tools/call', { name, arguments: args }),
    });
    let last: Json = {};
    await readMessages(response, async (message) => {
      last = message;
      if (!('method' in message) || !('id' in message)) return;
      const reply = JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: answer(message) });
      await this.post(reply, this.headers('response'));
    });
    return 'result' in last ? (last['result'] as Json) : last;
  }
}

/** Hands over each JSON-RPC message of a JSON or SSE response when it arrives. */
export async function readMessages(response: Response, onMessage: (message: Json) => unknown): Promise<void> {
  if (!(response.headers.get('content-type') ?? '').includes('text/event-stream')) {
    const text = await response.text();
    if (text.startsWith('{')) await onMessage(JSON.parse(text) as Json);
    return;
  }
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    // Only the new part is searched: an event may be larger than a thousand chunks.
    let from = Math.max(0, rest.length - 1);
    rest += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = rest.indexOf('\n\n', from); end >= 0; end = rest.indexOf('\n\n', from)) {
      const data = /^data: (.+)$/m.exec(rest.slice(start, end))?.[1];
      if (data !== undefined) await onMessage(JSON.parse(data) as Json);
      start = from = end + 2;
    }
    rest = rest.slice(start);
  }
}
