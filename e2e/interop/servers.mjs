// The servers that the tests of interoperability talk to, on other official SDKs: built where their language is at hand.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'e2e/.out/interop');
const START_LIMIT_MS = 60_000;
const windows = process.platform === 'win32';

/**
 * @typedef {object} Recipe
 * @property {string} name
 * @property {string} variable the environment variable that tells the tests its origin
 * @property {() => string | null} lacks what is missing to build it; null where nothing is
 * @property {() => string[]} build the command that starts it; throws where it can't be built
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string | null} what it printed; null where it is not there
 */
function printed(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** @type {readonly [major: number, minor: number]} */
const LEAST_PYTHON = [3, 10];

function python() {
  return ['python3', 'python'].find((command) => printed(command, ['--version']) !== null) ?? null;
}

/** @type {readonly Recipe[]} */
export const RECIPES = [
  {
    name: 'Go SDK',
    variable: 'ROUNDTRIP_GO',
    lacks: () => (printed('go', ['version']) === null ? 'Go is not installed' : null),
    build() {
      const binary = join(out, windows ? 'go-server.exe' : 'go-server');
      mkdirSync(out, { recursive: true });
      run('go', ['build', '-o', binary, '.'], join(import.meta.dirname, 'go-server'));
      return [binary];
    },
  },
  {
    name: 'Python SDK',
    variable: 'ROUNDTRIP_PYTHON',
    lacks() {
      const command = python();
      if (command === null) return 'Python is not installed';
      const version = printed(command, ['-c', 'import sys; print(*sys.version_info[:2])']) ?? '';
      const [major = 0, minor = 0] = version.split(' ').map(Number);
      const enough = major > LEAST_PYTHON[0] || (major === LEAST_PYTHON[0] && minor >= LEAST_PYTHON[1]);
      return enough ? null : `Python ${LEAST_PYTHON.join('.')} or later is needed`;
    },
    build() {
      const folder = join(import.meta.dirname, 'python-server');
      const environment = join(out, 'venv');
      const inside = join(environment, windows ? 'Scripts/python.exe' : 'bin/python');
      if (!existsSync(inside)) run(python() ?? 'python3', ['-m', 'venv', environment]);
      run(inside, [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '-r',
        join(folder, 'requirements.txt'),
      ]);
      return [inside, join(folder, 'server.py')];
    },
  },
];

/**
 * Starts a server, which prints its origin, and ends when its input does.
 * @param {string[]} command
 * @returns {Promise<{ origin: string, stop: () => void }>}
 */
export function start([command = '', ...args]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => child.stdin.end();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error(`${command} printed no address within ${START_LIMIT_MS / 1000} s`));
    }, START_LIMIT_MS);
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const origin = /^http:\/\/127\.0\.0\.1:\d+$/m.exec(text)?.[0];
      if (!origin) return;
      clearTimeout(timer);
      resolve({ origin, stop });
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${command} ended with ${code}`));
    });
  });
}
