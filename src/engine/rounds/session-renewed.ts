import type { Finding } from '../wire-log/notes.ts';

/** A server may have acted on a request before it forgot the session: the person has to know that it goes out again. */
export function sessionRenewed(about: Pick<Finding, 'call' | 'round' | 'listing' | 'exchange'>): Finding {
  return {
    rule: 'session-renewed',
    severity: 'info',
    text: 'The server no longer knew the session, so a new one was begun and the request sent again; what it does may be done twice',
    ...about,
  };
}
