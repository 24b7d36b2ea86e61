import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { ask } from './ask.ts';
import type { WireEvent } from './events.ts';
import { sendExchange, Stop, type ExchangeRequest, type Wire } from './exchange.ts';
import { TimeLimit } from './time-limit.ts';

let server: Server | undefined;

const serve = async (listener: RequestListener): Promise<string> => {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/mcp`;
};

afterEach(async () => {
  const running = server;
  server = undefined;
  if (!running) return;
  running.closeAllConnections();
  await new Promise((resolve) => running.close(resolve));
});

const recordingWire = () => {
  const events: WireEvent[] = [];
  let exchanges = 0;
  const wire: Wire = {
    fetch,
    clock: systemClock,
    emit: (event) => events.push(event),
    nextExchange: () => (exchanges += 1),
  };
  return { wire, events };
};

const post = (url: string, more: Partial<ExchangeRequest> = {}): ExchangeRequest => ({
  exchange: 1,
  method: 'POST',
  url,
  headers: [['Content-Type', 'application/json']],
  shownHeaders: [['Content-Type', 'application/json']],
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}',
  signal: new AbortController().signal,
  ...more,
});

const answer = '{"jsonrpc":"2.0","id":1,"result":{"n":1.0,"t":"Zürich 😀"}}';

describe('what is recorded', () => {
  it('is the body as it came, to the character, and how the exchange ended', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'Application/JSON; charset=utf-8', 'x-a': 'b' });
      response.end(`\uFEFF${answer}\r\n`);
    });
    const { wire, events } = recordingWire();
    const evidence = await sendExchange(wire, post(url));
    expect(evidence).toMatchObject({
      kind: 'answered',
      head: { status: 200, mediaType: 'application/json' },
    });
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'body', 'end']);
    const body = events.find((event) => event.type === 'body');
    expect(await body?.body.text()).toBe(`\uFEFF${answer}\r\n`);
    expect(events.at(-1)).toMatchObject({ how: 'complete' });
    expect(events[0]).toMatchObject({ method: 'POST', messages: [{ method: 'tools/call', name: 'a' }] });
  });

  it('is the placeholder, never the secret', async () => {
    let sent: string | undefined;
    const url = await serve((request, response) => {
      sent = request.headers.authorization;
      response.end();
    });
    const { wire, events } = recordingWire();
    await sendExchange(
      wire,
      post(url, {
        headers: [['Authorization', 'Bearer s3cret']],
        shownHeaders: [['Authorization', 'Bearer ‹1›']],
      }),
    );
    expect(sent).toBe('Bearer s3cret');
    expect(JSON.stringify(events)).not.toContain('s3cret');
  });

  it('is a stream event by event, cut at every byte', async () => {
    const bytes = Buffer.from(`: hi\r\nid: 1\r\ndata: \r\n\r\nevent: message\r\ndata: ${answer}\r\n\r\n`);
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream;charset=UTF-8' });
      response.flushHeaders();
      let at = 0;
      const step = () => {
        if (at === bytes.length) return response.end();
        response.write(bytes.subarray(at, at + 1), () => setImmediate(step));
        at += 1;
      };
      step();
    });
    const { wire, events } = recordingWire();
    const got: string[] = [];
    await sendExchange(wire, post(url, { onMessage: (message) => got.push(message.text) }));
    expect(got).toEqual([answer]);
    const sse = events.filter((event) => event.type === 'sse');
    expect(sse.map(({ index, id, event }) => [index, id, event])).toEqual([
      [1, '1', undefined],
      [2, undefined, 'message'],
    ]);
    expect(await sse[0]?.raw.text()).toBe(': hi\r\nid: 1\r\ndata: \r\n\r');
  });

  it('is what had come of a body that was cut, and that it was cut', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"jsonrpc":', () => setTimeout(() => response.destroy(), 20));
    });
    const { wire, events } = recordingWire();
    expect(await sendExchange(wire, post(url))).toMatchObject({
      kind: 'cut',
      head: { status: 200 },
      bytes: 11,
    });
    const body = events.find((event) => event.type === 'body');
    expect(await body?.body.text()).toBe('{"jsonrpc":');
    expect(events.at(-1)).toMatchObject({ type: 'end', how: 'cut' });
  });

  it('is that nothing came, where the connection is refused', async () => {
    const url = await serve((_request, response) => response.end());
    await new Promise((resolve) => {
      server?.close(resolve);
      server?.closeAllConnections();
    });
    const { wire, events } = recordingWire();
    expect(await sendExchange(wire, post(url))).toMatchObject({ kind: 'failed' });
    expect(events.map(({ type }) => type)).toEqual(['request', 'end']);
    expect(events.at(-1)).toMatchObject({ how: 'failed' });
    server = undefined;
  });
});

describe('bytes that are no UTF-8', () => {
  const latin1 = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"t":"caf\xe9"}}', 'latin1');

  it.each([
    ['a body', 'application/json', latin1, 42],
    [
      'a stream',
      'text/event-stream',
      Buffer.concat([Buffer.from('data: '), latin1, Buffer.from('\n\n')]),
      48,
    ],
  ])('of %s are recorded beside the text, with their place', async (_, type, bytes, place) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(bytes),
    );
    const { wire, events } = recordingWire();
    await sendExchange(wire, post(url));
    expect(events.find((event) => event.type === 'end')).toMatchObject({
      how: 'complete',
      bytes: bytes.length,
      notUtf8: { count: 1, places: [{ at: place, bytes: 'E9' }] },
    });
  });

  it('are none where a body is cut in the middle of a character', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '50' });
      response.write(Buffer.from([0x22, 0xc3]), () => setTimeout(() => response.destroy(), 20));
    });
    const { wire, events } = recordingWire();
    await sendExchange(wire, post(url));
    const end = events.find((event) => event.type === 'end');
    expect(end).toMatchObject({ how: 'cut' });
    expect(end).not.toHaveProperty('notUtf8');
  });
});

describe('notifications', () => {
  it.each([
    ['202 without a body', 202, '', 'empty'],
    ['204', 204, '', 'empty'],
    ['200 with an empty body', 200, '', 'empty'],
    ['200 with null', 200, 'null', 'null'],
    ['200 with {} and no id', 200, '{}', 'messages'],
    ['200 with an id of null', 200, '{"jsonrpc":"2.0","id":null}', 'messages'],
  ])('%s is read without failing', async (_rule, status, body, kind) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    const { wire } = recordingWire();
    const evidence = await sendExchange(wire, post(url));
    expect(evidence).toMatchObject({ kind: 'answered', content: { kind } });
  });
});

describe('asking', () => {
  it('resolves with the message of its id while the stream goes on, and closes a stream that lingers', async () => {
    let closed = false;
    const url = await serve((_request, response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: {"jsonrpc":"2.0","id":"other","result":{}}\n\ndata: ${answer}\n\n`);
    });
    const { wire, events } = recordingWire();
    const result = await ask(wire, post(url), '1', new TimeLimit(5000));
    expect(result).toMatchObject({ kind: 'message', message: { summary: { id: '1' } } });
    expect(closed).toBe(false);
    await expect.poll(() => closed, { timeout: 5000 }).toBe(true);
    await expect.poll(() => events.at(-1)).toMatchObject({ type: 'end', how: 'closed' });
  });

  it('gives up at the time limit and says so', async () => {
    const url = await serve(() => undefined);
    const { wire, events } = recordingWire();
    const result = await ask(wire, post(url), '1', new TimeLimit(50));
    expect(result).toMatchObject({
      kind: 'none',
      evidence: { kind: 'stopped', stop: { how: 'time-limit' } },
    });
    expect(events.at(-1)).toMatchObject({ type: 'end', how: 'time-limit' });
  });

  it('ends a call whose stream ends without an answer', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n');
    });
    const { wire } = recordingWire();
    expect(await ask(wire, post(url), '1', new TimeLimit(5000))).toMatchObject({
      kind: 'none',
      evidence: { kind: 'answered', content: { kind: 'stream', messages: 1 } },
    });
  });

  const result = (id: string) => `{"jsonrpc":"2.0",${id}"result":{}}`;
  it.each([
    ['another number', result('"id":101,'), '101', { kind: 'result' }],
    ['a string', result('"id":"1",'), '"1"', { kind: 'result' }],
    ['null on a result', result('"id":null,'), 'null', { kind: 'result' }],
    ['none', result(''), undefined, { kind: 'result' }],
    [
      'an id of its own on an error',
      '{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"no"}}',
      '"server-error"',
      { kind: 'error', code: -32600, message: 'no' },
    ],
  ])(
    'does not take an answer with another id for the answer, and tells it: %s',
    async (_id, text, answered, answer) => {
      for (const [type, body] of [
        ['application/json', text],
        ['text/event-stream', `data: ${text}\n\n`],
      ] as const) {
        const url = await serve((_request, response) => {
          response.writeHead(200, { 'content-type': type });
          response.end(body);
        });
        const { wire } = recordingWire();
        const came = await ask(wire, post(url), '1', new TimeLimit(5000));
        expect(came).toMatchObject({ kind: 'none', otherId: { asked: '1', answered, answer } });
        server?.closeAllConnections();
        server?.close();
      }
    },
  );

  it('does not take a result that is not JSON-RPC for an answer with another id', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"id":7,"result":"ok"}');
    });
    const { wire } = recordingWire();
    expect(await ask(wire, post(url), '1', new TimeLimit(5000))).not.toHaveProperty('otherId');
  });

  it('takes an error without an id as the answer', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}');
    });
    const { wire } = recordingWire();
    expect(await ask(wire, post(url), '1', new TimeLimit(5000))).toMatchObject({
      kind: 'message',
      head: { status: 400 },
      message: { summary: { kind: 'error', errorCode: -32600 } },
    });
  });

  it('reaches the server as a closed connection when the person cancels', async () => {
    let closed = false;
    const url = await serve((_request, response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
    });
    const { wire, events } = recordingWire();
    const stopper = new AbortController();
    const result = ask(wire, post(url, { signal: stopper.signal }), '1', new TimeLimit(5000));
    await expect.poll(() => events.some(({ type }) => type === 'sse')).toBe(true);
    stopper.abort(new Stop('cancelled', 'You cancelled'));
    expect(await result).toMatchObject({
      kind: 'none',
      evidence: { kind: 'stopped', stop: { how: 'cancelled' } },
    });
    await expect.poll(() => closed).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'end', how: 'cancelled' });
  });
});
