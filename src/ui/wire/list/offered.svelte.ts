import { LISTS, type ListMethod } from '../../../engine/protocol/lists.ts';
import type { EntryList, ListEntry } from '../../../engine/views/list-pages.ts';
import type { ListingView } from '../../../engine/views/listings.ts';
import { listChanges, type ListChanges } from '../../../engine/views/list-changes.ts';
import type { App } from '../../app.ts';
import { afterFrame } from '../../parts/frames.ts';
import { later } from '../../later.svelte.ts';
import { countText, entryKey, filterEntries, openFailures } from './entries.ts';

/** Longer lists draw only what is in sight. */
export const DRAWN_WHOLE = 200;

/** What outlives a list's panel while the page is open. */
export class ListMemory {
  filter = $state('');
  /** One page at a time is asked for. */
  byPage = $state(false);
  /** Key of the chosen entry, by server. */
  chosen = $state.raw<ReadonlyMap<string, string>>(new Map());
}

/** A kind of thing a server offers. */
export interface Offer<E extends ListEntry> {
  readonly method: ListMethod;
  readonly read: (listing: ListingView) => Promise<EntryList<E>>;
  /** The session lists it on connecting; nobody has to ask. */
  readonly onConnecting?: boolean;
  /** What is chosen as long as nobody has chosen: the first that is fit. */
  readonly isFit?: (entry: E, era: 'modern' | 'legacy') => boolean;
  /** More for the count beside the name of the list. */
  readonly countMore?: (entries: readonly E[], era: 'modern' | 'legacy') => string;
}

/** The connection a list is of. */
export interface ListedFrom {
  readonly number: number;
  readonly url: string;
  readonly era: 'modern' | 'legacy';
  readonly revision: string;
}

const none: EntryList<never> = { entries: [], failedPages: [], hints: [] };

/** What a server offers of one kind, and the entry that is chosen. Made while a panel is set up. */
export class OfferedList<E extends ListEntry> {
  readonly #app: App;
  readonly #offer: Offer<E>;
  readonly #memory: ListMemory;

  readonly connection = $derived.by(() => this.#app.snapshot.current.connection);
  /** The newest listing of this connection; while there is none, of the last one that listed anything. */
  readonly listing = $derived.by(() => {
    const listings = this.#app.views.listings.current;
    const { method } = this.#offer;
    if (this.connection === null) {
      const has = (each: ListingView) => each.pages.some(({ result }) => result !== null);
      return listings.findLast((each) => each.method === method && has(each)) ?? null;
    }
    const newest = this.#app.snapshot.current.listings[method];
    return listings.find(({ listing }) => listing === newest) ?? null;
  });
  /** What is shown is of this connection; null where there was none yet. */
  readonly of: ListedFrom | null = $derived.by(() => {
    const { connection, listing } = this;
    if (connection) return connection;
    const handshake = this.#app.views.handshakes.current.findLast(
      (each) => each.connection === listing?.connection && each.outcome?.kind === 'connected',
    );
    if (handshake?.outcome?.kind !== 'connected') return null;
    const { era, revision } = handshake.outcome;
    return { number: handshake.connection, url: handshake.url, era, revision };
  });
  /** The whole list before this one, on the same connection. */
  readonly #before = $derived.by(() => {
    const { listing } = this;
    const same = (each: ListingView) =>
      each.method === listing?.method &&
      each.connection === listing.connection &&
      each.listing < listing.listing &&
      each.ended?.how === 'complete';
    return this.#app.views.listings.current.findLast(same) ?? null;
  });
  readonly #read = later(
    () => [this.listing, this.#before] as const,
    async ([listing, before]) => {
      if (listing === null) return { of: null, isBefore: false, list: none };
      const list = await this.#offer.read(listing);
      // Nothing came yet, or nothing but a failure: what was listed before is no worse for it.
      if (before === null || list.entries.length > 0 || listing.ended?.how === 'complete')
        return { of: listing, isBefore: false, list };
      const { failedPages } = list;
      return { of: before, isBefore: true, list: { ...(await this.#offer.read(before)), failedPages } };
    },
  );
  /** Never that of another connection, not even while the next one is read. */
  readonly #shownOf = $derived.by(() => {
    const read = this.#read.current;
    return read && read.of?.connection === this.of?.number ? read : null;
  });
  readonly list: EntryList<E> = $derived.by(() => this.#shownOf?.list ?? none);
  /** The list before is shown, since nothing of the newest has come. */
  readonly isBefore = $derived.by(() => this.#shownOf?.isBefore ?? false);
  readonly shown = $derived.by(() => filterEntries(this.list.entries, this.filter));
  readonly count = $derived.by(() => {
    const of = this.#shownOf?.of ?? this.listing;
    if (!of) return '';
    const more = this.of ? this.#offer.countMore?.(this.list.entries, this.of.era) : undefined;
    return `${countText(this.list, of, this.shown.length)}${more ?? ''}`;
  });
  readonly failedPages = $derived.by(() => (this.listing ? openFailures(this.list, this.listing) : []));
  /** The server has said since that this list is another. */
  readonly outdated = $derived.by(() => {
    const told = this.#app.views.listNews.current.get(this.#offer.method);
    return this.connection !== null && this.listing !== null && told !== undefined && told > this.listing.at;
  });
  readonly #changes = later(
    () => [this.#before, this.listing] as const,
    async ([before, listing]) => {
      if (before === null || listing?.ended?.how !== 'complete') return null;
      const [old, now] = await Promise.all([this.#offer.read(before), this.#offer.read(listing)]);
      return { listing: listing.listing, changes: listChanges(old.entries, now.entries) };
    },
  );
  /** What became of the list before this one; null where there was none. */
  readonly changes: ListChanges | null = $derived.by(() => {
    const read = this.#changes.current;
    return read && read.listing === this.listing?.listing ? read.changes : null;
  });
  /** Whether the server declared that it has such things; null where that is not known. */
  readonly declared = $derived.by(
    () => this.connection?.declares?.includes(LISTS[this.#offer.method].capability) ?? null,
  );

  /** A long list as it was drawn: what is chosen in it takes as long to draw, and comes a frame later. */
  readonly #drawn = later(
    () => ({ list: this.list, connection: this.of?.number }),
    async (drawn) => {
      if (drawn.list.entries.length > DRAWN_WHOLE) await afterFrame();
      return drawn;
    },
  );
  readonly chosen: E | null = $derived.by(() => {
    const key = this.#memory.chosen.get(this.url);
    const drawn = this.#drawn.current;
    const last = drawn?.connection === this.of?.number ? drawn?.list : undefined;
    const { entries } = this.list.entries.length > DRAWN_WHOLE ? (last ?? none) : this.list;
    const { isFit } = this.#offer;
    const era = this.of?.era ?? 'modern';
    return (
      entries.find((each) => entryKey(each) === key) ??
      entries.find((each) => each.problems.length === 0 && (isFit?.(each, era) ?? true)) ??
      entries[0] ??
      null
    );
  });

  constructor(app: App, offer: Offer<E>, memory: ListMemory) {
    this.#app = app;
    this.#offer = offer;
    this.#memory = memory;
    // Nothing is asked for before somebody looks, and nothing that the server did not declare.
    $effect(() => {
      if (offer.onConnecting || this.connection === null || this.listing !== null) return;
      if (this.declared !== false && this.sendsNothing === null) this.#listOnce();
    });
  }

  /** Why nothing can be sent, where it can't. */
  get sendsNothing(): string | null {
    return this.#app.sendsNothing ?? (this.connection === null ? 'Not connected' : null);
  }

  get url(): string {
    return this.of?.url ?? '';
  }

  get filter(): string {
    return this.#memory.filter;
  }

  set filter(text: string) {
    this.#memory.filter = text;
  }

  get byPage(): boolean {
    return this.#memory.byPage;
  }

  set byPage(byPage: boolean) {
    this.#memory.byPage = byPage;
  }

  isChosen(entry: E): boolean {
    return this.chosen?.index === entry.index;
  }

  choose(entry: E): void {
    this.#memory.chosen = new Map(this.#memory.chosen).set(this.url, entryKey(entry));
  }

  refresh(): void {
    void this.#app.session.list(this.#offer.method, this.byPage ? 1 : undefined);
  }

  /** The next page, or pages, or again the page that failed. */
  more(pages?: number): void {
    if (this.listing) void this.#app.session.continueListing(this.listing.listing, pages);
  }

  /** The screen may be behind the session: what that has begun is not begun again. */
  #listOnce(): void {
    if (this.#app.session.snapshot.listings[this.#offer.method] === undefined) this.refresh();
  }
}
