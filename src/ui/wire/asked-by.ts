import { straightText } from '../../engine/base/visible-text.ts';
import type { Connection } from '../../engine/session/contract.ts';

/** Who asks: what the server calls itself, and where it really is. */
export function askedBy(connection: Pick<Connection, 'url' | 'serverName'> | null): string {
  if (connection === null) return 'the server';
  const host = URL.parse(connection.url)?.host ?? connection.url;
  return connection.serverName === host ? host : `${straightText(connection.serverName)} at ${host}`;
}
