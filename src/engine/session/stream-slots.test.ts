import { expect, test } from 'vitest';
import { MOST_STREAMS, StreamSlots } from './stream-slots.ts';

const never = new AbortController().signal;

async function filled(): Promise<{ slots: StreamSlots; giveBack: (() => void)[] }> {
  const slots = new StreamSlots();
  const giveBack: (() => void)[] = [];
  for (let each = 0; each < MOST_STREAMS; each++) {
    const back = await slots.take(never);
    if (back) giveBack.push(back);
  }
  return { slots, giveBack };
}

test('one more than there are places waits until one is given back, in order', async () => {
  const { slots, giveBack } = await filled();
  expect(slots.full).toBe(true);
  const order: string[] = [];
  const first = slots.take(never).then((back) => (order.push('first'), back));
  const second = slots.take(never).then((back) => (order.push('second'), back));
  await Promise.resolve();
  expect(order).toEqual([]);
  giveBack[0]?.();
  // Given back twice is given back once.
  giveBack[0]?.();
  (await first)?.();
  (await second)?.();
  expect(order).toEqual(['first', 'second']);
});

test('one that is given up while it waits takes no place', async () => {
  const { slots, giveBack } = await filled();
  const stopper = new AbortController();
  const waiting = slots.take(stopper.signal);
  stopper.abort();
  expect(await waiting).toBeNull();
  giveBack[0]?.();
  expect(slots.full).toBe(false);
  expect(await slots.take(AbortSignal.abort())).toBeNull();
});
