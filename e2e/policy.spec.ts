// Not the guarded test of fixtures.ts: here the policy is made to refuse something.
import { expect, test } from '@playwright/test';
import { idle } from './fixtures.ts';

test('the build carries its policy before any script, and no script or style of its own in the page', async ({
  request,
}) => {
  const html = await (await request.get('./')).text();
  expect(html.indexOf('http-equiv="Content-Security-Policy"')).toBeGreaterThan(0);
  expect(html.indexOf('http-equiv="Content-Security-Policy"')).toBeLessThan(html.indexOf('<script'));
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

test('text is not evaluated in the page', async ({ page }) => {
  await page.goto('./');
  await idle(page);
  // From a timer: what a debugger evaluates itself is exempt from the policy.
  const outcome = await page.evaluate(
    () =>
      new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve(new Function('return "ran"')());
          } catch (error) {
            resolve((error as Error).name);
          }
        }),
      ),
  );
  expect(outcome).toBe('EvalError');
});

test('an inline handler in inserted markup does not run', async ({ page }) => {
  await page.goto('./');
  await idle(page);
  const refused = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        }),
      ),
  );
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title = \'ran\'">');
  });
  expect(await refused).toBe('script-src-attr');
  await expect(page).toHaveTitle('Roundtrip');
});
