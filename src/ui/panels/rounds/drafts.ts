import { eachInSlices, inSlices } from '../../../engine/base/turn.ts';
import type { Session } from '../../../engine/session/contract.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import type { ServerRequestView } from '../../../engine/views/calls.ts';
import { readAsked, readServerRequest } from './asked.ts';
import { ReplyDraftState } from './reply-draft.svelte.ts';
import { RoundDraftState } from './round-draft.svelte.ts';

interface Drafts {
  readonly rounds: Map<string, Promise<RoundDraftState>>;
  readonly replies: Map<number, ReplyDraftState>;
}

const sessions = new WeakMap<Session, Drafts>();

function draftsOf(session: Session): Drafts {
  const drafts = sessions.get(session) ?? { rounds: new Map(), replies: new Map() };
  sessions.set(session, drafts);
  return drafts;
}

/** The draft that answers a round, made once: it survives another round, call or panel, and whatever arrives. */
export function draftFor(
  session: Session,
  validator: Validator,
  call: number,
  round: number,
  resultText: string,
): Promise<RoundDraftState> {
  const { rounds } = draftsOf(session);
  const key = `${call}/${round}`;
  const found = rounds.get(key) ?? inSlices(RoundDraftState.make(readAsked(resultText), validator));
  rounds.set(key, found);
  return found;
}

/** The drafts that answer these requests of a legacy server, by request. */
export async function replyDraftsFor(
  session: Session,
  validator: Validator,
  requests: readonly ServerRequestView[],
): Promise<ReadonlyMap<number, ReplyDraftState>> {
  const drafts = new Map<number, ReplyDraftState>();
  await eachInSlices(requests, async (each) => {
    drafts.set(each.request, await replyDraftFor(session, validator, each));
  });
  return drafts;
}

/** The draft that answers a request of a legacy server, made once. */
export async function replyDraftFor(
  session: Session,
  validator: Validator,
  { request, message, item, key }: ServerRequestView,
): Promise<ReplyDraftState> {
  const { replies } = draftsOf(session);
  const known = replies.get(request);
  if (known) return known;
  const text = (await message?.text().catch(() => '')) ?? '';
  const found = replies.get(request) ?? new ReplyDraftState(readServerRequest(text, item, key), validator);
  replies.set(request, found);
  return found;
}
