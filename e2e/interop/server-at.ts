import { test } from '../fixtures.ts';

/** The address of a server that `run.mjs` started; where it could not, the test is skipped, and `run.mjs` says why. */
export function serverAt(variable: 'ROUNDTRIP_GO' | 'ROUNDTRIP_PYTHON', path = '/mcp'): string {
  const origin = process.env[variable];
  test.skip(origin === undefined, `${variable}: the server's language is not on this machine`);
  return `${origin}${path}`;
}
