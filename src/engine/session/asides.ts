import { objectText } from '../base/json/write.ts';
import type { ParamList } from '../eras/era.ts';
import type { LogLevel } from '../protocol/log-levels.ts';
import { existsIn } from '../protocol/revisions.ts';
import { describeNoAnswer } from '../rounds/judge.ts';
import type { Answer } from '../wire/ask.ts';
import { isRecord } from '../wire/message.ts';
import type { CompletionAnswer, CompletionAsked, SmallAnswer } from './contract.ts';

/** A request that is no call and no list, with the exchange it travelled in. */
export interface Aside {
  readonly exchange: number;
  /** Milliseconds from sending to the answer. */
  readonly ms: number;
  readonly answer: Answer;
}

/** How such a request is sent: null where there is no connection. */
export type AskAside = (method: string, params: ParamList, signal?: AbortSignal) => Promise<Aside> | null;

/** `context.arguments` (2025-06-18, changelog). */
const CONTEXT = { since: '2025-06-18' };

const NOT_CONNECTED = { ok: false, exchange: null, reason: 'Not connected' } as const;

/** Asks whether the server is there (legacy, basic/utilities/ping). */
export async function ping(ask: AskAside): Promise<SmallAnswer> {
  return smallAnswer(await ask('ping', []));
}

/** Tells a legacy server which log messages to send (2025-11-25, server/utilities/logging). */
export async function setLevel(ask: AskAside, level: LogLevel): Promise<SmallAnswer> {
  return smallAnswer(await ask('logging/setLevel', [['level', JSON.stringify(level)]]));
}

function smallAnswer(aside: Aside | null): SmallAnswer {
  if (!aside) return NOT_CONNECTED;
  const { exchange, ms } = aside;
  const reason = refusalOf(aside.answer);
  return reason === null ? { ok: true, exchange, ms } : { ok: false, exchange, reason };
}

/** Asks for values of an argument (server/utilities/completion). What was filled in before goes along from 2025-06-18 on. */
export async function complete(
  ask: AskAside,
  revision: string,
  asked: CompletionAsked,
  signal: AbortSignal,
): Promise<CompletionAnswer> {
  const { ref, argument, others } = asked;
  const known = others.filter(([, value]) => value !== '');
  const filled = objectText(known.map(([name, value]) => [name, JSON.stringify(value)]));
  const params: ParamList = [
    ['ref', JSON.stringify(ref)],
    ['argument', JSON.stringify(argument)],
    ...(known.length > 0 && existsIn(revision, CONTEXT)
      ? [['context', `{"arguments":${filled}}`] as const]
      : []),
  ];
  const aside = await ask('completion/complete', params, signal);
  if (!aside) return NOT_CONNECTED;
  const { exchange, answer } = aside;
  const reason = refusalOf(answer);
  if (reason !== null || answer.kind === 'none') return { ok: false, exchange, reason: reason ?? '' };
  return { ...readCompletion(answer.message.value), exchange };
}

function refusalOf(answer: Answer): string | null {
  if (answer.kind === 'none') return describeNoAnswer(answer).reason;
  const { summary } = answer.message;
  if (summary.kind !== 'error') return null;
  const code = String(summary.errorCode ?? '').replace('-', '−');
  return `Error ${code}: ${summary.errorMessage ?? ''}`;
}

/** The values of a completion result; of a list that holds more than strings, the strings. */
export function readCompletion(
  message: unknown,
):
  | { readonly ok: true; readonly values: readonly string[]; readonly more: string | null }
  | { readonly ok: false; readonly reason: string } {
  const result = isRecord(message) ? message['result'] : undefined;
  const completion = isRecord(result) ? result['completion'] : undefined;
  if (!isRecord(completion)) return { ok: false, reason: 'The result has no completion' };
  const given = completion['values'];
  if (!Array.isArray(given)) return { ok: false, reason: 'completion.values is not an array' };
  const values = [...new Set(given.filter((value): value is string => typeof value === 'string'))];
  const { total, hasMore } = completion;
  const more =
    typeof total === 'number' && total > values.length
      ? `${values.length} of ${total}`
      : hasMore === true
        ? `${values.length}, and more`
        : null;
  return { ok: true, values, more };
}
