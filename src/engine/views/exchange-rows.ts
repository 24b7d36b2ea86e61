import type { MessageSummary } from '../wire/events.ts';
import type { ExchangeView } from './exchanges.ts';

/** One message on a ladder, or the end of an exchange that needs saying. */
export interface MessageStep {
  readonly kind: 'message';
  readonly key: string;
  readonly exchange: number;
  /** Null for a request, a whole body, or an exchange without a message. */
  readonly event: number | null;
  readonly direction: 'out' | 'in';
  /** Milliseconds from the ladder's start. */
  readonly atMs: number;
  /** The method, `result`, `accepted, no body`, `failed before headers`, … */
  readonly label: string;
  readonly id: string | null;
  /** Outcome shown as a chip. */
  readonly outcome: { readonly kind: 'complete' | 'input required' | 'error'; readonly text: string } | null;
  /** The rest of the line: keys asked for, an error's message, progress. */
  readonly detail: string;
  /** HTTP method, status or `SSE`. */
  readonly status: string;
  /** Size for what goes out, duration for what comes in. */
  readonly bytes: number | null;
  readonly ms: number | null;
  /** Nobody answers it. */
  readonly oneWay: boolean;
  readonly failed: boolean;
  /** It never arrived, or was cut. */
  readonly cut: boolean;
  /** One event of a stream that is still under way. */
  readonly slim: boolean;
  readonly finding: 'error' | 'warning' | 'info' | null;
  /** Exchanges the server is still to answer after this row, and before it. */
  readonly serverHolds: { readonly before: boolean; readonly after: boolean };
}

/** Many events of a stream that say the same, as one. */
export interface FoldStep {
  readonly kind: 'fold';
  readonly key: string;
  readonly atMs: number;
  readonly count: number;
  readonly noun: string;
  readonly ms: number;
}

/** A row of one exchange before it has its place on a ladder: `atMs` and `serverHolds` are still empty. */
export interface ExchangeRow {
  readonly step: MessageStep | FoldStep;
  /** `Clock.now()` of the row, and of the last thing it stands for. */
  readonly at: number;
  readonly until: number;
  /** +1: the server has a request to answer from here on; −1: it has answered, or it is over. */
  readonly holds: -1 | 0 | 1;
  /** The same for requests by the server. */
  readonly asks: -1 | 0 | 1;
}

/** What only the caller knows about an exchange: the rest of the lines of its request and of its result. */
export interface ExchangeWords {
  readonly view: ExchangeView;
  readonly requestDetail?: string;
  readonly resultDetail?: string;
}

/** Events alike beyond this many become first, fold, last: a stream may carry thousands. */
export const FOLD_ABOVE = 64;

const EMPTY = {
  kind: 'message',
  event: null,
  atMs: 0,
  label: '',
  id: null,
  outcome: null,
  detail: '',
  bytes: null,
  ms: null,
  oneWay: false,
  failed: false,
  cut: false,
  slim: false,
  finding: null,
  serverHolds: { before: false, after: false },
} as const;

/**
 * The rows of one exchange in order: its request, every message that came, and how it ended where no message says so.
 * `finding` marks the last row that is not an event among others.
 */
export function exchangeRows(words: ExchangeWords, finding: MessageStep['finding']): ExchangeRow[] {
  const { view } = words;
  const rows = [requestRow(words)];
  const expects = expectsAnswer(view);
  let answered = 0;
  let released = !expects || neverArrived(view);

  const incoming = (message: MessageSummary, at: number, event: number | null, key: string) => {
    const answers = message.kind === 'result' || message.kind === 'error';
    if (answers || event === null) answered += 1;
    // A body that is no stream ends the exchange, whatever is in it.
    const releases = !released && (event === null || (answers && answered >= countRequests(view)));
    if (releases) released = true;
    rows.push({
      step: incomingStep(words, message, at, event, key),
      at,
      until: at,
      holds: releases ? -1 : 0,
      asks: message.kind === 'request' ? 1 : 0,
    });
  };

  const { body } = view;
  body?.messages.forEach((message, index) =>
    incoming(message, body.at, null, `${view.exchange} body ${index}`),
  );
  for (const part of streamParts(view)) {
    if (part.kind === 'fold') {
      rows.push({ step: part.step, at: part.at, until: part.until, holds: 0, asks: 0 });
    } else {
      const { event } = part;
      event.messages.forEach((message, index) =>
        incoming(message, event.at, event.index, `${view.exchange} event ${event.index}.${index}`),
      );
    }
  }
  const ending = endStep(view, answered);
  if (ending && view.end) {
    rows.push({ step: ending, at: view.end.at, until: view.end.at, holds: released ? 0 : -1, asks: 0 });
  }
  return finding ? marked(rows, finding) : rows;
}

function marked(rows: readonly ExchangeRow[], finding: MessageStep['finding']): ExchangeRow[] {
  const at = rows.findLastIndex(({ step }) => step.kind === 'message' && !step.slim);
  return rows.map((row, index) =>
    index === at && row.step.kind === 'message' ? { ...row, step: { ...row.step, finding } } : row,
  );
}

function countRequests({ request }: ExchangeView): number {
  return Math.max(1, request.messages.filter((message) => message.kind === 'request').length);
}

/** A POST that carries no request is answered by its status alone. */
function expectsAnswer({ request }: ExchangeView): boolean {
  if (request.method !== 'POST') return true;
  return (
    request.messages.length === 0 ||
    request.messages.some((message) => message.kind === 'request' || message.kind === 'invalid')
  );
}

function neverArrived({ response, end }: ExchangeView): boolean {
  return response === null && end?.how === 'failed';
}

function requestRow({ view, requestDetail }: ExchangeWords): ExchangeRow {
  const { request, end } = view;
  const message = request.messages[0];
  const lost = neverArrived(view);
  const step: MessageStep = {
    ...EMPTY,
    key: `${view.exchange} out`,
    exchange: view.exchange,
    direction: 'out',
    label: requestLabel(view, message),
    id: message?.id ?? null,
    detail: requestDetail || requestWords(view, message),
    status: lost ? 'failed' : request.method,
    bytes: lost ? null : (request.body?.bytes ?? null),
    ms: lost && end ? end.at - request.at : null,
    oneWay: !expectsAnswer(view),
    failed: lost,
    cut: lost,
  };
  const replies = message?.kind === 'result' || message?.kind === 'error';
  return {
    step,
    at: request.at,
    until: lost && end ? end.at : request.at,
    holds: expectsAnswer(view) && !lost ? 1 : 0,
    asks: replies ? -1 : 0,
  };
}

function requestLabel({ request }: ExchangeView, message: MessageSummary | undefined): string {
  if (!message) return request.method;
  if (message.kind === 'result') return 'response';
  if (message.kind === 'error') return 'error response';
  if (message.kind === 'invalid') return request.method;
  return message.method ?? '';
}

function requestWords({ request, purpose }: ExchangeView, message: MessageSummary | undefined): string {
  // A probe's step begins with its method, which stands before it already.
  if (purpose?.kind === 'probe') return purpose.step.replace(/^[A-Z]+(?:, | )?/, '');
  if (message?.kind === 'invalid') return 'not JSON-RPC';
  if (request.messages.length > 1) return `and ${request.messages.length - 1} more in one array`;
  if (message) return message.name ?? '';
  if (request.mode === 'no-cors') return 'no-cors';
  if (request.method === 'GET') return 'event stream';
  return request.method === 'DELETE' ? 'session' : '';
}

function statusOf({ response }: ExchangeView): string {
  if (!response) return 'none';
  return response.status === 0 ? 'opaque' : String(response.status);
}

function incomingStep(
  { view, resultDetail }: ExchangeWords,
  message: MessageSummary,
  at: number,
  event: number | null,
  key: string,
): MessageStep {
  const refused = (view.response?.status ?? 0) >= 400;
  const base: MessageStep = {
    ...EMPTY,
    key,
    exchange: view.exchange,
    event,
    direction: 'in',
    status: event === null ? statusOf(view) : 'SSE',
    ms: at - view.request.at,
    id: message.id ?? null,
    failed: refused,
  };
  switch (message.kind) {
    case 'request':
      return { ...base, label: message.method ?? '', detail: message.name ?? '', ms: null };
    case 'notification':
      return {
        ...base,
        label: message.method ?? '',
        detail: message.progress ?? message.name ?? '',
        ms: null,
        oneWay: true,
        slim: true,
      };
    case 'error':
      return {
        ...base,
        label: 'error',
        outcome: { kind: 'error', text: `error ${codeText(message)}`.trim() },
        detail: message.errorMessage ?? '',
        failed: true,
      };
    case 'invalid':
      return { ...base, label: 'not JSON-RPC', detail: message.problem ?? '', failed: true };
    case 'result':
      return {
        ...base,
        label: 'result',
        ...resultWords(message, resultDetail ?? ''),
        failed: refused || message.isError === true,
      };
  }
}

function codeText({ errorCode }: MessageSummary): string {
  // A hyphen in a code is read as one; the minus sign is not.
  return errorCode === undefined ? '' : String(errorCode).replace('-', '−');
}

function resultWords(message: MessageSummary, detail: string): Pick<MessageStep, 'outcome' | 'detail'> {
  const { resultType, isError, inputKeys, stateLength } = message;
  if (isError && (resultType ?? 'complete') === 'complete')
    return { outcome: { kind: 'error', text: 'tool error' }, detail };
  if (resultType === 'complete') return { outcome: { kind: 'complete', text: 'complete' }, detail };
  if (resultType === 'input_required') {
    const asked = inputKeys
      ?.map((key) => (key.trim() === key && key !== '' ? key : JSON.stringify(key)))
      .join(', ');
    return {
      outcome: { kind: 'input required', text: 'input required' },
      detail: asked || (stateLength === undefined ? 'asks nothing' : 'state only'),
    };
  }
  return { outcome: null, detail: resultType ?? detail };
}

type StreamEvent = ExchangeView['sse'][number];
type StreamPart =
  | { readonly kind: 'event'; readonly event: StreamEvent }
  | { readonly kind: 'fold'; readonly step: FoldStep; readonly at: number; readonly until: number };

/** The events that carry messages; a long run of the same notification comes as its first, a fold and its last. */
function streamParts(view: ExchangeView): StreamPart[] {
  const { sse } = view;
  const parts: StreamPart[] = [];
  let run: StreamEvent[] = [];
  let method: string | null = null;

  const flush = () => {
    const first = run[0];
    const last = run.at(-1);
    if (run.length <= FOLD_ABOVE || !first || !last) {
      for (const event of run) parts.push({ kind: 'event', event });
    } else {
      const second = run[1] ?? first;
      const before = run.at(-2) ?? last;
      parts.push(
        { kind: 'event', event: first },
        {
          kind: 'fold',
          at: second.at,
          until: before.at,
          step: {
            kind: 'fold',
            key: `${view.exchange} fold ${second.index}`,
            atMs: 0,
            count: run.length - 2,
            noun: notificationsNoun(method ?? ''),
            ms: before.at - second.at,
          },
        },
        { kind: 'event', event: last },
      );
    }
    run = [];
  };

  for (const event of sse) {
    const message = event.messages[0];
    // Comments and empty blocks carry nothing, and do not part what is alike.
    if (!message) continue;
    const alike =
      event.messages.length === 1 && message.kind === 'notification' ? (message.method ?? '') : null;
    if (alike === null || alike !== method) flush();
    method = alike;
    run.push(event);
    if (alike === null) flush();
  }
  flush();
  return parts;
}

/** What several notifications of one method are called: `progress notifications`. */
export function notificationsNoun(method: string): string {
  if (method === 'notifications/progress') return 'progress notifications';
  if (method === 'notifications/message') return 'log messages';
  return `${method} notifications`;
}

/** How an exchange ended, where no message of it says so. Null: an answer did, so that the server let go there. */
function endStep(view: ExchangeView, answered: number): MessageStep | null {
  const { end, request, response, body, sse } = view;
  if (!end || neverArrived(view)) return null;
  const streamed = response?.mediaType === 'text/event-stream';
  const base: MessageStep = {
    ...EMPTY,
    key: `${view.exchange} end`,
    exchange: view.exchange,
    direction: 'in',
    status: streamed ? 'SSE' : statusOf(view),
    ms: end.at - request.at,
    oneWay: !expectsAnswer(view),
  };
  const broken = (label: string, failed: boolean): MessageStep => ({
    ...base,
    label,
    detail: end.detail ?? '',
    failed,
    cut: true,
  });
  if (streamed && request.method !== 'POST') {
    if (end.how === 'cut') return broken('stream cut', true);
    return { ...base, label: end.how === 'complete' ? 'stream ended' : 'stream closed', oneWay: true };
  }
  if (view.purpose?.kind === 'probe' && response && answered === 0 && end.how !== 'cut') {
    // A probe asks whether the headers may be read, and is closed once they have come.
    const seen = { ...base, status: statusOf(view), oneWay: true };
    return response.status === 0
      ? { ...seen, label: 'opaque answer', detail: 'the server is up' }
      : { ...seen, label: 'readable' };
  }
  const owed = expectsAnswer(view) ? answered < countRequests(view) : answered === 0;
  switch (end.how) {
    case 'failed':
      return broken('failed', true);
    case 'cut':
      return broken(owed ? 'cut before the answer' : 'cut after the answer', true);
    case 'cancelled':
      return owed ? broken('cancelled', false) : null;
    case 'time-limit':
      return owed ? broken('time limit', true) : null;
    case 'closed':
      return owed ? broken('closed before the answer', false) : null;
    case 'complete':
      break;
  }
  if (!owed) return null;
  if (response?.status === 0) return { ...base, label: 'opaque answer', oneWay: true };
  if (streamed && expectsAnswer(view)) {
    return { ...broken('stream ended without an answer', true), detail: '' };
  }
  if (sse.some((event) => event.messages.length > 0)) return null;
  // Both are the server's to refuse (2025-11-25, transports, "Listening for Messages from the Server", "Session Management").
  if (response?.status === 405 && request.method !== 'POST')
    return { ...base, label: request.method === 'GET' ? 'offers no stream' : 'ends no session on demand' };
  const bad = (response?.status ?? 0) >= 400 || (expectsAnswer(view) && request.method === 'POST');
  if (bad) return { ...base, label: body ? 'no message' : 'no body', failed: true };
  return { ...base, label: body ? 'accepted' : 'accepted, no body' };
}
