/**
 * The engine as a client under test of the official conformance suite: `driver URL`, with the scenario's name and context in the
 * environment. Exits non-zero when the scenario could not be driven to its end.
 */
import { createNodeSession, optionsFor, settled } from '../engine/node-session.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { createListingsView } from '../../src/engine/views/listings.ts';
import { readTools, type ToolEntry } from '../../src/engine/views/tools.ts';
import { toolHeaders } from '../../src/engine/views/tool-headers.ts';
import { createCallsView } from '../../src/engine/views/calls.ts';

const DONE = new Set(['complete', 'error']);

const scenarios: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  initialize: listed,
  tools_call: (session) => call(session, 'tools/call', 'add_numbers', { a: 5, b: 3 }),
  'request-metadata': listed,
  'json-schema-ref-no-deref': listed,
  'http-standard-headers': async (session) => {
    await call(session, 'tools/call', 'test_headers', {});
    await session.list('resources/list');
    await session.list('prompts/list');
    await call(session, 'resources/read', 'file:///path/to/file%20name.txt');
    await call(session, 'prompts/get', 'test_prompt', {});
  },
  'elicitation-sep1034-client-defaults': (session) =>
    call(session, 'tools/call', 'test_client_elicitation_defaults', {}),
  'sse-retry': (session) => call(session, 'tools/call', 'test_reconnection', {}),
  'json-schema-2020-12-preservation': async (session) => {
    const focal = (await tools(session)).find(({ inputSchema }) => inputSchema?.includes('"$schema"'));
    if (!focal) throw new Error('No tool with the schema to preserve was listed');
    await call(session, 'tools/call', 'json_schema_echo', `{"schema":${focal.inputSchema ?? '{}'}}`);
  },
  'sep-2322-client-request-state': async (session) => {
    for (const { name } of await tools(session)) await call(session, 'tools/call', name, {});
  },
  'http-custom-headers': async (session) => {
    for (const { name, arguments: args } of contextCalls()) await call(session, 'tools/call', name, args);
  },
  'http-invalid-tool-headers': async (session) => {
    const left = (await tools(session)).filter((tool) => toolHeaders(tool).problems.length === 0);
    for (const { name } of left) await call(session, 'tools/call', name, {});
  },
};

/** The calls that the suite asks for in the environment. */
function contextCalls(): readonly { readonly name: string; readonly arguments: object }[] {
  const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
    toolCalls?: readonly { name: string; arguments: object }[];
  };
  if (!context.toolCalls) throw new Error('The context names no calls');
  return context.toolCalls;
}

async function listed(session: Session): Promise<void> {
  await session.list('tools/list');
}

async function tools(session: Session): Promise<readonly ToolEntry[]> {
  const listing = createListingsView(session.recording).read().at(-1);
  return listing ? (await readTools(listing)).entries : [];
}

async function call(
  session: Session,
  method: string,
  name: string,
  args: object | string = '',
): Promise<void> {
  const number = session.startCall({
    method,
    name,
    argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
  });
  await settled(session);
  const made = createCallsView(session.recording)
    .read()
    .find((each) => each.call === number);
  const how = made?.ended?.how ?? `waiting: ${made?.waiting?.reason ?? ''}`;
  process.stderr.write(`${method} ${name}: ${how} ${made?.ended?.detail ?? ''}\n`);
  if (!DONE.has(how)) throw new Error(`${method} ${name} ended as ${how}`);
}

async function main(): Promise<void> {
  const url = process.argv.at(-1) ?? '';
  const name = process.env['MCP_CONFORMANCE_SCENARIO'] ?? 'initialize';
  const drive = scenarios[name];
  if (!drive) throw new Error(`No driver for the scenario ${name}`);
  const session = createNodeSession();
  // The wire the fixture speaks: a legacy fixture may answer anything to a modern attempt.
  const protocolVersion = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? 'auto';
  await session.connect(optionsFor(url, { protocolVersion }));
  if (session.snapshot.phase !== 'connected') {
    throw new Error(`Not connected: ${session.snapshot.failure?.title ?? session.snapshot.phase}`);
  }
  await drive(session);
  await session.disconnect();
}

await main();
