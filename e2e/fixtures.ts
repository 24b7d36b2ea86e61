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

async function watch(context: BrowserContext, report: (kind: string, what: string) => void): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error') report('console', `${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report('page error', String(error.error().stack ?? error.error())));
  context.on('request', (request) => report('host', new URL(request.url()).hostname));
  await context.exposeFunction('reportPolicyViolation', (what: string) => report('policy violation', what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      void window.reportPolicyViolation?.(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
}

/**
 * Every test fails on an error in the console, an uncaught error in a page, a violation of the page's policy, or a
 * request to another host than this machine.
 */
export const test = base.extend<{ troubles: Troubles }>({
  troubles: [
    async ({ context }, use) => {
      const patterns: RegExp[] = [];
      const hosts = [...ownHosts];
      const seen: { kind: string; what: string }[] = [];
      await watch(context, (kind, what) => seen.push({ kind, what }));

      await use({
        expectConsole: (pattern) => patterns.push(pattern),
        expectHost: (hostname) => hosts.push(hostname),
      });

      const unexpected = seen.filter(({ kind, what }) => {
        if (kind === 'console') return !patterns.some((pattern) => pattern.test(what));
        return kind !== 'host' || !hosts.includes(what);
      });
      expect(
        unexpected.map(({ kind, what }) => `${kind}: ${what}`),
        'troubles in the page',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Resolves when the page waits for nothing of its own: no request, worker task, debounce or lazy load. */
export async function idle(page: Page): Promise<void> {
  await page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
}
