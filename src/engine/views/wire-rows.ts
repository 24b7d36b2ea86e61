import type { MessageSummary } from '../wire/events.ts';
import type { Purpose } from '../wire-log/notes.ts';
import type { Entry, Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** One row of the wire log: a message, or an exchange that carried none. */
export interface WireRow {
  /** Position of the entry in the recording. */
  readonly entry: number;
  readonly exchange: number;
  /** Index of the SSE event, for a message that came on a stream. */
  readonly event: number | null;
  readonly at: number;
  readonly direction: 'out' | 'in';
  /** Null for an exchange that carried no message. */
  readonly message: MessageSummary | null;
  /** `tools/call`, `result`, `error −32602`, `GET`, `failed before headers`, … */
  readonly label: string;
  /** What it was about: the tool's name, or the request's method for a result. */
  readonly about: string;
  /** JSON-RPC id as JSON text, or empty. */
  readonly id: string;
  /** `POST`, `200`, `SSE`, `failed`, … */
  readonly status: string;
  readonly bytes: number | null;
  /** How long an answer took, from its request on; how long an exchange was open that carried no message. What answers nothing has none. */
  readonly ms: number | null;
  readonly failed: boolean;
}

/** The log's rows: a small new object over an append-only store, so that nothing copies the rows. */
export interface WireRows {
  readonly count: number;
  /** Rows that are a message; the others are exchanges that carried none. */
  readonly messages: number;
  readonly bytes: number;
  readonly exchanges: number;
  row(index: number): WireRow | undefined;
}

/** What a result is about. */
interface Asked {
  readonly at: number;
  readonly method: string;
  readonly name: string;
}

interface Sent {
  at: number;
  method: string;
  /** By id. */
  requests: Map<string, Asked>;
  /** What it was about, where it asked nothing: the notification that it was, or the method of what it answered. */
  told: string;
  status: string;
  messages: number;
}

/** The rows of the wire log in order of arrival. */
export function createWireRowsView(recording: Recording): View<WireRows> {
  const rows: WireRow[] = [];
  const sent = new Map<number, Sent>();
  const purposes = new Map<number, Purpose>();
  /** The newest request of the server of each id: its answer is POSTed. */
  const askedByServer = new Map<string, Asked>();
  /** The newest request of each id: a stream that is gone on with by GET answers what was asked by POST. */
  const newest = new Map<string, Asked>();
  let bytes = 0;
  let messages = 0;

  const add = (row: WireRow): true => {
    rows.push(row);
    bytes += row.bytes ?? 0;
    if (row.message) messages += 1;
    return true;
  };

  const answeredBy = ({ kind }: MessageSummary, id: string, from: Sent): Asked | undefined => {
    if (kind !== 'result' && kind !== 'error') return undefined;
    return from.requests.get(id) ?? (from.method === 'GET' ? newest.get(id) : undefined);
  };

  const answeredByUs = ({ kind, id }: MessageSummary): Asked | undefined =>
    (kind === 'result' || kind === 'error') && id !== undefined ? askedByServer.get(id) : undefined;

  const incoming = (
    entry: Extract<Entry, { type: 'body' | 'sse' }>,
    index: number,
    size: number,
    event: number | null,
    status: string,
  ): boolean => {
    const from = sent.get(entry.exchange);
    if (!from) return false;
    for (const message of entry.messages) {
      from.messages += 1;
      if (message.kind === 'request' && message.id !== undefined)
        askedByServer.set(message.id, { at: entry.at, method: message.method ?? '', name: '' });
      const asked = message.id === undefined ? undefined : answeredBy(message, message.id, from);
      add({
        entry: index,
        exchange: entry.exchange,
        event,
        at: entry.at,
        direction: 'in',
        message,
        label: messageLabel(message),
        about: aboutOf(message, asked),
        id: message.id ?? '',
        status,
        bytes: size,
        ms: durationOf(message, asked, from, entry.at),
        failed: message.kind === 'error' || message.kind === 'invalid' || Number(from.status) >= 400,
      });
    }
    return entry.messages.length > 0;
  };

  return createView(
    recording,
    (entry, index) => {
      switch (entry.type) {
        case 'purpose':
          purposes.set(entry.exchange, entry.purpose);
          return false;
        case 'request': {
          const requests = new Map<string, Asked>();
          for (const { id, method, name = '' } of entry.messages) {
            if (id === undefined || !method) continue;
            const asked = { at: entry.at, method, name };
            requests.set(id, asked);
            newest.set(id, asked);
          }
          const purpose = purposes.get(entry.exchange);
          // What a probe posts is no message to the server: it is there to be refused.
          const message = purpose?.kind === 'probe' ? null : (entry.messages[0] ?? null);
          const answered = message && answeredByUs(message);
          sent.set(entry.exchange, {
            at: entry.at,
            method: entry.method,
            requests,
            told: answered?.method ?? message?.method ?? '',
            status: '',
            messages: 0,
          });
          return add({
            entry: index,
            exchange: entry.exchange,
            event: null,
            at: entry.at,
            direction: 'out',
            message,
            label: message ? messageLabel(message) : exchangeLabel(entry.method, purpose),
            about: message?.name ?? answered?.method ?? (purpose?.kind === 'probe' ? 'probe' : ''),
            id: message?.id ?? '',
            status: entry.method,
            bytes: entry.body?.bytes ?? null,
            ms: answered ? entry.at - answered.at : null,
            failed: false,
          });
        }
        case 'response': {
          const from = sent.get(entry.exchange);
          if (from) from.status = entry.status === 0 ? 'opaque' : String(entry.status);
          return false;
        }
        case 'body':
          return incoming(entry, index, entry.body.bytes, null, sent.get(entry.exchange)?.status ?? '');
        case 'sse':
          return incoming(entry, index, entry.data?.bytes ?? 0, entry.index, 'SSE');
        case 'end': {
          const from = sent.get(entry.exchange);
          if (!from || (from.messages > 0 && (entry.how === 'complete' || entry.how === 'closed')))
            return false;
          const probes = purposes.get(entry.exchange)?.kind === 'probe';
          return add({
            entry: index,
            exchange: entry.exchange,
            event: null,
            at: entry.at,
            direction: 'in',
            message: null,
            label: endLabel(entry.how, from.status),
            about: probes ? 'probe' : ([...from.requests.values()][0]?.method ?? from.told),
            id: '',
            status: from.status || 'none',
            bytes: entry.bytes,
            ms: entry.at - from.at,
            failed:
              entry.how === 'failed' ||
              entry.how === 'cut' ||
              entry.how === 'time-limit' ||
              // A probe asks whether an answer may be read: whatever status it has, it says yes.
              (!probes && Number(from.status) >= 400),
          });
        }
        default:
          return false;
      }
    },
    () => ({ count: rows.length, messages, bytes, exchanges: sent.size, row: (index) => rows[index] }),
  );
}

function messageLabel(message: MessageSummary): string {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return message.method ?? '';
    case 'error':
      return `error ${message.errorCode === undefined ? '' : String(message.errorCode).replace('-', '−')}`.trim();
    case 'result':
      return message.resultType === 'input_required' ? 'input required' : 'result';
    case 'invalid':
      return 'not JSON-RPC';
  }
}

function aboutOf(message: MessageSummary, asked: Asked | undefined): string {
  if (message.kind === 'notification' || message.kind === 'request')
    return message.progress ?? message.name ?? '';
  return asked ? asked.name || asked.method : '';
}

/** A notification and a request by the server answer nothing: how long their stream had been open is no duration of theirs. */
function durationOf(
  { kind }: MessageSummary,
  asked: Asked | undefined,
  from: Sent,
  at: number,
): number | null {
  if (kind === 'notification' || kind === 'request') return null;
  if (asked) return at - asked.at;
  return from.method === 'GET' ? null : at - from.at;
}

function exchangeLabel(method: string, purpose: Purpose | undefined): string {
  if (purpose?.kind === 'probe') return purpose.step;
  return purpose?.kind === 'notification stream' ? `${method} event stream` : method;
}

function endLabel(how: string, status: string): string {
  if (status === 'opaque') return 'opaque answer';
  switch (how) {
    case 'failed':
      return 'failed before headers';
    case 'cut':
      return 'cut';
    case 'cancelled':
      return 'cancelled';
    case 'time-limit':
      return 'time limit';
    case 'closed':
      return 'closed';
    default:
      return status === '202' || status === '204' ? 'accepted, no body' : 'no message';
  }
}

/**
 * Whether a row contains `needle` in its label, subject, id, status or, where it is in the heap, body text. Case does not count.
 * Null where the needle is empty: every row.
 */
export function rowMatcher(recording: Recording, needle: string): ((row: WireRow) => boolean) | null {
  const wanted = needle.trim();
  if (!wanted) return null;
  // A pattern, since a text in lower case would be another text made for every row.
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
  return (row) => {
    if (
      pattern.test(row.label) ||
      pattern.test(row.about) ||
      pattern.test(row.id) ||
      pattern.test(row.status)
    )
      return true;
    const entry = recording.at(row.entry);
    const body =
      entry?.type === 'request' || entry?.type === 'body'
        ? entry.body
        : entry?.type === 'sse'
          ? entry.data
          : null;
    const text = body?.peek();
    return text !== undefined && pattern.test(text);
  };
}

/** Positions of the rows from `from` on that contain `needle`, as `rowMatcher` finds; null where it is empty. */
export function matchingRows(
  recording: Recording,
  rows: WireRows,
  needle: string,
  from = 0,
): readonly number[] | null {
  const matches = rowMatcher(recording, needle);
  if (!matches) return null;
  const found: number[] = [];
  for (let index = from; index < rows.count; index++) {
    const row = rows.row(index);
    if (row && matches(row)) found.push(index);
  }
  return found;
}
