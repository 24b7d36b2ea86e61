import { defineConfig } from 'vite';

/** The engine and its conformance driver as one file that Node 20 runs. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'driver-entry.ts',
    outDir: '../.out/driver',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'driver.mjs', codeSplitting: false } },
  },
});
