import { execFile, execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asCurl } from '../../src/engine/wire-log/as-curl.ts';
import { asFetch } from '../../src/engine/wire-log/as-fetch.ts';
import type { SentRequest } from '../../src/engine/wire-log/sent-request.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  /** Name and value, bytes as Latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes as hexadecimal digits. */
  readonly body: string;
}

let server: Server;
let seen: Seen[] = [];

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = request.rawHeaders;
  const headers = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as const] : [],
  );
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers,
    body: Buffer.concat(chunks).toString('hex'),
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void read(request).then((each) => {
      seen.push(each);
      response.setHeader('connection', 'close').end('seen');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function run(command: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { timeout: 20_000, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HISTFILE: '/dev/null' } },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    child.stdin?.end(input ?? '');
  });
}

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Bytes of the text as fetch and curl write them. */
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');

const json = (text: string): Partial<SentRequest> => ({ body: text });
const cases: readonly (readonly [what: string, change: Partial<SentRequest>])[] = [
  ['a plain call', json('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}')],
  ['quotes of both kinds and back slashes', json(`'"\\'\\" '' \\\\n \\`)],
  ['line ends of every kind', json('{\n\n\r\n\r"a":1\n}\n')],
  ['what a shell would expand', json('!! !x $HOME ${PATH} `id` $(id) ~ * ? # & ; | < > %s %n')],
  ['other alphabets', json('Zürich 北京 😀 e\u0301 \u202e \u2028 \ufeff')],
  ['control characters', json('\u0000\u0001\u0003\u0004\t\u001b[31m\u007f')],
  ['a body that looks like a file', json('@/etc/hostname')],
  ['a body that looks like an option', json('--help')],
  ['an empty body', json('')],
  ['a large body', json(`"${'äx'.repeat(30_000)}"`)],
  ['no body', { body: null, method: 'GET' }],
  ['a DELETE', { body: null, method: 'DELETE' }],
  ['a URL with brackets, braces and a query', { url: '/a%20b/[1-3]?q=%7B%27&b=!c{x,y}' }],
  [
    'headers: order, twice the same name, no value, one byte a character',
    {
      headers: [
        ['Accept', 'application/json, text/event-stream'],
        ['Content-Type', 'application/json'],
        ['Mcp-Name', '=?base64?4pyT?= \'x\' "y" ! $HOME'],
        ['X-Twice', 'a'],
        ['X-Twice', 'b'],
        ['X-Latin', 'caf\u00e9! %d \\n'],
      ],
    },
  ],
];

const base: SentRequest = {
  method: 'POST',
  url: '/mcp',
  headers: [
    ['Accept', 'application/json, text/event-stream'],
    ['Content-Type', 'application/json'],
    ['Mcp-Method', 'tools/call'],
  ],
  body: '{}',
  mode: 'cors',
};

/** Sends the request by `send` and compares what the server saw. */
async function sees(
  change: Partial<SentRequest>,
  send: (request: SentRequest) => Promise<string>,
): Promise<void> {
  const request = { ...base, ...change };
  const { port } = server.address() as AddressInfo;
  seen = [];
  const printed = await send({ ...request, url: `http://127.0.0.1:${port}${request.url}` });
  expect(printed).toContain('seen');
  expect(seen).toHaveLength(1);
  const [only] = seen;
  expect([only?.method, only?.path, only?.body]).toEqual([
    request.method,
    request.url,
    hex(request.body ?? ''),
  ]);
  // fetch joins values of one name (Fetch, "combine"); both mean the same.
  const values = (headers: Seen['headers'], name: string) =>
    headers
      .filter(([each]) => each.toLowerCase() === name)
      .map(([, value]) => value)
      .join(', ');
  for (const [name] of request.headers) {
    const key = name.toLowerCase();
    expect([key, values(only?.headers ?? [], key)]).toEqual([key, values(request.headers, key)]);
  }
}

const shells = ['sh', 'bash', 'zsh'].filter(has);
if (!has('curl')) console.warn('No curl on this machine: the commands are not run');

describe.skipIf(!has('curl')).each(shells)('the curl command, run by %s', (shell) => {
  it.each(cases)('sends %s byte for byte', async (_what, change) => {
    await sees(change, (request) => run(shell, ['-s'], `${asCurl(request)} --silent --show-error\n`));
  });
});

describe.skipIf(!has('curl') || !has('bash'))('the curl command, pasted into an interactive shell', () => {
  it.each(cases)('sends %s byte for byte', async (_what, change) => {
    const session = (request: SentRequest) => `set -o history -o histexpand\n${asCurl(request)} --silent\n`;
    await sees(change, (request) => run('bash', ['--norc', '--noprofile', '-i'], session(request)));
  });
});

describe('the fetch code, run by Node', () => {
  it.each(cases)('sends %s byte for byte', async (_what, change) => {
    await sees(change, (request) => run(process.execPath, ['--input-type=module', '-'], asFetch(request)));
  });
});
