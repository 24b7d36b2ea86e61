import type { BodyRef } from '../base/body.ts';
import type { Finding } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { AnswerPosition } from './answer-position.ts';
import { createView, type View } from './view.ts';

/** One page of a listing: the exchange, and the body or event with the message that answered; null while or where none did. */
export interface PageView {
  readonly page: number;
  readonly exchange: number;
  readonly result: BodyRef | null;
  /** When that message came: milliseconds since the Unix epoch. */
  readonly receivedAt: number | null;
}

/** One walk through a list method's pages. */
export interface ListingView {
  readonly listing: number;
  readonly connection: number;
  readonly method: string;
  readonly at: number;
  readonly pages: readonly PageView[];
  /** Null while it runs. */
  readonly ended: {
    readonly how: 'complete' | 'repeated cursor' | 'page cap' | 'failed' | 'cancelled';
    readonly detail?: string;
  } | null;
  readonly findings: readonly Finding[];
}

/** The listings of a recording, oldest first. */
export function createListingsView(recording: Recording): View<readonly ListingView[]> {
  const listings = new Map<number, ListingView>();
  const pages = new Map<number, readonly [listing: number, page: number]>();

  const answer = new AnswerPosition();

  const change = (number: number, with_: (listing: ListingView) => ListingView): boolean => {
    const listing = listings.get(number);
    if (!listing) return false;
    listings.set(number, with_(listing));
    return true;
  };
  const setResult = (exchange: number, result: BodyRef, receivedAt: number): boolean => {
    const owner = pages.get(exchange);
    if (!owner) return false;
    return change(owner[0], (listing) => ({
      ...listing,
      pages: listing.pages.map((page) =>
        page.exchange === exchange && !page.result ? { ...page, result, receivedAt } : page,
      ),
    }));
  };

  return createView(
    recording,
    (entry) => {
      switch (entry.type) {
        case 'listing':
          listings.set(entry.listing, { ...entry, pages: [], ended: null, findings: [] });
          return true;
        case 'purpose': {
          const { purpose, exchange } = entry;
          if (purpose.kind !== 'listing') return false;
          pages.set(exchange, [purpose.listing, purpose.page]);
          return change(purpose.listing, (listing) => ({
            ...listing,
            ended: null,
            // A page that failed is asked for again under its number: what came instead of it is over.
            pages: [
              ...listing.pages.filter(({ page }) => page !== purpose.page),
              { page: purpose.page, exchange, result: null, receivedAt: null },
            ],
          }));
        }
        case 'request':
          if (pages.has(entry.exchange)) answer.sent(entry);
          return false;
        case 'resumed':
          answer.resumed(entry.exchange, entry.of);
          return false;
        case 'body':
          return answer.in(entry) >= 0 && setResult(entry.exchange, entry.body, entry.at);
        case 'sse':
          return (
            entry.data !== null && answer.in(entry) >= 0 && setResult(entry.exchange, entry.data, entry.at)
          );
        case 'listing-ended':
          return change(entry.listing, (listing) => ({
            ...listing,
            ended: { how: entry.how, ...(entry.detail === undefined ? {} : { detail: entry.detail }) },
          }));
        case 'finding': {
          const { finding } = entry;
          if (finding.listing === undefined) return false;
          return change(finding.listing, (listing) => ({
            ...listing,
            findings: [...listing.findings, finding],
          }));
        }
        default:
          return false;
      }
    },
    () => [...listings.values()],
  );
}
