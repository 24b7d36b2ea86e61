import type { Answerable } from '../capabilities/client.ts';
import type { ResponderSettings, SamplingResponder } from './responders.ts';

const known = new WeakMap<ResponderSettings, Answerable>();

/** What the responders that are on answer; of the same settings the same object. */
export function answerableOf(settings: ResponderSettings): Answerable {
  const before = known.get(settings);
  if (before) return before;
  const { elicitation, sampling, roots } = settings;
  const answerable = {
    elicitation: elicitation !== 'off',
    sampling: sampling !== 'off',
    samplingTools: usesTools(sampling),
    roots: roots !== 'off',
  };
  known.set(settings, answerable);
  return answerable;
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
