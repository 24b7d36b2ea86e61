import type { Claims } from '../capabilities/client.ts';
import type { Speech } from '../eras/era.ts';

/** What a handshake begins with a server. What is asked in a talk is answered in that one: ids and answers mean nothing in another. */
export interface Talk {
  /** Until the handshake has settled it: as an answer is spoken before. */
  speech: Speech;
  /** Null where the server gave none, or has not yet. */
  sessionId: string | null;
  /** What the client said of itself in the handshake. */
  readonly claims: Claims;
  state: 'begins' | 'stands' | 'came to nothing';
}
