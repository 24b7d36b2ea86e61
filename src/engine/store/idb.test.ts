import { afterEach, expect, test, vi } from 'vitest';
import type { Clock } from '../base/clock.ts';
import { brokenPromises } from './contract.ts';
import { createBrowserStore } from './idb.ts';
import type { Collection } from './store.ts';

const texts: Collection<string> = {
  name: 'texts',
  limit: null,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

afterEach(() => vi.unstubAllGlobals());

// Node has no IndexedDB, as some sandboxed pages have none.
test('without IndexedDB things are kept in memory, and the reason is said', async () => {
  const store = createBrowserStore();
  expect((await store.put(texts, 'a', 'one', 1)).ok).toBe(true);
  expect(await store.get(texts, 'a')).toBe('one');
  expect(store.status.snapshot.kind).toBe('memory');
  expect(store.status.snapshot.problem).toContain('What is kept lasts until the page is closed.');
});

test('in memory every promise of a store is kept', async () => {
  expect(await brokenPromises(() => createBrowserStore())).toEqual([]);
});

test('a browser that forbids it is named', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const store = createBrowserStore();
  expect(await store.next('x')).toBe(1);
  expect(store.status.snapshot).toMatchObject({
    kind: 'memory',
    problem: expect.stringContaining('its settings forbid it'),
  });
});

test('a browser that never answers is not waited for', async () => {
  // What idb looks at before it waits; a request that never hears of anything.
  class Silent extends EventTarget {}
  vi.stubGlobal('IDBRequest', Silent);
  for (const name of ['Transaction', 'Database', 'ObjectStore', 'Index', 'Cursor']) {
    vi.stubGlobal(`IDB${name}`, class {});
  }
  vi.stubGlobal('indexedDB', { open: () => new Silent() });
  const asked: number[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: (ms) => {
      asked.push(ms);
      return Promise.resolve();
    },
  };
  const store = createBrowserStore({ clock, openLimitMs: 1234 });
  await store.put(texts, 'a', 'one', 1);
  expect(asked).toEqual([1234]);
  expect(await store.get(texts, 'a')).toBe('one');
  expect(store.status.snapshot.problem).toContain('did not open its database in time');
});

test('listeners hear that things are kept in memory only', async () => {
  const store = createBrowserStore();
  const heard: string[] = [];
  store.status.subscribe(() => heard.push(store.status.snapshot.kind));
  expect(store.status.snapshot).toEqual({ kind: 'browser', problem: null });
  await store.list(texts);
  expect(heard).toEqual(['memory']);
});
