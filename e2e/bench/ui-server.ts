/** The server that the page is measured against: the loads of the benchmark, and how long it took itself. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerPreflight, applyCors } from '../servers/cors.ts';
import { Exchange } from '../servers/exchange.ts';
import { readBody } from '../servers/recorder.ts';
import { CACHE, complete, legacy, modern, type Handler } from '../servers/script.ts';

/** When a request arrived and when its answer was handed over, in milliseconds since 1970. */
export interface Served {
  /** The JSON-RPC method, else the HTTP method. */
  readonly method: string;
  /** As a page may set them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly arrivedAt: number;
  /** When the first byte of the body was written. */
  firstByteAt: number;
  /** NaN while it is under way. */
  endedAt: number;
}

export interface BenchServer {
  url(path: '/modern' | '/legacy' | '/many-tools'): string;
  readonly served: Served[];
  close(): void;
}

export const PROGRESS_EVENTS = 5000;
export const FLOOD_EVENTS = 100_000;
export const MANY_TOOLS = 10_000;
export const BIG_BYTES = 10_000_000;
export const INPUT_REQUESTS = 200;
export const STATE_LENGTH = 200_000;
/** Requests of a legacy server inside of one call. */
export const SERVER_REQUESTS = 2000;
/** Before a stream or a list, so that the panel to be watched can be opened. */
export const HEAD_START_MS = 1500;

/** Milliseconds since 1970, with fractions: a page has the same clock in `performance.timeOrigin + performance.now()`. */
export const wallClock = (): number => performance.timeOrigin + performance.now();

const say = (text: string) => complete({ content: [{ type: 'text', text }] });

/** A text of records as JSON, minified. */
function records(bytes: number): string {
  const rows: string[] = [];
  let length = 0;
  for (let id = 0; length < bytes; id++) {
    const row = JSON.stringify({
      id,
      name: `Record ${id}`,
      kind: id % 3 === 0 ? 'deployment' : 'incident',
      open: id % 7 !== 0,
      score: (id * 7919) % 1000,
      owner: { team: `team-${id % 40}`, mail: `owner-${id % 500}@example.com` },
      tags: ['alpha', 'beta', `t${id % 13}`],
      note: 'Seen by the monitor, confirmed by hand, closed after the roll back.',
    });
    rows.push(row);
    length += row.length + 1;
  }
  return `[${rows.join(',')}]`;
}

function lines(bytes: number): string {
  const line = 'The quick brown fox jumps over the lazy dog; number ';
  let text = '';
  for (let number = 0; text.length < bytes; number++) text += `${line}${number}\n`;
  return text;
}

function manyTools(): string {
  const tools = Array.from({ length: MANY_TOOLS }, (_, number) => ({
    name: `tool_${number}_${['read', 'write', 'search', 'deploy'][number % 4]}`,
    title: `Tool number ${number}`,
    description: `Does thing number ${number}, and says when it is done. For the benchmark of long lists.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where' },
        depth: { type: 'integer', minimum: 0 },
        force: { type: 'boolean' },
      },
      required: ['path'],
    },
    annotations: { readOnlyHint: number % 2 === 0 },
  }));
  return JSON.stringify(complete({ tools, ...CACHE }));
}

/** Progress without a pause, then the result: as fast as the connection takes it. */
function progress(count: number, headStartMs: number): Handler {
  return async (exchange) => {
    const meta = exchange.params['_meta'] as { progressToken?: string | number } | undefined;
    const token = JSON.stringify(meta?.progressToken ?? 'none');
    exchange.stream();
    const { res } = exchange;
    await delay(headStartMs);
    for (let step = 1; step <= count; step++) {
      const sent = res.write(
        `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${step},"total":${count},"message":"step ${step} is done"}}\n\n`,
      );
      // What a socket can't take now waits in memory; the flood would wait there whole.
      if (!sent && count > PROGRESS_EVENTS) await new Promise((resolve) => res.once('drain', resolve));
    }
    res.end(`event: message\ndata: ${exchange.response(say(`all ${count} are done`))}\n\n`);
  };
}

function questions(): string {
  const asked = Array.from({ length: INPUT_REQUESTS }, (_, number) => [
    `question ${number}`,
    {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: `Question number ${number}: what is it to be?`,
        requestedSchema: {
          type: 'object',
          properties: {
            answer: { type: 'string', title: 'Answer', minLength: 1 },
            count: { type: 'integer', minimum: 0 },
            sure: { type: 'boolean' },
          },
          required: ['answer'],
        },
      },
    },
  ]);
  return JSON.stringify({
    resultType: 'input_required',
    inputRequests: Object.fromEntries(asked) as Record<string, unknown>,
    requestState: 's'.repeat(STATE_LENGTH),
  });
}

/** Asks the client without a pause on the stream of the call, and ends it once each was answered. */
function asksTheClient(answered: () => number): Handler {
  return async (exchange) => {
    const stream = exchange.stream();
    await delay(HEAD_START_MS);
    const until = answered() + SERVER_REQUESTS;
    for (let id = 0; id < SERVER_REQUESTS; id++) {
      await stream.event(
        `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create","params":{"message":"Question number ${id}","requestedSchema":{"type":"object","properties":{"answer":{"type":"string","title":"Answer"}},"required":["answer"]}}}`,
      );
    }
    while (answered() < until && !exchange.res.destroyed) await delay(20);
    await stream.event(exchange.response(say(`all ${SERVER_REQUESTS} are answered`)));
    stream.end();
  };
}

/** The headers a page sets itself: the browser adds the others. */
function ownHeaders(req: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(req.headers).filter(
      ([name, value]) => typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name),
    ),
  ) as Record<string, string>;
}

/** Starts on a free port of 127.0.0.1. */
export async function startBenchServer(): Promise<BenchServer> {
  const structured = records(BIG_BYTES);
  const bigText = JSON.stringify(lines(BIG_BYTES));
  const asked = questions();
  let answers = 0;
  const calls: Readonly<Record<string, Handler>> = {
    echo: (exchange) => exchange.result(say(`echo ${JSON.stringify(exchange.params['arguments'] ?? null)}`)),
    counter: (exchange) => exchange.result(say(`count ${exchange.count}`)),
    progress: progress(PROGRESS_EVENTS, 0),
    progress_later: progress(PROGRESS_EVENTS, HEAD_START_MS),
    flood: progress(FLOOD_EVENTS, HEAD_START_MS),
    big_records: (exchange) =>
      exchange.result(`{"resultType":"complete","content":[],"structuredContent":{"records":${structured}}}`),
    big_text: (exchange) =>
      exchange.result(`{"resultType":"complete","content":[{"type":"text","text":${bigText}}]}`),
    questions: (exchange) => exchange.result(asked),
    asks_the_client: asksTheClient(() => answers),
  };
  const tools = Object.keys(calls).map((name) => ({ name, inputSchema: { type: 'object' } }));
  const script: Readonly<Record<string, Handler>> = {
    'tools/list': (exchange) => exchange.result(complete({ tools, ...CACHE })),
    'tools/call': (exchange) => {
      const name = String(exchange.params['name']);
      const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
      return call ? call(exchange) : exchange.error(-32602, 'No such tool');
    },
  };
  const many = manyTools();
  const handlers: Readonly<Record<string, Handler>> = {
    '/modern': modern(script),
    '/legacy': legacy({
      ...script,
      POST: ({ res }) => {
        answers += 1;
        res.writeHead(202).end();
      },
    }),
    '/many-tools': modern({
      ...script,
      'tools/list': async (exchange) => {
        await delay(HEAD_START_MS);
        exchange.result(many);
      },
    }),
  };

  const served: Served[] = [];
  let count = 0;
  const server = createServer((req, res) => {
    const arrivedAt = wallClock();
    if (req.method === 'OPTIONS') {
      res.once('finish', () =>
        served.push({
          method: 'OPTIONS',
          headers: {},
          body: '',
          arrivedAt,
          firstByteAt: wallClock(),
          endedAt: wallClock(),
        }),
      );
      answerPreflight(req, res);
      return;
    }
    applyCors(req, res);
    void readBody(req).then(async (body) => {
      const message = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
      const record: Served = {
        method: typeof message['method'] === 'string' ? message['method'] : (req.method ?? ''),
        headers: ownHeaders(req),
        body,
        arrivedAt,
        firstByteAt: NaN,
        endedAt: NaN,
      };
      served.push(record);
      const write = res.write.bind(res) as (...args: unknown[]) => boolean;
      res.write = (...args: unknown[]) => {
        if (Number.isNaN(record.firstByteAt)) record.firstByteAt = wallClock();
        return write(...args);
      };
      res.once('finish', () => (record.endedAt = wallClock()));
      count += 1;
      const handle = handlers[new URL(req.url ?? '/', 'http://host').pathname];
      if (handle) await handle(new Exchange(req, res, { body, message, count }));
      else res.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    served,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
