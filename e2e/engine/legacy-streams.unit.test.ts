// Streams and sessions of legacy servers: what is gone on with, what is begun anew, and what is told.
import { describe, expect, it } from 'vitest';
import { stateful } from '../servers/script.ts';
import { call, connected, LEGACY, ofMethod } from './driven.ts';
import { serve } from './served.ts';

describe('404 with -32601 to a request in a session', () => {
  const missing = { status: 404 };

  it('is a method that is not there: the answer is shown, and the session stays', async () => {
    const server = await serve(
      stateful({ 'tools/call': (exchange) => exchange.error(-32601, 'No such method', missing) }),
    );
    const session = await connected(server.address, LEGACY);
    expect((await call(session)).rounds.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'error', errorCode: -32601, message: 'No such method' },
    ]);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
  });

  it('is one also where a page asks aside', async () => {
    const server = await serve(stateful({ ping: (exchange) => exchange.error(-32601, 'No ping', missing) }));
    const session = await connected(server.address, LEGACY);
    expect(await session.ping()).toMatchObject({ ok: false, reason: 'Error −32601: No ping' });
    expect(ofMethod(server.seen, 'ping')).toHaveLength(1);
    expect(ofMethod(server.seen, 'initialize')).toHaveLength(1);
  });
});
