import { expect, test, vi } from 'vitest';
import { EngineError } from '../base/errors.ts';
import { brokenPromises } from './contract.ts';
import { createLateStore } from './late-store.ts';
import { createMemoryStore } from './memory.ts';
import type { Collection } from './store.ts';

const texts: Collection<string> = {
  name: 'texts',
  limit: null,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

test('it keeps every promise of a store', async () => {
  expect(await brokenPromises(() => createLateStore(() => Promise.resolve(createMemoryStore())))).toEqual([]);
});

test('what it keeps things in is loaded once, when it is first used', async () => {
  const load = vi.fn(() => Promise.resolve(createMemoryStore('kept in memory')));
  const store = createLateStore(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([store.put(texts, 'a', 'one', 1), store.next('x'), store.list(texts)]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(store.status.snapshot).toEqual({ kind: 'memory', problem: 'kept in memory' });
});

test('where that does not load nothing is kept, numbers go on, and the reason is said', async () => {
  const store = createLateStore(() => Promise.reject(new EngineError('offline', 'no answer')));
  expect(await store.get(texts, 'a')).toBeUndefined();
  expect(await store.list(texts)).toEqual([]);
  expect([await store.next('x'), await store.next('x')]).toEqual([1, 2]);
  const put = await store.put(texts, 'a', 'one', 1);
  expect(put).toMatchObject({ ok: false, message: 'The code that keeps things did not load: no answer' });
  expect(store.status.snapshot.problem).toBe('The code that keeps things did not load: no answer');
});
