import { State, type Subscribable } from '../base/subscribable.ts';
import type { Collection, Store } from '../store/store.ts';
import { handshakeEntries } from '../wire-log/handshake-excerpt.ts';
import { fromPortable, toPortable, type PortableEntry } from '../wire-log/portable.ts';
import type { Entry, Recording } from '../wire-log/recording.ts';
import type { RecentServer, StoredHandshake } from './contract.ts';

/** A handshake as it is stored. */
export interface KeptHandshake {
  readonly number: number;
  readonly url: string;
  readonly at: number;
  readonly entries: readonly PortableEntry[];
}

/** The last 50 handshakes of this browser. */
export const HANDSHAKES: Collection<KeptHandshake> = {
  name: 'handshakes',
  limit: 50,
  read: (value) => (isKeptHandshake(value) ? value : undefined),
};

/** The servers connected to last. */
export const SERVERS: Collection<RecentServer> = {
  name: 'servers',
  limit: 8,
  read: (value) => (isRecentServer(value) ? value : undefined),
};

/** A handshake whose bodies and events have more bytes than this in all is not kept: 50 of them must fit any browser's quota. */
export const LARGEST_KEPT = 2_000_000;

/** What belongs to one handshake, ready to be stored; null where it is too large. */
export async function excerptOf(recording: Recording, handshake: number): Promise<KeptHandshake | null> {
  const entries = handshakeEntries(recording, handshake, 'handshake');
  const url = entries.find((entry) => entry.type === 'connection')?.url ?? '';
  const begun = entries.find((entry) => entry.type === 'handshake');
  const size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (!begun || size > LARGEST_KEPT) return null;
  return { number: handshake, url, at: begun.at, entries: await toPortable(entries) };
}

/** A stored handshake with its own recording. */
export function openKept(kept: KeptHandshake): StoredHandshake {
  return { number: kept.number, url: kept.url, at: kept.at, recording: fromPortable(kept.entries) };
}

/** The handshakes of this browser, newest first: those of this page, and those that other tabs keep in the same store. */
export class History {
  readonly #store: Store;
  readonly #state = new State<readonly StoredHandshake[]>([]);

  constructor(store: Store) {
    this.#store = store;
  }

  get handshakes(): Subscribable<readonly StoredHandshake[]> {
    return this.#state;
  }

  /** Adds what was kept since; what is there already stays the same object. */
  async read(): Promise<void> {
    const keys = await this.#store.keys(HANDSHAKES);
    const known = new Set(this.#state.snapshot.map(({ number }) => String(number)));
    const found = await Promise.all(
      keys.filter((key) => !known.has(key)).map((key) => this.#store.get(HANDSHAKES, key)),
    );
    this.#add(found.flatMap((kept) => (kept ? [openKept(kept)] : [])));
  }

  /** Shows a handshake of this page at once, stores it, and brings in what others stored. */
  async keep(kept: KeptHandshake): Promise<void> {
    this.#add([openKept(kept)]);
    await this.#store.put(HANDSHAKES, String(kept.number), kept, kept.number);
    await this.read();
  }

  #add(more: readonly StoredHandshake[]): void {
    // What came while the store was read is there by now.
    const known = new Set(this.#state.snapshot.map(({ number }) => number));
    const added = more.filter(({ number }) => !known.has(number));
    if (added.length === 0) return;
    this.#state.set(
      [...this.#state.snapshot, ...added]
        .sort((a, b) => b.number - a.number)
        .slice(0, HANDSHAKES.limit ?? undefined),
    );
  }
}

function sizeOf(entry: Entry): number {
  if (entry.type === 'request' || entry.type === 'body') return entry.body?.bytes ?? 0;
  return entry.type === 'sse' ? entry.raw.bytes + (entry.data?.bytes ?? 0) : 0;
}

function isKeptHandshake(value: unknown): value is KeptHandshake {
  return (
    isObject(value) &&
    typeof value['number'] === 'number' &&
    typeof value['url'] === 'string' &&
    typeof value['at'] === 'number' &&
    Array.isArray(value['entries'])
  );
}

function isRecentServer(value: unknown): value is RecentServer {
  return (
    isObject(value) &&
    typeof value['url'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['outcome'] === 'string' &&
    typeof value['protocolVersion'] === 'string'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
