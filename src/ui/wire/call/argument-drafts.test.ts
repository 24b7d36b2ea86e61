import { expect, test, vi } from 'vitest';
import { State } from '../../../engine/base/subscribable.ts';
import { success } from '../../../engine/base/result.ts';
import type { Collection, Store, StoreStatus } from '../../../engine/store/store.ts';
import { ArgumentDrafts } from './argument-drafts.svelte.ts';

function memoryStore() {
  const kept = new Map<string, unknown>();
  const store: Store = {
    status: new State<StoreStatus>({ kind: 'memory', problem: null }),
    get: <T>(collection: Collection<T>, key: string) => Promise.resolve(collection.read(kept.get(key))),
    put: (_, key, value) => {
      kept.set(key, value);
      return Promise.resolve(success(undefined));
    },
    delete: () => Promise.resolve(),
    list: () => Promise.resolve([]),
    keys: () => Promise.resolve([]),
    next: () => Promise.resolve(1),
  };
  return { store, kept };
}

const server = 'https://a.example/mcp';

test('a tool without a draft begins with the seed, once', async () => {
  const drafts = new ArgumentDrafts(memoryStore().store);
  await drafts.open(server, 'a', () => 'seed');
  drafts.set(server, 'a', '');
  await drafts.open(server, 'a', () => 'seed again');
  expect(drafts.get(server, 'a')).toBe('');
});

test('a draft is there again after a reload, for its server and its tool only', async () => {
  const { store } = memoryStore();
  const before = new ArgumentDrafts(store);
  before.set(server, '__proto__', '{"n": 1.0}');
  await vi.waitFor(async () => expect(await reopened('__proto__')).toBe('{"n": 1.0}'));
  expect(await reopened('other')).toBe('seed');
  expect(await reopened('__proto__', 'https://b.example/mcp')).toBe('seed');

  async function reopened(tool: string, url = server) {
    const after = new ArgumentDrafts(store);
    await after.open(url, tool, () => 'seed');
    return after.get(url, tool);
  }
});

test('of many changes the newest is kept', async () => {
  const { store, kept } = memoryStore();
  const drafts = new ArgumentDrafts(store);
  for (let n = 0; n < 50; n++) drafts.set(server, 'a', `text ${n}`);
  await vi.waitFor(() => expect([...kept.values()]).toEqual(['text 49']));
});

test('typing that is faster than the store wins', async () => {
  const { store } = memoryStore();
  const drafts = new ArgumentDrafts(store);
  const opening = drafts.open(server, 'a', () => 'seed');
  drafts.set(server, 'a', 'typed');
  await opening;
  expect(drafts.get(server, 'a')).toBe('typed');
});

test('whoever asks while it is read waits for it', async () => {
  const { store } = memoryStore();
  const drafts = new ArgumentDrafts(store);
  void drafts.open(server, 'a', () => 'seed');
  expect(drafts.get(server, 'a')).toBeUndefined();
  await drafts.open(server, 'a', () => 'another');
  expect(drafts.get(server, 'a')).toBe('seed');
});

test('what was typed on an earlier page is told from what begins here', async () => {
  const { store, kept } = memoryStore();
  kept.set(JSON.stringify([server, 'a']), '{}');
  const drafts = new ArgumentDrafts(store);
  await drafts.open(server, 'a', () => '{}');
  await drafts.open(server, 'b', () => '{}');
  drafts.set(server, 'b', '{"n":1}');
  expect([drafts.isKept(server, 'a'), drafts.isKept(server, 'b')]).toEqual([true, false]);
});
