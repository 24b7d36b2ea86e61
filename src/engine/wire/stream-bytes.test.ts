// What is recorded of a stream is its whole body, to the byte: put together here as FORMAT.md says it may be.
import { describe, expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import type { WireEvent } from './events.ts';
import { sendExchange, type Wire } from './exchange.ts';

const answer = '{"jsonrpc":"2.0","id":1,"result":{"t":"Zürich 😀"}}';

interface Recorded {
  readonly events: readonly WireEvent[];
  readonly body: Buffer;
}

/** Reads a stream that comes in `chunks`, and breaks after them where `broken`. */
async function recorded(chunks: readonly Uint8Array[], broken = false): Promise<Recorded> {
  const events: WireEvent[] = [];
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else if (broken) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
  const wire: Wire = {
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
    clock: systemClock,
    emit: (event) => events.push(event),
    nextExchange: () => 1,
  };
  await sendExchange(wire, {
    ...{
      exchange: 1,
      method: 'GET',
      url: 'https://host.test/mcp',
      headers: [],
      shownHeaders: [],
      body: null,
    },
    signal: new AbortController().signal,
  });
  return { events, body: await bodyOf(events) };
}

async function bodyOf(events: readonly WireEvent[]): Promise<Buffer> {
  const texts = await Promise.all(
    events.map(async (event) => {
      if (event.type === 'sse') return event.raw.text();
      return event.type === 'end' ? ((await event.rest?.text()) ?? '') : '';
    }),
  );
  const bytes = Buffer.from(texts.join(''));
  const end = events.find((event) => event.type === 'end');
  const parts: Buffer[] = [];
  let length = 0;
  let from = 0;
  for (const place of end?.notUtf8?.places ?? []) {
    const there = Buffer.from(place.bytes, 'hex');
    const before = bytes.subarray(from, from + place.at - length);
    parts.push(before, there);
    length = place.at + there.length;
    from += before.length + Buffer.from(there.toString()).length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

const lines = (end: string) => ({
  'two events': ['data: {"a":1}', '', `data: ${answer}`, '', ''].join(end),
  'a BOM and a comment': ['\uFEFF: hi', 'id: 1', 'data:', '', ': still here', '', ''].join(end),
  'a BOM alone in its line': ['\uFEFF', `data: ${answer}`, '', ''].join(end),
  'blank lines before, between and after': [
    '',
    '',
    'data: 1',
    '',
    '',
    '',
    ': c',
    '',
    'id',
    '',
    '',
    '',
    '',
  ].join(end),
  'blank lines alone': ['', '', ''].join(end),
  'the end within a block': ['data: 1', '', 'event: message', 'data: {"a"'].join(end),
  'the end after a line': ['data: 1', '', '', 'data: 2', ''].join(end),
});
const streams = (
  [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const
).flatMap(([name, end]) =>
  Object.entries(lines(end)).map(([what, text]) => [`${what}, ${name}`, text] as const),
);
const mixed = 'data: 1\r\n\r\n\n\r\r\ndata: 2\r\n\ndata: 3\n\r\n: 4\r\r';

describe('the parts of a recorded stream are the bytes that travelled, however they are cut', () => {
  it.each([...streams, ['every line end at once', mixed] as const])('%s', async (_what, text) => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { body } = await recorded([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(body.toString('latin1'), `cut at ${cut}`).toBe(bytes.toString('latin1'));
    }
    const { body } = await recorded([...bytes].map((byte) => Uint8Array.of(byte)));
    expect(body.equals(bytes)).toBe(true);
  });

  it('where the connection breaks, at any byte between two characters', async () => {
    const bytes = Buffer.from(`: hi\r\n\r\n\r\ndata: {"a":1}\r\n\r\n`);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { body, events } = await recorded([bytes.subarray(0, cut)], true);
      expect(events.at(-1)).toMatchObject({ type: 'end', how: 'cut', bytes: cut });
      expect(body.toString(), `cut at ${cut}`).toBe(bytes.subarray(0, cut).toString());
    }
  });
});

it('bytes of a stream that are no UTF-8 stand at the place that is said', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\n\n: caf\xe9\r\n\r\n\r\n\n', 'latin1'),
    Buffer.from('data: {"t":"ü\uFFFD'),
    Buffer.from([0xff, 0xc3, 0x22, 0x7d, 0x0a, 0x0a, 0x0a, 0xf0, 0x9f]),
  ]);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { body, events } = await recorded([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(body.toString('hex'), `cut at ${cut}`).toBe(bytes.toString('hex'));
    const places = [
      { at: 7, bytes: 'E9' },
      { at: bytes.indexOf(0xff), bytes: 'FFC3' },
      { at: bytes.length - 2, bytes: 'F09F' },
    ];
    expect(events.at(-1)).toMatchObject({ bytes: bytes.length, notUtf8: { count: 5, places } });
  }
});
