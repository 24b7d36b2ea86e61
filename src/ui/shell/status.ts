import { straightText } from '../../engine/base/visible-text.ts';
import type { SessionSnapshot } from '../../engine/session/contract.ts';
import type { Unanswered } from '../../engine/views/unanswered.ts';

/** The connection in one line, and the shape that stands before it. */
export interface StatusLine {
  readonly text: string;
  readonly shape: '' | 'off' | 'busy' | 'failed' | 'unsure';
  /** Why what the line says may no longer hold, and the exchange that says so. */
  readonly doubt?: { readonly text: string; readonly exchange: number };
}

const doubts: { readonly [how in Unanswered['how']]: string } = {
  failed: 'no answer to the last request',
  cut: 'the last answer broke off',
  'time-limit': 'no answer to the last request in time',
};

export function statusOf(snapshot: SessionSnapshot, unanswered: Unanswered | null): StatusLine {
  const { connection, imported } = snapshot;
  if (imported) return { text: joined('Not connected', `recording of ${imported.name}`), shape: 'off' };
  switch (snapshot.phase) {
    case 'connecting':
      // No seconds here: the line is a live region, and a count would be read out every second.
      return { text: joined('Connecting', snapshot.trying?.method), shape: 'busy' };
    case 'failed':
      return { text: joined('Failed', snapshot.failure?.short), shape: 'failed' };
    case 'connected':
      if (!connection) return { text: 'Connected', shape: '' };
      return {
        text: joined(
          'Connected',
          connection.revision,
          connection.era,
          [connection.serverName, connection.serverVersion].filter(Boolean).join(' '),
        ),
        ...(unanswered === null
          ? { shape: '' }
          : { shape: 'unsure', doubt: { text: doubts[unanswered.how], exchange: unanswered.exchange } }),
      };
    case 'not connected':
      return { text: 'Not connected', shape: 'off' };
  }
}

function joined(...words: (string | undefined)[]): string {
  return straightText(words.filter(Boolean).join(' · '));
}
