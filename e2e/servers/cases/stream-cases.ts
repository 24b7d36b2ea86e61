import { setTimeout as delay } from 'node:timers/promises';
import type { EventWriter, Exchange } from '../exchange.ts';
import { complete, type HostileCase, modern, PONG } from '../script.ts';

/** A result whose characters take two and four bytes in UTF-8. */
export const WIDE_TEXT = 'Zürich 😀';

const wide = (exchange: Exchange) =>
  exchange.response(complete({ content: [{ type: 'text', text: WIDE_TEXT }] }));

/** tools/call is answered by an event stream. */
const streaming = (
  name: string,
  what: string,
  write: (stream: EventWriter, exchange: Exchange) => Promise<void>,
  { type, headers }: { type?: string; headers?: Record<string, string> } = {},
): HostileCase => ({
  path: `/stream/${name}`,
  what: `tools/call: ${what}`,
  handle: modern({ 'tools/call': (exchange) => write(exchange.stream(type, headers), exchange) }),
});

/** The stream every cut is tried on: byte order mark, comment, priming event, an answer on several lines. */
function difficultStream(exchange: Exchange, lineEnd: string): string {
  const answer = wide(exchange);
  const half = answer.indexOf(',') + 1;
  return [
    '\uFEFF: hi',
    'retry: 500',
    'id: 1',
    'data: ',
    '',
    'event: ping',
    'data: not json',
    '',
    'event:message',
    'id:2',
    `data:${answer.slice(0, half)}`,
    `data: ${answer.slice(half)}`,
    'unknown: field',
    '',
    '',
  ].join(lineEnd);
}

const byteByByte =
  (lineEnd: string) =>
  async (stream: EventWriter, exchange: Exchange): Promise<void> => {
    for (const byte of Buffer.from(difficultStream(exchange, lineEnd))) await stream.raw(Uint8Array.of(byte));
    stream.end();
  };

const cutOnce =
  (lineEnd: string) =>
  async (stream: EventWriter, exchange: Exchange): Promise<void> => {
    const bytes = Buffer.from(difficultStream(exchange, lineEnd));
    const at = Number(exchange.url.searchParams.get('at') ?? 0) % bytes.length;
    await stream.raw(bytes.subarray(0, at));
    await delay(2);
    await stream.raw(bytes.subarray(at));
    stream.end();
  };

const notification = (method: string, params: Record<string, unknown>) =>
  JSON.stringify({ jsonrpc: '2.0', method, params });

const progress = (exchange: Exchange, step: number, total: number) => {
  const meta = exchange.params['_meta'] as { progressToken?: unknown } | undefined;
  return notification('notifications/progress', {
    progressToken: meta?.progressToken ?? 'none',
    progress: step,
    total,
  });
};

const PROGRESS_EVENTS = 100_000;

export const streamCases: readonly HostileCase[] = [
  streaming('bytes-crlf', 'a difficult stream with CR LF, one byte at a time', byteByByte('\r\n')),
  streaming('bytes-lf', 'a difficult stream with LF, one byte at a time', byteByByte('\n')),
  streaming('bytes-cr', 'a difficult stream with CR, one byte at a time', byteByByte('\r')),
  streaming('cut-crlf', 'a difficult stream with CR LF, cut in two at byte ?at', cutOnce('\r\n')),
  streaming('cut-lf', 'a difficult stream with LF, cut in two at byte ?at', cutOnce('\n')),
  streaming('cut-cr', 'a difficult stream with CR, cut in two at byte ?at', cutOnce('\r')),
  streaming(
    'no-answer',
    'ends after a progress notification, without an answer',
    async (stream, exchange) => {
      await stream.event(progress(exchange, 1, 2));
      stream.end();
    },
  ),
  streaming('empty', 'ends without a byte', (stream) => Promise.resolve(stream.end())),
  streaming(
    'unfinished-event',
    'ends in the middle of the event that holds the answer',
    async (stream, exchange) => {
      await stream.raw(`data: ${wide(exchange)}\n`);
      stream.end();
    },
  ),
  streaming('cut', 'the connection is cut after a progress notification', async (stream, exchange) => {
    await stream.event(progress(exchange, 1, 2));
    await delay(30);
    exchange.cut();
  }),
  streaming(
    'odd-type',
    'the type is Text/Event-Stream with a charset',
    async (stream, exchange) => {
      await stream.event(wide(exchange));
      stream.end();
    },
    { type: 'Text/Event-Stream;charset=UTF-8' },
  ),
  streaming('not-json', 'an event that is not JSON, then the answer', async (stream, exchange) => {
    await stream.event('not json');
    await stream.event(wide(exchange));
    stream.end();
  }),
  streaming('not-rpc', 'JSON that is not JSON-RPC, then the answer', async (stream, exchange) => {
    await stream.event('{"hello":"world"}');
    await stream.event('null');
    await stream.event(wide(exchange));
    stream.end();
  }),
  streaming('other-id', 'an answer to another request, then the answer', async (stream, exchange) => {
    await stream.event(JSON.stringify({ jsonrpc: '2.0', id: 'other', result: complete(PONG) }));
    await stream.event(wide(exchange));
    stream.end();
  }),
  streaming('two-answers', 'the answer, then another answer with the same id', async (stream, exchange) => {
    await stream.event(wide(exchange));
    await stream.event(exchange.response(complete({ content: [{ type: 'text', text: 'second' }] })));
    stream.end();
  }),
  streaming('after-answer', 'the answer, then a notification', async (stream, exchange) => {
    await stream.event(wide(exchange));
    await stream.event(progress(exchange, 2, 2));
    stream.end();
  }),
  streaming('stays-open', 'the answer, and then the stream never ends', (stream, exchange) =>
    stream.event(wide(exchange)),
  ),
  streaming('error', 'a JSON-RPC error as an event', async (stream, exchange) => {
    const error = { code: -32603, message: 'in the stream' };
    await stream.event(JSON.stringify({ jsonrpc: '2.0', id: exchange.id, error }));
    stream.end();
  }),
  streaming(
    'server-request',
    'a request of the server, which the modern era does not have, then the answer',
    async (stream, exchange) => {
      await stream.event(JSON.stringify({ jsonrpc: '2.0', id: 's1', method: 'roots/list' }));
      await stream.event(wide(exchange));
      stream.end();
    },
  ),
  streaming(
    'odd-progress',
    'progress that goes backwards, without total, with a foreign token, as text',
    async (stream, exchange) => {
      await stream.event(progress(exchange, 5, 10));
      await stream.event(progress(exchange, 3, 10));
      await stream.event(notification('notifications/progress', { progressToken: 'foreign', progress: 1 }));
      await stream.event(notification('notifications/progress', { progress: 'half' }));
      await stream.event(notification('notifications/unknown', {}));
      await stream.event(wide(exchange));
      stream.end();
    },
  ),
  streaming(
    'drip',
    'a progress notification each 200 ms until the client hangs up',
    async (stream, exchange) => {
      for (let step = 1; !exchange.res.destroyed && step < 1000; step++) {
        await stream.event(progress(exchange, step, 1000));
        await delay(200);
      }
    },
  ),
  streaming(
    'comments',
    'a comment each 100 ms for `arguments.ms` (default 2000), then the answer',
    async (stream, exchange) => {
      const ms = (exchange.params['arguments'] as { ms?: number } | undefined)?.ms ?? 2000;
      for (let waited = 0; waited < ms && !exchange.res.destroyed; waited += 100) {
        await stream.raw(': keepalive\n\n');
        await delay(100);
      }
      await stream.event(wide(exchange));
      stream.end();
    },
  ),
  streaming('silent', 'the head, and then nothing', () => Promise.resolve()),
  streaming(
    '100k-progress',
    `${PROGRESS_EVENTS} progress notifications, then the answer`,
    async (stream, exchange) => {
      const events = 500;
      for (let step = 0; step < PROGRESS_EVENTS && !exchange.res.destroyed; step += events) {
        let piece = '';
        for (let i = 1; i <= events; i++)
          piece += `data: ${progress(exchange, step + i, PROGRESS_EVENTS)}\n\n`;
        await stream.raw(piece);
      }
      await stream.event(wide(exchange));
      stream.end();
    },
  ),
  streaming('10mb-event', 'one event of 10 MB', async (stream, exchange) => {
    const content = [{ type: 'text', text: '0123456789abcdef'.repeat(640 * 1024) }];
    await stream.event(exchange.response(complete({ content })));
    stream.end();
  }),
];
