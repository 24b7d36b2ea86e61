/**
 * What the page itself waits for: a request, a worker task, a debounce, a lazy load. While something is pending the root
 * element carries `data-idle="false"`, otherwise `"true"`, so that nothing needs to sleep to know that the page has settled.
 */
let count = $state(0);
let written: string | undefined;

function show(): void {
  const idle = String(count === 0);
  if (idle === written) return;
  written = idle;
  document.documentElement.dataset['idle'] = idle;
}

/** Something is pending until the returned function is called; calling it again changes nothing. */
export function begin(): () => void {
  let ended = false;
  count++;
  show();
  return () => {
    if (ended) return;
    ended = true;
    // Not at once: what was waited for still has to reach the screen, and may begin the next thing.
    setTimeout(() => {
      count--;
      show();
    });
  };
}

/** Pending until the promise settles, either way. Returns the promise it was given. */
export function track<T>(work: Promise<T>): Promise<T> {
  const end = begin();
  work.then(end, end);
  return work;
}

/** Whether nothing is pending. Reactive. */
export function isIdle(): boolean {
  return count === 0;
}

/** Puts the attribute there before anything was pending. */
export function showIdle(): void {
  written = undefined;
  show();
}
