import type { Entry, Recording } from './recording.ts';

/** What of a recording belongs to a handshake: itself, or also the lists that were asked for under it. */
export type ExcerptExtent = 'handshake' | 'handshake and lists';

/**
 * The entries of `recording` that belong to `handshake`, in order: its connection, what it sent and why, and, where asked for, of each list
 * the newest that was gone through to its end before the connection's next handshake, else the newest. Empty where there is no such handshake.
 */
export function handshakeEntries(
  recording: Recording,
  handshake: number,
  extent: ExcerptExtent,
): readonly Entry[] {
  const found = findHandshake(recording, handshake);
  if (!found) return [];
  const listings = extent === 'handshake' ? new Set<number>() : listingsOf(recording, found);
  // What an exchange was for is said before it begins; a file may say it in another order.
  const exchanges = new Set<number>();
  for (const entry of entriesIn(recording)) {
    if (entry.type !== 'purpose') continue;
    const { purpose } = entry;
    if ('handshake' in purpose ? purpose.handshake === handshake : isOf(purpose, listings))
      exchanges.add(entry.exchange);
  }
  const belongs = (entry: Entry): boolean => {
    switch (entry.type) {
      case 'connection':
        return entry.connection === found.connection;
      case 'request':
      case 'response':
      case 'body':
      case 'sse':
      case 'end':
      case 'purpose':
        return exchanges.has(entry.exchange);
      case 'listing':
      case 'listing-ended':
        return listings.has(entry.listing);
      case 'finding': {
        const { finding } = entry;
        return (
          finding.handshake === handshake || (finding.listing !== undefined && listings.has(finding.listing))
        );
      }
      case 'handshake':
      case 'attempt':
      case 'verdict':
      case 'handshake-ended':
      case 'diagnosis':
        return entry.handshake === handshake;
      default:
        return false;
    }
  };
  return [...entriesIn(recording)].filter(belongs);
}

interface Found {
  readonly connection: number;
  /** Positions of its first entry, and of the first that belongs to the connection's next handshake. */
  readonly from: number;
  readonly until: number;
}

function findHandshake(recording: Recording, handshake: number): Found | null {
  let connection: number | null = null;
  let from = 0;
  /** Handshakes of the same connection after it, and where they begin. */
  const later = new Map<number, number>();
  let index = -1;
  for (const entry of entriesIn(recording)) {
    index += 1;
    if (entry.type === 'handshake' && entry.handshake === handshake) {
      connection = entry.connection;
      from = index;
    } else if (connection === null) {
      continue;
    } else if (entry.type === 'handshake' && entry.connection === connection) {
      later.set(entry.handshake, index);
    } else if (entry.type === 'handshake-ended' && entry.outcome.kind === 'connected') {
      // One that failed left the connection as it was.
      const until = later.get(entry.handshake);
      if (until !== undefined) return { connection, from, until };
    }
  }
  return connection === null ? null : { connection, from, until: recording.length };
}

function listingsOf(recording: Recording, { connection, from, until }: Found): ReadonlySet<number> {
  const complete = new Set<number>();
  for (const entry of entriesIn(recording)) {
    if (entry.type === 'listing-ended' && entry.how === 'complete') complete.add(entry.listing);
  }
  const chosen = new Map<string, number>();
  for (let index = from; index < until; index++) {
    const entry = recording.at(index);
    if (entry?.type !== 'listing' || entry.connection !== connection) continue;
    const before = chosen.get(entry.method);
    if (before === undefined || complete.has(entry.listing) || !complete.has(before))
      chosen.set(entry.method, entry.listing);
  }
  return new Set(chosen.values());
}

function isOf(
  purpose: Extract<Entry, { type: 'purpose' }>['purpose'],
  listings: ReadonlySet<number>,
): boolean {
  return purpose.kind === 'listing' && listings.has(purpose.listing);
}

function* entriesIn(recording: Recording): Generator<Entry, void, undefined> {
  for (let index = 0; index < recording.length; index++) {
    const entry = recording.at(index);
    if (entry) yield entry;
  }
}
