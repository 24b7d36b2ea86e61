import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserArgs } from './run/browser-args.mjs';

const { ROUNDTRIP_CHROMIUM: executablePath, ROUNDTRIP_PORT: port } = process.env;
if (!executablePath || !port) throw new Error('Start the browser tests with: npm run test:browser');

const out = join(import.meta.dirname, '.out');
const url = `http://127.0.0.1:${port}/`;
// A container's root has no user namespace for the sandbox.
const chromiumSandbox = process.getuid?.() !== 0 && !process.env.CI;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: join(out, 'results'),
  reporter: [['list'], ['json', { outputFile: join(out, 'browser.json') }]],
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: url,
    browserName: 'chromium',
    trace: 'off',
    launchOptions: {
      executablePath,
      chromiumSandbox,
      args: browserArgs,
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: join(import.meta.dirname, '..'),
    url,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
