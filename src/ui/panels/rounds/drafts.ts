import type { Session } from '../../../engine/session/contract.ts';
import type { Validator } from '../../../engine/schema/validator.ts';
import { readAsked } from './asked.ts';
import { RoundDraftState } from './round-draft.svelte.ts';

const sessions = new WeakMap<Session, Map<string, RoundDraftState>>();

/** The draft that answers a round, made once: it survives another round, call or panel, and whatever arrives. */
export function draftFor(
  session: Session,
  validator: Validator,
  call: number,
  round: number,
  resultText: string,
): RoundDraftState {
  const drafts = sessions.get(session) ?? new Map<string, RoundDraftState>();
  sessions.set(session, drafts);
  const key = `${call}/${round}`;
  const found = drafts.get(key) ?? new RoundDraftState(readAsked(resultText), validator);
  drafts.set(key, found);
  return found;
}
