import { objectText, requestText, type Speech } from '../era.ts';
import { legacyHeaders, sessionHeaders } from './headers.ts';

/** The legacy way to speak, once `initialize` has settled the revision. */
export function legacySpeech(revision: string, sessionId: string | null): Speech {
  return {
    era: 'legacy',
    revision,
    request: (id, method, params, progressToken) =>
      requestText(
        id,
        method,
        progressToken === null
          ? params
          : [...params, ['_meta', objectText([['progressToken', progressToken]])]],
      ),
    headers: () => legacyHeaders(revision, sessionId),
    cancellation: (id, reason) =>
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":${JSON.stringify(reason)}}}`,
    notification: (method) => `{"jsonrpc":"2.0","method":${JSON.stringify(method)}}`,
    streamHeaders: (lastEventId) => [
      ['Accept', 'text/event-stream'],
      ...sessionHeaders(revision, sessionId),
      ...(lastEventId === null ? [] : [['Last-Event-ID', lastEventId] as const]),
    ],
    sessionEnd: () => (sessionId === null ? null : sessionHeaders(revision, sessionId)),
  };
}
