import { keepText } from '../base/body.ts';
import type { Clock } from '../base/clock.ts';
import { describeThrown } from '../base/errors.ts';
import { nextTurn, SLICE_MS } from '../base/turn.ts';
import type { HeaderList, WireEvent } from './events.ts';
import type { KnownAnswer } from './known-answer.ts';
import { readMessages, type BodyContent, type ReceivedMessage } from './message.ts';
import { NotUtf8Reader, type NotUtf8 } from './not-utf8.ts';
import { SseReader, type SseBlock } from './sse.ts';

/** What an exchange needs from its host. Injected, so that Node, the page and a recorded server differ in nothing else. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  emit(event: WireEvent): void;
  nextExchange(): number;
}

/** The reason to abort an exchange with: says how it is to be recorded. */
export class Stop {
  readonly how: 'cancelled' | 'time-limit' | 'closed';
  /** Sentence case, no full stop. */
  readonly detail: string;

  constructor(how: 'cancelled' | 'time-limit' | 'closed', detail: string) {
    this.how = how;
    this.detail = detail;
  }
}

/** One HTTP request to make and record. */
export interface ExchangeRequest {
  /** From `Wire.nextExchange()`, so that a note may name it before it is sent. */
  readonly exchange: number;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: string;
  /** What goes out. */
  readonly headers: HeaderList;
  /** What is recorded instead, with placeholders for secrets. */
  readonly shownHeaders: HeaderList;
  /** Names that look secret, of which a person said that they are not. */
  readonly openHeaders?: readonly string[];
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly mode?: 'cors' | 'no-cors';
  /** Called for each message as it arrives, before the exchange has ended; `exchange` is the one it came in. */
  readonly onMessage?: (message: ReceivedMessage, exchange: number) => void;
  /** Called for each event of a stream, after its messages: what resuming needs. */
  readonly onEvent?: (event: { readonly id?: string; readonly retry?: number }) => void;
  /** Called when a stream that the server left open after the answer is closed by us: what it sends there later is lost. */
  readonly onLeftOpen?: (exchange: number) => void;
  /** Called once the headers have arrived. */
  readonly onResponse?: (head: ResponseHead) => void;
}

/** The head of a response, as far as a page may read it. */
export interface ResponseHead {
  readonly status: number;
  readonly mediaType: string | null;
  readonly headers: HeaderList;
  readonly url: string;
  readonly redirected: boolean;
}

/** What came of an exchange: raw evidence, judged elsewhere. */
export type ExchangeEvidence =
  /** Rejected before response headers. `known`: what is recorded of an earlier answer of that server. */
  | { readonly kind: 'failed'; readonly detail: string; readonly known?: KnownAnswer | undefined }
  /** The connection broke after headers. `text`: what had come of a body that is no stream. */
  | { readonly kind: 'cut'; readonly head: ResponseHead; readonly detail: string; readonly bytes: number }
  /** Ended by us. */
  | {
      readonly kind: 'stopped';
      readonly stop: Stop;
      readonly head: ResponseHead | null;
      readonly bytes: number;
    }
  | {
      readonly kind: 'answered';
      readonly head: ResponseHead;
      readonly bytes: number;
      /** `stream`: messages went to `onMessage`. `text` carries what was read, for a message to the person. */
      readonly content: BodyContent | { readonly kind: 'stream'; readonly messages: number };
      /** First 2,000 characters of a body that is no stream. */
      readonly preview: string;
    };

/** The value of header `name` (any case) in `headers`, or null. */
export function headerValue(headers: HeaderList, name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find(([each]) => each.toLowerCase() === wanted)?.[1] ?? null;
}

/**
 * Makes one HTTP request and records everything that travels. Resolves when the response has been read to its end, or with how
 * that failed; never rejects for what a server did.
 */
export async function sendExchange(wire: Wire, request: ExchangeRequest): Promise<ExchangeEvidence> {
  const { clock } = wire;
  const { exchange, body, signal, mode = 'cors' } = request;
  const content = body === null ? null : readMessages(body);
  wire.emit({
    type: 'request',
    at: clock.now(),
    exchange,
    method: request.method,
    url: request.url,
    headers: request.shownHeaders,
    ...(request.openHeaders?.length ? { open: request.openHeaders } : {}),
    body: body === null ? null : keepText(body),
    messages: content?.kind === 'messages' ? content.messages.map((message) => message.summary) : [],
    mode,
  });
  const end = (
    how: Extract<WireEvent, { type: 'end' }>['how'],
    reader: BodyReader | null,
    detail?: string,
  ) => {
    const notUtf8 = reader?.notUtf8(how === 'complete');
    wire.emit({
      type: 'end',
      at: clock.now(),
      exchange,
      how,
      bytes: reader?.bytes ?? 0,
      ...(detail === undefined ? {} : { detail }),
      ...(reader?.rest ? { rest: keepText(reader.rest) } : {}),
      ...(notUtf8 === undefined ? {} : { notUtf8 }),
    });
  };

  let response: Response;
  try {
    response = await wire.fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body,
      signal,
      mode,
      cache: 'no-store',
      ...(mode === 'no-cors' ? { credentials: 'omit' as const } : {}),
    });
  } catch (thrown) {
    const stop = stopOf(signal);
    if (stop) {
      end(stop.how, null, stop.detail);
      return { kind: 'stopped', stop, head: null, bytes: 0 };
    }
    const detail = describeThrown(thrown);
    end('failed', null, detail);
    return { kind: 'failed', detail };
  }

  const head = headOf(response, request.url);
  wire.emit({
    type: 'response',
    at: clock.now(),
    exchange,
    status: head.status,
    statusText: response.statusText,
    headers: head.headers,
    mediaType: head.mediaType,
    url: head.url,
    redirected: head.redirected,
  });
  request.onResponse?.(head);

  const reader = new BodyReader(response);
  try {
    if (head.mediaType === 'text/event-stream') {
      const messages = await readStream(wire, request, reader);
      end('complete', reader);
      return {
        kind: 'answered',
        head,
        bytes: reader.bytes,
        content: { kind: 'stream', messages },
        preview: '',
      };
    }
    const text = await reader.readAll();
    const answered = await emitBody(wire, request, text);
    end('complete', reader);
    return { kind: 'answered', head, bytes: reader.bytes, content: answered, preview: text.slice(0, 2000) };
  } catch (thrown) {
    reader.cancel();
    // What had arrived travelled, so it is shown although it is not whole.
    if (head.mediaType !== 'text/event-stream' && reader.text !== '') {
      wire.emit({ type: 'body', at: clock.now(), exchange, body: keepText(reader.text), messages: [] });
    }
    const stop = stopOf(signal);
    if (stop) {
      end(stop.how, reader, stop.detail);
      return { kind: 'stopped', stop, head, bytes: reader.bytes };
    }
    const detail = describeThrown(thrown);
    end('cut', reader, detail);
    return { kind: 'cut', head, detail, bytes: reader.bytes };
  }
}

async function readStream(wire: Wire, request: ExchangeRequest, reader: BodyReader): Promise<number> {
  const sse = new SseReader();
  let index = 0;
  let count = 0;
  const take = (block: SseBlock) => {
    index += 1;
    // An event of another name is not a message (HTML Standard), and empty data only primes the last event id.
    const isMessage =
      block.data !== null &&
      block.data !== '' &&
      (block.event === undefined || block.event === '' || block.event === 'message');
    const content: BodyContent =
      isMessage && block.data !== null ? readMessages(block.data, index) : { kind: 'empty' };
    const messages = messagesOf(content);
    wire.emit({
      type: 'sse',
      at: wire.clock.now(),
      exchange: request.exchange,
      index,
      raw: keepText(block.raw),
      ...(block.id === undefined ? {} : { id: block.id }),
      ...(block.event === undefined ? {} : { event: block.event }),
      ...(block.retry === undefined ? {} : { retry: block.retry }),
      data: block.data === null ? null : keepText(block.data),
      messages: messages.map((message) => message.summary),
    });
    for (const message of messages) {
      count += 1;
      request.onMessage?.(message, request.exchange);
    }
  };
  // A server may send faster than messages are taken: what has arrived is read without a pause, so that nothing else would run.
  let worked = 0;
  try {
    for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) {
      let began = performance.now();
      for (const block of sse.push(chunk)) {
        if (block) {
          take(block);
          request.onEvent?.(block);
        }
        if (worked + performance.now() - began < SLICE_MS) continue;
        await nextTurn();
        worked = 0;
        began = performance.now();
      }
      worked += performance.now() - began;
    }
  } finally {
    // What had arrived travelled, also where the connection broke.
    const { block, rest } = sse.end();
    if (block) take(block);
    reader.rest = rest;
  }
  return count;
}

/** A body of megabytes takes a moment to join, to read and to measure: each of them has a task of its own. */
const LONG_BODY = 500_000;

async function emitBody(wire: Wire, request: ExchangeRequest, text: string): Promise<BodyContent> {
  const long = text.length > LONG_BODY;
  if (long) await nextTurn();
  const content = readMessages(text);
  const messages = messagesOf(content);
  if (long) await nextTurn();
  if (text !== '') {
    wire.emit({
      type: 'body',
      at: wire.clock.now(),
      exchange: request.exchange,
      body: keepText(text),
      messages: messages.map((message) => message.summary),
    });
  }
  for (const message of messages) request.onMessage?.(message, request.exchange);
  return content;
}

function messagesOf(content: BodyContent): readonly ReceivedMessage[] {
  if (content.kind === 'messages') return content.messages;
  if (content.kind !== 'text') return [];
  return [
    {
      summary: { kind: 'invalid', problem: content.problem },
      value: undefined,
      text: '',
      item: null,
      event: null,
    },
  ];
}

function headOf(response: Response, requested: string): ResponseHead {
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    mediaType: type === null ? null : (type.split(';', 1)[0] ?? '').trim().toLowerCase(),
    headers: [...response.headers],
    url: response.url || requested,
    redirected: response.redirected,
  };
}

function stopOf(signal: AbortSignal): Stop | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Stop ? signal.reason : new Stop('closed', describeThrown(signal.reason));
}

/** The response's text, chunk by chunk: UTF-8 may be cut anywhere, and a BOM is kept. */
class BodyReader {
  bytes = 0;
  /** Of a stream, once it has ended: line ends after its last block. */
  rest = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | null;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #notUtf8 = new NotUtf8Reader();
  readonly #chunks: string[] = [];
  #ended = false;

  constructor(response: Response) {
    this.#reader = response.body?.getReader() ?? null;
  }

  /** The next text, or null at the end. Rejects when the connection breaks. */
  async read(): Promise<string | null> {
    if (!this.#reader || this.#ended) return null;
    const { value, done } = await this.#reader.read();
    if (!done) {
      this.bytes += value.byteLength;
      const text = this.#decoder.decode(value, { stream: true });
      this.#notUtf8.push(value, text);
      return text;
    }
    this.#ended = true;
    return this.#decoder.decode() || null;
  }

  async readAll(): Promise<string> {
    let since = 0;
    for (let chunk = await this.read(); chunk !== null; chunk = await this.read()) {
      this.#chunks.push(chunk);
      since += chunk.length;
      // What has arrived is read without a pause.
      if (since < LONG_BODY) continue;
      since = 0;
      await nextTurn();
    }
    return this.text;
  }

  /** What `readAll` had read when it stopped. */
  get text(): string {
    return this.#chunks.join('');
  }

  /** What of it is no UTF-8, once it has ended. */
  notUtf8(whole: boolean): NotUtf8 | undefined {
    return this.#notUtf8.end(whole);
  }

  cancel(): void {
    // The stream may have failed already; there is nothing left to tell anyone then.
    this.#reader?.cancel().catch(() => undefined);
  }
}
