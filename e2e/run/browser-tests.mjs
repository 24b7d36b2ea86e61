// npm run test:browser -- [arguments of playwright test]
// Builds, finds a browser, and runs the browser tests against the build. With ROUNDTRIP_BUILT=1 the build is there already.

import { runBrowserTests } from './playwright.mjs';

try {
  process.exitCode = await runBrowserTests('e2e/playwright.config.ts', process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
