import { systemClock } from '../../src/engine/base/clock.ts';
import type { ClientProfile } from '../../src/engine/capabilities/profile.ts';
import type { ConnectOptions, Session } from '../../src/engine/session/contract.ts';
import { createInlineValidator } from '../../src/workers/inline-validator.ts';
import { createSession } from '../../src/engine/session/session.ts';
import { createMemoryStore } from '../../src/engine/store/memory.ts';

/** What the engine claims to be when no page is around it. */
export const profile: ClientProfile = {
  name: 'What Roundtrip can answer',
  clientInfo: { name: 'roundtrip', version: '0.1.0' },
  capabilitiesText: null,
};

/** A session outside a page: no origin, so no CORS; nothing is kept. */
export function createNodeSession(with_: { fetch?: typeof fetch } = {}): Session {
  return createSession({
    fetch: with_.fetch ?? fetch,
    clock: systemClock,
    store: createMemoryStore(),
    validator: createInlineValidator(),
    page: { origin: null, localNetworkPermission: () => Promise.resolve(null) },
  });
}

/** Options to connect to `url` with. */
export function optionsFor(url: string, more: Partial<ConnectOptions> = {}): ConnectOptions {
  return { url, protocolVersion: 'auto', headers: [], profile, timeLimitMs: 10_000, ...more };
}

/** Resolves when nothing that the session itself waits for is under way. */
export async function settled(session: Session): Promise<void> {
  while (session.snapshot.busy) {
    await new Promise<void>((resolve) => {
      const stop = session.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}
