import { META_SUBSCRIPTION_ID } from '../protocol/meta-keys.ts';
import {
  asksFor,
  beyond,
  filterText,
  NO_SUBSCRIPTION,
  readFilter,
  TASK_STATUS,
  type SubscriptionFilter,
} from '../protocol/subscription-filter.ts';
import type { Speech } from '../eras/era.ts';
import { describeNoAnswer } from '../rounds/judge.ts';
import type { Answer } from '../wire/ask.ts';
import { Stop } from '../wire/exchange.ts';
import type { MessageSummary } from '../wire/events.ts';
import { isRecord, type ReceivedMessage } from '../wire/message.ts';
import { TimeLimit } from '../wire/time-limit.ts';
import type { Finding } from '../wire-log/notes.ts';
import type { Line } from './line.ts';
import type { Question } from './question.ts';
import { MOST_STREAMS, type StreamSlots } from './stream-slots.ts';

/** Streams in a row that may end without having delivered anything before nobody opens another. */
const FRUITLESS_LIMIT = 5;
const FIRST_DELAY_MS = 1000;
const GROWTH = 2;
const LONGEST_DELAY_MS = 30_000;

/** What becomes of a subscription after one exchange of it. */
export type SubscriptionVerdict =
  | { readonly kind: 'reopen'; readonly delayMs: number; readonly reason: string }
  | {
      readonly kind: 'end';
      readonly how: 'graceful' | 'refused' | 'closed' | 'given up';
      readonly detail?: string;
    };

/**
 * What the end of a listen stream means: a result is a graceful end, an error or an answer that is no stream is a refusal, and
 * a stream that ends without either was cut and is opened again (2026-07-28, basic/patterns/subscriptions, "Graceful Closure"). Pure.
 * `fruitless`: streams in a row without a message, this included.
 */
export function judgeSubscription(answer: Answer, fruitless: number): SubscriptionVerdict {
  if (answer.kind === 'message') {
    const { summary } = answer.message;
    if (summary.kind !== 'error') return { kind: 'end', how: 'graceful' };
    const code = String(summary.errorCode ?? 0).replace('-', '−');
    return { kind: 'end', how: 'refused', detail: `error ${code}: ${summary.errorMessage ?? ''}` };
  }
  const { evidence } = answer;
  if (evidence.kind === 'stopped') return { kind: 'end', how: 'closed', detail: evidence.stop.detail };
  const { reason } = describeNoAnswer(answer);
  if (evidence.kind === 'answered' && (evidence.head.status >= 400 || evidence.content.kind !== 'stream'))
    return { kind: 'end', how: 'refused', detail: reason };
  if (fruitless >= FRUITLESS_LIMIT)
    return { kind: 'end', how: 'given up', detail: `${fruitless} streams ended without delivering anything` };
  const delayMs = Math.min(FIRST_DELAY_MS * GROWTH ** Math.max(0, fruitless - 1), LONGEST_DELAY_MS);
  return { kind: 'reopen', delayMs, reason };
}

/** What a message on a listen stream says of the rules. */
export interface StreamState {
  /** The request's id as JSON text. */
  readonly id: string;
  readonly asked: SubscriptionFilter;
  readonly acknowledged: boolean;
}

/**
 * What is wrong with a notification on a listen stream: the acknowledgment comes first, each carries the id of the request, and
 * nothing comes that was not asked for (2026-07-28, basic/patterns/subscriptions). Pure.
 */
export function judgeNotification(
  { summary, value }: ReceivedMessage,
  state: StreamState,
): readonly { readonly rule: string; readonly text: string }[] {
  const method = summary.method ?? '';
  const wrong: { rule: string; text: string }[] = [];
  const acknowledges = method === ACKNOWLEDGED;
  if (!acknowledges && !state.acknowledged)
    wrong.push({ rule: 'subscription-order', text: `${method} came before the acknowledgment` });
  const params = isRecord(value) && isRecord(value['params']) ? value['params'] : {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const id = meta[META_SUBSCRIPTION_ID];
  if (id === undefined) wrong.push({ rule: 'subscription-id', text: `${method} names no subscription` });
  else if (JSON.stringify(id) !== state.id)
    wrong.push({
      rule: 'subscription-id',
      text: `${method} names subscription ${JSON.stringify(id)}, and this is ${state.id}`,
    });
  // Of a task its id says what it is about.
  const about = method === TASK_STATUS ? params['taskId'] : params['uri'];
  const uri = typeof about === 'string' ? about : undefined;
  if (!acknowledges && !asksFor(state.asked, method, uri))
    wrong.push({
      rule: 'subscription-filter',
      text: `${uri === undefined ? method : `${method} of ${uri}`} was not asked for`,
    });
  return wrong;
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** What the subscriptions of a connection need of it. */
export interface SubscriptionsHost {
  readonly line: Line;
  readonly signal: AbortSignal;
  speech(): Speech;
  nextSubscription(): number;
  /** Of the connection. */
  readonly slots: StreamSlots;
  /** Asks as any request of the connection is asked: in a new session once more, where the server forgot the old one. */
  ask(begin: () => Question): Promise<{ readonly answer: Answer; readonly exchange: number }>;
  /** Told of each notification that is no acknowledgment. */
  told(summary: MessageSummary): void;
  idTaken(): void;
}

/** What a connection is told of changes: streams of their own (modern), or resources by name (legacy). Nothing waits for them. */
export class Subscriptions {
  readonly #host: SubscriptionsHost;
  readonly #open = new Map<number, AbortController>();
  /** The URI of each legacy one. */
  readonly #uris = new Map<number, string>();
  /** Those whose `resources/subscribe` is under way. */
  readonly #asking = new Set<number>();

  constructor(host: SubscriptionsHost) {
    this.#host = host;
  }

  /**
   * Modern: opens a stream for what `asked` names and keeps it open. Legacy: subscribes to each resource that `asked` names; changes
   * of lists are told there without being asked for.
   */
  open(asked: SubscriptionFilter): void {
    if (this.#host.speech().era === 'modern') {
      const stopper = new AbortController();
      const subscription = this.#begin(asked);
      this.#open.set(subscription, stopper);
      void this.#keep(subscription, asked, AbortSignal.any([this.#host.signal, stopper.signal]));
      return;
    }
    for (const uri of asked.resourceSubscriptions) {
      const subscription = this.#begin({ ...NO_SUBSCRIPTION, resourceSubscriptions: [uri] });
      this.#uris.set(subscription, uri);
      void this.#subscribe(subscription, uri);
    }
  }

  /** Closes the stream, which is how a client cancels it; legacy unsubscribes. */
  close(subscription: number): void {
    this.#open.get(subscription)?.abort(new Stop('cancelled', 'You closed it'));
    const uri = this.#uris.get(subscription);
    if (uri === undefined) return;
    this.#end(subscription, 'closed', 'You closed it');
    void this.#ask('resources/unsubscribe', uri, subscription);
  }

  /** A legacy server forgets what was subscribed to with its session. What is just asked for is asked for in the new one. */
  sessionReplaced(): void {
    for (const subscription of [...this.#uris.keys()])
      if (!this.#asking.has(subscription)) this.#end(subscription, 'closed', 'The session was replaced');
  }

  #begin(asked: SubscriptionFilter): number {
    const { line, nextSubscription } = this.#host;
    const subscription = nextSubscription();
    line.note({
      type: 'subscription',
      at: line.clock.now(),
      subscription,
      connection: line.number,
      filter: filterText(asked),
    });
    return subscription;
  }

  /** 2025-11-25, server/resources, "Subscriptions". */
  async #subscribe(subscription: number, uri: string): Promise<void> {
    const { line } = this.#host;
    this.#asking.add(subscription);
    const { answer, exchange, speech } = await this.#ask('resources/subscribe', uri, subscription);
    this.#asking.delete(subscription);
    if (!this.#uris.has(subscription)) return;
    if (speech !== this.#host.speech()) return this.#end(subscription, 'closed', 'The session was replaced');
    if (answer.kind === 'message' && answer.message.summary.kind === 'result') {
      line.note({
        type: 'subscription-acknowledged',
        at: line.clock.now(),
        subscription,
        exchange,
        refused: [],
      });
      return;
    }
    const verdict = judgeSubscription(answer, FRUITLESS_LIMIT);
    this.#end(
      subscription,
      verdict.kind === 'end' && verdict.how === 'closed' ? 'closed' : 'refused',
      verdict.kind === 'end' ? verdict.detail : verdict.reason,
    );
  }

  /** `speech`: how it was asked last, which tells in what session. */
  async #ask(
    method: string,
    uri: string,
    subscription: number,
  ): Promise<{ readonly answer: Answer; readonly exchange: number; readonly speech: Speech }> {
    const { line, signal } = this.#host;
    let speech = this.#host.speech();
    let attempt = 0;
    const asked = await this.#host.ask(() => {
      speech = this.#host.speech();
      const id = line.takeId();
      this.#host.idTaken();
      attempt += 1;
      return {
        exchange: line.nextExchange(),
        purpose: { kind: 'subscription', subscription, attempt },
        headers: speech.headers(method, uri),
        text: speech.request(id, method, [['uri', JSON.stringify(uri)]], null),
        id,
        signal,
      };
    });
    return { ...asked, speech };
  }

  async #keep(subscription: number, asked: SubscriptionFilter, signal: AbortSignal): Promise<void> {
    const { line } = this.#host;
    let fruitless = 0;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(subscription, attempt, asked, signal, () => (fruitless = -1));
      if (answer === null) return this.#end(subscription, 'closed', closedBy(signal));
      fruitless += 1;
      const verdict = judgeSubscription(answer, fruitless);
      if (verdict.kind === 'end') return this.#end(subscription, verdict.how, verdict.detail);
      const { delayMs, reason } = verdict;
      line.note({ type: 'subscription-paused', at: line.clock.now(), subscription, ms: delayMs, reason });
      try {
        await line.clock.sleep(delayMs, signal);
      } catch {
        // The sleep rejects only when the stream is given up.
        return this.#end(subscription, 'closed', closedBy(signal));
      }
    }
  }

  /** One exchange; null where it was given up before there was a place for it. `delivered` is told of each message. */
  async #attempt(
    subscription: number,
    attempt: number,
    asked: SubscriptionFilter,
    signal: AbortSignal,
    delivered: () => void,
  ): Promise<Answer | null> {
    const { line } = this.#host;
    const waitsSince = this.#host.slots.full ? line.clock.now() : null;
    if (waitsSince !== null) {
      line.note({
        type: 'subscription-paused',
        at: waitsSince,
        subscription,
        ms: null,
        reason: `${MOST_STREAMS} streams are open to this host, and a browser has six connections: this one waits for a place`,
      });
    }
    const giveBack = await this.#host.slots.take(signal);
    if (giveBack === null) return null;
    try {
      const speech = this.#host.speech();
      const id = line.takeId();
      this.#host.idTaken();
      const exchange = line.nextExchange();
      if (waitsSince !== null) this.#noteWaited(line.clock.now() - waitsSince, exchange);
      let acknowledged = false;
      const onMessage = (message: ReceivedMessage) => {
        delivered();
        if (message.summary.kind !== 'notification') return;
        for (const each of judgeNotification(message, { id, asked, acknowledged }))
          this.#find(each, exchange);
        if (message.summary.method !== ACKNOWLEDGED) this.#host.told(message.summary);
        if (message.summary.method !== ACKNOWLEDGED || acknowledged) return;
        acknowledged = true;
        this.#acknowledge(subscription, exchange, asked, message.value);
      };
      return await line.ask(
        {
          exchange,
          purpose: { kind: 'subscription', subscription, attempt },
          headers: speech.headers('subscriptions/listen', null),
          text: speech.request(id, 'subscriptions/listen', [['notifications', filterText(asked)]], null),
          signal,
          onMessage,
        },
        id,
        new TimeLimit(Infinity),
      );
    } finally {
      giveBack();
    }
  }

  #acknowledge(subscription: number, exchange: number, asked: SubscriptionFilter, value: unknown): void {
    const { line } = this.#host;
    const params = isRecord(value) && isRecord(value['params']) ? value['params'] : {};
    const granted = readFilter(params['notifications']);
    const extra = beyond(granted, asked);
    line.note({
      type: 'subscription-acknowledged',
      at: line.clock.now(),
      subscription,
      exchange,
      refused: beyond(asked, granted),
    });
    if (extra.length > 0)
      this.#find(
        { rule: 'subscription-filter', text: `It acknowledges what was not asked for: ${extra.join(', ')}` },
        exchange,
      );
  }

  #noteWaited(ms: number, exchange: number): void {
    const { line } = this.#host;
    const text = `This stream waited ${(ms / 1000).toFixed(1)} s for a place: ${MOST_STREAMS} streams were open to this host`;
    const finding: Finding = { rule: 'stream-waited', severity: 'info', text, exchange };
    line.note({ type: 'finding', at: line.clock.now(), finding });
  }

  #find({ rule, text }: { readonly rule: string; readonly text: string }, exchange: number): void {
    const { line } = this.#host;
    const finding: Finding = { rule, severity: 'warning', text, exchange };
    line.note({ type: 'finding', at: line.clock.now(), finding });
  }

  #end(subscription: number, how: 'graceful' | 'refused' | 'closed' | 'given up', detail?: string): void {
    const { line } = this.#host;
    this.#open.delete(subscription);
    this.#uris.delete(subscription);
    line.note({
      type: 'subscription-ended',
      at: line.clock.now(),
      subscription,
      how,
      ...(detail === undefined ? {} : { detail }),
    });
  }
}

function closedBy(signal: AbortSignal): string {
  return signal.reason instanceof Stop ? signal.reason.detail : 'It was closed';
}
