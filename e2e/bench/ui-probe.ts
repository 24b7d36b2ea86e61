/** The stop watch inside the page: when something was on the screen, and how long frames took meanwhile. */

/** What a measurement came to. Times are milliseconds since 1970. */
export interface Seen {
  readonly from: number;
  /** The frame that showed it had been handed over. */
  readonly paintedAt: number;
  /** Longest time from one frame to the next, in milliseconds. */
  readonly longestFrame: number;
  /** Number of the measurement, in the marks of the trace. */
  readonly watch: number;
}

/** Kept in the page, so that its beginning and its end can be waited for apart. */
export interface Watching {
  readonly seen: Promise<Seen>;
}

export interface Probe {
  /** From the next event of this type to the frame in which `test` first holds; `restMs` longer for the frames. */
  after(event: 'click' | 'keydown', test: () => boolean, restMs?: number): Watching;
  /** From now on. */
  now(test: () => boolean, restMs?: number): Promise<Seen>;
  /** Frames a second and the longest one while `step` is called in each of them, for `ms`. */
  scroll(step: (frame: number) => void, ms: number): Promise<Seen & { readonly fps: number }>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page, before its own code. It must not refer to anything outside itself. */
export function installProbe(): void {
  let last = performance.now();
  let longest = 0;
  // Between our callback, the first of a frame, and the message that comes once the frame was drawn.
  let inFrame = false;
  let drawn: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    inFrame = false;
    const waiting = drawn;
    drawn = [];
    for (const each of waiting) each();
  };
  const onFrame = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    inFrame = true;
    port2.postMessage(null);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);

  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const painted = (test: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      let over = false;
      const done = () => resolve(performance.timeOrigin + performance.now());
      const check = () => {
        if (over || !test()) return;
        over = true;
        observer.disconnect();
        if (inFrame) drawn.push(done);
        else requestAnimationFrame(() => drawn.push(done));
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      check();
    });
  let watches = 0;
  const measure = async (from: number, test: () => boolean, restMs: number): Promise<Seen> => {
    const watch = (watches += 1);
    longest = 0;
    last = performance.now();
    performance.mark(`watch ${watch} from`);
    const paintedAt = await painted(test);
    performance.mark(`watch ${watch} painted`);
    await pause(restMs);
    performance.mark(`watch ${watch} stopped`);
    return { from, paintedAt, longestFrame: longest, watch };
  };

  window.probe = {
    after: (type, test, restMs = 100) => ({
      seen: new Promise((resolve) => {
        addEventListener(
          type,
          (event) => resolve(measure(performance.timeOrigin + event.timeStamp, test, restMs)),
          { once: true, capture: true },
        );
      }),
    }),
    now: (test, restMs = 100) => measure(performance.timeOrigin + performance.now(), test, restMs),
    scroll: async (step, ms) => {
      const start = performance.now();
      let frames = 0;
      let over = false;
      const next = () => {
        frames += 1;
        step(frames);
        over = performance.now() - start >= ms;
        if (!over) requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
      const seen = await measure(performance.timeOrigin + start, () => over, 0);
      return { ...seen, fps: (frames * 1000) / (seen.paintedAt - seen.from) };
    },
  };
}
