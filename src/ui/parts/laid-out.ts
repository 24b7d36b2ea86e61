/** The compact layout of a big text, made in slices so that no frame is held up. */
import { inSlices } from '../../engine/base/turn.ts';
import { joinLines, layOut } from './json-layout.ts';
import type { TextMark } from './raw-block.ts';

export interface LaidOut {
  readonly text: string;
  /** The marks of the original, where they stand in `text`. */
  readonly marks: readonly TextMark[];
}

/** A text that is no JSON comes back as it is. */
export async function laidOut(text: string, marks: readonly TextMark[]): Promise<LaidOut> {
  const lines = await inSlices(layOut(text));
  if (!lines) return { text, marks };
  const joined = await inSlices(joinLines(text, lines));
  return {
    text: joined.text,
    marks: marks.map((mark) => ({ ...mark, ...joined.range(mark.start, mark.end) })),
  };
}
