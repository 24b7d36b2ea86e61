import { describeThrown } from '../base/errors.ts';
import { failure } from '../base/result.ts';
import { State } from '../base/subscribable.ts';
import type { Store, StoreStatus } from './store.ts';

/**
 * A store that is there at once, and keeps things in one that `load` brings when it is first used. Where that does not load,
 * nothing is found or kept, and `status` says why.
 */
export function createLateStore(load: () => Promise<Store>): Store {
  const status = new State<StoreStatus>({ kind: 'browser', problem: null });
  let loading: Promise<Store | null> | undefined;
  let given = 0;

  const adopt = (store: Store): Store => {
    const follow = () => status.set(store.status.snapshot);
    store.status.subscribe(follow);
    follow();
    return store;
  };
  const refuse = (thrown: unknown): null => {
    status.set({
      kind: 'memory',
      problem: `The code that keeps things did not load: ${describeThrown(thrown)}`,
    });
    return null;
  };
  const loaded = () => (loading ??= load().then(adopt, refuse));

  return {
    status,
    get: async (collection, key) => (await loaded())?.get(collection, key),
    async put(collection, key, value, order) {
      const store = await loaded();
      if (store) return store.put(collection, key, value, order);
      return failure('not-kept', status.snapshot.problem ?? '');
    },
    delete: async (collection, key) => (await loaded())?.delete(collection, key),
    list: async (collection) => (await (await loaded())?.list(collection)) ?? [],
    keys: async (collection) => (await (await loaded())?.keys(collection)) ?? [],
    async next(counter) {
      const store = await loaded();
      // Unique in this page at least, over all counters.
      return store ? store.next(counter) : (given += 1);
    },
  };
}
