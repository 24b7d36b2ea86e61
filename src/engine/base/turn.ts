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

/** Runs `work` to its end at once. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
