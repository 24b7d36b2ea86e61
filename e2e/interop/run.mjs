/**
 * Browser tests against servers on the other official SDKs: `npm run test:interop`. Builds and starts each where its language
 * is at hand; the tests of one that is not are skipped, and the reason is printed. Ends with `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runBrowserTests } from '../run/playwright.mjs';
import { RECIPES, start } from './servers.mjs';

const REPORT = 'e2e/.out/interop.json';

process.chdir(new URL('../..', import.meta.url).pathname);
mkdirSync('e2e/.out', { recursive: true });
rmSync(REPORT, { force: true });

/** @type {NodeJS.ProcessEnv} */
const env = {};
/** @type {(() => void)[]} */
const stops = [];
/** @type {string[]} */
const missing = [];
let code = 1;
try {
  for (const { name, variable, lacks, build } of RECIPES) {
    const reason = lacks();
    if (reason !== null) {
      missing.push(`${name}: ${reason}`);
      continue;
    }
    const { origin, stop } = await start(build());
    stops.push(stop);
    env[variable] = origin;
    console.log(`${name}: ${origin}`);
  }
  code = await runBrowserTests('e2e/interop/playwright.config.ts', process.argv.slice(2), env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const stop of stops) stop();
}

const { passed, failed, skipped } = counted();
for (const each of missing) console.log(`Not tested: ${each}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && failed === 0 && passed > 0 ? 0 : 1;

function counted() {
  try {
    const { stats } = JSON.parse(readFileSync(REPORT, 'utf8'));
    const failures = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed: code === 0 ? failures : Math.max(1, failures),
      skipped: stats.skipped,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
