import type { WireEvent } from '../wire/events.ts';
import type { Purpose } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;

/** One HTTP exchange, as far as it has come. A new object whenever something was added. */
export interface ExchangeView {
  readonly exchange: number;
  readonly request: EventOf<'request'>;
  readonly response: EventOf<'response'> | null;
  readonly body: EventOf<'body'> | null;
  readonly sse: readonly EventOf<'sse'>[];
  readonly end: EventOf<'end'> | null;
  readonly purpose: Purpose | null;
}

/** The exchanges of a recording by number. */
export interface Exchanges {
  readonly count: number;
  get(exchange: number): ExchangeView | undefined;
}

interface Builder {
  request: EventOf<'request'>;
  response: EventOf<'response'> | null;
  body: EventOf<'body'> | null;
  sse: EventOf<'sse'>[];
  end: EventOf<'end'> | null;
  purpose: Purpose | null;
  published: ExchangeView | null;
}

/** Every exchange with its events and what it was for. */
export function createExchangesView(recording: Recording): View<Exchanges> {
  const builders = new Map<number, Builder>();
  const purposes = new Map<number, Purpose>();

  const get = (exchange: number): ExchangeView | undefined => {
    const builder = builders.get(exchange);
    if (!builder) return undefined;
    builder.published ??= {
      exchange,
      request: builder.request,
      response: builder.response,
      body: builder.body,
      sse: builder.sse.slice(),
      end: builder.end,
      purpose: builder.purpose,
    };
    return builder.published;
  };

  return createView(
    recording,
    (entry) => {
      if (entry.type === 'purpose') {
        purposes.set(entry.exchange, entry.purpose);
        const builder = builders.get(entry.exchange);
        if (builder) {
          builder.purpose = entry.purpose;
          builder.published = null;
        }
        return builder !== undefined;
      }
      if (entry.type === 'request') {
        builders.set(entry.exchange, {
          request: entry,
          response: null,
          body: null,
          sse: [],
          end: null,
          purpose: purposes.get(entry.exchange) ?? null,
          published: null,
        });
        return true;
      }
      if (
        entry.type !== 'response' &&
        entry.type !== 'body' &&
        entry.type !== 'sse' &&
        entry.type !== 'end'
      ) {
        return false;
      }
      const builder = builders.get(entry.exchange);
      if (!builder) return false;
      builder.published = null;
      if (entry.type === 'response') builder.response = entry;
      else if (entry.type === 'body') builder.body = entry;
      else if (entry.type === 'sse') builder.sse.push(entry);
      else builder.end = entry;
      return true;
    },
    () => ({ count: builders.size, get }),
  );
}
