import type { Collection, Store } from '../engine/store/store.ts';

const settings: Collection<unknown> = { name: 'settings', limit: null, read: (value) => value };

/** One setting kept in this browser. `read` turns what an older version kept into today's shape, or into nothing. */
export interface Setting<T> {
  load(): Promise<T | undefined>;
  save(value: T): Promise<void>;
}

export function keptSetting<T>(
  store: Store,
  key: string,
  read: (value: unknown) => T | undefined,
): Setting<T> {
  return {
    async load() {
      const value = await store.get(settings, key);
      return value === undefined ? undefined : read(value);
    },
    async save(value) {
      await store.put(settings, key, value, Date.now());
    },
  };
}
