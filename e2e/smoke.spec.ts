import { expect, idle, test } from './fixtures.ts';
import { startStaticHost } from './servers/static-host.ts';

test('the page opens and settles', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Roundtrip');
  await idle(page);
  await expect(
    page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('button', { name: 'Connect' }))
      .first(),
  ).toBeVisible();
});

test('the build works below any path of a static host', async ({ page }) => {
  const host = await startStaticHost('/some/deep/path/');
  try {
    await page.goto(host.url);
    await idle(page);
    await expect(page.locator('#app')).not.toBeEmpty();
  } finally {
    await host.stop();
  }
});
