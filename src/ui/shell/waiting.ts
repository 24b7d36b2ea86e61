import type { CallView, RoundView, ServerRequestView } from '../../engine/views/calls.ts';

/** Calls of a connection that stand until a person acts, oldest first. */
export function waitingCalls(
  calls: readonly CallView[],
  connection: number | undefined,
): readonly CallView[] {
  return calls.filter((call) => call.connection === connection && call.state === 'waiting');
}

/** Names one stop of a call: the same call waits again at each further round, and at each further request of a legacy server. */
export function stopOf(call: CallView): string {
  const round = waitingRound(call);
  return `${call.call}:${round?.round ?? ''}:${openRequests(round).at(-1)?.request ?? ''}`;
}

/** What is said when a call stops for the person. */
export function announcementOf(call: CallView): string {
  const round = waitingRound(call);
  const open = openRequests(round);
  if (call.origin === 'server') return `${call.method} waits for you, asked by the server`;
  const place = `${call.name || call.method} waits for you at round ${round?.depth ?? call.rounds.length}`;
  const asked =
    round?.outcome?.kind === 'input required' ? round.outcome.keys : open.map(({ method }) => method);
  if (asked.length === 0) return place;
  return `${place}: ${asked.length} input ${asked.length === 1 ? 'request' : 'requests'}, ${asked.join(', ')}`;
}

/** Heads what is said before they are abandoned: calls, and what the server asked outside of any. */
export function waitingTitle(calls: readonly CallView[]): string {
  const one = calls.length === 1;
  const asked = calls.filter(({ origin }) => origin === 'server').length;
  if (asked === 0) return one ? 'A call waits for you' : `${calls.length} calls wait for you`;
  if (asked < calls.length) return `${calls.length} calls and requests wait for you`;
  return one ? 'A request of the server waits for you' : `${asked} requests of the server wait for you`;
}

function waitingRound(call: CallView): RoundView | undefined {
  return call.rounds.find((each) => each.round === call.waiting?.round);
}

/** What a legacy server asked for and nobody has answered. */
function openRequests(round: RoundView | undefined): readonly ServerRequestView[] {
  return (round?.serverRequests ?? []).filter(({ reply, ended }) => reply === null && ended === null);
}

/** The title of the page: who waits stands first, for a tab shows little more. The first panel is the page itself. */
export function titleOf(panelName: string, waiting: number): string {
  if (waiting > 0) return `${waiting} waiting · Roundtrip`;
  return panelName === 'Connect' ? 'Roundtrip' : `${panelName} · Roundtrip`;
}
