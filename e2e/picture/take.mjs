/** Takes the README's pictures from the built app: `npm run build && node e2e/picture/take.mjs`. */
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { ensureBrowser } from '../run/browser.mjs';

const server = await preview({ preview: { host: '127.0.0.1', port: 4790, strictPort: true } });
const browser = await chromium.launch({
  executablePath: (await ensureBrowser()).path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const viewport = { width: 1440, height: 900 };

/** Opens the page in a browser of its own, with the demo connected and its tool chosen. */
async function atTheTool() {
  const page = await browser.newPage({ viewport, colorScheme: 'light' });
  await page.goto('http://127.0.0.1:4790/');
  await page.getByRole('button', { name: 'Try the demo server' }).click();
  await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor();
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page
    .getByRole('list', { name: 'Tools' })
    .getByRole('button', { name: /^deploy_release/ })
    .click();
  await page.getByRole('button', { name: 'Skeleton' }).click();
  const settled = () => page.locator(':root[data-idle="true"]').waitFor();
  await settled();
  return { page, settled };
}

{
  const { page, settled } = await atTheTool();
  await page.getByRole('switch', { name: 'Manual MRTR' }).click();
  await page.getByRole('button', { name: 'Call tool' }).click();
  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  await settled();
  await page.getByRole('button', { name: 'Send round' }).click();
  await page.getByRole('region', { name: 'Round 2' }).waitFor();
  await settled();
  await page.screenshot({ path: 'e2e/picture/rounds.png' });
}

{
  const { page, settled } = await atTheTool();
  await page.getByRole('button', { name: 'Call tool' }).click();
  await settled();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.getByRole('group', { name: 'Calls' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await settled();
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Rounds', exact: true }) })
    .getByRole('cell')
    .nth(3)
    .getByRole('button')
    .click();
  await settled();
  // The matrix above, and how the call travels below it.
  await page.getByRole('rowheader', { name: 'Prompts', exact: true }).evaluate((row) => {
    const pane = row.closest('.scroll');
    if (pane) pane.scrollTop += row.getBoundingClientRect().top - 140;
  });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: 'e2e/picture/compare.png' });
}
await browser.close();
await server.close();
