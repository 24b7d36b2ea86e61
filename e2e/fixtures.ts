import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { AppPage } from './pages/app.ts';
import { startEverything, type EverythingServer } from './servers/everything.ts';
import { startFront, type FrontServer } from './servers/front.ts';
import { startHostile, type HostileServer } from './servers/hostile.ts';
import type { SeenRequest } from './servers/recorder.ts';
import { startSdkDual, type SdkDualServer } from './servers/sdk-dual.ts';

export { expect };

/** What a test may say about troubles that belong to it. Page errors and policy violations are never excused. */
export interface Troubles {
  /**
   * A console error this test brings about. Chromium itself logs each failed load ("Failed to load resource", CORS);
   * no page can prevent that.
   */
  expectConsole(pattern: RegExp): void;
  /** A host besides this machine that this test means to name. */
  expectHost(hostname: string): void;
}

declare global {
  interface Window {
    reportPolicyViolation?: (what: string) => Promise<void>;
  }
}

const ownHosts = ['127.0.0.1', 'localhost', '[::1]', ''];

/** Watches every page of a context. `unexpected` is what went wrong since and was not announced, a line each. */
export async function watchTroubles(context: BrowserContext): Promise<Troubles & { unexpected(): string[] }> {
  const patterns: RegExp[] = [];
  const hosts = [...ownHosts];
  const seen: { kind: 'console' | 'page error' | 'policy violation' | 'host'; what: string }[] = [];

  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    seen.push({ kind: 'console', what: `${message.text()} (${message.location().url})` });
  });
  context.on('weberror', (error) => {
    seen.push({ kind: 'page error', what: String(error.error().stack ?? error.error()) });
  });
  context.on('request', (request) => {
    seen.push({ kind: 'host', what: new URL(request.url()).hostname });
  });
  await context.exposeFunction('reportPolicyViolation', (what: string) => {
    seen.push({ kind: 'policy violation', what });
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      void window.reportPolicyViolation?.(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });

  return {
    expectConsole: (pattern) => patterns.push(pattern),
    expectHost: (hostname) => hosts.push(hostname),
    unexpected: () =>
      seen
        .filter(({ kind, what }) => {
          if (kind === 'console') return !patterns.some((pattern) => pattern.test(what));
          return kind !== 'host' || !hosts.includes(what);
        })
        .map(({ kind, what }) => `${kind}: ${what}`),
  };
}

/** What Chromium itself logs of a load that failed; no page can prevent it. */
const loadFailure = /^(Failed to load resource|Access to fetch at)/;

/** The hostile server as one test sees it: a case's counters are its own. */
export interface HostileCases {
  /** The address of a case. */
  url(path: string): string;
  /** What this test sent to a case, preflights among it. */
  seenAt(path: string): readonly SeenRequest[];
}

/** What a test may use. Servers are real, on another origin than the page, and started once for each worker. */
interface TestFixtures {
  troubles: Troubles;
  app: AppPage;
  /** `@modelcontextprotocol/server`, both eras. As first started at the start of each test. */
  sdk: SdkDualServer;
  /** `@modelcontextprotocol/server-everything`. */
  everything: EverythingServer;
  /** One path for each way of being difficult. Failed loads in the console are excused. */
  hostile: HostileCases;
  /** One address behind which any case of the hostile server can stand. */
  front: FrontServer;
}

interface WorkerFixtures {
  sdkServer: SdkDualServer;
  everythingServer: EverythingServer;
  hostileServer: HostileServer;
}

/**
 * Every test fails on an error in the console, an uncaught error in a page, a violation of the page's policy, or a
 * request to another host than this machine.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  troubles: [
    async ({ context }, use) => {
      const troubles = await watchTroubles(context);
      await use(troubles);
      expect(troubles.unexpected(), 'troubles in the page').toEqual([]);
    },
    { auto: true },
  ],
  app: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await use(new AppPage(page));
  },
  sdkServer: [startedBy(() => startSdkDual()), { scope: 'worker' }],
  everythingServer: [startedBy(startEverything), { scope: 'worker' }],
  hostileServer: [startedBy(startHostile), { scope: 'worker' }],
  sdk: async ({ sdkServer }, use) => {
    sdkServer.become({});
    sdkServer.seen.length = 0;
    await use(sdkServer);
  },
  everything: async ({ everythingServer, troubles }, use) => {
    // It answers the modern attempt with 400, which Chromium logs.
    troubles.expectConsole(loadFailure);
    await use(everythingServer);
  },
  hostile: async ({ hostileServer, troubles }, use, { testId, repeatEachIndex }) => {
    troubles.expectConsole(loadFailure);
    const key = `k=${testId}${repeatEachIndex}`;
    await use({
      url: (path) => hostileServer.url(`${path}${path.includes('?') ? '&' : '?'}${key}`),
      seenAt: (path) => hostileServer.seenAt(path).filter(({ url }) => url.includes(key)),
    });
  },
  front: async ({ hostileServer, troubles }, use) => {
    troubles.expectConsole(loadFailure);
    const server = await startFront(hostileServer);
    await use(server);
    await server.close();
  },
});

function startedBy<Server extends { close: () => Promise<void> }>(start: () => Promise<Server>) {
  // eslint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  return async ({}: object, use: (server: Server) => Promise<void>): Promise<void> => {
    const server = await start();
    await use(server);
    await server.close();
  };
}

/** Resolves when the page waits for nothing of its own: no request, worker task, debounce or lazy load. */
export async function idle(page: Page): Promise<void> {
  await page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
}
