import { defineConfig } from 'vite';

/** The engine as it is shipped, bundled for Node; the SDK client stays the package that users install. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['@modelcontextprotocol/client'], target: 'node' },
  build: {
    ssr: 'bench-entry.ts',
    outDir: '../.out/bench',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'bench.mjs', codeSplitting: false } },
  },
});
