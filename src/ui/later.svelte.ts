/** Values that come later: a body's text, a verdict of the worker, the request a draft makes. */
import { untrack } from 'svelte';
import { begin } from './parts/pending.svelte.ts';

/** A value made from an input that changes. */
export interface Later<T> {
  /** The newest value that is ready; while the next one is made, the one before. */
  readonly current: T | undefined;
  /** `current` belongs to the newest input. */
  readonly settled: boolean;
}

/**
 * Calls `load` whenever `input` changes, and shows the answer to the newest input only. Call it while a component is set up.
 * `waitMs` lets the input rest first. The page counts as busy until the answer is there. `load` must not reject.
 */
export function later<I, T>(
  input: () => I,
  load: (input: I) => T | Promise<T>,
  { waitMs = 0 }: { readonly waitMs?: number } = {},
): Later<T> {
  let current = $state.raw<T>();
  let settled = $state(false);
  let first = true;

  $effect(() => {
    const given = input();
    settled = false;
    const end = begin();
    let over = false;
    const run = async () => {
      const value = await load(given);
      if (!over) {
        current = value;
        settled = true;
      }
      end();
    };
    const rest = first ? 0 : waitMs;
    first = false;
    // At once where nothing is to rest: what is in memory is on the screen in the same frame.
    const timer = rest > 0 ? setTimeout(() => void run(), rest) : undefined;
    if (rest === 0) untrack(() => void run());
    return () => {
      over = true;
      clearTimeout(timer);
      end();
    };
  });

  return {
    get current() {
      return current;
    },
    get settled() {
      return settled;
    },
  };
}
