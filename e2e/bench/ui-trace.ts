/** What the page's main thread did between the marks of the stop watch: its own time, whoever else uses the machine. */
import type { Browser } from '@playwright/test';

/** Processor time of the page's main thread during one measurement, in milliseconds. */
export interface MainThread {
  /** Until it was painted. */
  readonly busy: number;
  /** The longest task, until the watch stopped. */
  readonly longestTask: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
}

const CATEGORIES = ['-*', 'toplevel', 'blink.user_timing'];
/** For the performance panel of a browser's developer tools. */
const WITH_FUNCTIONS = [
  ...CATEGORIES,
  'devtools.timeline',
  'v8.execute',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
];

/** Runs `work` under a trace. `keepAt`: also writes the trace there, with the functions in it. */
export async function traced<T>(
  browser: Browser,
  keepAt: string | undefined,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly thread: (watch: number) => MainThread }> {
  await browser.startTracing(undefined, {
    categories: keepAt === undefined ? CATEGORIES : WITH_FUNCTIONS,
    ...(keepAt === undefined ? {} : { path: keepAt }),
  });
  let value: T;
  let buffer: Buffer;
  try {
    value = await work();
  } finally {
    buffer = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: readonly TraceEvent[] };
  return { value, thread: (watch) => readThread(traceEvents, watch) };
}

function readThread(events: readonly TraceEvent[], watch: number): MainThread {
  const markOf = (what: string) => events.find(({ name }) => name === `watch ${watch} ${what}`);
  const [from, painted, stopped] = [markOf('from'), markOf('painted'), markOf('stopped')];
  if (!from || !painted || !stopped) return { busy: NaN, longestTask: NaN };
  let busy = 0;
  let longestTask = 0;
  for (const { name, ph, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (ph !== 'X' || pid !== from.pid || tid !== from.tid || !name.endsWith('RunTask')) continue;
    if (ts + dur < from.ts || ts > stopped.ts) continue;
    longestTask = Math.max(longestTask, tdur / 1000);
    if (ts <= painted.ts) busy += tdur / 1000;
  }
  return { busy, longestTask };
}
