let down = false;
let waiting: (() => void)[] = [];
let watched = false;

/**
 * Runs `then` at once, or once the pointer that is pressed now has been released and its click has arrived: what appears between
 * the two would move the button under the pointer.
 */
export function afterPress(then: () => void): void {
  if (down) waiting.push(then);
  else then();
}

/** Begins to follow the pointer; once for the page. */
export function followPointer(): void {
  if (watched) return;
  watched = true;
  const set = (now: boolean) => () => {
    down = now;
    if (!now && waiting.length > 0) setTimeout(release);
  };
  addEventListener('pointerdown', set(true), true);
  addEventListener('pointerup', set(false), true);
  addEventListener('pointercancel', set(false), true);
}

function release(): void {
  const due = waiting;
  waiting = [];
  for (const then of due) then();
}
