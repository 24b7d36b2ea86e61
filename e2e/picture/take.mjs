/** Takes the README's picture from the built app: `npm run build && node e2e/picture/take.mjs`. */
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { ensureBrowser } from '../run/browser.mjs';

const server = await preview({ preview: { host: '127.0.0.1', port: 4790, strictPort: true } });
const browser = await chromium.launch({
  executablePath: (await ensureBrowser()).path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
const settled = () => page.locator(':root[data-idle="true"]').waitFor();

await page.goto('http://127.0.0.1:4790/');
await page.getByRole('button', { name: 'Try the demo server' }).click();
await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor();
await page.getByRole('link', { name: 'Tools', exact: true }).click();
await page
  .getByRole('list', { name: 'Tools' })
  .getByRole('button', { name: /^deploy_release/ })
  .click();
await page.getByRole('button', { name: 'Skeleton' }).click();
await settled();
await page.getByRole('switch', { name: 'Manual MRTR' }).click();
await page.getByRole('button', { name: 'Call tool' }).click();
await page.getByRole('link', { name: 'Rounds', exact: true }).click();
await settled();
await page.getByRole('button', { name: 'Send round' }).click();
await page.getByRole('region', { name: 'Round 2' }).waitFor();
await settled();
await page.screenshot({ path: 'e2e/picture/rounds.png' });
await browser.close();
await server.close();
