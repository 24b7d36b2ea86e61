import { isRecord, type ReceivedMessage } from './message.ts';

/** A JSON-RPC answer that came to a request and carries another id than that one's. */
export interface OtherId {
  /** The id of the request, as JSON text. */
  readonly asked: string;
  /** The id of the answer, as JSON text; undefined where it has none. */
  readonly answered: string | undefined;
  /** What the answer holds. */
  readonly answer:
    { readonly kind: 'result' } | { readonly kind: 'error'; readonly code: number; readonly message: string };
}

/**
 * What a message that does not answer request `asked` (JSON text) has instead of its id; null where it is no JSON-RPC answer at all: a
 * `result` is a common word, so only `jsonrpc` tells (JSON-RPC 2.0, 5).
 */
export function readOtherId({ summary, value }: ReceivedMessage, asked: string): OtherId | null {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return null;
  if (summary.kind === 'result') return { asked, answered: summary.id, answer: { kind: 'result' } };
  if (summary.kind !== 'error') return null;
  const answer = {
    kind: 'error',
    code: summary.errorCode ?? 0,
    message: summary.errorMessage ?? '',
  } as const;
  return { asked, answered: summary.id, answer };
}

/** `a result with id "4", a string instead of a number; asked with id 4`: both ids as JSON. */
export function describeOtherId({ asked, answered, answer }: OtherId): string {
  const what = answer.kind === 'result' ? 'a result' : describeError(answer.code, answer.message);
  const id = answered === undefined ? 'without an id' : `with id ${shortened(answered)}`;
  return `${what} ${id}${onlyTypeDiffers(asked, answered)}; asked with id ${shortened(asked)}`;
}

function describeError(code: number, message: string): string {
  const line = shortened(message.replace(/\s+/g, ' ').trim());
  return line === '' ? `error ${code}` : `error ${code} (${line})`;
}

function onlyTypeDiffers(asked: string, answered: string | undefined): string {
  if (answered === JSON.stringify(asked)) return ', a string instead of a number';
  return answered !== undefined && asked === JSON.stringify(answered) ? ', a number instead of a string' : '';
}

const SHOWN_LENGTH = 120;

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
