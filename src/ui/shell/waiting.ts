import type { CallView } from '../../engine/views/calls.ts';

/** Calls of a connection that stand until a person acts, oldest first. */
export function waitingCalls(
  calls: readonly CallView[],
  connection: number | undefined,
): readonly CallView[] {
  return calls.filter((call) => call.connection === connection && call.state === 'waiting');
}

/** Names one stop of a call: the same call waits again at each further round. */
export function stopOf(call: CallView): string {
  return `${call.call}:${call.waiting?.round ?? ''}`;
}

/** What is said when a call stops for the person. */
export function announcementOf(call: CallView): string {
  const round = call.rounds.find((each) => each.round === call.waiting?.round);
  const outcome = round?.outcome;
  const place = `${call.name || call.method} waits for you at round ${round?.depth ?? call.rounds.length}`;
  if (outcome?.kind !== 'input required' || outcome.keys.length === 0) return place;
  const { keys } = outcome;
  return `${place}: ${keys.length} input ${keys.length === 1 ? 'request' : 'requests'}, ${keys.join(', ')}`;
}

/** The title of the page: who waits stands first, for a tab shows little more. The first panel is the page itself. */
export function titleOf(panelName: string, waiting: number): string {
  if (waiting > 0) return `${waiting} waiting · Roundtrip`;
  return panelName === 'Connect' ? 'Roundtrip' : `${panelName} · Roundtrip`;
}
