/** The compact layout of a big text, made in slices so that no frame is held up. */
import { joinLines, layOut } from './json-layout.ts';
import type { TextMark } from './raw-block.ts';

const SLICE_MS = 8;

export interface LaidOut {
  readonly text: string;
  /** The marks of the original, where they stand in `text`. */
  readonly marks: readonly TextMark[];
}

/** A text that is no JSON comes back as it is. */
export async function laidOut(text: string, marks: readonly TextMark[]): Promise<LaidOut> {
  const lines = await sliced(layOut(text));
  if (!lines) return { text, marks };
  const joined = await sliced(joinLines(text, lines));
  return {
    text: joined.text,
    marks: marks.map((mark) => ({ ...mark, ...joined.range(mark.start, mark.end) })),
  };
}

async function sliced<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    let step = work.next();
    while (!step.done && performance.now() < until) step = work.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Lets the page draw and react. A message, since timers in a row are slowed down to four milliseconds each. */
function pause(): Promise<void> {
  return new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
    };
    channel.port2.postMessage(null);
  });
}
