import { LIST_CHANGES, NO_SUBSCRIPTION, readFilter } from '../../../engine/protocol/subscription-filter.ts';
import type { SubscriptionView } from '../../../engine/views/subscriptions.ts';
import type { App } from '../../app.ts';
import type { ChipData } from '../../parts/tone.ts';
import { duration } from '../../parts/duration.ts';

/** Lists whose changes can be asked for, as a person calls them. */
export const LIST_NAMES = {
  toolsListChanged: 'Tools',
  promptsListChanged: 'Prompts',
  resourcesListChanged: 'Resources',
};

/** What the next subscription asks for, and those there are. Made while the panel is set up. */
export class SubscriptionsState {
  readonly #app: App;
  /** Names of the lists to be told of. */
  lists = $state<string[]>(LIST_CHANGES.map(([name]) => name));
  /** A URI a line. */
  uris = $state('');

  readonly connection = $derived.by(() => this.#app.snapshot.current.connection);
  /** In an imported recording there are those of its last connection. */
  readonly all = $derived.by(() => {
    const all = this.#app.views.subscriptions.current;
    const of = this.connection?.number ?? all.at(-1)?.connection;
    return all.filter(({ connection }) => connection === of).reverse();
  });
  readonly modern = $derived.by(() => this.connection?.era !== 'legacy');
  readonly #uriList = $derived.by(() =>
    this.uris
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  /** Why none can be opened now. */
  readonly held = $derived.by(() => {
    if (this.#app.sendsNothing !== null) return this.#app.sendsNothing;
    if (!this.connection) return 'Not connected';
    if (this.#uriList.length > 0 || (this.modern && this.lists.length > 0)) return null;
    return this.modern ? 'Nothing is asked for' : 'No URI is given';
  });

  constructor(app: App) {
    this.#app = app;
  }

  open(): void {
    if (this.held !== null) return;
    const filter = { ...NO_SUBSCRIPTION, resourceSubscriptions: this.#uriList };
    for (const [name] of LIST_CHANGES) if (this.lists.includes(name)) filter[name] = true;
    this.#app.session.subscribeTo(filter);
    this.uris = '';
  }

  close({ subscription }: SubscriptionView): void {
    this.#app.session.unsubscribe(subscription);
  }
}

/** What a subscription asks for, in words: `Tools, Prompts, file:///a`. */
export function askedFor({ filter }: SubscriptionView): readonly string[] {
  let asked: unknown;
  try {
    asked = JSON.parse(filter);
  } catch {
    // Of a recording that something else has written.
    return [filter];
  }
  const read = readFilter(asked);
  return [
    ...LIST_CHANGES.flatMap(([name]) => (read[name] ? [LIST_NAMES[name]] : [])),
    ...read.resourceSubscriptions,
  ];
}

/** How a subscription stands. */
export function stateChip(one: SubscriptionView): ChipData {
  switch (one.state) {
    case 'opening':
      return { text: 'no acknowledgment yet', tone: 'wait' };
    case 'open':
      return { text: 'open', tone: 'done' };
    case 'paused':
      return { text: one.pause?.ms === null ? 'waits for a place' : 'opens again soon', tone: 'wait' };
    case 'ended':
      return one.ended?.how === 'graceful'
        ? { text: 'ended by the server', tone: 'plain' }
        : one.ended?.how === 'closed'
          ? { text: 'closed', tone: 'plain' }
          : { text: one.ended?.how ?? 'ended', tone: 'fail' };
  }
}

/** Why it stands so, where there is more to say; null where there is not. */
export function stateNote(one: SubscriptionView): string | null {
  if (one.pause)
    return one.pause.ms === null
      ? one.pause.reason
      : `${one.pause.reason}; again after ${duration(one.pause.ms)}`;
  if (one.ended?.how === 'closed') return null;
  return one.ended?.detail ?? null;
}
