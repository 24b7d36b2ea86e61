import { untrack } from 'svelte';
import { begin } from '../../parts/pending.svelte.ts';

/**
 * How many of `total` rows are drawn: `first` of them at once, and as many more in each frame after that, so that hundreds hold up
 * none. Made while a component is set up.
 */
export class Growing {
  count = $state(0);

  constructor(total: () => number, first: number) {
    this.count = first;
    $effect(() => {
      if (this.count >= total()) return undefined;
      const end = begin();
      const frame = requestAnimationFrame(() => (this.count = untrack(() => this.count) + first));
      return () => {
        cancelAnimationFrame(frame);
        end();
      };
    });
  }
}
