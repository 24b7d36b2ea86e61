import { requestText, type Speech } from '../era.ts';
import { metaWith } from '../own-meta.ts';
import { legacyHeaders, openingHeaders, sessionHeaders } from './headers.ts';

/** How an answer is spoken while `initialize` is still to settle the revision: `asked` is what the client asked for. */
export function openingSpeech(asked: string, sessionId: string | null): Speech {
  return { ...legacySpeech(asked, sessionId), headers: () => openingHeaders(sessionId) };
}

/** The legacy way to speak, once `initialize` has settled the revision. */
export function legacySpeech(revision: string, sessionId: string | null): Speech {
  return {
    era: 'legacy',
    revision,
    request: (id, method, params, progressToken, own) => {
      const meta = metaWith(progressToken === null ? [] : [['progressToken', progressToken]], own);
      return requestText(id, method, meta === undefined ? params : [...params, ['_meta', meta]]);
    },
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
