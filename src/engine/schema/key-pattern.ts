import { NotRead, readPattern, type PatternTree } from './pattern-tree.ts';

/** Whether a key matches; undefined where telling would take too long. */
export type KeyTest = (key: string) => boolean | undefined;

/** Most steps of one pattern; repetitions are written out. */
const STEPS = 2000;
/** Most steps taken for one key. */
const WORK = 2_000_000;

type Step =
  | { readonly kind: 'one'; readonly is: (char: string) => boolean }
  | { readonly kind: 'start' | 'end' | 'match' }
  | { readonly kind: 'either'; to: readonly number[] };

/**
 * The test of a `patternProperties` pattern, as the validator makes it (ECMA-262 with the `u` flag, without it where that is no
 * pattern). All ways through the pattern are gone at once, character by character, so that no pattern of a server can run away.
 * Undefined for what is not read here, such as `(?!…)`: only the validator, which can be stopped, judges that.
 */
export function keyTest(pattern: string): KeyTest | undefined {
  try {
    const flags = flagsOf(pattern);
    const steps = new Steps(flags).of(readPattern(pattern));
    return (key) => run(steps, flags === '' ? key.split('') : [...key]);
  } catch (thrown) {
    if (thrown instanceof NotRead) return undefined;
    throw thrown;
  }
}

function flagsOf(pattern: string): 'u' | '' {
  for (const flags of ['u', ''] as const) {
    try {
      // Made, so that it is known to be a pattern; never run.
      new RegExp(pattern, flags);
      return flags;
    } catch {
      // No pattern with these flags.
    }
  }
  throw new NotRead();
}

class Steps {
  readonly #flags: 'u' | '';
  readonly #steps: Step[] = [];

  constructor(flags: 'u' | '') {
    this.#flags = flags;
  }

  of(tree: PatternTree): readonly Step[] {
    this.#add(tree);
    this.#push({ kind: 'match' });
    return this.#steps;
  }

  #push<S extends Step>(step: S): S {
    if (this.#steps.length >= STEPS) throw new NotRead();
    this.#steps.push(step);
    return step;
  }

  #fork(): { kind: 'either'; to: readonly number[] } {
    return this.#push({ kind: 'either', to: [] });
  }

  #add(tree: PatternTree): void {
    switch (tree.kind) {
      case 'one':
        this.#push({ kind: 'one', is: testOf(tree.source, this.#flags) });
        return;
      case 'start':
      case 'end':
        this.#push({ kind: tree.kind });
        return;
      case 'sequence':
        for (const part of tree.parts) this.#add(part);
        return;
      case 'choice': {
        const fork = this.#fork();
        const ends: { to: readonly number[] }[] = [];
        for (const part of tree.parts) {
          fork.to = [...fork.to, this.#steps.length];
          this.#add(part);
          ends.push(this.#fork());
        }
        for (const end of ends) end.to = [this.#steps.length];
        return;
      }
      case 'repeat':
        return this.#repeat(tree.part, tree.least, tree.most);
    }
  }

  #repeat(part: PatternTree, least: number, most: number): void {
    if (least > STEPS || (most !== Infinity && most > STEPS)) throw new NotRead();
    for (let count = 0; count < least; count++) this.#add(part);
    if (most === Infinity) {
      const again = this.#steps.length;
      const fork = this.#fork();
      this.#add(part);
      this.#push({ kind: 'either', to: [again] });
      fork.to = [again + 1, this.#steps.length];
      return;
    }
    const skips: { to: readonly number[] }[] = [];
    for (let count = least; count < most; count++) {
      const fork = this.#fork();
      fork.to = [this.#steps.length];
      skips.push(fork);
      this.#add(part);
    }
    for (const skip of skips) skip.to = [...skip.to, this.#steps.length];
  }
}

function testOf(source: string, flags: 'u' | ''): (char: string) => boolean {
  if (/^[^\\[.]$/.test(source)) return (char) => char === source;
  // One character against one: nothing to backtrack into.
  const expression = new RegExp(`^${source}$`, flags);
  return (char) => expression.test(char);
}

function run(steps: readonly Step[], chars: readonly string[]): boolean | undefined {
  if (steps.length * (chars.length + 1) > WORK) return undefined;
  let reached: number[] = [];
  for (let at = 0; at <= chars.length; at++) {
    // A pattern may begin at any character.
    const pending = [...reached, 0];
    const seen = new Set<number>();
    const ones: number[] = [];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const step = steps[index];
      if (step === undefined || seen.has(index)) continue;
      seen.add(index);
      if (step.kind === 'match') return true;
      if (step.kind === 'one') ones.push(index);
      else if (step.kind === 'either') pending.push(...step.to);
      else if (step.kind === 'start' ? at === 0 : at === chars.length) pending.push(index + 1);
    }
    const char = chars[at];
    reached =
      char === undefined
        ? []
        : ones.flatMap((index) => {
            const step = steps[index];
            return step?.kind === 'one' && step.is(char) ? [index + 1] : [];
          });
  }
  return false;
}
