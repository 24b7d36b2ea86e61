// npm run test:browser -- [arguments of playwright test]
// Builds, finds a browser, and runs the browser tests against the build. With ROUNDTRIP_BUILT=1 the build is there already.

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

try {
  const browser = ensureBrowser();
  console.log(`Browser: ${browser.path} (${browser.from})`);
  const built = process.env.ROUNDTRIP_BUILT === '1';
  const failed = built ? 0 : await node(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  process.exitCode =
    failed ||
    (await node(
      [
        'node_modules/@playwright/test/cli.js',
        'test',
        '-c',
        'e2e/playwright.config.ts',
        ...process.argv.slice(2),
      ],
      { ROUNDTRIP_CHROMIUM: browser.path, ROUNDTRIP_PORT: String(await freePort()) },
    ));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
