// The official Python SDK, in each revision: what its resolvers ask, answered by hand and by the responders.
import { expect, test } from '../fixtures.ts';
import type { AppPage } from '../pages/app.ts';
import { serverAt } from './server-at.ts';

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'];

async function result(app: AppPage, tool: string, args?: string): Promise<void> {
  await app.open('Tools');
  await app.tools.call(tool, args);
  await app.idle();
}

test('Auto speaks the modern revision, and each revision is spoken where it is asked for', async ({
  app,
}) => {
  const url = serverAt('ROUNDTRIP_PYTHON');
  await app.connectTo(url);
  await expect(app.status).toContainText('Connected · 2026-07-28 · modern · python-interop 1.0.0');
  for (const version of LEGACY) {
    await app.disconnectButton.click();
    await app.settled(/^Not connected/);
    await app.start(url, { version });
    await app.settled(/^Connected/);
    await expect(app.status).toContainText(`Connected · ${version} · legacy · python-interop 1.0.0`);
  }
});

test.describe('two rounds of elicitation', () => {
  test('run by themselves: what the server gave as defaults is accepted', async ({ app }) => {
    await app.connectTo(serverAt('ROUNDTRIP_PYTHON'));
    await result(app, 'book_table');
    await expect(app.tools.result).toContainText(/2 guests, window seat False, sure (True|False)/);
  });

  test('by hand: a wrong answer is refused by the server, and another from the same round is taken', async ({
    app,
  }) => {
    await app.connectTo(serverAt('ROUNDTRIP_PYTHON'));
    await app.manual.click();
    await result(app, 'book_table');
    await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
    await app.idle();
    const group = app.rounds.round(1).region.getByRole('group', { name: /^Input request / });
    const key = ((await group.getAttribute('aria-label')) ?? '').replace('Input request ', '');
    const input = app.rounds.round(1).input(key);
    await input.answer('{"action":"accept","content":{"guests":99}}');
    await app.idle();
    await app.rounds.anywayButton.click();
    await app.idle();
    await expect(app.rounds.round(2).region).toContainText(/error/i);

    await app.rounds.round(1).open();
    await app.rounds.round(1).branchButton.click();
    await app.idle();
    await input.answer('{"action":"accept","content":{"guests":5,"window_seat":true,"note":""}}');
    await app.idle();
    await app.rounds.sendButton.click();
    await app.idle();
    const second = app.rounds.round(2);
    await expect(second.inputRequests).toContainText('A table for 5: sure?');
    const asked = second.region.getByRole('group', { name: /^Input request / });
    const next = ((await asked.getAttribute('aria-label')) ?? '').replace('Input request ', '');
    await second.input(next).answer('{"action":"accept","content":{"sure":true}}');
    await app.idle();
    await app.rounds.sendButton.click();
    await app.idle();
    expect(await app.rounds.round(3).raw('Raw result')).toContain('5 guests, window seat True, sure True');
  });

  test('in a legacy revision they are requests of the server', async ({ app }) => {
    await app.connectTo(serverAt('ROUNDTRIP_PYTHON'), { version: '2025-11-25' });
    await result(app, 'book_table');
    await expect(app.tools.result).toContainText(/2 guests, window seat False, sure (True|False)/);
  });
});

for (const version of ['Auto', '2025-11-25']) {
  test(`sampling and roots are answered by the responders: ${version}`, async ({ app }) => {
    await app.connectTo(serverAt('ROUNDTRIP_PYTHON'), { version });
    await result(app, 'dish_of_the_day');
    await expect(app.tools.result).toContainText('says: This is a test answer.');
    await result(app, 'list_roots');
    await expect(app.tools.result).toContainText('complete');
  });
}

test('progress is counted', async ({ app }) => {
  await app.connectTo(serverAt('ROUNDTRIP_PYTHON'));
  await result(app, 'count_down', '{"steps":3}');
  await expect(app.tools.result).toContainText('zero');
  await app.open('Wire log');
  await app.wireLog.filter.fill('notifications/progress');
  await app.idle();
  await expect(app.wireLog.rows).toHaveCount(3);
});
