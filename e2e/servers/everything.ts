import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The running child process. */
export type EverythingServer = {
  url: string;
  pid: number;
  close: () => Promise<void>;
};

/** Longest time the process may live. */
const LIFETIME_MS = 60 * 60_000;
const START_LIMIT_MS = 20_000;

/**
 * Starts `@modelcontextprotocol/server-everything` over streamable HTTP as a process of its own, on a free port of
 * 127.0.0.1. It speaks the legacy revisions, stateful, exposes `mcp-session-id`, and answers `server/discover` with
 * 400. Rejects with its output when it does not come up.
 */
export async function startEverything(): Promise<EverythingServer> {
  const entry = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  );
  const child = fork(entry, ['streamableHttp'], {
    execArgv: ['--import', new URL('./loopback.mjs', import.meta.url).href],
    env: { ...process.env, PORT: '0' },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    silent: true,
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    clearTimeout(lifetime);
    child.kill('SIGKILL');
    await exited;
  };
  const lifetime = setTimeout(() => void close(), LIFETIME_MS);
  lifetime.unref();

  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`server-everything ${why}\n${output}`));
    };
    const limit = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
    // Rejecting after the port is known changes nothing.
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.once('message', (message) => {
      clearTimeout(limit);
      resolve((message as { port: number }).port);
    });
  });
  child.once('exit', () => clearTimeout(lifetime));
  return { url: `http://127.0.0.1:${port}/mcp`, pid: child.pid ?? 0, close };
}
