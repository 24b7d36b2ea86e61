/** A hidden page gets no frame. */
const FRAME_LIMIT_MS = 250;

/** Resolves once what is on its way to the screen was drawn. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, FRAME_LIMIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(limit);
      // A task that follows the frame.
      setTimeout(resolve);
    });
  });
}
