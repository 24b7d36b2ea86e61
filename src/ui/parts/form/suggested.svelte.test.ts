import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Suggestions } from './suggest.ts';
import { SuggestedState } from './suggested.svelte.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const found = (...values: string[]): Suggestions => ({ values, more: null, problem: null });

/** Questions wait here until the test answers them. */
function slowServer() {
  const asked: { typed: string; signal: AbortSignal; answer: (given: Suggestions) => void }[] = [];
  const list = new SuggestedState(
    () => (typed, signal) =>
      new Promise((resolve) => {
        asked.push({ typed, signal, answer: resolve });
      }),
  );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { asked, list, settle };
}

test('what is typed in one go is asked once, when typing rests', async () => {
  const { asked, list } = slowServer();
  for (const typed of ['n', 'no', 'nor']) {
    list.ask(typed);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.map(({ typed }) => typed)).toEqual(['nor']);
});

test('an answer to what stood there before is given up, and dropped where it comes all the same', async () => {
  const { asked, list, settle } = slowServer();
  list.ask('n', 0);
  await settle();
  list.ask('no', 0);
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer(found('north'));
  await settle();
  asked[0]?.answer(found('nothing'));
  await settle();
  expect(list.values).toEqual(['north']);
});

test('the arrows go round by way of what was typed', async () => {
  const { asked, list, settle } = slowServer();
  list.ask('', 0);
  await settle();
  asked[0]?.answer(found('a', 'b'));
  await settle();
  const steps = ([1, 1, 1, 1, -1, -1] as const).map((step) => {
    list.move(step);
    return list.at;
  });
  expect(steps).toEqual([0, 1, -1, 0, -1, 1]);
});

test('closing gives the question up and forgets the answer', async () => {
  const { asked, list, settle } = slowServer();
  list.ask('n', 0);
  await settle();
  list.close();
  asked[0]?.answer(found('north'));
  await settle();
  expect([list.open, list.values]).toEqual([false, []]);
});
