// The guard tested: it sees each trouble, and lets pass what a test announced. Not with the guarded test itself.
import { expect, test } from '@playwright/test';
import { idle, watchTroubles } from './fixtures.ts';

const rows: [what: string, bringAbout: () => void, seen: RegExp][] = [
  ['an error in the console', () => console.error('planted'), /^console: planted/],
  [
    'an uncaught error',
    () =>
      void setTimeout(() => {
        throw new TypeError('planted');
      }),
    /^page error: TypeError: planted/,
  ],
  [
    'an unhandled rejection',
    () => void Promise.reject(new TypeError('planted')),
    /^page error: TypeError: planted/,
  ],
  [
    'a violation of the policy',
    () => {
      const script = document.createElement('script');
      script.textContent = '0';
      document.head.append(script);
    },
    /^policy violation: script-src-elem inline/,
  ],
  [
    'a request to another host',
    () => void fetch('http://other.invalid/', { mode: 'no-cors' }).catch(() => {}),
    /^host: other\.invalid/,
  ],
];

for (const [what, script, seen] of [
  ['an error in the console of a worker', `console.error('planted')`, /^console: planted/],
  ['an uncaught error in a worker', `throw new TypeError('planted')`, /TypeError: planted/],
  [
    'a request of a worker to another host',
    `fetch('http://other.invalid/').catch(() => {})`,
    /^host: other\.invalid/,
  ],
] as const) {
  test(`the guard sees ${what}`, async ({ page, context }) => {
    const troubles = await watchTroubles(context);
    await page.route('**/planted.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto('./');
    await idle(page);
    await page.evaluate(() => void new Worker('./planted.js'));
    await expect.poll(() => troubles.unexpected()).toContainEqual(expect.stringMatching(seen));
  });
}

for (const [what, bringAbout, seen] of rows) {
  test(`the guard sees ${what}`, async ({ page, context }) => {
    const troubles = await watchTroubles(context);
    await page.goto('./');
    await idle(page);
    expect(troubles.unexpected()).toEqual([]);
    await page.evaluate(bringAbout);
    await expect.poll(() => troubles.unexpected()).toContainEqual(expect.stringMatching(seen));
  });
}

test('the guard lets pass what a test announced, and nothing else', async ({ page, context }) => {
  const troubles = await watchTroubles(context);
  troubles.expectConsole(/^planted/);
  troubles.expectConsole(/other\.invalid/);
  troubles.expectHost('other.invalid');
  await page.goto('./');
  await idle(page);
  await page.evaluate(async () => {
    console.error('planted');
    await fetch('http://other.invalid/', { mode: 'no-cors' }).catch(() => {});
    console.error('not announced');
  });
  await expect.poll(() => troubles.unexpected()).toEqual([expect.stringMatching(/^console: not announced/)]);
});
