/** Longest time to wait for a frame, in milliseconds: a hidden page gets none, and its title still has to say that someone waits. */
const FRAME_LIMIT_MS = 250;

/** Calls `run` in the next frame, or once none came for too long. Returns the function that calls it off. */
export function inNextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(go);
  const limit = setTimeout(go, FRAME_LIMIT_MS);
  function cancel(): void {
    cancelAnimationFrame(frame);
    clearTimeout(limit);
  }
  function go(): void {
    cancel();
    run();
  }
  return cancel;
}

/** Resolves once what is on its way to the screen was drawn: in a task that follows the frame. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    inNextFrame(() => setTimeout(resolve));
  });
}

/** What is to be drawn, one a frame: scrolling brings several pieces at once, and all of them together would be felt. */
const turns = new Set<() => void>();

function drawNext(): void {
  const [first] = turns;
  if (first === undefined) return;
  turns.delete(first);
  first();
  if (turns.size > 0) inNextFrame(drawNext);
}

/** Calls `draw` in a frame of its own, after those that wait already. Returns the function that calls it off. */
export function inOwnFrame(draw: () => void): () => void {
  if (turns.size === 0) inNextFrame(drawNext);
  turns.add(draw);
  return () => turns.delete(draw);
}
