import type { Answer } from '../wire/ask.ts';

/**
 * Whether a request was refused the way a legacy server refuses one without a session it knows. From a modern server that is worth a
 * finding: a gateway may stand before a legacy one (2026-07-28, basic/transports/streamable-http, "Backward Compatibility").
 */
export function speaksOfSession(answer: Answer): boolean {
  if (answer.kind === 'message') {
    const { status } = answer.head;
    return (status === 400 || status === 404) && wantsSession(answer.message.summary.errorMessage ?? '');
  }
  const { evidence } = answer;
  return (
    evidence.kind === 'answered' &&
    (evidence.head.status === 400 || evidence.head.status === 404) &&
    evidence.content.kind !== 'stream' &&
    wantsSession(evidence.preview)
  );
}

/** The words of the SDKs and of those who wrote their own: "Missing session id", "Session not found", "Server not initialized". */
function wantsSession(text: string): boolean {
  return /\bsession\b|not initialized/i.test(text);
}
