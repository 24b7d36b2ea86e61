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

export interface ToolCount {
  readonly all: number;
  readonly broken: number;
}

/** How many tools a listing has so far. Reading it is loaded with the first listing: the first screen has none. */
export async function countTools(listing: ListingView | undefined): Promise<ToolCount | undefined> {
  if (!listing) return undefined;
  try {
    const { readTools } = await import('../../engine/views/tools.ts');
    const { entries: tools } = await readTools(listing);
    return { all: tools.length, broken: tools.filter((tool) => tool.problems.length > 0).length };
  } catch {
    // The code did not load. The panel says so itself; a count is not worth a word.
    return undefined;
  }
}

/** The counts worth showing; nothing stands where there is nothing to count. */
export function countsOf(shell: Shell, tools: ToolCount | undefined): Partial<Record<PanelId, NavCount>> {
  const counts: Partial<Record<PanelId, NavCount>> = {};
  const add = (panel: PanelId, count: number, one: string, many: string, waits = false) => {
    if (count > 0) counts[panel] = { count, noun: count === 1 ? one : many, waits };
  };

  const handshakes = new Set(shell.history.current.map((each) => each.number));
  for (const each of shell.views.handshakes.current) handshakes.add(each.number);
  add('handshake', handshakes.size, 'handshake kept', 'handshakes kept');

  if (tools) {
    const broken = tools.broken > 0 ? `, ${tools.broken} broken` : '';
    add('tools', tools.all, `tool${broken}`, `tools${broken}`);
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
