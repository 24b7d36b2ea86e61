import type { SessionSnapshot } from '../../engine/session/contract.ts';

/** The connection in one line, and the shape that stands before it. */
export interface StatusLine {
  readonly text: string;
  readonly shape: '' | 'off' | 'busy' | 'failed';
}

export function statusOf(snapshot: SessionSnapshot): StatusLine {
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
        shape: '',
      };
    case 'not connected':
      return { text: 'Not connected', shape: 'off' };
  }
}

function joined(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(' · ');
}
