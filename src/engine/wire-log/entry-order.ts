import type { Purpose } from './notes.ts';
import type { Entry } from './recording.ts';

/** How many of a kind one owner may have, as rounds of a call: a view copies them with each change. */
const MOST_OF_ONE = 1_000;
const MOST_PAGES = 10_000;

/**
 * Whether entries come in an order that a session can have written. Views key by number, and walk from a round to its
 * parent: one number twice, or a round before its parent, would break or never end.
 */
export class EntryOrder {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #lastEvent = new Map<number, number>();

  /** Takes `entry` in and says true, or leaves everything as it was and says false. */
  admit(entry: Entry): boolean {
    switch (entry.type) {
      case 'request':
        return this.#once(`request ${entry.exchange}`);
      case 'response':
      case 'body':
      case 'end':
        return this.#has(`request ${entry.exchange}`) && this.#once(`${entry.type} ${entry.exchange}`);
      case 'sse': {
        if (!this.#has(`request ${entry.exchange}`)) return false;
        if (entry.index <= (this.#lastEvent.get(entry.exchange) ?? 0)) return false;
        this.#lastEvent.set(entry.exchange, entry.index);
        return true;
      }
      case 'purpose':
        return this.#purposeFits(entry.purpose) && this.#once(`purpose ${entry.exchange}`);
      case 'connection':
        return this.#once(`connection ${entry.connection}`);
      case 'handshake':
        return this.#once(`handshake ${entry.handshake}`);
      case 'attempt':
        return (
          this.#has(`handshake ${entry.handshake}`) &&
          this.#fits(`attempts ${entry.handshake}`) &&
          this.#once(`attempt ${entry.handshake} ${entry.attempt}`)
        );
      case 'listing':
        return this.#once(`listing ${entry.listing}`);
      case 'call':
        return this.#once(`call ${entry.call}`);
      case 'round':
        return (
          this.#has(`call ${entry.call}`) &&
          (entry.parent === null ||
            (entry.parent < entry.round && this.#has(`round ${entry.call} ${entry.parent}`))) &&
          this.#fits(`rounds ${entry.call}`) &&
          this.#once(`round ${entry.call} ${entry.round}`)
        );
      case 'server-request':
        return (
          this.#has(`round ${entry.call} ${entry.round}`) &&
          this.#fits(`requests ${entry.call}`) &&
          this.#once(`server-request ${entry.request}`)
        );
      case 'resuming':
      case 'resumed':
        return this.#has(`request ${entry.of}`) && this.#fits(`${entry.type} ${entry.of}`);
      case 'finding': {
        const { call, handshake, listing } = entry.finding;
        const owned = call ?? handshake ?? listing;
        return owned === undefined || this.#fits(`findings ${call} ${handshake} ${listing}`);
      }
      default:
        return true;
    }
  }

  #has(what: string): boolean {
    return this.#taken.has(what);
  }

  #once(what: string): boolean {
    if (this.#taken.has(what)) return false;
    this.#taken.add(what);
    return true;
  }

  #purposeFits(purpose: Purpose): boolean {
    if (purpose.kind === 'listing') return this.#fits(`pages ${purpose.listing}`, MOST_PAGES);
    return !('handshake' in purpose) || this.#fits(`exchanges of ${purpose.handshake}`);
  }

  #fits(whose: string, most = MOST_OF_ONE): boolean {
    const count = this.#counts.get(whose) ?? 0;
    this.#counts.set(whose, count + 1);
    return count < most;
  }
}
