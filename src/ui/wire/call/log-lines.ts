import { maskedMembers } from '../../../engine/base/open-secrets.ts';
import { decodeString, member, parseDocument, sliceOf } from '../../../engine/base/json/document.ts';
import type { ExchangeView } from '../../../engine/views/exchanges.ts';

/** One log message of the server, as text. */
export interface LogLine {
  readonly key: number;
  readonly level: string;
  readonly logger: string | null;
  readonly text: string;
}

/** The newest `limit` log messages of an exchange, oldest first. A message too large for the heap is named by its size. */
export function newestLogLines(exchange: ExchangeView | undefined, limit: number): readonly LogLine[] {
  const lines: LogLine[] = [];
  const events = exchange?.sse ?? [];
  for (let index = events.length - 1; index >= 0 && lines.length < limit; index--) {
    const event = events[index];
    if (event?.messages[0]?.method !== 'notifications/message' || !event.data) continue;
    lines.unshift(readLogLine(event.index, event.data.peek() ?? '', event.data.bytes));
  }
  return lines;
}

function readLogLine(key: number, text: string, bytes: number): LogLine {
  const document = parseDocument(text);
  const params = document.ok ? member(document.value, 'params') : undefined;
  const data = member(params, 'data');
  return {
    key,
    level: decodeString(text, member(params, 'level')) ?? 'no level',
    logger: decodeString(text, member(params, 'logger')) ?? null,
    text: data ? maskedMembers(decodeString(text, data) ?? sliceOf(text, data)) : `${bytes} bytes`,
  };
}

/** A progress line as a fraction, where it names a total: `2 of 3, testing` is 2/3. */
export function progressFraction(line: string | null): number | null {
  const [, done, total] = /^(-?[\d.e+]+) of ([\d.e+]+)/i.exec(line ?? '') ?? [];
  const fraction = Number(done) / Number(total);
  return Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : null;
}
