import type { LadderStep } from '../../../engine/views/ladder.ts';

/** A stretch of a ladder in which messages go one way, with the waits after it. */
export interface Phase {
  readonly name: string;
  /** One for each ladder; empty where that has no such stretch. */
  readonly steps: readonly (readonly LadderStep[])[];
}

/**
 * Ladders of one call by its phases, so that a request on a stream stands beside a result that asks, and a response that is sent
 * beside a call that is sent again. The result stands in the last row of each.
 */
export function phasesOf(ladders: readonly (readonly LadderStep[])[]): readonly Phase[] {
  const all = ladders.map(stretches);
  const count = Math.max(0, ...all.map(({ length }) => length));
  return Array.from({ length: count }, (_, index): Phase => {
    const last = index === count - 1 && index > 0;
    return {
      name: last ? 'Result' : index === 0 ? 'Call' : index % 2 === 1 ? 'The server asks' : 'Answer',
      steps: all.map((own) => {
        if (last) return own.length > 1 ? (own.at(-1) ?? []) : [];
        return index < own.length - 1 || own.length === 1 ? (own[index] ?? []) : [];
      }),
    };
  });
}

function stretches(steps: readonly LadderStep[]): readonly (readonly LadderStep[])[] {
  const found: LadderStep[][] = [];
  let direction: 'out' | 'in' | null = null;
  for (const step of steps) {
    // Rounds are what the two ladders do not have in common.
    if (step.kind === 'band') continue;
    if (step.kind === 'message' && step.direction !== direction) {
      direction = step.direction;
      found.push([]);
    }
    found.at(-1)?.push(step);
  }
  return found;
}
