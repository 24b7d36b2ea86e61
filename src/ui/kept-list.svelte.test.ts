import { describe, expect, test } from 'vitest';
import { failure } from '../engine/base/result.ts';
import { createMemoryStore } from '../engine/store/memory.ts';
import type { Collection } from '../engine/store/store.ts';
import { KeptList } from './kept-list.svelte.ts';

interface Named {
  readonly name: string;
}

const collection: Collection<Named> = {
  name: 'named',
  limit: null,
  read: (value) =>
    typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
      ? { name: value.name }
      : undefined,
};

const namesOf = (list: KeptList<Named>) => list.entries.map(({ value }) => value.name);

describe('what is kept', () => {
  test('is there newest first, in the next page too', async () => {
    const store = createMemoryStore();
    const list = new KeptList(store, collection);
    await list.keep({ name: 'a' });
    await list.keep({ name: 'b' });
    expect(namesOf(list)).toEqual(['b', 'a']);
    const next = new KeptList(store, collection);
    await next.load();
    expect(namesOf(next)).toEqual(['b', 'a']);
  });

  test('keeps its place when it is named anew, and goes when it is deleted', async () => {
    const list = new KeptList(createMemoryStore(), collection);
    for (const name of ['a', 'b', 'c']) await list.keep({ name });
    const [, b] = list.entries;
    if (!b) expect.unreachable();
    await list.rename(b, 'B');
    expect(namesOf(list)).toEqual(['c', 'B', 'a']);
    await list.remove(b.key);
    expect(namesOf(list)).toEqual(['c', 'a']);
  });

  test('says why it was not kept, and what was there stays', async () => {
    const store = createMemoryStore();
    const list = new KeptList(store, collection);
    await list.keep({ name: 'a' });
    const full = new KeptList(
      { ...store, put: () => Promise.resolve(failure('not-kept', 'the browser has no room left')) },
      collection,
    );
    expect(await full.keep({ name: 'b' })).toBe('the browser has no room left');
    expect(namesOf(full)).toEqual(['a']);
  });

  test('is gone with the page where the browser refuses: that is said', () => {
    expect(new KeptList(createMemoryStore('It is forbidden.'), collection).fleeting).toBe('It is forbidden.');
  });
});
