import type { StoredHandshake } from '../../../engine/session/contract.ts';
import { createExchangesView, type Exchanges } from '../../../engine/views/exchanges.ts';
import type { HandshakeEntry } from '../../../engine/views/handshake-facts.ts';
import { createHandshakesView, type HandshakeView } from '../../../engine/views/handshakes.ts';

const opened = new WeakMap<StoredHandshake, HandshakeEntry | null>();

/** A kept handshake never changes, so it is read once. */
function open(stored: StoredHandshake): HandshakeEntry | null {
  const known = opened.get(stored);
  if (known !== undefined) return known;
  const handshake = createHandshakesView(stored.recording)
    .read()
    .find((each) => each.number === stored.number);
  const entry = handshake ? { handshake, exchanges: createExchangesView(stored.recording).read() } : null;
  opened.set(stored, entry);
  return entry;
}

/** Every handshake this browser knows of, newest first. One of this page stands for its kept copy: it may still go on. */
export function entriesOf(
  page: readonly HandshakeView[],
  exchanges: Exchanges,
  history: readonly StoredHandshake[],
): readonly HandshakeEntry[] {
  const here = new Set(page.map((each) => each.number));
  const entries = page.map((handshake): HandshakeEntry => ({ handshake, exchanges }));
  for (const stored of history) {
    if (here.has(stored.number)) continue;
    const entry = open(stored);
    if (entry) entries.push(entry);
  }
  return entries.sort((a, b) => b.handshake.number - a.handshake.number);
}

/** A handshake that declared something a comparison can use. */
export function hasDeclaration({ handshake }: HandshakeEntry): boolean {
  return handshake.outcome?.kind === 'connected';
}

/** What a handshake is compared with unless the person says otherwise: the one before it at the same URL. */
export function baselineOf(
  entries: readonly HandshakeEntry[],
  { handshake }: HandshakeEntry,
): HandshakeEntry | undefined {
  // Newest first, so the first that is older is the one before.
  return entries.find(
    (each) =>
      each.handshake.number < handshake.number &&
      each.handshake.url === handshake.url &&
      hasDeclaration(each),
  );
}
