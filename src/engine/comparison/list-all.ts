import { LISTS, type ListMethod } from '../protocol/lists.ts';
import type { Session } from '../session/contract.ts';
import { createHandshakesView } from '../views/handshakes.ts';
import { createListingsView, type ListingView } from '../views/listings.ts';
import { COMPARED_LISTS } from './plan.ts';

/** A file can't say more of one list. */
const MOST_PAGES = 10_000;

/** Lists that the open connection offers, and that were not gone through to their end since its newest handshake. */
export function unlisted({ snapshot, recording }: Session): readonly ListMethod[] {
  const { connection, listings } = snapshot;
  if (snapshot.imported !== null || !connection) return [];
  const handshake = createHandshakesView(recording)
    .read()
    .find((each) => each.number === connection.handshake);
  const views = createListingsView(recording).read();
  return COMPARED_LISTS.filter((method) => {
    if (!(connection.declares?.includes(LISTS[method].capability) ?? true)) return false;
    const listing = views.find((each) => each.listing === listings[method]);
    return listing?.ended?.how !== 'complete' || listing.at < (handshake?.at ?? 0);
  });
}

/** Goes through every list that is `unlisted`, one after the other, all pages. `onStep` is told what it does: `lists prompts`. */
export async function listAll(
  session: Session,
  signal: AbortSignal,
  onStep: (words: string) => void,
): Promise<void> {
  for (const method of unlisted(session)) {
    const { member } = LISTS[method];
    const what = member === 'resourceTemplates' ? 'templates' : member;
    onStep(`lists ${what}`);
    let listing: ListingView | undefined;
    if (!signal.aborted) await session.list(method);
    while (!signal.aborted) {
      listing = newest(session, method);
      if (listing?.ended?.how !== 'page cap' || listing.pages.length >= MOST_PAGES) break;
      onStep(`lists ${what}, page ${listing.pages.length + 1}`);
      await session.continueListing(listing.listing);
    }
  }
}

function newest({ snapshot, recording }: Session, method: ListMethod): ListingView | undefined {
  return createListingsView(recording)
    .read()
    .find((each) => each.listing === snapshot.listings[method]);
}
