import { BASELINES, type Baseline } from '../engine/comparison/baseline.ts';
import type { Store } from '../engine/store/store.ts';
import { KeptList } from './kept-list.svelte.ts';

const known = new WeakMap<Store, KeptList<Baseline>>();

/** The baselines of this browser: one list for all panels. */
export function baselinesOf(store: Store): KeptList<Baseline> {
  const found = known.get(store) ?? new KeptList(store, BASELINES);
  known.set(store, found);
  return found;
}
