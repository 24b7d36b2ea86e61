import { readInputRequest } from './input-request.ts';
import { answerFor, rootsAnswer, samplingAnswer, SAMPLE_REPLY, type RootSetting } from './suggest.ts';

/** What answers input requests in automatic mode. `ask` hands the request to the person. */
export interface ResponderSettings {
  /** `accept`: with the schema's defaults and minimal values for what else is required. */
  readonly elicitation: 'accept' | 'decline' | 'cancel' | 'ask';
  readonly sampling: { readonly kind: 'text'; readonly text: string } | 'ask';
  readonly roots: { readonly kind: 'list'; readonly roots: readonly RootSetting[] } | 'ask';
}

/** What a responder says to one input request. */
export type Response =
  /** JSON text of the answer. */
  | { readonly kind: 'answer'; readonly text: string }
  /** A person has to answer; `why` where it is not simply what the settings say. */
  | { readonly kind: 'ask'; readonly why?: string }
  /** Nobody can: the request is none this client knows. */
  | { readonly kind: 'fail'; readonly reason: string };

/** Accept, a fixed text, no roots. */
export const defaultResponders: ResponderSettings = {
  elicitation: 'accept',
  sampling: { kind: 'text', text: SAMPLE_REPLY },
  roots: { kind: 'list', roots: [] },
};

/** Answers one input request by the settings. Pure. A form for which no valid answer is known is asked for. */
export function respond(settings: ResponderSettings, inputRequestText: string): Response {
  const request = readInputRequest(inputRequestText);
  switch (request.kind) {
    case 'unknown':
      return { kind: 'fail', reason: request.why };
    case 'sampling':
      return settings.sampling === 'ask'
        ? { kind: 'ask' }
        : { kind: 'answer', text: samplingAnswer(settings.sampling.text) };
    case 'roots':
      return settings.roots === 'ask'
        ? { kind: 'ask' }
        : { kind: 'answer', text: rootsAnswer(settings.roots.roots) };
    case 'form':
    case 'url': {
      if (settings.elicitation === 'ask') return { kind: 'ask' };
      const { text, valid, why } = answerFor(settings.elicitation, inputRequestText);
      return valid ? { kind: 'answer', text } : { kind: 'ask', why };
    }
  }
}
