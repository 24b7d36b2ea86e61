import type { BodyRef } from '../../../engine/base/body.ts';
import type { Exchanges } from '../../../engine/views/exchanges.ts';
import type { HandshakeView } from '../../../engine/views/handshakes.ts';

/** What came of an attempt: what it was judged by, and what was judged. */
export interface AttemptAnswer {
  readonly attempt: number;
  readonly verdict: string;
  /** Null where no answer came that a page may read. */
  readonly status: number | null;
  /** As it travelled; of a stream the last event. Null where there is none. */
  readonly body: BodyRef | null;
}

/** The answer to each attempt of a handshake. */
export function answersOf(
  { attempts }: Pick<HandshakeView, 'attempts'>,
  exchanges: Exchanges,
): readonly AttemptAnswer[] {
  return attempts.map(({ attempt, exchanges: numbers, verdict }) => {
    const view = exchanges.get(numbers.at(-1) ?? -1);
    const body = view?.body?.body ?? view?.sse.at(-1)?.raw;
    return {
      attempt,
      verdict: verdict?.reason ?? 'Not judged: the handshake ended before an answer came.',
      status: view?.response?.status ?? null,
      body: body && body.bytes > 0 ? body : null,
    };
  });
}
