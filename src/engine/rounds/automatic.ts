import type { Asked } from './asked.ts';
import { shownKey } from './shown-key.ts';

/** Limits of the automatic loop. */
export interface RoundLimits {
  /** Requests of one call in all, the first counted. */
  readonly requests: number;
  /** Results that ask nothing, the last of which hands over. */
  readonly empty: number;
}

/** What a responder made of one input request. */
export type ResponderAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  /** `why` where it is not simply what the settings say. */
  | { readonly kind: 'ask'; readonly why?: string }
  | { readonly kind: 'fail'; readonly reason: string };

/** What the automatic driver does with a round that asks for input: goes on, hands over to a person, or ends the call. */
export type NextStep =
  | {
      readonly kind: 'send';
      readonly answers: readonly (readonly [key: string, text: string])[];
      readonly delayMs: number;
    }
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'fail'; readonly reason: string };

/** Where a call stands when a round has asked for input. */
export interface LoopState {
  readonly asked: Asked;
  readonly manual: boolean;
  /** Requests sent so far, the first counted. */
  readonly requests: number;
  /** Results so far that asked nothing, this one not counted. */
  readonly emptyBefore: number;
  readonly limits: RoundLimits;
}

/** Why a result that is complete and asks at once is not gone on with: which of the two the server means is for a person to say. */
export function mixedReason(beside: readonly string[]): string {
  return `The result asks for input and carries ${beside.join(' and ')} as a complete one would`;
}

/** The first pause before a round that asks nothing is sent again; doubles each time. */
const FIRST_PAUSE_MS = 250;

/**
 * What comes next: an answer to every key, the person, or the end of the call where a responder failed. Pure; the caller sends, sleeps and asks the responders.
 * A round that asks nothing is sent again at once, then after 250 ms, doubling.
 */
export function decideNext(state: LoopState, responses: ReadonlyMap<string, ResponderAnswer>): NextStep {
  const { asked, limits } = state;
  if (state.manual) return { kind: 'wait', reason: 'manual' };
  if (asked.beside.length > 0) return { kind: 'wait', reason: mixedReason(asked.beside) };
  if (state.requests >= limits.requests) {
    return { kind: 'wait', reason: `The limit of ${limits.requests} requests for one call is reached` };
  }
  if (asked.requests.length === 0) {
    if (state.emptyBefore + 1 >= limits.empty) {
      return { kind: 'wait', reason: `${limits.empty} results asked nothing` };
    }
    const delayMs = state.emptyBefore === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (state.emptyBefore - 1);
    return { kind: 'send', answers: [], delayMs };
  }
  for (const [key, response] of responses) {
    // What failed counts before what only asks: no answer by hand would mend it.
    if (response.kind === 'fail') {
      return { kind: 'fail', reason: `No answer for ${shownKey(key)}: ${response.reason}` };
    }
  }
  const answers: (readonly [string, string])[] = [];
  for (const { key } of asked.requests) {
    const response = responses.get(key);
    if (response?.kind !== 'answer') {
      const why = response?.kind === 'ask' ? response.why : undefined;
      return { kind: 'wait', reason: why ?? 'A responder is set to ask' };
    }
    answers.push([key, response.text]);
  }
  return { kind: 'send', answers, delayMs: 0 };
}
