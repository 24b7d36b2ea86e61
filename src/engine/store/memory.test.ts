import { describe, expect, test } from 'vitest';
import { brokenPromises, STORE_CONTRACT } from './contract.ts';
import { createMemoryStore } from './memory.ts';
import type { Collection } from './store.ts';

describe('the store in memory', () => {
  test.each(STORE_CONTRACT)('$title', async ({ check }) => {
    await check(() => createMemoryStore());
  });

  test('says why it is used', () => {
    expect(createMemoryStore().status.snapshot).toEqual({ kind: 'memory', problem: null });
    expect(createMemoryStore('No room.').status.snapshot).toEqual({ kind: 'memory', problem: 'No room.' });
  });
});

describe('the contract', () => {
  const broken = (change: (store: ReturnType<typeof createMemoryStore>) => object) =>
    brokenPromises(() => ({ ...createMemoryStore(), ...change(createMemoryStore()) }));

  test('finds nothing wrong with a good store', async () => {
    expect(await brokenPromises(() => createMemoryStore())).toEqual([]);
  });

  test.each([
    ['forgets', { get: async () => undefined }, 'what was kept is found again'],
    ['never counts', { next: async () => 1 }, 'a counter asked many times at once gives no number twice'],
    ['lists nothing', { list: async () => [] }, 'a list has the highest order first'],
    ['never deletes', { delete: async () => undefined }, 'what is deleted is gone'],
  ])('finds a store that %s', async (_title, change, title) => {
    expect(await broken(() => change)).toContainEqual(expect.stringContaining(title));
  });

  test('finds a store that does not know its limit', async () => {
    const found = await brokenPromises(() => {
      const store = createMemoryStore();
      return {
        ...store,
        put: (collection: Collection<never>, key: string, value: never, order: number) =>
          store.put({ ...collection, limit: null, read: (each) => collection.read(each) }, key, value, order),
      } as typeof store;
    });
    expect(found).toContainEqual(expect.stringContaining('past the limit'));
  });
});
