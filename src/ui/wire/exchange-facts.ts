/** What is known of one exchange, in words: for the head, the Timing tab and the Exchange tab of its detail. */
import type { BodyRef } from '../../engine/base/body.ts';
import { maskedUrl } from '../../engine/base/open-secrets.ts';
import type { ExchangeView } from '../../engine/views/exchanges.ts';
import type { MessageSummary } from '../../engine/wire/events.ts';
import type { Purpose } from '../../engine/wire-log/notes.ts';
import { duration } from '../parts/duration.ts';
import type { KeyValueRow } from '../parts/key-value.ts';
import { size } from '../parts/size.ts';
import type { ChipData } from '../parts/tone.ts';
import { timeOfDay } from '../when.ts';
import type { WireTarget } from './target.ts';

export type StreamEvent = ExchangeView['sse'][number];

/** Keys that turn the protocol, and the values that say which way: the same on every raw message. */
export const TURNING_KEYS: ReadonlySet<string> = new Set([
  'resultType',
  'inputRequests',
  'inputResponses',
  'requestState',
]);
export const TURNING_VALUES: ReadonlyMap<string, 'wait' | 'done'> = new Map([
  ['input_required', 'wait'],
  ['complete', 'done'],
] as const);

/** What a target shows of its exchange. */
export interface Shown {
  readonly title: string;
  /** The method that the title begins with; null where it names none. */
  readonly method: string | null;
  /** The error code that the chip says; null where it says none. */
  readonly code: number | null;
  readonly chip: ChipData | null;
  /** `event 3 of 3` */
  readonly place: string;
  readonly body: BodyRef | null;
  /** The event of a stream, where the target is one. */
  readonly event: StreamEvent | null;
  /** Why there is no body to show. */
  readonly absent: string;
}

export function shownOf(view: ExchangeView, target: Pick<WireTarget, 'direction' | 'event'>): Shown {
  if (target.direction === 'out') {
    const message = view.request.messages[0];
    return {
      ...wordsOf(message),
      title: message ? titleOf(message) : view.request.method,
      chip: null,
      place: message ? view.request.method : '',
      body: view.request.body,
      event: null,
      absent: 'The request has no body',
    };
  }
  const event = target.event === null ? null : (view.sse.find((each) => each.index === target.event) ?? null);
  if (event) {
    const message = event.messages[0];
    return {
      ...wordsOf(message),
      title: message ? titleOf(message) : 'event without a message',
      chip: message ? chipOf(message) : null,
      place: `event ${event.index} of ${view.sse.length}`,
      body: event.data,
      event,
      absent: 'The event has no data',
    };
  }
  const message = view.body?.messages[0];
  return {
    ...wordsOf(message),
    title: message ? titleOf(message) : endTitle(view),
    chip: message ? chipOf(message) : null,
    place: [
      message && view.body && view.body.messages.length > 1
        ? `${view.body.messages.length} messages in an array`
        : '',
      view.response ? statusText(view) : '',
    ]
      .filter(Boolean)
      .join(', '),
    body: view.body?.body ?? null,
    event: null,
    absent: absentText(view),
  };
}

function wordsOf(message: MessageSummary | undefined): Pick<Shown, 'method' | 'code'> {
  const named = message?.kind === 'request' || message?.kind === 'notification';
  return {
    method: named ? (message.method ?? null) : null,
    code: message?.kind === 'error' ? (message.errorCode ?? null) : null,
  };
}

function titleOf(message: MessageSummary): string {
  const id = message.id === undefined ? '' : `, id ${message.id}`;
  switch (message.kind) {
    case 'request':
    case 'notification':
      return `${message.method ?? ''}${id}`;
    case 'result':
      return `result${id}`;
    case 'error':
      return `error${id}`;
    case 'invalid':
      return 'not JSON-RPC';
  }
}

function chipOf(message: MessageSummary): ChipData | null {
  if (message.kind === 'error') {
    const code = message.errorCode === undefined ? '' : String(message.errorCode).replace('-', '−');
    return { text: `error ${code}`.trim(), tone: 'fail' };
  }
  if (message.kind === 'invalid') return { text: message.problem ?? 'not a message', tone: 'fail' };
  if (message.isError) return { text: 'tool error', tone: 'fail' };
  if (message.resultType === 'complete') return { text: 'complete', tone: 'done' };
  if (message.resultType === 'input_required') return { text: 'input required', tone: 'wait' };
  return null;
}

const END_TITLE = {
  complete: 'no message',
  failed: 'failed before headers',
  cut: 'cut',
  cancelled: 'cancelled',
  'time-limit': 'time limit',
  closed: 'closed',
} as const;

function endTitle({ end, response }: ExchangeView): string {
  if (!end) return response ? 'no message yet' : 'no answer yet';
  if (end.how === 'complete' && response && response.status >= 200 && response.status < 300)
    return 'accepted';
  return END_TITLE[end.how];
}

function absentText(view: ExchangeView): string {
  const { end, sse } = view;
  if (!end) return 'No answer yet';
  const said = end.detail ? `: ${end.detail}` : '';
  switch (end.how) {
    case 'failed':
      return `Rejected before response headers${said}. The server is unreachable, or does not let this page read its answer; a page can't see which`;
    case 'cut':
      return `The connection broke after the response headers${said}`;
    case 'cancelled':
      return `Cancelled${said}`;
    case 'time-limit':
      return end.detail ?? 'Our time limit passed';
    case 'closed':
      return `Closed by the client${said}`;
    case 'complete':
      return sse.length > 0 ? 'The stream ended without an answer' : 'The response has no body';
  }
}

export function statusText({ response }: ExchangeView): string {
  if (!response) return '';
  if (response.status === 0) return 'opaque';
  return `${response.status}${response.statusText && ` ${response.statusText}`}`;
}

const HOW = {
  complete: 'Read to its end',
  failed: 'Rejected before response headers',
  cut: 'The connection broke after the response headers',
  cancelled: 'Cancelled by you',
  'time-limit': 'Stopped by our time limit',
  closed: 'Closed by the client',
} as const;

function howText({ end }: ExchangeView): string {
  return end ? HOW[end.how] : 'Still going on';
}

/** Where and how it went: the Exchange tab. `urlOf` gives a URL as it is to be shown. */
export function exchangeRows(view: ExchangeView, urlOf = maskedUrl): KeyValueRow[] {
  const { request, response, end, sse } = view;
  const rows: KeyValueRow[] = [
    { key: 'Request', value: [{ code: `${request.method} ${urlOf(request.url)}` }] },
    ...(request.mode === 'no-cors'
      ? [{ key: 'Mode', value: [{ code: 'no-cors' }], note: 'the answer may not be read' }]
      : []),
  ];
  if (response?.redirected) {
    rows.push({
      key: 'Final URL',
      value: [{ code: urlOf(response.url) }],
      note: 'after a redirect; a page sees only its end',
    });
  }
  if (response) {
    rows.push({ key: 'Status', value: [{ code: statusText(view) }] });
    if (response.status !== 0) {
      rows.push({
        key: 'Media type',
        value: response.mediaType === null ? 'none given' : [{ code: response.mediaType }],
      });
    }
  }
  rows.push({ key: 'Sent', value: [{ code: size(request.body?.bytes ?? 0) }], note: 'body' });
  if (end)
    rows.push({ key: 'Received', value: [{ code: size(end.bytes) }], note: 'body, without compression' });
  if (sse.length > 0) {
    const messages = sse.reduce((sum, event) => sum + event.messages.length, 0);
    rows.push({ key: 'Stream', value: `${counted(sse.length, 'event')}, ${counted(messages, 'message')}` });
  }
  rows.push({ key: 'Ended', value: howText(view), ...(end?.detail ? { note: end.detail } : {}) });
  if (view.purpose) rows.push({ key: 'Sent for', value: purposeText(view.purpose) });
  return rows;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function purposeText(purpose: Purpose): string {
  switch (purpose.kind) {
    case 'attempt':
      return `handshake ${purpose.handshake}, attempt ${purpose.attempt}`;
    case 'initialized':
      return `handshake ${purpose.handshake}, its last step`;
    case 'probe':
      return `finding out why handshake ${purpose.handshake} failed`;
    case 'listing':
      return `a listing, page ${purpose.page}`;
    case 'round':
      return `call ${purpose.call}`;
    case 'cancellation':
      return purpose.call === undefined ? 'cancelling a request' : `cancelling call ${purpose.call}`;
    case 'reply':
      return 'answering what the server asked';
    case 'notification':
      return 'telling the server';
    case 'request':
      return 'asking the server';
    case 'subscription':
      return `subscription ${purpose.subscription}${purpose.attempt > 1 ? `, opened again` : ''}`;
    case 'notification stream':
      return 'hearing from the server between requests';
    case 'session-end':
      return 'ending the session';
  }
}

/** When what happened, from the moment of sending: the Timing tab. */
export function timingRows(view: ExchangeView, now: number): KeyValueRow[] {
  const { request, response, body, sse, end } = view;
  const after = (at: number) => [{ code: duration(at - request.at) }];
  const rows: KeyValueRow[] = [{ key: 'Sent', value: [{ code: timeOfDay(request.at) }] }];
  if (response) rows.push({ key: 'Headers came', value: after(response.at), note: 'after sending' });
  const first = sse[0];
  const last = sse.at(-1);
  if (first) rows.push({ key: 'First event', value: after(first.at) });
  if (last && last !== first) rows.push({ key: 'Last event', value: after(last.at) });
  const answer = sse.find((event) =>
    event.messages.some(({ kind }) => kind === 'result' || kind === 'error'),
  );
  if (answer) rows.push({ key: 'Answer', value: after(answer.at), note: `event ${answer.index}` });
  if (body) rows.push({ key: 'Body read', value: after(body.at) });
  if (end) rows.push({ key: 'Ended', value: after(end.at) });
  else rows.push({ key: 'Still open', value: [{ code: duration(now - request.at) }] });
  return rows;
}

/** An event as it is shown: without the line ends around it, which the copy and the recording keep. */
export function shownLines(raw: string): string {
  const isEnd = (at: number) => raw[at] === '\n' || raw[at] === '\r';
  let from = 0;
  let to = raw.length;
  while (from < to && isEnd(from)) from += 1;
  while (to > from && isEnd(to - 1)) to -= 1;
  return raw.slice(from, to);
}

/** Whether the stream ended within an event: then its data is none. Of a long one only that is known. */
function isUnfinished({ data, raw }: StreamEvent): boolean {
  return data === null && /^\uFEFF?data(:|$)/m.test(raw.peek() ?? 'data');
}

/** What each event of a stream says, for a list of them. */
export function eventWords(event: StreamEvent): string {
  const message = event.messages[0];
  if (!message) {
    if (isUnfinished(event)) return 'unfinished';
    if (event.event !== undefined && event.event !== '' && event.event !== 'message')
      return 'not a message event';
    if (event.data === null)
      return event.id === undefined && event.retry === undefined ? 'comment' : 'no data';
    return 'empty data';
  }
  const { kind, method, progress, name } = message;
  if (kind === 'request' || kind === 'notification')
    return [method ?? '', progress ?? name ?? ''].filter(Boolean).join(' ');
  return titleOf(message);
}

/** `event 3, id 8-3, retry 500 ms, 412 ms after the request`; a name only where it is not the usual one. */
export function eventMeta(view: ExchangeView, event: StreamEvent): string {
  return [
    `event ${event.index}`,
    event.id === undefined ? '' : `id ${event.id === '' ? '""' : event.id}`,
    event.event === undefined || event.event === 'message'
      ? ''
      : `named ${event.event === '' ? '""' : event.event}`,
    event.retry === undefined ? '' : `retry ${event.retry} ms`,
    `${duration(event.at - view.request.at)} after the request`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether the answer came from another origin than the page: then a page may read few of its headers. */
export function isCrossOrigin({ request, response }: ExchangeView, pageOrigin: string): boolean {
  try {
    return new URL(response?.url || request.url).origin !== pageOrigin;
  } catch {
    return true;
  }
}
