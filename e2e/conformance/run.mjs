/**
 * Runs the official conformance suite against the engine and prints a table: `npm run test:conformance`. A scenario passes when
 * the suite counts no failure and no warning and the driver ends well. Ends with `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDriver, DRIVER } from './build.mjs';
import { findNode22 } from './node22.mjs';
import { NOT_YET, OWED } from './scenarios.mjs';

const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const OUT = 'e2e/.out/conformance';
const LIMIT_MS = 60_000;

process.chdir(new URL('../..', import.meta.url).pathname);
const node22 = findNode22();
await buildDriver();
rmSync(OUT, { recursive: true, force: true });

const only = process.argv.slice(2);
const rows = [];
for (const { scenario, wires } of OWED) {
  if (only.length > 0 && !only.includes(scenario)) continue;
  for (const wire of wires) rows.push(await run(scenario, wire));
}

console.log('\nscenario                             wire        result  checks  failures  warnings');
for (const { scenario, wire, passed, checks, failures, warnings, output } of rows) {
  const counts = [checks, failures, warnings].map((count, column) =>
    String(count).padStart(column === 0 ? 6 : 10),
  );
  console.log(`${scenario.padEnd(36)} ${wire}  ${passed ? 'pass  ' : 'FAIL  '}${counts.join('')}`);
  if (!passed) console.log(output.replace(/^/gm, '    '));
}
console.log('\nNot yet:');
for (const { scenario, lacks } of NOT_YET) console.log(`  ${scenario.padEnd(36)} needs ${lacks}`);

const failed = rows.filter(({ passed }) => !passed).length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1;

/**
 * @param {string} scenario
 * @param {string} wire
 */
async function run(scenario, wire) {
  const out = join(OUT, `${scenario}-${wire}`);
  mkdirSync(out, { recursive: true });
  const { code, output } = await finish([
    SUITE,
    'client',
    '--command',
    `${process.execPath} ${DRIVER}`,
    '--scenario',
    scenario,
    '--spec-version',
    wire,
    '--force',
    '-o',
    out,
  ]);
  const checks = readChecks(out);
  const count = (/** @type {string} */ status) => checks.filter((check) => check.status === status).length;
  const failures = count('FAILURE');
  const warnings = count('WARNING');
  const passed = code === 0 && checks.length > 0 && failures === 0 && warnings === 0;
  return { scenario, wire, passed, checks: checks.length, failures, warnings, output };
}

/**
 * @param {string} folder
 * @returns {{ status: string }[]}
 */
function readChecks(folder) {
  const file = readdirSync(folder, { recursive: true }).find((name) => String(name).endsWith('checks.json'));
  return file ? JSON.parse(readFileSync(join(folder, String(file)), 'utf8')) : [];
}

/**
 * Runs the suite once, with an outer limit: a hanging driver can outlive the suite's own.
 *
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function finish(args) {
  return new Promise((resolve) => {
    const child = spawn(node22, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
