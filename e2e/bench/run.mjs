/** Builds the benchmark and runs it: `npm run bench`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
await build({ configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)) });
const bench = spawn(process.execPath, ['--expose-gc', 'e2e/.out/bench/bench.mjs'], { stdio: 'inherit' });
bench.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
