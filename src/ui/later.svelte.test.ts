import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { later, type Later } from './later.svelte.ts';

/** Inputs whose answers come when the test says so. */
function slow() {
  const waiting = new Map<string, (answer: string) => void>();
  const load = vi.fn((input: string) => new Promise<string>((resolve) => waiting.set(input, resolve)));
  const answer = async (input: string) => {
    waiting.get(input)?.(`${input} done`);
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  };
  return { load, answer };
}

const idle = () => document.documentElement.dataset['idle'] === 'true';

beforeEach(() => void vi.useFakeTimers());
// What one test left pending is no business of the next.
afterEach(() => vi.runAllTimersAsync());

function inRoot<T>(make: () => Later<T>) {
  let made: Later<T> | undefined;
  const stop = $effect.root(() => {
    made = make();
  });
  flushSync();
  if (!made) expect.unreachable();
  return { made, stop };
}

test('only the answer to the newest input is shown, also when an older one comes last', async () => {
  let input = $state('a');
  const { load, answer } = slow();
  const { made, stop } = inRoot(() => later(() => input, load));
  input = 'b';
  flushSync();
  await answer('b');
  expect(made.current).toBe('b done');
  await answer('a');
  expect(made.current).toBe('b done');
  stop();
});

test('while the next answer is made the one before stays, and it says so', async () => {
  let input = $state('a');
  const { load, answer } = slow();
  const { made, stop } = inRoot(() => later(() => input, load));
  await answer('a');
  expect([made.current, made.settled]).toEqual(['a done', true]);
  input = 'b';
  flushSync();
  expect([made.current, made.settled]).toEqual(['a done', false]);
  stop();
});

test('the first input is loaded at once, later ones after they rested', async () => {
  let input = $state('a');
  const { load } = slow();
  const { stop } = inRoot(() => later(() => input, load, { waitMs: 100 }));
  expect(load).toHaveBeenCalledTimes(1);
  for (const next of ['ab', 'abc']) {
    input = next;
    flushSync();
    await vi.advanceTimersByTimeAsync(60);
  }
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(load).toHaveBeenLastCalledWith('abc');
  stop();
});

test('the page is busy until the answer is there, and not when nobody waits any more', async () => {
  const { load, answer } = slow();
  const { stop } = inRoot(() => later(() => 'a', load));
  expect(idle()).toBe(false);
  await answer('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(idle()).toBe(true);
  stop();

  const gone = inRoot(() => later(() => 'never', load));
  expect(idle()).toBe(false);
  gone.stop();
  await vi.advanceTimersByTimeAsync(1);
  expect(idle()).toBe(true);
});
