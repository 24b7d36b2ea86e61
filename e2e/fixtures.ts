import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

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

/**
 * Every test fails on an error in the console, an uncaught error in a page, a violation of the page's policy, or a
 * request to another host than this machine.
 */
export const test = base.extend<{ troubles: Troubles }>({
  troubles: [
    async ({ context }, use) => {
      const troubles = await watchTroubles(context);
      await use(troubles);
      expect(troubles.unexpected(), 'troubles in the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** Resolves when the page waits for nothing of its own: no request, worker task, debounce or lazy load. */
export async function idle(page: Page): Promise<void> {
  await page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
}
