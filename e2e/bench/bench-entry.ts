/**
 * 2 000 sequential `tools/call` through the engine with the recording on, against bare `fetch` + `JSON.parse` and against the official SDK
 * client, in turn, in one run, over loopback. Prints ratios: absolute times say more about the machine than about the engine.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCallsView } from '../../src/engine/views/calls.ts';
import { benchDiff } from './bench-diff.ts';
import { createNodeSession, optionsFor, settled } from '../engine/node-session.ts';

const CALLS = 2000;
const ROUNDS = 5;
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The cheapest server that answers properly, so that the clients are what is measured. */
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { id, method } = JSON.parse(body) as { id: unknown; method: string };
    const result =
      method === 'server/discover'
        ? { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
        : method === 'tools/list'
          ? { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
          : { content: [{ type: 'text', text: 'Hello from the server, in a text of an ordinary length.' }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { resultType: 'complete', ...result, ttlMs: 0, cacheScope: 'private' },
      }),
    );
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

async function bare(): Promise<void> {
  for (let id = 1; id <= CALLS; id++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'echo',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'echo', arguments: { n: id }, _meta: META },
      }),
    });
    const message = JSON.parse(await response.text()) as { id: number };
    if (message.id !== id) throw new Error('another id came back');
  }
}

async function engine(): Promise<{ ms: number; bytesPerCall: number }> {
  const session = createNodeSession();
  await session.connect(optionsFor(url));
  if (session.snapshot.phase !== 'connected') throw new Error('not connected');
  const before = heap();
  const started = performance.now();
  for (let n = 1; n <= CALLS; n++) {
    session.startCall({ method: 'tools/call', name: 'echo', argumentsText: `{"n":${n}}` });
    await settled(session);
  }
  const ms = performance.now() - started;
  const bytesPerCall = (heap() - before) / CALLS;
  const calls = createCallsView(session.recording).read();
  const complete = calls.filter(({ ended }) => ended?.how === 'complete').length;
  if (complete !== CALLS) throw new Error(`${complete} of ${CALLS} calls are complete in the recording`);
  await session.disconnect();
  return { ms, bytesPerCall };
}

async function sdk(): Promise<void> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  for (let n = 1; n <= CALLS; n++) await client.callTool({ name: 'echo', arguments: { n } });
  await client.close();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

await bare();
const times = { bare: [] as number[], engine: [] as number[], sdk: [] as number[] };
const memory: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  times.bare.push(await timed(bare));
  const run = await engine();
  times.engine.push(run.ms);
  memory.push(run.bytesPerCall);
  times.sdk.push(await timed(sdk));
}
server.closeAllConnections();
server.close();

const reference = median(times.bare);
console.log(
  `${CALLS} sequential tools/call over loopback, median of ${ROUNDS} runs in turn, Node ${process.version}\n`,
);
console.log('client                            ms   per call   against bare fetch');
for (const [name, values] of [
  ['bare fetch + JSON.parse', times.bare],
  ['engine, recording on', times.engine],
  ['@modelcontextprotocol/client', times.sdk],
] as const) {
  const ms = median(values);
  console.log(
    `${name.padEnd(30)}${ms.toFixed(0).padStart(6)}${(ms / CALLS).toFixed(3).padStart(11)}${(ms / reference).toFixed(2).padStart(21)}`,
  );
}
console.log(`\nengine against the SDK client: ${(median(times.engine) / median(times.sdk)).toFixed(2)}`);
console.log(`memory: ${(median(memory) / 1024).toFixed(1)} kB a recorded call`);
benchDiff();
