// Runs browser tests in a browser that is found or installed, against the build, served on a free port.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';

const root = join(import.meta.dirname, '../..');

/** @returns {Promise<number>} a port that is free now */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Builds, unless ROUNDTRIP_BUILT=1 says that the build is there, and runs the tests of one configuration.
 * @param {string} config path from the top of the repository
 * @param {string[]} args arguments of `playwright test`
 * @param {NodeJS.ProcessEnv} [env] for the tests
 * @returns {Promise<number>} the exit code
 */
export async function runBrowserTests(config, args, env = {}) {
  const browser = ensureBrowser();
  console.log(`Browser: ${browser.path} (${browser.from})`);
  const built = process.env.ROUNDTRIP_BUILT === '1';
  const failed = built ? 0 : await node(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  if (failed) return failed;
  return node(['node_modules/@playwright/test/cli.js', 'test', '-c', config, ...args], {
    ...env,
    ROUNDTRIP_CHROMIUM: browser.path,
    ROUNDTRIP_PORT: String(await freePort()),
  });
}
