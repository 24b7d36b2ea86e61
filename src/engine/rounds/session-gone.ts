import type { Finding } from '../wire-log/notes.ts';

/** What the server no longer knew the session of. */
type About = Pick<Finding, 'call' | 'round' | 'listing' | 'exchange'>;

/**
 * A server may have acted on a call before it forgot the session: the person has to know that it goes out again. What only asks, as
 * a list does, has nothing to do twice.
 */
export function sessionRenewed(about: About): Finding {
  return {
    rule: 'session-renewed',
    severity: 'info',
    text: `The server no longer knew the session, so a new one was begun and the request sent again${
      about.call === undefined ? '' : '; what it does may be done twice'
    }`,
    ...about,
  };
}

/** Where no new session was begun: the person wants to be asked first, or it failed. */
export function sessionLost(about: About): Finding {
  return {
    rule: 'session-lost',
    severity: 'warning',
    text: 'The server no longer knows the session, and no new one was begun. Handshake again begins one',
    ...about,
  };
}
