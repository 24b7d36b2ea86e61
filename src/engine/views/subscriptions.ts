import type { MessageSummary } from '../wire/events.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** One wish to be told of changes, and what came of it. */
export interface SubscriptionView {
  readonly subscription: number;
  readonly connection: number;
  readonly at: number;
  /** What was asked for, as JSON text. */
  readonly filter: string;
  readonly state: 'opening' | 'open' | 'paused' | 'ended';
  /** What was asked for and the server will not tell; null until it has acknowledged. */
  readonly refused: readonly string[] | null;
  /** Notifications so far, by method, and for a resource by URI. The acknowledgment does not count. */
  readonly received: readonly { readonly what: string; readonly count: number; readonly last: number }[];
  /** The newest exchange it travels in. */
  readonly exchange: number | null;
  readonly attempts: number;
  readonly pause: { readonly ms: number | null; readonly reason: string; readonly at: number } | null;
  readonly ended: {
    readonly how: 'graceful' | 'refused' | 'closed' | 'given up';
    readonly detail?: string;
  } | null;
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const UPDATED = 'notifications/resources/updated';

/** The subscriptions of a recording, oldest first. */
export function createSubscriptionsView(recording: Recording): View<readonly SubscriptionView[]> {
  const all = new Map<number, SubscriptionView>();
  /** The subscription whose own stream an exchange is. */
  const streams = new Map<number, number>();
  /** Legacy: by URI, for updates come on whatever stream is open. */
  const byUri = new Map<string, number>();

  const change = (
    number: number | undefined,
    with_: (one: SubscriptionView) => SubscriptionView,
  ): boolean => {
    const one = number === undefined ? undefined : all.get(number);
    if (!one) return false;
    all.set(one.subscription, with_(one));
    return true;
  };

  const receive = (exchange: number, at: number, { kind, method, name }: MessageSummary): boolean => {
    if (kind !== 'notification' || method === undefined || method === ACKNOWLEDGED) return false;
    const owner =
      streams.get(exchange) ?? (method === UPDATED && name !== undefined ? byUri.get(name) : undefined);
    const what = method === UPDATED && name !== undefined ? `${method} ${name}` : method;
    return change(owner, (one) => {
      const known = one.received.find((each) => each.what === what);
      return {
        ...one,
        received: known
          ? one.received.map((each) => (each === known ? { what, count: each.count + 1, last: at } : each))
          : [...one.received, { what, count: 1, last: at }],
      };
    });
  };

  return createView(
    recording,
    (entry) => {
      switch (entry.type) {
        case 'subscription': {
          const { subscription, connection, at, filter } = entry;
          all.set(subscription, {
            subscription,
            connection,
            at,
            filter,
            state: 'opening',
            refused: null,
            received: [],
            exchange: null,
            attempts: 0,
            pause: null,
            ended: null,
          });
          return true;
        }
        case 'purpose': {
          const { purpose, exchange } = entry;
          if (purpose.kind !== 'subscription') return false;
          return change(purpose.subscription, (one) => {
            if (one.ended) return one;
            return {
              ...one,
              exchange,
              attempts: purpose.attempt,
              state: 'opening',
              refused: null,
              pause: null,
            };
          });
        }
        case 'request': {
          const asked = entry.messages[0];
          if (asked?.method === 'subscriptions/listen') {
            const one = [...all.values()].find(({ exchange }) => exchange === entry.exchange);
            if (one) streams.set(entry.exchange, one.subscription);
          } else if (asked?.method === 'resources/subscribe' && asked.name !== undefined) {
            const one = [...all.values()].find(({ exchange }) => exchange === entry.exchange);
            if (one) byUri.set(asked.name, one.subscription);
          } else if (asked?.method === 'resources/unsubscribe' && asked.name !== undefined) {
            byUri.delete(asked.name);
          }
          return false;
        }
        case 'sse': {
          let changed = false;
          for (const message of entry.messages)
            changed = receive(entry.exchange, entry.at, message) || changed;
          return changed;
        }
        case 'subscription-acknowledged':
          return change(entry.subscription, (one) => ({ ...one, state: 'open', refused: entry.refused }));
        case 'subscription-paused':
          return change(entry.subscription, (one) => ({
            ...one,
            state: 'paused',
            pause: { ms: entry.ms, reason: entry.reason, at: entry.at },
          }));
        case 'subscription-ended':
          return change(entry.subscription, (one) => ({
            ...one,
            state: 'ended',
            pause: null,
            ended: { how: entry.how, ...(entry.detail === undefined ? {} : { detail: entry.detail }) },
          }));
        default:
          return false;
      }
    },
    () => [...all.values()],
  );
}
