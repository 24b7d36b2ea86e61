import type { MessageSummary } from './events.ts';
import {
  Stop,
  sendExchange,
  type ExchangeEvidence,
  type ExchangeRequest,
  type ResponseHead,
  type Wire,
} from './exchange.ts';
import type { ReceivedMessage } from './message.ts';
import { readOtherId, type OtherId } from './other-id.ts';
import type { TimeLimit } from './time-limit.ts';

/** What a request came to. */
export type Answer =
  | { readonly kind: 'message'; readonly message: ReceivedMessage; readonly head: ResponseHead }
  /** No result and no error arrived that carries the request's id; `evidence` says what did, `otherId` which answer carries another. */
  | {
      readonly kind: 'none';
      readonly evidence: ExchangeEvidence;
      readonly otherId?: OtherId | undefined;
    };

/** How long a stream may stay open after the answer has come: it counts against the browser's six connections a host. */
export const LINGER_MS = 2000;

/**
 * Sends a request and resolves with the message that answers it as soon as that has arrived, while the rest of the exchange is
 * still read and recorded. `id` is the request's id as JSON text; null takes the first result or error whatever its id
 * (a request edited by hand may have none). The limit counts from sending.
 */
export function ask(
  wire: Wire,
  request: ExchangeRequest,
  id: string | null,
  limit: TimeLimit,
): Promise<Answer> {
  const stopper = new AbortController();
  limit.start(() => stopper.abort(timeLimitStop(limit)));
  return new Promise((resolve) => {
    let answered = false;
    let head: ResponseHead | undefined;
    let otherId: OtherId | undefined;
    let linger: ReturnType<typeof setTimeout> | undefined;
    void sendExchange(wire, {
      ...request,
      signal: AbortSignal.any([request.signal, stopper.signal]),
      onResponse: (arrived) => {
        head = arrived;
        request.onResponse?.(arrived);
      },
      onMessage: (message, exchange) => {
        request.onMessage?.(message, exchange);
        if (answered || !head) return;
        if (!answersRequest(message.summary, id)) {
          if (id !== null) otherId ??= readOtherId(message, id) ?? undefined;
          return;
        }
        answered = true;
        limit.stop();
        linger = setTimeout(() => {
          stopper.abort(new Stop('closed', 'The answer had arrived'));
          request.onLeftOpen?.(exchange);
        }, LINGER_MS);
        resolve({ kind: 'message', message, head });
      },
    }).then((evidence) => {
      limit.stop();
      clearTimeout(linger);
      if (!answered) resolve({ kind: 'none', evidence, ...(otherId ? { otherId } : {}) });
    });
  });
}

/** What an answer's HTTP response began with; null where none arrived. */
export function headOf(answer: Answer): ResponseHead | null {
  if (answer.kind === 'message') return answer.head;
  return answer.evidence.kind === 'answered' ? answer.evidence.head : null;
}

/** Why something was given up that took longer than `limit`. */
export function timeLimitStop({ ms }: TimeLimit): Stop {
  return new Stop('time-limit', `Our time limit of ${Math.round(ms / 100) / 10} s passed`);
}

/** The HTTP status of an answer; null where none arrived. */
export function statusOf(answer: Answer): number | null {
  return headOf(answer)?.status ?? null;
}

/** Whether a message is the answer to request `id` (JSON text); null takes any result or error. */
export function answersRequest(summary: MessageSummary, id: string | null): boolean {
  if (summary.kind !== 'result' && summary.kind !== 'error') return false;
  // An error without an id answers the only request of this exchange (JSON-RPC 2.0, 5).
  return (
    id === null ||
    summary.id === id ||
    (summary.kind === 'error' && (summary.id === undefined || summary.id === 'null'))
  );
}
