import type { Collection } from './store.ts';

/** A handshake kept across reloads. `entries` are entries of a recording as plain data. */
export interface KeptHandshake {
  readonly number: number;
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** What the connection spoke; null where it failed. */
  readonly revision: string | null;
  readonly serverName: string | null;
  readonly outcome: 'connected' | 'failed' | 'cancelled';
  readonly entries: readonly unknown[];
}

/** A server connected to before. */
export interface KeptServer {
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** `auto` or the version text that was chosen. */
  readonly protocolVersion: string;
  readonly serverName: string | null;
  readonly serverVersion: string | null;
  readonly revision: string | null;
  /** Shown: `connected`, `connected, fell back`, or the short cause of the failure. */
  readonly outcome: string;
  readonly connected: boolean;
}

/** The last 50 handshakes; key and order: the number. */
export const HANDSHAKES: Collection<KeptHandshake> = {
  name: 'handshakes',
  limit: 50,
  read: (value) => (isHandshake(value) ? value : undefined),
};

/** The last 8 servers; key: the URL, order: the time. */
export const RECENT_SERVERS: Collection<KeptServer> = {
  name: 'recent servers',
  limit: 8,
  read: (value) => (isServer(value) ? value : undefined),
};

/** The counter that numbers handshakes across a browser's life. */
export const HANDSHAKE_COUNTER = 'handshake';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isHandshake(value: unknown): value is KeptHandshake {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value['number']) &&
    isText(value['url']) &&
    Number.isFinite(value['at']) &&
    isTextOrNull(value['revision']) &&
    isTextOrNull(value['serverName']) &&
    ['connected', 'failed', 'cancelled'].includes(String(value['outcome'])) &&
    Array.isArray(value['entries'])
  );
}

function isServer(value: unknown): value is KeptServer {
  return (
    isRecord(value) &&
    isText(value['url']) &&
    Number.isFinite(value['at']) &&
    isText(value['protocolVersion']) &&
    isTextOrNull(value['serverName']) &&
    isTextOrNull(value['serverVersion']) &&
    isTextOrNull(value['revision']) &&
    isText(value['outcome']) &&
    typeof value['connected'] === 'boolean'
  );
}
