import type { Page } from '@playwright/test';

const EVERY_MS = 16;

/** Watches from now on how long the page was not to be spoken to; the returned function tells the longest time so far, in milliseconds. */
export async function watchResponsiveness(page: Page): Promise<() => Promise<number>> {
  const watching = await page.evaluateHandle((every) => {
    const watch = { longest: 0, last: performance.now() };
    setInterval(() => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
    }, every);
    return watch;
  }, EVERY_MS);
  return () => watching.evaluate(({ longest }) => longest);
}
