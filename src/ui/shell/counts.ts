import { listOf } from '../../engine/protocol/lists.ts';
import type { EntryList, ListEntry } from '../../engine/views/list-pages.ts';
import type { ListingView } from '../../engine/views/listings.ts';
import type { PanelId } from '../app.ts';
import type { Shell } from './shell.svelte.ts';

/** A count beside a panel's name, and the noun that makes it a description. */
export interface NavCount {
  readonly count: number;
  readonly noun: string;
  /** The person is to act. */
  readonly waits: boolean;
}

export interface ListCount {
  readonly all: number;
  readonly broken: number;
}

/** By the panel that shows them. */
export type ListCounts = { readonly [panel in 'tools' | 'resources' | 'prompts']?: ListCount };

/** How much the listings have so far. Reading them is loaded with the first page: the first screen has none. */
export async function countLists(listings: readonly ListingView[]): Promise<ListCounts> {
  const counts: { -readonly [panel in keyof ListCounts]: ListCounts[panel] } = {};
  await Promise.all(
    listings.map(async (listing) => {
      const { method, pages } = listing;
      const panel = listOf(method)?.member;
      if (panel === undefined || panel === 'resourceTemplates' || pages.every(({ result }) => !result))
        return;
      try {
        const { entries } = await (await readers[panel]())(listing);
        counts[panel] = {
          all: entries.length,
          broken: entries.filter(({ problems }) => problems.length > 0).length,
        };
      } catch {
        // The code did not load. The panel says so itself; a count is not worth a word.
      }
    }),
  );
  return counts;
}

type Read = (listing: ListingView) => Promise<EntryList<ListEntry>>;

const readers: Readonly<Record<keyof ListCounts, () => Promise<Read>>> = {
  tools: async () => (await import('../../engine/views/tools.ts')).readTools,
  resources: async () => (await import('../../engine/views/resources.ts')).readResources,
  prompts: async () => (await import('../../engine/views/prompts.ts')).readPrompts,
};

const LISTED = [
  ['tools', 'tool', 'tools'],
  ['resources', 'resource', 'resources'],
  ['prompts', 'prompt', 'prompts'],
] as const;

/** The counts worth showing; nothing stands where there is nothing to count. */
export function countsOf(shell: Shell, lists: ListCounts): Partial<Record<PanelId, NavCount>> {
  const counts: Partial<Record<PanelId, NavCount>> = {};
  const add = (panel: PanelId, count: number, one: string, many: string, waits = false) => {
    if (count > 0) counts[panel] = { count, noun: count === 1 ? one : many, waits };
  };

  const handshakes = new Set(shell.history.current.map((each) => each.number));
  for (const each of shell.views.handshakes.current) handshakes.add(each.number);
  add('handshake', handshakes.size, 'handshake kept', 'handshakes kept');

  for (const [panel, one, many] of LISTED) {
    const count = lists[panel];
    const broken = count && count.broken > 0 ? `, ${count.broken} broken` : '';
    add(panel, count?.all ?? 0, `${one}${broken}`, `${many}${broken}`);
  }

  const connection = shell.snapshot.current.connection?.number;
  // What the server asks for outside of a call is none.
  const calls = shell.views.calls.current.filter(
    (call) => call.connection === connection && call.origin === 'client',
  ).length;
  const asked = shell.waiting.filter((call) => call.origin === 'server').length;
  const waits = (one: string, many: string) => add('rounds', shell.waiting.length, one, many, true);
  if (asked > 0 && asked === shell.waiting.length)
    waits('request of the server waits for you', 'requests of the server wait for you');
  else if (asked > 0) waits('', 'calls and requests of the server wait for you');
  else if (shell.waiting.length > 0) waits('call waits for you', 'calls wait for you');
  else add('rounds', calls, 'call', 'calls');

  add('wire-log', shell.views.wireRows.current.messages, 'message', 'messages');
  return counts;
}
