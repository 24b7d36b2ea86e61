import { describe, expect, it } from 'vitest';
import { atOnce, eachInSlices, inSlices, nextTurn, Pace, SLICE_MS } from './turn.ts';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function* busy(slices: number): Generator<void, number> {
  for (let slice = 0; slice < slices; slice++) {
    work(SLICE_MS);
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
    const done = inSlices(busy(0)).then(() => order.push('work'));
    const turn = nextTurn().then(() => order.push('turn'));
    await Promise.all([done, turn]);
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

describe('many pieces', () => {
  /** Goes on until the pieces are done: how often something else ran in between. */
  async function turnsDuring(pieces: Promise<unknown>): Promise<number> {
    let turns = 0;
    let over = false;
    void pieces.finally(() => (over = true));
    while (!over) {
      await nextTurn();
      turns += 1;
    }
    return turns;
  }

  it('of a list run in order and give way, however long each of them takes', async () => {
    const done: number[] = [];
    const run = eachInSlices([1, 2, 3, 4], (piece) => {
      work(SLICE_MS * 4);
      done.push(piece);
    });
    expect(done).toEqual([1]);
    expect(await turnsDuring(run)).toBeGreaterThanOrEqual(3);
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it('that come all at once go on in order and give way, however long each of them takes', async () => {
    const pace = new Pace();
    const done: number[] = [];
    const run = Promise.all(
      [1, 2, 3, 4].map(async (piece) => {
        await pace.next();
        work(SLICE_MS * 4);
        done.push(piece);
      }),
    );
    // The first goes on in the task it came in.
    await Promise.resolve().then(() => Promise.resolve());
    expect(done).toEqual([1]);
    expect(await turnsDuring(run)).toBeGreaterThanOrEqual(3);
    expect(done).toEqual([1, 2, 3, 4]);
  });
});
