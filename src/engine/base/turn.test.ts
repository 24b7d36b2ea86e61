import { describe, expect, it } from 'vitest';
import { atOnce, inSlices, nextTurn, SLICE_MS } from './turn.ts';

function* busy(slices: number): Generator<void, number> {
  for (let slice = 0; slice < slices; slice++) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until);
    yield;
  }
  return slices;
}

describe('long work', () => {
  it('lets timers run before it ends', async () => {
    let ticked = false;
    setTimeout(() => (ticked = true));
    expect(await inSlices(busy(6))).toBe(6);
    expect(ticked).toBe(true);
  });

  it('that is short ends without giving way', async () => {
    const order: string[] = [];
    const work = inSlices(busy(0)).then(() => order.push('work'));
    const turn = nextTurn().then(() => order.push('turn'));
    await Promise.all([work, turn]);
    expect(order).toEqual(['work', 'turn']);
  });

  it('runs at once where nothing else may come between', () => {
    expect(atOnce(busy(2))).toBe(2);
  });

  it('rejects with what it throws', async () => {
    const broken = new Error('broken');
    await expect(
      inSlices(
        (function* () {
          yield;
          throw broken;
        })(),
      ),
    ).rejects.toBe(broken);
  });
});
