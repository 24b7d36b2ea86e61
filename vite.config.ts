import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { contentSecurityPolicy } from './e2e/run/csp-plugin.ts';

export default defineConfig({
  // Relative, so that one build works from any sub-path of a static host.
  base: './',
  plugins: [
    svelte({
      configFile: false,
      // Only ours: a package may still be written in the older syntax.
      dynamicCompileOptions: ({ filename }) => (filename.includes('node_modules') ? {} : { runes: true }),
    }),
    contentSecurityPolicy(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // Named browsers: otherwise light-dark() and nesting are rewritten into something larger.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    // The polyfill is an inline script, which the policy forbids; every browser of the target has modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Which plugin took how long says nothing to whoever starts the app.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  test: {
    allowOnly: false,
    // Two cores and everything at once: slow is not broken.
    testTimeout: 15_000,
    maxWorkers: '100%',
    hookTimeout: 15_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/ui/**'],
          // Nothing here leaves anything behind, and reading every module anew for each file takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'servers', environment: 'node', include: ['e2e/**/*.unit.test.ts'] },
      },
      {
        extends: true,
        // Runes need a DOM: in the node environment effects never run.
        plugins: [svelteTesting()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['src/ui/**/*.test.ts'],
          setupFiles: ['e2e/run/ui-tests.ts'],
        },
      },
    ],
  },
});
