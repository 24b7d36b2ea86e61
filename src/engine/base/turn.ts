/** Work that takes longer than this in one go is felt: milliseconds. Half of a frame at 60 a second. */
export const SLICE_MS = 8;

/**
 * Calls `run` in a later task, so that a page draws and reacts in between. A message and no timer: timers in a row wait 4 ms
 * each, and a second each in a page that is not in sight. Returns the function that calls it off.
 */
export function inNextTurn(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
  return () => port1.close();
}

/** Resolves in a later task. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    inNextTurn(resolve);
  });
}

/**
 * Runs `work` to its end, `SLICE_MS` at a time: it yields wherever it may be interrupted. Rejects with what it throws. The
 * first slice runs at once.
 */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    let step = work.next();
    while (!step.done && performance.now() < until) step = work.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Calls `run` for each, one after the other, `SLICE_MS` at a time. Rejects with what it throws. The first slice runs at once. */
export async function eachInSlices<T>(
  items: Iterable<T>,
  run: (item: T) => void | Promise<void>,
): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    await run(item);
  }
}

/** Lets pieces of work that come all at once go on one after the other, `SLICE_MS` at a time. */
export class Pace {
  #until = -Infinity;
  /** Nothing else has run since the last slice began. */
  #unbroken = false;
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the next piece may go on, in the order of the calls: at once as long as there is time left, else in a later task. */
  next(): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (performance.now() < this.#until) return;
      if (this.#unbroken) await nextTurn();
      this.#until = performance.now() + SLICE_MS;
      this.#unbroken = true;
      inNextTurn(() => (this.#unbroken = false));
    });
    return this.#last;
  }
}

/** Runs `work` to its end at once. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
