// The guard tested: each of these brings about one trouble and must fail for it.
import { expect, idle, test } from './fixtures.ts';

const troubles: Record<string, () => void> = {
  'an error in the console': () => console.error('planted'),
  'an uncaught error': () =>
    void setTimeout(() => {
      throw new TypeError('planted');
    }),
  'an unhandled rejection': () => void Promise.reject(new TypeError('planted')),
  'a violation of the policy': () => {
    const script = document.createElement('script');
    script.textContent = '0';
    document.head.append(script);
  },
  'a request to another host': () => void fetch('http://other.invalid/', { mode: 'no-cors' }).catch(() => {}),
};

for (const [what, bringAbout] of Object.entries(troubles)) {
  test(`a test fails on ${what}`, async ({ page }) => {
    test.fail();
    await page.goto('./');
    await idle(page);
    await page.evaluate(bringAbout);
    await page.waitForTimeout(200);
  });
}

test('a console error that a test expects does not fail it', async ({ page, troubles }) => {
  troubles.expectConsole(/^planted/);
  troubles.expectConsole(/other\.invalid/);
  troubles.expectHost('other.invalid');
  await page.goto('./');
  await page.evaluate(async () => {
    console.error('planted');
    await fetch('http://other.invalid/', { mode: 'no-cors' }).catch(() => {});
  });
  await expect(page).toHaveTitle('Roundtrip');
});
