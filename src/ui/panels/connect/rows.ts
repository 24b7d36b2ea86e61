import type { Diagnosis } from '../../../engine/wire-log/notes.ts';
import type { RecentServer } from '../../../engine/session/contract.ts';
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
    place: server.url.replace(/^https?:\/\//, ''),
    when: ago(server.at, now),
    what: [name, server.revision].filter(Boolean).join(', ') || 'never connected',
    outcome: server.outcome,
    connected: server.connected,
  };
}

/** A value of a header line, and whether the server refuses it now. */
export interface HeaderPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The values of a header line, those refused now last, as in the list a server has to extend. */
export function headerParts(line: Diagnosis['headerLines'][number]): readonly HeaderPart[] {
  const marked = new Set(line.marked.map((each) => each.toLowerCase()));
  const isMarked = (value: string) => marked.has(value.toLowerCase());
  const ordered = [...line.values.filter((value) => !isMarked(value)), ...line.values.filter(isMarked)];
  return ordered.map((value, index) => ({
    text: index < ordered.length - 1 ? `${value}, ` : value,
    marked: isMarked(value),
  }));
}

/** The lines as a server's configuration takes them. */
export function headerText(lines: Diagnosis['headerLines']): string {
  return lines
    .map(
      (line) =>
        `${line.name}: ${headerParts(line)
          .map((part) => part.text)
          .join('')}`,
    )
    .join('\n');
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

/** What a row of evidence sent, around the thing it names: that is where it differs from the row above. */
export function sentParts(sent: string): readonly [before: string, named: string, after: string] {
  const [, before = sent, named = '', after = ''] =
    /^(POST, the same and |POST, only |GET, only |POST )([^\s,]+)(.*)$/s.exec(sent) ?? [];
  return [before, named, after];
}
