// What a client claims to be, on a connection that stands: the next request says it, and a server that goes beyond it is told on.
import { afterEach, describe, expect, it } from 'vitest';
import { NO_SETTINGS, type ClientProfile } from '../../src/engine/capabilities/profile.ts';
import { defaultResponders } from '../../src/engine/responders/responders.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { createCallsView, type CallView } from '../../src/engine/views/calls.ts';
import { createHandshakesView } from '../../src/engine/views/handshakes.ts';
import type { HostileServer } from '../servers/hostile.ts';
import { startCases } from '../servers/hostile.ts';
import type { SeenRequest } from '../servers/recorder.ts';
import { complete, type Handler, legacy, modern, PONG } from '../servers/script.ts';
import { createNodeSession, optionsFor, profile, settled } from './node-session.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(handle: Handler): Promise<HostileServer & { address: string }> {
  const server = await startCases([{ path: '/mcp', what: 'the case of this test', handle }]);
  closing.push(server.close);
  return { ...server, address: server.url('/mcp') };
}

async function connected(url: string, protocolVersion = 'auto', claims = profile): Promise<Session> {
  const session = createNodeSession();
  closing.push(() => session.disconnect());
  await session.connect(optionsFor(url, { protocolVersion, profile: claims }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

type Message = { method?: string; params?: Record<string, unknown> };
const messagesOf = (seen: readonly SeenRequest[]) =>
  seen.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body) as Message);
const metaOf = ({ params }: Message) => (params?.['_meta'] ?? {}) as Record<string, unknown>;
const declaredIn = (message: Message) => metaOf(message)['io.modelcontextprotocol/clientCapabilities'];

const lastCall = (session: Session): CallView =>
  createCallsView(session.recording).read().at(-1) ?? expect.unreachable('no call was made');
async function call(session: Session): Promise<CallView> {
  session.startCall({ method: 'tools/call', name: 'ping', argumentsText: '{}' });
  await settled(session);
  return lastCall(session);
}

const nothing: ClientProfile = {
  ...profile,
  name: 'Nothing',
  clientInfo: { name: 'somebody', version: '2' },
  rule: 'nothing',
  settings: NO_SETTINGS,
};

describe('a profile that is changed while connected', () => {
  it('goes to a modern server with the next request, and a discovery shows what that changes', async () => {
    const server = await serve(modern());
    const session = await connected(server.address);
    const before = server.seenAt('/mcp').length;
    await session.setProfile(nothing);
    const sent = messagesOf(server.seenAt('/mcp').slice(before));
    expect(sent[0]?.method).toBe('server/discover');
    for (const message of sent) {
      expect(declaredIn(message)).toEqual({});
      expect(metaOf(message)['io.modelcontextprotocol/clientInfo']).toEqual({
        name: 'somebody',
        version: '2',
      });
    }
    const handshakes = createHandshakesView(session.recording).read();
    expect(handshakes.map(({ cause, profile: name }) => [cause, name])).toEqual([
      ['connect', 'What Roundtrip can answer'],
      ['profile changed', 'Nothing'],
    ]);
    await call(session);
    expect(declaredIn(messagesOf(server.seenAt('/mcp')).at(-1) ?? {})).toEqual({});
    expect(session.snapshot.connection?.claims?.capabilitiesText).toBe('{}');
  });

  it('twice at once is told twice, so that no change is without its two ends', async () => {
    const server = await serve(modern());
    const session = await connected(server.address);
    await Promise.all([
      session.setProfile(nothing),
      session.setProfile({ ...nothing, name: 'Roots', capabilitiesText: '{"roots":{}}' }),
    ]);
    await settled(session);
    const discovered = messagesOf(server.seenAt('/mcp')).filter(({ method }) => method === 'server/discover');
    expect(declaredIn(discovered.at(-1) ?? {})).toEqual({ roots: {} });
    expect(session.snapshot.connection?.claims?.capabilitiesText).toBe('{"roots":{}}');
    expect(createHandshakesView(session.recording).read().at(-1)?.profile).toBe('Roots');
  });

  it('and a discovery that fails leave the connection standing, with what it says from now on', async () => {
    let refuses = false;
    const server = await serve(
      modern({
        'server/discover': (exchange) =>
          refuses
            ? exchange.error(-32603, 'Internal error', { status: 500 })
            : exchange.result(
                complete({
                  supportedVersions: ['2026-07-28'],
                  capabilities: { tools: {} },
                  ttlMs: 0,
                  cacheScope: 'private',
                }),
              ),
      }),
    );
    const session = await connected(server.address);
    refuses = true;
    await session.setProfile(nothing);
    expect(session.snapshot.phase).toBe('connected');
    expect((await call(session)).ended?.how).toBe('complete');
    expect(declaredIn(messagesOf(server.seenAt('/mcp')).at(-1) ?? {})).toEqual({});
  });

  it('that claims the same asks nothing again', async () => {
    const server = await serve(modern());
    const session = await connected(server.address);
    const before = server.seenAt('/mcp').length;
    await session.setProfile({ ...profile, name: 'The same by another name' });
    expect(server.seenAt('/mcp')).toHaveLength(before);
  });

  it('stays as it was said on a legacy connection, until the next handshake', async () => {
    const server = await serve(legacy());
    const session = await connected(server.address, '2025-11-25');
    const before = server.seenAt('/mcp').length;
    await session.setProfile(nothing);
    expect(server.seenAt('/mcp')).toHaveLength(before);
    expect(session.snapshot.connection?.claims?.capabilitiesText).toContain('sampling');
    await session.handshakeAgain();
    const initialize = messagesOf(server.seenAt('/mcp').slice(before)).find(
      ({ method }) => method === 'initialize',
    );
    expect(initialize?.params).toMatchObject({ capabilities: {}, clientInfo: { name: 'somebody' } });
    expect(session.snapshot.connection?.claims?.capabilitiesText).toBe('{}');
  });

  it('is inferred from the responders that are on, also from the next request on', async () => {
    const server = await serve(modern());
    const session = await connected(server.address);
    session.setResponders({ ...defaultResponders, sampling: 'off' });
    await settled(session);
    await call(session);
    expect(declaredIn(messagesOf(server.seenAt('/mcp')).at(-1) ?? {})).not.toHaveProperty('sampling');
    expect(createHandshakesView(session.recording).read().at(-1)?.cause).toBe('profile changed');
    // What is declared did not change: nothing is asked again.
    const before = server.seenAt('/mcp').length;
    session.setResponders({ ...defaultResponders, sampling: 'off', elicitation: 'decline' });
    await settled(session);
    expect(server.seenAt('/mcp')).toHaveLength(before);
  });
});

const SAMPLE = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
};
const asksFor = (inputRequests: Record<string, unknown>): Handler =>
  modern({
    'tools/call': (exchange) =>
      'inputResponses' in exchange.params
        ? exchange.result(complete({ content: [{ type: 'text', text: JSON.stringify(exchange.params) }] }))
        : exchange.result({ resultType: 'input_required', inputRequests }),
  });

describe('a request for something that was not declared', () => {
  it('is a violation by the server, and answered all the same', async () => {
    const server = await serve(asksFor({ a: SAMPLE, b: SAMPLE, r: { method: 'roots/list' } }));
    const session = await connected(server.address);
    await session.setProfile(nothing);
    const { ended, findings } = await call(session);
    expect(ended?.how).toBe('complete');
    expect(findings).toMatchObject([
      { rule: 'asks-undeclared', severity: 'error', keys: ['a', 'b'], round: 1 },
      { rule: 'asks-undeclared', severity: 'error', keys: ['r'], round: 1 },
    ]);
    expect(findings[0]?.text).toContain('sampling (a, b)');
    expect(findings[0]?.clause?.url).toContain('/2026-07-28/client/sampling');
  });

  it('stops the call where its responder is off, with that reason', async () => {
    const server = await serve(asksFor({ a: SAMPLE }));
    const session = await connected(server.address);
    session.setResponders({ ...defaultResponders, sampling: 'off' });
    await settled(session);
    const { state, waiting } = await call(session);
    expect([state, waiting?.reason]).toEqual(['waiting', 'The responder for sampling is off']);
  });

  it('is none where it was declared', async () => {
    const server = await serve(asksFor({ a: SAMPLE, r: { method: 'roots/list' } }));
    const session = await connected(server.address);
    expect((await call(session)).findings).toEqual([]);
  });

  it('is one of a legacy server too', async () => {
    const server = await serve(
      legacy({
        'tools/call': async (exchange) => {
          const stream = exchange.stream();
          await stream.event(JSON.stringify({ jsonrpc: '2.0', id: 'ask', ...SAMPLE }));
          await stream.event(exchange.response(PONG));
          stream.end();
        },
      }),
    );
    const session = await connected(server.address, '2025-11-25', nothing);
    const violations = ({ findings }: CallView) => findings.filter(({ rule }) => rule === 'asks-undeclared');
    expect(violations(await call(session))).toMatchObject([{ severity: 'error', keys: ['"ask"'] }]);
    const declared = await connected(server.address, '2025-11-25');
    expect(violations(await call(declared))).toEqual([]);
  });
});
