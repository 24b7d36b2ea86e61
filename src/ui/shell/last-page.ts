/** What goes with a page, and what the next page in the same tab says of it. */
import type { Session } from '../../engine/session/contract.ts';
import type { LastPage } from '../app.ts';

const KEY = 'roundtrip last page';

/** Whether a call was made, or went on, since the entry at `saved`. Handshakes are kept by the browser: they need no file. */
export function hasCallsSince({ recording }: Session, saved: number): boolean {
  for (let index = recording.length - 1; index >= saved; index--) {
    const type = recording.at(index)?.type;
    if (type === 'call' || type === 'round' || type === 'reply') return true;
  }
  return false;
}

/** Leaves word for the next page, as this one goes. `saved`: how many entries an exported file holds. */
export function leaveWord(session: Session, saved: number): void {
  const { connection, options, phase } = session.snapshot;
  const word: LastPage = {
    url: connection?.url ?? options?.url ?? '',
    recording: session.recording.length > saved,
    connection: phase === 'connected',
  };
  try {
    if (session.recording.length > 0) window.sessionStorage.setItem(KEY, JSON.stringify(word));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // A tab without storage: the next page says nothing.
  }
}

/** What the page before this one left word of. It is read once; null where nothing is gone. */
export function readWord(): LastPage | null {
  try {
    const text = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    const word = JSON.parse(text ?? 'null') as Partial<LastPage> | null;
    if (word?.recording !== true && word?.connection !== true) return null;
    return {
      url: typeof word.url === 'string' ? word.url : '',
      recording: word.recording === true,
      connection: word.connection === true,
    };
  } catch {
    return null;
  }
}
