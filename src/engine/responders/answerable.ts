import type { Answerable } from '../capabilities/client.ts';
import type { ResponderSettings, SamplingResponder } from './responders.ts';

/** What the responders that are on answer. */
export function answerableOf({ elicitation, sampling, roots }: ResponderSettings): Answerable {
  return {
    elicitation: elicitation !== 'off',
    sampling: sampling !== 'off',
    samplingTools: usesTools(sampling),
    roots: roots !== 'off',
  };
}

/** A text that is fixed beforehand uses no tools; a person, a script and a model may. */
function usesTools(sampling: SamplingResponder): boolean {
  if (typeof sampling === 'string') return sampling === 'ask';
  return sampling.kind === 'script' || sampling.kind === 'endpoint';
}
