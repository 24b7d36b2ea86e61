/** A box on the screen, in CSS pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels kept free at the edges of the window, and between the word and what is said of it. */
const EDGE = 8;
const GAP = 4;

/** Where a float of the size of `float` stands for `word`: below it, above where there is no room, and inside the window. */
export function placeBeside(
  word: Box,
  float: Pick<Box, 'width' | 'height'>,
  width: number,
  height: number,
): { readonly x: number; readonly y: number } {
  const within = (at: number, room: number) => Math.max(EDGE, Math.min(at, room - EDGE));
  const below = word.bottom + GAP;
  const above = word.top - GAP - float.height;
  const fitsBelow = below + float.height <= height - EDGE;
  return {
    x: within(word.left, width - float.width),
    y: within(fitsBelow || above < EDGE ? below : above, height - float.height),
  };
}
