import type { ExportContent } from '../wire-log/export-content.ts';
import type { Session } from './contract.ts';

/**
 * What an export of `session` holds: its recording, and of the handshakes kept from before those with the same servers. What was
 * kept of other servers is nobody's business who gets the file.
 */
export function exportable(session: Session): ExportContent {
  const { recording, history } = session;
  const urls = new Set<string>();
  const numbers = new Set<number>();
  for (let index = 0; index < recording.length; index++) {
    const entry = recording.at(index);
    if (entry?.type === 'connection') urls.add(entry.url);
    if (entry?.type === 'handshake') numbers.add(entry.handshake);
  }
  const kept = history.snapshot.filter(({ number, url }) => urls.has(url) && !numbers.has(number));
  return { recording, kept };
}
