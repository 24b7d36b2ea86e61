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

/** Whether the list of roots is another one than before. What a person will answer is not known, so it does not differ. */
export function rootsDiffer({ roots: a }: ResponderSettings, { roots: b }: ResponderSettings): boolean {
  return (
    typeof a !== 'string' && typeof b !== 'string' && JSON.stringify(a.roots) !== JSON.stringify(b.roots)
  );
}

/** A text that is fixed beforehand uses no tools; a person, a script and a model may. */
function usesTools(sampling: SamplingResponder): boolean {
  if (typeof sampling === 'string') return sampling === 'ask';
  return sampling.kind === 'script' || sampling.kind === 'endpoint';
}
