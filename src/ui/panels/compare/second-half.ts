/** How long after a button changed into another a press may still have been meant for the first, in milliseconds. */
const SAME_PRESS = 500;

/**
 * Whether a click is the second half of a double click on what stood there before, which it would undo. `count`: the click's place in its series.
 * `since`: when that changed; `now`: milliseconds since the Unix epoch, as is `since`.
 */
export function isSecondHalf(count: number, since: number | null, now: number): boolean {
  return count > 1 && since !== null && now - since < SAME_PRESS;
}
