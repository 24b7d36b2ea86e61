// npm test: every check, two at a time, then the browser tests alone. `npm test -- lint unit` runs those that begin so.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * @typedef {{ status: string, fullName: string }} UnitTest
 * @typedef {{ name: string, status: string, assertionResults: UnitTest[] }} UnitFile
 * @typedef {object} UnitReport what vitest writes
 * @property {UnitFile[]} testResults
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @typedef {{ file: string, specs?: { title: string, line: number, ok: boolean }[], suites?: Suite[] }} Suite
 * @typedef {object} BrowserReport what Playwright writes
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {Suite[]} suites
 * @typedef {{ passed: number, failed: number, skipped: number, broken: string[] }} Count `broken`: the tests that failed, where they are known
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} run a script for Node and its arguments
 * @property {string} [after] a check that must have passed before
 * @property {boolean} [alone] nothing else runs meanwhile, and its output is shown as it comes
 * @property {NodeJS.ProcessEnv} [env]
 * @property {{ file: string, read: ((report: UnitReport) => Count) | ((report: BrowserReport) => Count) }} [count] where it counts tests: each is one, not the check
 * @typedef {Check & Count & { ok: boolean, seconds: number, note: string, text: string }} Outcome
 */

const root = join(import.meta.dirname, '../..');
const out = join(root, 'e2e/.out');
const bin = (/** @type {string} */ path) => join('node_modules', path);
const unitReport = join(out, 'unit.json');
const tsc = bin('typescript/bin/tsc');

/** @type {Check[]} */
const checks = [
  { name: 'build', run: [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'] },
  {
    name: 'unit tests',
    run: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    count: { file: unitReport, read: countVitest },
  },
  { name: 'size', after: 'build', run: ['e2e/run/size.mjs'] },
  {
    name: 'lint',
    run: [bin('eslint/bin/eslint.js'), '--config', 'e2e/run/eslint.config.js', '--max-warnings', '0', '.'],
  },
  {
    name: 'types of the app',
    run: [bin('svelte-check/bin/svelte-check'), '--tsconfig', 'src/tsconfig.json', '--fail-on-warnings'],
  },
  { name: 'types of the engine', run: [tsc, '-p', 'src/engine', '--noEmit'] },
  { name: 'types of e2e', run: [tsc, '-p', 'e2e', '--noEmit'] },
  { name: 'format', run: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  {
    name: 'browser tests',
    after: 'build',
    alone: true,
    run: ['e2e/run/browser-tests.mjs'],
    env: { ROUNDTRIP_BUILT: '1' },
    count: { file: join(out, 'browser.json'), read: countPlaywright },
  },
];

/**
 * @param {UnitReport} report
 * @returns {Count}
 */
function countVitest(report) {
  // A file that could not be loaded has no tests to fail.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const broken = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(root, name)} › ${test.fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    broken: [...broken, ...unloaded.map(({ name }) => relative(root, name))],
  };
}

/**
 * @param {BrowserReport} report
 * @returns {Count}
 */
function countPlaywright({ stats, suites }) {
  /** @type {string[]} */
  const broken = [];
  const walk = (/** @type {Suite} */ suite, /** @type {string} */ path) => {
    for (const { title, line, ok } of suite.specs ?? []) if (!ok) broken.push(`${path}:${line} › ${title}`);
    for (const inner of suite.suites ?? []) walk(inner, path);
  };
  for (const suite of suites) walk(suite, `e2e/${suite.file}`);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, broken };
}

/**
 * @param {Check} check
 * @param {boolean} ok
 * @returns {Count}
 */
function count({ count: source }, ok) {
  const asOne = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, broken: [] };
  if (!source) return asOne;
  try {
    const counted = source.read(JSON.parse(readFileSync(source.file, 'utf8')));
    // An error outside of every test fails the run all the same.
    return ok ? counted : { ...counted, failed: Math.max(1, counted.failed) };
  } catch {
    return { ...asOne, passed: 0, failed: 1 };
  }
}

/** @param {number} seconds */
const time = (seconds) => `${seconds.toFixed(1)} s`;

/**
 * @param {Check} check
 * @returns {Promise<Outcome>}
 */
function perform(check) {
  console.log(`── ${check.name} ── started`);
  const start = performance.now();
  // What is shown as it comes chooses its own colours.
  const colour = check.alone
    ? {}
    : process.stdout.isTTY
      ? { FORCE_COLOR: '1' }
      : { NO_COLOR: '1', FORCE_COLOR: undefined };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, check.run, {
      cwd: root,
      stdio: check.alone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...colour, ...check.env },
    });
    /** @type {Buffer[]} */
    const said = [];
    child.stdout?.on('data', (chunk) => said.push(chunk));
    child.stderr?.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => said.push(Buffer.from(String(error))));
    child.on('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      const counted = count(check, code === 0);
      const ok = code === 0 && counted.failed === 0;
      const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
      const note = check.count ? `${counted.passed} passed, ${counted.failed} failed${skipped}` : '';
      const text = Buffer.concat(said).toString().trimEnd();
      console.log(
        `── ${check.name} ── ${ok ? 'passed' : 'FAILED'} in ${time(seconds)}${note && `: ${note}`}`,
      );
      if (text && (!ok || check.name === 'size')) console.log(text);
      resolve({ ...check, ...counted, ok, seconds, note, text });
    });
  });
}

/**
 * @param {Check[]} wanted
 * @returns {Promise<Outcome[]>}
 */
async function performAll(wanted) {
  /** @type {Map<string, Promise<Outcome>>} */
  const started = new Map();
  /** @param {Check} check */
  const start = async (check) => {
    const before = check.after ? await started.get(check.after) : undefined;
    if (!before || before.ok) return perform(check);
    console.log(`── ${check.name} ── not run: ${check.after} failed`);
    return {
      ...check,
      passed: 0,
      failed: 1,
      skipped: 0,
      broken: [],
      ok: false,
      seconds: 0,
      note: 'not run',
      text: '',
    };
  };
  const queue = wanted.filter(({ alone }) => !alone);
  const lane = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const outcome = start(check);
      started.set(check.name, outcome);
      await outcome;
    }
  };
  await Promise.all([lane(), lane()]);
  for (const check of wanted.filter(({ alone }) => alone)) {
    started.set(check.name, start(check));
    await started.get(check.name);
  }
  return Promise.all(started.values());
}

/** @param {Outcome[]} outcomes */
function table(outcomes) {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes
    .map(({ name, ok, seconds, note }) =>
      [name.padEnd(width), ok ? 'passed' : 'FAILED', time(seconds).padStart(8), note].join('  ').trimEnd(),
    )
    .join('\n');
}

mkdirSync(out, { recursive: true });
for (const { count: source } of checks) if (source) rmSync(source.file, { force: true });

const beginnings = process.argv.slice(2);
const asked = checks.filter(
  ({ name }) => !beginnings.length || beginnings.some((word) => name.startsWith(word)),
);
const wanted = checks.filter(
  (check) => asked.includes(check) || asked.some(({ after }) => after === check.name),
);
const outcomes = await performAll(wanted);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);

console.log(`\n${table(outcomes)}`);
// Again at the end: of a long log, that is what is kept.
for (const { name, ok, text } of outcomes)
  if (!ok && text) console.log(`\n── ${name} ──\n${text.split('\n').slice(-30).join('\n')}`);
const broken = outcomes.flatMap((outcome) => outcome.broken);
if (broken.length > 0) console.log(`\nFailed tests:\n${broken.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
