// The build on any static host, below any path, and within its budget.
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { AppPage } from './pages/app.ts';
import { expect, test } from './fixtures.ts';
import { startStaticHost } from './servers/static-host.ts';

test('every panel, the demo, the editor and the worker work below a path', async ({ page, app }) => {
  const host = await startStaticHost('/some/sub/path/');
  try {
    await page.goto(host.url);
    await app.connect.demoButton.click();
    await app.settled(/^Connected/);
    await app.open('Handshake');
    await expect(app.handshake.capability('tools')).toBeVisible();
    await app.open('Tools');
    await app.tools.choose('echo');
    await app.tools.editor.write('{"message": 5}');
    // Only the worker can tell.
    await expect(app.tools.callButton).toBeDisabled();
    await app.manual.click();
    await app.tools.call('deploy_release');
    await expect(app.tools.result).toContainText('input required');
    await app.open('Rounds');
    await expect(app.rounds.round(1).input('window').group).toBeVisible();
    await app.open('Wire log');
    await expect(app.wireLog.rows.first()).toBeVisible();
    await app.open('Client');
    await page.reload();
    await app.idle();
    await expect(app.link('Client')).toHaveAttribute('aria-current', 'page');
  } finally {
    await host.stop();
  }
});

test('what is loaded until one can connect stays within 60 KB gzip', async ({ page }) => {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) responses.set(response.url(), response);
  });
  await page.addInitScript(() => {
    const watch = { at: Infinity };
    Object.assign(window, { connectable: watch });
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Connect',
      );
      if (!button || button.disabled) return;
      watch.at = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('./');
  await expect(new AppPage(page).connect.connectButton).toBeEnabled();
  const asked = await page.evaluate(() => {
    const { at } = (window as unknown as { connectable: { at: number } }).connectable;
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < at)
      .map(({ name }) => name);
  });
  const sizes = await Promise.all(
    [...responses]
      .filter(([url]) => asked.includes(url))
      .map(async ([url, response]) => [gzipSync(await response.body(), { level: 9 }).length, url] as const),
  );
  const bytes = sizes.reduce((sum, [each]) => sum + each, 0);
  expect(sizes.length).toBeGreaterThan(1);
  expect(bytes, sizes.map((each) => each.join(' ')).join('\n')).toBeLessThanOrEqual(60 * 1024);
  test.info().annotations.push({ type: 'gzip', description: `${bytes} bytes in ${sizes.length} files` });
});
