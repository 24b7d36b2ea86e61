import { claimsOf, type Answerable } from '../../../engine/capabilities/client.ts';
import type { ClientProfile } from '../../../engine/capabilities/profile.ts';
import { readCapabilities } from '../../../engine/capabilities/nodes.ts';
import { eraOf, REVISIONS, type Era } from '../../../engine/protocol/revisions.ts';

/** What is declared, and in which revisions of an era it is the same. */
export interface DeclaredRow {
  readonly era: Era;
  readonly revisions: readonly string[];
  readonly text: string;
}

/** What a profile declares, newest revision first; neighbours of one era that declare the same stand together. */
export function declaredRows(profile: ClientProfile, answerable: Answerable): readonly DeclaredRow[] {
  const rows: { era: Era; revisions: string[]; text: string }[] = [];
  for (const { version } of REVISIONS) {
    const text = claimsOf(profile, version, answerable).capabilitiesText;
    const era = eraOf(version);
    const last = rows.at(-1);
    if (last?.text === text && last.era === era) last.revisions.push(version);
    else rows.push({ era, revisions: [version], text });
  }
  return rows;
}

/** Whether raw JSON declares `tasks` of 2025-11-25, which obliges the client to answer for them. */
export function declaresTasks(text: string): boolean {
  return readCapabilities(text, 'client').nodes.some(({ path }) => path[0] === 'tasks');
}
