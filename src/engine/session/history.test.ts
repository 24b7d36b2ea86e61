import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import type { Store } from '../store/store.ts';
import { HANDSHAKES, History, type KeptHandshake } from './history.ts';

const kept = (number: number): KeptHandshake => ({
  number,
  url: 'https://a.example/mcp',
  at: number,
  entries: [],
});
const numbers = (history: History) => history.handshakes.snapshot.map(({ number }) => number);
/** As another tab does it. */
const write = (store: Store, number: number) => store.put(HANDSHAKES, String(number), kept(number), number);

describe('the handshakes of this browser', () => {
  test('that another tab kept come with the next one of this page', async () => {
    const store = createMemoryStore();
    const history = new History(store);
    await history.read();
    await history.keep(kept(1));
    await write(store, 2);
    expect(numbers(history)).toEqual([1]);
    await history.keep(kept(3));
    expect(numbers(history)).toEqual([3, 2, 1]);
    expect(await store.keys(HANDSHAKES)).toEqual(['3', '2', '1']);
  });

  test('that are there already stay the same objects, and nobody is told where nothing came', async () => {
    const store = createMemoryStore();
    const history = new History(store);
    await history.keep(kept(1));
    const [mine] = history.handshakes.snapshot;
    let told = 0;
    history.handshakes.subscribe(() => (told += 1));
    await history.read();
    expect(told).toBe(0);
    await write(store, 2);
    await history.read();
    expect(told).toBe(1);
    expect(history.handshakes.snapshot[1]).toBe(mine);
  });

  test('that come while the store is read are there once', async () => {
    const store = createMemoryStore();
    const history = new History(store);
    await write(store, 1);
    await Promise.all([history.read(), history.keep(kept(2)), history.read()]);
    expect(numbers(history)).toEqual([2, 1]);
  });

  test('of this page are there where the store keeps nothing', async () => {
    const lost: Store = { ...createMemoryStore(), keys: () => Promise.resolve([]) };
    const history = new History(lost);
    await history.keep(kept(1));
    await history.read();
    expect(numbers(history)).toEqual([1]);
  });

  test('are no more than are kept', async () => {
    const store = createMemoryStore();
    const history = new History(store);
    for (let number = 1; number <= 51; number += 1) await history.keep(kept(number));
    expect(numbers(history)).toHaveLength(50);
    expect(numbers(history).at(-1)).toBe(2);
  });
});
