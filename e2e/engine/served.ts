/** Servers that last as long as one test. */
import { afterEach } from 'vitest';
import { type HostileServer, startCases, startHostile } from '../servers/hostile.ts';
import type { Handler } from '../servers/script.ts';

/** What the end of the test closes, newest first. */
export const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server of one handler. */
export async function serve(handle: Handler): Promise<HostileServer & { address: string }> {
  const server = await startCases([{ path: '/mcp', what: 'the case of this test', handle }]);
  closing.push(server.close);
  return { ...server, address: server.url('/mcp') };
}

export async function hostile(): Promise<HostileServer> {
  const server = await startHostile();
  closing.push(server.close);
  return server;
}
