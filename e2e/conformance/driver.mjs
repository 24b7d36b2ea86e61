/** Builds the driver where it is older than the sources, and runs it: `npm run --silent conformance:driver -- URL`. */
import { buildDriver, DRIVER } from './build.mjs';
import { spawn } from 'node:child_process';

await buildDriver();
const driver = spawn(process.execPath, [DRIVER, ...process.argv.slice(2)], { stdio: 'inherit' });
driver.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
