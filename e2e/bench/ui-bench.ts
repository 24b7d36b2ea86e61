/**
 * How fast the page is, in a real browser, against a server of its own on this machine. Prints medians beside the targets and
 * gates nothing: the numbers say as much about the machine, and who else uses it, as about the page.
 */
import { chromium } from '@playwright/test';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { browserArgs } from '../run/browser-args.mjs';
import { MEASUREMENTS, type Sample } from './ui-measurements.ts';
import { startBenchServer } from './ui-server.ts';
import { traced } from './ui-trace.ts';

const PATIENCE_MS = 180_000;
/** Of the first column. */
const WIDTH = 66;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const runs = Math.max(1, Number(values.runs) || 20);
const only = values.only?.split(',');
const { ROUNDTRIP_CHROMIUM: executablePath, ROUNDTRIP_PAGE: page } = process.env;
if (!executablePath || !page) throw new Error('Start it with: npm run bench:ui');

const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
const middle = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] ?? NaN)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};
/** A condition that never comes true would wait for ever. */
const limited = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new Error(`Nothing was seen for ${PATIENCE_MS / 1000} s`)),
        PATIENCE_MS,
      ).unref();
    }),
  ]);
const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

const server = await startBenchServer();
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0 && !process.env['CI'],
  args: browserArgs,
});
const loadBefore = load();
const cpu = cpus();
console.log(
  `${cpu[0]?.model ?? 'unknown processor'}, ${cpu.length} cores, Node ${process.version}, Chromium ${browser.version()}`,
);
console.log(`Medians of ${runs}. Load average before: ${loadBefore}`);
console.log(
  `CPU: processor time of the page's main thread, of the longest task for a frame and of all tasks for the rest.\n`,
);
console.log(
  `${'what'.padEnd(WIDTH)}${'median'.padStart(9)}${'worst'.padStart(9)}${'target'.padStart(10)}${'CPU'.padStart(9)}`,
);

try {
  for (const measurement of MEASUREMENTS) {
    if (only && !only.includes(measurement.name)) continue;
    const taken = new Map<string, { sample: Sample; values: number[]; threads: number[] }>();
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const keepAt = values.trace ? `${import.meta.dirname}/../${measurement.name}.trace.json` : undefined;
      try {
        const { value: samples, thread } = await traced(browser, keepAt, () =>
          limited(measurement.run({ context, page, server })),
        );
        for (const sample of samples) {
          const known = taken.get(sample.what) ?? { sample, values: [], threads: [] };
          taken.set(sample.what, known);
          known.values.push(sample.value);
          if (sample.thread) known.threads.push(thread(sample.thread.watch)[sample.thread.figure]);
        }
      } catch (thrown) {
        // One that can't be taken must not cost the others.
        console.log(`${measurement.name}: not measured. ${String(thrown)}`);
      } finally {
        await context.close();
      }
    }
    for (const { sample, values: numbers, threads } of taken.values()) {
      const { what, unit, target, least = false } = sample;
      const value = middle(numbers);
      const worst = least ? Math.min(...numbers) : Math.max(...numbers);
      const missed = target !== undefined && (least ? value < target : value > target);
      console.log(
        [
          what.padEnd(WIDTH),
          shown(value).padStart(9),
          shown(worst).padStart(9),
          (target === undefined ? '' : `${least ? '≥' : '≤'} ${target}`).padStart(10),
          (threads.length === 0 ? '' : shown(middle(threads))).padStart(9),
          `  ${unit}${missed ? ', missed' : ''}`,
        ].join(''),
      );
    }
  }
} finally {
  console.log(`\nLoad average after: ${load()}. On a machine that others use the times are upper bounds.`);
  await browser.close();
  server.close();
}
