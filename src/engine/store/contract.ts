import { assertInvariant, describeThrown } from '../base/errors.ts';
import type { Collection, Store } from './store.ts';

/** A promise of every store, checked. `open` gives a store with nothing in it. */
export interface StorePromise {
  readonly title: string;
  check(open: () => Store): Promise<void>;
}

const texts: Collection<string> = {
  name: 'texts',
  limit: null,
  read: (value) => (typeof value === 'string' ? value : undefined),
};
const three: Collection<string> = { ...texts, name: 'three', limit: 3 };
const anything: Collection<unknown> = { name: 'anything', limit: null, read: (value) => value };
const trap: Collection<string> = {
  ...texts,
  read: (value) => {
    assertInvariant(value !== 'trap', 'trap', 'a reader that throws');
    return texts.read(value);
  },
};

/** What every store must hold to, in the page and in memory. Runs anywhere: a test, or the page itself. */
export const STORE_CONTRACT: readonly StorePromise[] = [
  {
    title: 'what was kept is found again',
    async check(open) {
      const store = open();
      const put = await store.put(texts, 'a', 'one', 1);
      expectEqual(put.ok, true);
      expectEqual(await store.get(texts, 'a'), 'one');
    },
  },
  {
    title: 'what was never kept is not found',
    async check(open) {
      const store = open();
      for (const key of ['a', '', '__proto__', 'constructor'])
        expectEqual(await store.get(texts, key), undefined);
      expectEqual(await store.list(texts), []);
    },
  },
  {
    title: 'a key of any text is a key',
    async check(open) {
      const store = open();
      const keys = ['', '__proto__', 'a.b', '😀', 'https://a.example/mcp?x=1#y', '\u0000', 'x'.repeat(5000)];
      for (const [order, key] of keys.entries()) await store.put(texts, key, `value of ${order}`, order);
      for (const [order, key] of keys.entries())
        expectEqual(await store.get(texts, key), `value of ${order}`);
      expectEqual((await store.list(texts)).length, keys.length);
    },
  },
  {
    title: 'a key kept again is replaced, its order too',
    async check(open) {
      const store = open();
      await store.put(texts, 'a', 'one', 1);
      await store.put(texts, 'b', 'two', 2);
      await store.put(texts, 'a', 'three', 3);
      expectEqual(await store.list(texts), [
        { key: 'a', order: 3, value: 'three' },
        { key: 'b', order: 2, value: 'two' },
      ]);
    },
  },
  {
    title: 'a list has the highest order first, whatever the order of keeping',
    async check(open) {
      const store = open();
      for (const order of [2, -1, 10, 0.5, 9]) await store.put(texts, `k${order}`, 'x', order);
      expectEqual(
        (await store.list(texts)).map((kept) => kept.order),
        [10, 9, 2, 0.5, -1],
      );
      expectEqual(await store.keys(texts), ['k10', 'k9', 'k2', 'k0.5', 'k-1']);
    },
  },
  {
    title: 'past the limit the lowest order goes, also when it is the newest',
    async check(open) {
      const store = open();
      for (const order of [5, 1, 4, 2]) await store.put(three, `k${order}`, 'x', order);
      expectEqual(
        (await store.list(three)).map((kept) => kept.key),
        ['k5', 'k4', 'k2'],
      );
      await store.put(three, 'k0', 'x', 0);
      expectEqual(await store.get(three, 'k0'), undefined);
      await store.put(three, 'k2', 'again', 2);
      expectEqual((await store.list(three)).length, 3);
    },
  },
  {
    title: 'a limit holds for its collection alone',
    async check(open) {
      const store = open();
      for (let order = 1; order <= 5; order++) {
        await store.put(texts, `k${order}`, 'x', order);
        await store.put(three, `k${order}`, 'x', order);
      }
      expectEqual((await store.list(texts)).length, 5);
      expectEqual((await store.list(three)).length, 3);
    },
  },
  {
    title: 'what is deleted is gone, and only that',
    async check(open) {
      const store = open();
      await store.put(texts, 'a', 'one', 1);
      await store.put(texts, 'b', 'two', 2);
      await store.delete(texts, 'a');
      await store.delete(texts, 'never there');
      expectEqual(
        (await store.list(texts)).map((kept) => kept.key),
        ['b'],
      );
    },
  },
  {
    title: 'a record that can not be read is left out, and the others are found',
    async check(open) {
      const store = open();
      await store.put(texts, 'a', 'one', 1);
      await store.put({ ...anything, name: 'texts' }, 'b', { not: 'a text' }, 2);
      await store.put(texts, 'c', 'three', 3);
      expectEqual(
        (await store.list(texts)).map((kept) => kept.key),
        ['c', 'a'],
      );
      expectEqual(await store.get(texts, 'b'), undefined);
    },
  },
  {
    title: 'a reader that throws is a record that can not be read',
    async check(open) {
      const store = open();
      await store.put(texts, 'a', 'trap', 1);
      await store.put(texts, 'b', 'two', 2);
      expectEqual(await store.get(trap, 'a'), undefined);
      expectEqual(
        (await store.list(trap)).map((kept) => kept.key),
        ['b'],
      );
    },
  },
  {
    title: 'values are copied both ways',
    async check(open) {
      const store = open();
      const value = { list: [1] };
      await store.put(anything, 'a', value, 1);
      value.list.push(2);
      const read = (await store.get(anything, 'a')) as { list: number[] };
      expectEqual(read, { list: [1] });
      read.list.push(3);
      expectEqual(await store.get(anything, 'a'), { list: [1] });
    },
  },
  {
    title: 'maps, blobs and big texts survive',
    async check(open) {
      const store = open();
      const big = 'é'.repeat(1_000_000);
      await store.put(
        anything,
        'a',
        { map: new Map([['__proto__', 1]]), blob: new Blob(['\ufeffx']), big },
        1,
      );
      const read = (await store.get(anything, 'a')) as { map: Map<string, number>; blob: Blob; big: string };
      expectEqual([...read.map], [['__proto__', 1]]);
      expectEqual(read.blob.size, 4);
      expectEqual(read.big === big, true);
    },
  },
  {
    title: 'what can not be copied is refused with a reason, and what was there stays',
    async check(open) {
      const store = open();
      await store.put(anything, 'a', 'before', 1);
      const put = await store.put(anything, 'a', { call: () => 1 }, 2);
      expectEqual(put.ok, false);
      expectEqual(!put.ok && put.message.length > 20, true);
      expectEqual(await store.get(anything, 'a'), 'before');
      expectEqual((await store.put(anything, 'b', 'after', 3)).ok, true);
    },
  },
  {
    title: 'a counter counts from 1, each for itself',
    async check(open) {
      const store = open();
      expectEqual([await store.next('x'), await store.next('x'), await store.next('y')], [1, 2, 1]);
    },
  },
  {
    title: 'a counter asked many times at once gives no number twice',
    async check(open) {
      const store = open();
      const numbers = await Promise.all(Array.from({ length: 50 }, () => store.next('x')));
      expectEqual(
        [...numbers].sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, at) => at + 1),
      );
    },
  },
];

/**
 * Checks every promise and gives the broken ones, with what broke them. For a page, where no test runner is at hand:
 * `open` gives a store with nothing in it, a new one each time.
 */
export async function brokenPromises(open: () => Store): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { title, check } of STORE_CONTRACT) {
    try {
      await check(open);
    } catch (thrown) {
      broken.push(`${title}: ${describeThrown(thrown)}`);
    }
  }
  return broken;
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  assertInvariant(is === should, 'store-contract', `${is} instead of ${should}`);
}
