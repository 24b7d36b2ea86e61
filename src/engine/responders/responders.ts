import { readInputRequest } from './input-request.ts';
import { echoAnswer, scriptedAnswer } from './sampling-answers.ts';
import { answerFor, rootsAnswer, samplingAnswer, SAMPLE_REPLY, type RootSetting } from './suggest.ts';

/** An OpenAI-compatible chat endpoint. Its key is no part of the settings: it stays in the tab. */
export interface ChatEndpoint {
  /** The whole address that is POSTed to, such as `http://localhost:11434/v1/chat/completions`. */
  readonly url: string;
  readonly model: string;
}

/** What answers sampling. `off`: nothing does, and a person is asked where a server asks all the same. */
export type SamplingResponder =
  | { readonly kind: 'text'; readonly text: string }
  /** Says back what the last message says. */
  | { readonly kind: 'echo' }
  /** A JSON array: an answer for each sampling request of a call in turn; a string is a text, an object a whole result. */
  | { readonly kind: 'script'; readonly text: string }
  | ({ readonly kind: 'endpoint' } & ChatEndpoint)
  | 'ask'
  | 'off';

/** What answers input requests in automatic mode. `ask` hands the request to the person. */
export interface ResponderSettings {
  /** `accept`: with the schema's defaults and minimal values for what else is required. */
  readonly elicitation: 'accept' | 'decline' | 'cancel' | 'ask' | 'off';
  readonly sampling: SamplingResponder;
  readonly roots: { readonly kind: 'list'; readonly roots: readonly RootSetting[] } | 'ask' | 'off';
}

/** What a responder says to one input request. */
export type Response =
  /** JSON text of the answer. */
  | { readonly kind: 'answer'; readonly text: string }
  /** A chat endpoint has to be asked. */
  | { readonly kind: 'endpoint'; readonly endpoint: ChatEndpoint }
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

/**
 * Answers one input request by the settings. Pure. `turn`: the how manieth sampling request of its call this is, from 1. A form for which no
 * valid answer is known is asked for.
 */
export function respond(settings: ResponderSettings, inputRequestText: string, turn = 1): Response {
  const request = readInputRequest(inputRequestText);
  switch (request.kind) {
    case 'unknown':
      return { kind: 'fail', reason: request.why };
    case 'sampling':
      return respondToSampling(settings.sampling, inputRequestText, turn);
    case 'roots':
      if (settings.roots === 'ask') return { kind: 'ask' };
      return settings.roots === 'off'
        ? off('roots')
        : { kind: 'answer', text: rootsAnswer(settings.roots.roots) };
    case 'form':
    case 'url': {
      if (settings.elicitation === 'ask') return { kind: 'ask' };
      if (settings.elicitation === 'off') return off('elicitation');
      const { text, valid, why } = answerFor(settings.elicitation, inputRequestText);
      return valid ? { kind: 'answer', text } : { kind: 'ask', why };
    }
  }
}

function respondToSampling(sampling: SamplingResponder, inputRequestText: string, turn: number): Response {
  if (sampling === 'ask') return { kind: 'ask' };
  if (sampling === 'off') return off('sampling');
  switch (sampling.kind) {
    case 'text':
      return { kind: 'answer', text: samplingAnswer(sampling.text) };
    case 'echo':
      return { kind: 'answer', text: echoAnswer(inputRequestText) };
    case 'script': {
      const answer = scriptedAnswer(sampling.text, turn);
      return answer.ok ? { kind: 'answer', text: answer.value } : { kind: 'ask', why: answer.message };
    }
    case 'endpoint':
      return { kind: 'endpoint', endpoint: { url: sampling.url, model: sampling.model } };
  }
}

function off(what: string): Response {
  return { kind: 'ask', why: `The responder for ${what} is off` };
}
