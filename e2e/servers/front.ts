import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostileServer } from './hostile.ts';

/** One address whose server can be broken and mended. */
export type FrontServer = {
  url: string;
  /** From now on the case at `path` of the hostile server answers here; null: nothing listens. */
  become: (path: string | null) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a front door on a free port of 127.0.0.1. It passes requests on as they are, hangs and cuts included. */
export async function startFront(behind: HostileServer): Promise<FrontServer> {
  let path = '/body/sound';
  let port = 0;
  let server: Server | null = null;

  const open = async (): Promise<void> => {
    const opened = createServer((incoming, outgoing) => {
      const { method, headers } = incoming;
      const passed = ask(behind.url(path), { method, headers: { ...headers, connection: 'close' } });
      passed.on('response', (answer) => {
        // Otherwise the browser keeps a connection to a server that is gone.
        outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, {
          ...answer.headers,
          connection: 'close',
        });
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve, reject) => {
      opened.on('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    port = (opened.address() as AddressInfo).port;
    server = opened;
  };
  const close = async (): Promise<void> => {
    const closing = server;
    server = null;
    if (!closing) return;
    await new Promise<void>((resolve) => {
      closing.close(() => resolve());
      closing.closeAllConnections();
    });
  };

  await open();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    become: async (next) => {
      if (next === null) return close();
      path = next;
      if (!server) await open();
    },
    close,
  };
}
