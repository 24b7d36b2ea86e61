import type { MatrixRow } from '../../../engine/comparison/matrix.ts';
import { isKnownTerm, type Term } from '../../../engine/protocol/terms.ts';

/** The word of the protocol that a row is about; null where it is about something else, or about somebody's own. */
export function termOfRow({ key, label, code, subject }: MatrixRow): Term | null {
  if (subject.kind === 'list') {
    if (key === 'tools/list output schemas') return { kind: 'field', owner: 'Tool', name: 'outputSchema' };
    if (key === `${subject.method} kept`)
      return { kind: 'field', owner: `result ${subject.method}`, name: 'ttlMs' };
    return { kind: 'method', name: subject.method };
  }
  if (key === 'session') return { kind: 'header', name: 'Mcp-Session-Id' };
  const side = /^(server|client) /.exec(key)?.[1];
  if (!code || (side !== 'server' && side !== 'client')) return null;
  const terms: readonly Term[] = [
    { kind: 'capability', side, path: [label] },
    { kind: 'extension', id: label },
  ];
  return terms.find(isKnownTerm) ?? null;
}
