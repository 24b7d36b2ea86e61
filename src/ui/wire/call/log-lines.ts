import { maskedMembers } from '../../../engine/base/open-secrets.ts';
import { decodeString, member, parseDocument, sliceOf } from '../../../engine/base/json/document.ts';
import type { LogPlace } from '../../../engine/views/calls.ts';

/** One log message of the server, as text. */
export interface LogLine {
  readonly key: string;
  readonly level: string;
  readonly logger: string | null;
  readonly text: string;
}

/** What a log message says. One too large for the heap is named by its size. */
export function readLogLine({ exchange, event, body, item }: LogPlace): LogLine {
  const text = body.peek() ?? '';
  const document = parseDocument(text);
  const whole = document.ok ? document.value : undefined;
  const params = member(whole?.items ? whole.items[item] : whole, 'params');
  const data = member(params, 'data');
  return {
    key: `${exchange} ${event} ${item}`,
    level: decodeString(text, member(params, 'level')) ?? 'no level',
    logger: decodeString(text, member(params, 'logger')) ?? null,
    text: data ? maskedMembers(decodeString(text, data) ?? sliceOf(text, data)) : `${body.bytes} bytes`,
  };
}

/** A progress line as a fraction, where it names a total: `2 of 3, testing` is 2/3. */
export function progressFraction(line: string | null): number | null {
  const [, done, total] = /^(-?[\d.e+]+) of ([\d.e+]+)/i.exec(line ?? '') ?? [];
  const fraction = Number(done) / Number(total);
  return Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : null;
}
