/**
 * What the page itself waits for: a request, a worker task, a debounce, a lazy load. While something is pending the root
 * element carries `data-idle="false"`, otherwise `"true"`, so that nothing needs to sleep to know that the page has settled.
 */
let count = 0;
let shown: boolean | undefined;
let reactive = $state(true);

function show(): void {
  const idle = count === 0;
  if (idle === shown) return;
  shown = idle;
  document.documentElement.dataset['idle'] = String(idle);
  // Later: work may begin while something is being derived, where no state may change.
  queueMicrotask(() => (reactive = count === 0));
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

/** Whether nothing is pending. Reactive, a moment behind the attribute. */
export function isIdle(): boolean {
  return reactive;
}

/** Puts the attribute there before anything was pending. */
export function showIdle(): void {
  shown = undefined;
  show();
}
