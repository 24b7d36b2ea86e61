/**
 * Builds the page and its benchmark, serves the one and runs the other: `npm run bench:ui`.
 * `-- --runs 3` measures less often, `-- --only progress,tools` only some of it, `-- --trace --runs 1` writes a trace of each to
 * e2e/.out/bench-ui/ for the performance panel of a browser's developer tools.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { ensureBrowser } from '../run/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = `${root}e2e/.out/bench-ui`;
const browser = ensureBrowser();

// A trace names functions, so nothing may rename them.
const traced = process.argv.includes('--trace');

await build({
  root,
  logLevel: 'error',
  build: { outDir: `${out}/page`, emptyOutDir: true, ...(traced ? { minify: false } : {}) },
});
await build({
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'error',
  ssr: { noExternal: true, external: ['@playwright/test'], target: 'node' },
  build: {
    ssr: 'ui-bench.ts',
    outDir: `${out}/run`,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'ui-bench.mjs', codeSplitting: false } },
  },
});
const host = await preview({
  root,
  logLevel: 'warn',
  build: { outDir: `${out}/page` },
  preview: { host: '127.0.0.1', port: 0, strictPort: false },
});
const address = host.httpServer.address();
const port = typeof address === 'object' && address ? address.port : 0;

const bench = spawn(process.execPath, [`${out}/run/ui-bench.mjs`, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ROUNDTRIP_CHROMIUM: browser.path,
    ROUNDTRIP_PAGE: `http://127.0.0.1:${port}/`,
  },
});
bench.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void host.close();
});
