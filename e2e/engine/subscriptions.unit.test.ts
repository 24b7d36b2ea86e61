// Subscriptions against servers nobody here wrote, and against streams that end badly.
import { afterEach, describe, expect, it } from 'vitest';
import { NO_SUBSCRIPTION } from '../../src/engine/protocol/subscription-filter.ts';
import type { Session } from '../../src/engine/session/contract.ts';
import { createFindingsView } from '../../src/engine/views/findings.ts';
import { createSubscriptionsView, type SubscriptionView } from '../../src/engine/views/subscriptions.ts';
import { startEverything } from '../servers/everything.ts';
import { startCases } from '../servers/hostile.ts';
import { modern, type Handler } from '../servers/script.ts';
import { startSdkDual } from '../servers/sdk-dual.ts';
import { createNodeSession, optionsFor } from './node-session.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connected(url: string, protocolVersion = 'auto'): Promise<Session> {
  const session = createNodeSession();
  closing.push(() => session.disconnect());
  await session.connect(optionsFor(url, { protocolVersion }));
  expect(session.snapshot.phase).toBe('connected');
  return session;
}

/** Resolves once the newest subscription is as `test` wants it. */
function until(session: Session, test: (one: SubscriptionView) => boolean): Promise<SubscriptionView> {
  const view = createSubscriptionsView(session.recording);
  return new Promise((resolve) => {
    const check = () => {
      const one = view.read().at(-1);
      if (!one || !test(one)) return;
      stop();
      resolve(one);
    };
    const stop = session.recording.subscribe(check);
    check();
  });
}

const tools = { ...NO_SUBSCRIPTION, toolsListChanged: true };

describe('the official SDK, modern', () => {
  it('acknowledges what it will tell, tells it, and a close of ours ends it', async () => {
    const server = await startSdkDual();
    closing.push(server.close);
    const session = await connected(server.url);
    session.subscribeTo({ ...tools, resourceSubscriptions: ['harbour://never'] });
    const open = await until(session, ({ state }) => state === 'open');
    expect(open.refused).not.toBeNull();
    server.notify.toolsChanged();
    server.notify.toolsChanged();
    const told = await until(session, ({ received }) => (received[0]?.count ?? 0) >= 2);
    expect(told.received.map(({ what, count }) => [what, count])).toEqual([
      ['notifications/tools/list_changed', 2],
    ]);
    session.unsubscribe(told.subscription);
    const ended = await until(session, ({ state }) => state === 'ended');
    expect(ended.ended).toEqual({ how: 'closed', detail: 'You closed it' });
    expect(findings(session)).toEqual([]);
  });

  it('ends gracefully where the server ends it', async () => {
    const server = await startSdkDual();
    const session = await connected(server.url);
    session.subscribeTo(tools);
    await until(session, ({ state }) => state === 'open');
    await server.close();
    const { ended } = await until(session, ({ state }) => state === 'ended' || state === 'paused');
    expect(ended?.how).toBe('graceful');
  });

  it('keeps five streams open and says which one waits for a place', async () => {
    const server = await startSdkDual();
    closing.push(server.close);
    const session = await connected(server.url);
    for (let each = 0; each < 6; each++) session.subscribeTo(tools);
    const sixth = await until(session, ({ state, subscription }) => subscription === 6 && state === 'paused');
    expect(sixth.pause?.reason).toContain('waits for a place');
    session.unsubscribe(1);
    expect((await until(session, ({ state }) => state === 'open')).subscription).toBe(6);
    const { exchange } = await until(session, ({ subscription }) => subscription === 6);
    const findings = createFindingsView(session.recording).read();
    expect(findings.of(exchange ?? 0)).toMatchObject([{ rule: 'stream-waited', severity: 'info' }]);
  });
});

describe('server-everything, legacy', () => {
  it('subscribes to a resource, is refused for none, and unsubscribes', async () => {
    const server = await startEverything();
    closing.push(server.close);
    const session = await connected(server.url, '2025-11-25');
    session.subscribeTo({ ...NO_SUBSCRIPTION, resourceSubscriptions: ['demo://resource/dynamic/text/1'] });
    const open = await until(session, ({ state }) => state !== 'opening');
    expect(open.state).toBe('open');
    session.unsubscribe(open.subscription);
    const ended = await until(session, ({ state }) => state === 'ended');
    expect(ended.ended?.how).toBe('closed');
    // A process of its own is started for it.
  }, 60_000);
});

describe('streams that end badly', () => {
  const serve = async (listen: Handler): Promise<Session> => {
    const server = await startCases([
      { path: '/mcp', what: 'a stream of changes', handle: modern({ 'subscriptions/listen': listen }) },
    ]);
    closing.push(server.close);
    return connected(server.url('/mcp'));
  };
  const meta = (id: unknown) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });

  it('one that is cut after a message is opened again, with a new id', async () => {
    const ids: unknown[] = [];
    const session = await serve((exchange) => {
      ids.push(exchange.message['id']);
      exchange.stream();
      const params = { ...meta(exchange.message['id']), notifications: { toolsListChanged: true } };
      exchange.res.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params })}\n\n`,
      );
      if (ids.length === 1) setTimeout(() => exchange.res.destroy(), 20);
    });
    session.subscribeTo(tools);
    const again = await until(session, ({ attempts, state }) => attempts === 2 && state === 'open');
    expect(again.refused).toEqual([]);
    expect(new Set(ids).size).toBe(2);
  });

  it('a server that has no such method refuses it once', async () => {
    const session = await serve((exchange) => exchange.error(-32601, 'Method not found'));
    session.subscribeTo(tools);
    const { ended, attempts } = await until(session, ({ state }) => state === 'ended');
    expect([ended, attempts]).toEqual([{ how: 'refused', detail: 'error −32601: Method not found' }, 1]);
  });

  it('what breaks the rules is found: order, id, and what nobody asked for', async () => {
    const session = await serve((exchange) => {
      exchange.stream();
      const write = (method: string, params: object) =>
        exchange.res.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`);
      write('notifications/prompts/list_changed', {});
      write('notifications/subscriptions/acknowledged', {
        ...meta('other'),
        notifications: { promptsListChanged: true },
      });
      exchange.res.end();
    });
    session.subscribeTo(tools);
    const { refused } = await until(session, ({ refused }) => refused !== null);
    expect(refused).toEqual(['toolsListChanged']);
    expect(findings(session)).toEqual([
      'subscription-order',
      'subscription-id',
      'subscription-filter',
      'subscription-id',
      'subscription-filter',
    ]);
  });
});

function findings(session: Session): string[] {
  const rules: string[] = [];
  for (let index = 0; index < session.recording.length; index++) {
    const entry = session.recording.at(index);
    if (entry?.type === 'finding' && entry.finding.rule.startsWith('subscription'))
      rules.push(entry.finding.rule);
  }
  return rules;
}
