import { untrack } from 'svelte';
import { begin } from '../../parts/pending.svelte.ts';

/**
 * How many of `total` rows are drawn: `first` of them at once, and twice as many in each frame after that, so that hundreds hold up
 * none and are laid out a few times only. Made while a component is set up.
 */
export class Growing {
  count = $state(0);

  constructor(total: () => number, first: number) {
    this.count = first;
    $effect(() => {
      if (this.count >= total()) return undefined;
      const end = begin();
      const frame = requestAnimationFrame(() => (this.count = 2 * untrack(() => this.count)));
      return () => {
        cancelAnimationFrame(frame);
        end();
      };
    });
  }
}
