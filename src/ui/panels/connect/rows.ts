import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import { maskedUrl } from '../../../engine/base/open-secrets.ts';
import type { RecentServer } from '../../../engine/session/contract.ts';
import { visibleText } from '../../../engine/base/visible-text.ts';
import { ago } from '../../when.ts';

/** A server of the list of recent ones, in words. */
export interface RecentRow {
  readonly url: string;
  readonly place: string;
  readonly when: string;
  /** `acme-deploy 1.4.0, 2026-07-28`, or that it never connected. */
  readonly what: string;
  readonly outcome: string;
  readonly connected: boolean;
}

export function recentRow(server: RecentServer, now: number): RecentRow {
  const name = [server.serverName, server.serverVersion].filter(Boolean).join(' ');
  return {
    url: server.url,
    place: maskedUrl(server.url.replace(/^https?:\/\//, '')),
    when: ago(server.at, now),
    what: visibleText([name, server.revision].filter(Boolean).join(', ')) || 'never connected',
    outcome: server.outcome,
    connected: server.connected,
  };
}

/** Causes that a certificate the browser refuses would look like. */
export function mayBeCertificate(cause: Diagnosis['cause'], url: string): boolean {
  return cause === 'unreachable' && url.startsWith('https:');
}

/** Why `Try initialize anyway` has a point, where the failed request says so. */
export function initializeHint(diagnosis: Diagnosis): string | null {
  const refused = diagnosis.headerLines.flatMap((line) => line.marked.map((each) => each.toLowerCase()));
  const modernOnly = refused.filter((name) => name === 'mcp-method' || name === 'mcp-name');
  if (modernOnly.length === 0 || modernOnly.length < refused.length) return null;
  return modernOnly.length === 1
    ? 'initialize does not need that header'
    : 'initialize needs neither of the two headers';
}
