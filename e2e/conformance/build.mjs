import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The built driver, relative to the repository: the suite splits its command at spaces. */
export const DRIVER = 'e2e/.out/driver/driver.mjs';

/** Bundles the engine and its driver into one file. */
export async function buildDriver() {
  await build({ configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)) });
}
