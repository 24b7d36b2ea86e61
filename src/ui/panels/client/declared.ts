import { clientCapabilitiesText } from '../../../engine/capabilities/client.ts';
import type { ClientProfile } from '../../../engine/capabilities/profile.ts';
import { REVISIONS } from '../../../engine/protocol/revisions.ts';

/** What is declared, and in which revisions it is the same. */
export interface DeclaredRow {
  readonly revisions: readonly string[];
  readonly text: string;
}

/** What a profile declares, newest revision first; neighbours that declare the same stand together. */
export function declaredRows(profile: ClientProfile): readonly DeclaredRow[] {
  const rows: { revisions: string[]; text: string }[] = [];
  for (const { version } of REVISIONS) {
    const text = clientCapabilitiesText(profile, version);
    const last = rows.at(-1);
    if (last?.text === text) last.revisions.push(version);
    else rows.push({ revisions: [version], text });
  }
  return rows;
}
