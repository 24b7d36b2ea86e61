import { test } from '../fixtures.ts';

/** The address of a server that `run.mjs` started; where it could not, the test is skipped, and `run.mjs` says why. */
export function serverAt(variable: 'ROUNDTRIP_GO' | 'ROUNDTRIP_PYTHON'): string {
  const origin = process.env[variable];
  test.skip(origin === undefined, `${variable}: the server's language is not on this machine`);
  return `${origin}/mcp`;
}
