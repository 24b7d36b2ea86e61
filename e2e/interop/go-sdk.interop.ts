// The official Go SDK, in both eras: what its own documentation of clients shows, with the same values.
import { expect, test } from '../fixtures.ts';
import type { AppPage } from '../pages/app.ts';
import { ClientPanel } from '../pages/client.ts';
import { serverAt } from './server-at.ts';

const ERAS = [
  { version: '2026-07-28', path: '/stateless' },
  { version: '2025-11-25', path: '/mcp' },
];

async function call(app: AppPage, tool: string, args?: string): Promise<void> {
  await app.open('Tools');
  await app.tools.call(tool, args);
  await app.idle();
}

async function answerInRounds(app: AppPage): Promise<void> {
  await app.tools.result.getByRole('link', { name: 'Answer in Rounds' }).click();
  await app.idle();
}

async function sendRound(app: AppPage): Promise<void> {
  await app.idle();
  await app.rounds.sendButton.click();
  await app.idle();
}

test('Auto speaks the modern revision where there are no sessions', async ({ app }) => {
  await app.connectTo(serverAt('ROUNDTRIP_GO', '/stateless'));
  await expect(app.status).toContainText('Connected · 2026-07-28 · modern · go-interop 1.0.0');
});

test('where there are, the server offers older ones alone: Auto goes on with initialize', async ({ app }) => {
  const url = serverAt('ROUNDTRIP_GO');
  await app.connectTo(url);
  await expect(app.status).toContainText('Connected · 2025-11-25 · legacy · go-interop 1.0.0');
  await app.open('Handshake');
  await expect(app.page.getByRole('region', { name: 'Attempts' })).toContainText('server/discover');
  for (const version of ['2025-06-18', '2025-03-26']) {
    await app.disconnectButton.click();
    await app.settled(/^Not connected/);
    await app.start(url, { version });
    await app.settled(/^Connected/);
    await expect(app.status).toContainText(`Connected · ${version} · legacy · go-interop 1.0.0`);
  }
});

for (const { version, path } of ERAS) {
  test.describe(version, () => {
    test('roots', async ({ app, page }) => {
      await app.connectTo(serverAt('ROUNDTRIP_GO', path), { version });
      await app.open('Client');
      const client = new ClientPanel(page);
      await client.addRoot('file://a');
      await client.addRoot('file://b');
      await call(app, 'roots');
      await expect(app.tools.result).toContainText('[file://a file://b]');
    });

    test('sampling', async ({ app, page }) => {
      await app.connectTo(serverAt('ROUNDTRIP_GO', path), { version });
      await app.open('Client');
      await new ClientPanel(page).sampleText('would have created a message');
      await call(app, 'sample');
      await expect(app.tools.result).toContainText('would have created a message');
    });

    test('elicitation', async ({ app }) => {
      await app.connectTo(serverAt('ROUNDTRIP_GO', path), { version });
      await app.manual.click();
      await call(app, 'ask');
      await answerInRounds(app);
      const { region } = app.rounds.round(1);
      await expect(region).toContainText('What is it to be?');
      await region.getByRole('textbox', { name: 'test', exact: true }).fill('value');
      await sendRound(app);
      await app.open('Tools');
      await expect(app.tools.result).toContainText('accept: value');
    });

    test('elicitation with a default and named choices: nothing filled in', async ({ app }) => {
      await app.connectTo(serverAt('ROUNDTRIP_GO', path), { version });
      await app.manual.click();
      await call(app, 'export_report');
      await answerInRounds(app);
      const { region } = app.rounds.round(1);
      await expect(region).toContainText('Export quarterly-sales as which format?');
      const format = region.getByRole('combobox', { name: 'Format', exact: true });
      await expect(format.getByRole('option', { name: 'PDF document' })).toBeAttached();
      await expect(format.getByRole('option', { name: 'CSV spreadsheet' })).toBeAttached();
      await sendRound(app);
      await app.open('Tools');
      await expect(app.tools.result).toContainText('Exported as pdf');
    });

    test('the responders accept what is elicited by themselves', async ({ app }) => {
      await app.connectTo(serverAt('ROUNDTRIP_GO', path), { version });
      await call(app, 'export_report');
      await expect(app.tools.result).toContainText('Exported as pdf');
    });
  });
}

test('a change of the roots is told, and the server asks for the list', async ({ app, page }) => {
  await app.page.goto('./');
  await app.open('Client');
  const client = new ClientPanel(page);
  await client.addRoot('file:///project');
  await app.start(serverAt('ROUNDTRIP_GO'), { version: '2025-11-25' });
  await app.settled(/^Connected/);
  const seen = async (what: string) => {
    await expect(async () => {
      await call(app, 'roots_seen');
      await expect(app.tools.result).toContainText(what, { timeout: 500 });
    }).toPass({ timeout: 10_000 });
  };
  await app.open('Client');
  await client.addRoot('file:///scratch');
  await seen('[file:///project file:///scratch]');
  await app.open('Client');
  await client.removeLastRoot();
  await seen('[file:///project file:///scratch] [file:///project]');
  await app.open('Wire log');
  await app.wireLog.filter.fill('notifications/roots/list_changed');
  await app.idle();
  // Each with the row that says it was accepted.
  await expect(app.wireLog.rows).toHaveCount(4);
});

test('a URL elicitation is completed: the server says so on the stream', async ({ app, context }) => {
  await app.connectTo(serverAt('ROUNDTRIP_GO'), { version: '2025-11-25' });
  await app.manual.click();
  await call(app, 'connect_calendar');
  await answerInRounds(app);
  const { region } = app.rounds.round(1);
  await expect(region).toContainText('https://calendar.example.com/consent?state=connect-calendar-1');
  // Nothing is opened before a click.
  expect(context.pages()).toHaveLength(1);
  await sendRound(app);
  await app.open('Tools');
  await expect(app.tools.result).toContainText('calendar: accept');
  await app.open('Wire log');
  await app.wireLog.filter.fill('notifications/elicitation/complete');
  await app.idle();
  await expect(app.wireLog.rows).toHaveCount(1);
  await app.wireLog.rows.first().click();
  await expect(app.page.locator('body')).toContainText('connect-calendar-1');
});

test('−32042 parks a call, and it goes on once the server says that the page has been to', async ({
  app,
}) => {
  const url = serverAt('ROUNDTRIP_GO');
  await app.connectTo(url, { version: '2025-11-25' });
  await app.manual.click();
  await call(app, 'read_calendar');
  await expect(app.tools.result).toContainText('0 of 1 completed');
  const finished = await fetch(new URL('/finish', url), { method: 'POST' });
  expect(finished.status).toBe(204);
  await expect(app.tools.result).toContainText('1 of 1 completed');
  await app.tools.result.getByRole('button', { name: 'Send the call again' }).click();
  await expect(app.tools.result).toContainText('3 events');
});

test('with the switch on a round is seen raw and answered with any text', async ({ app }) => {
  await app.connectTo(serverAt('ROUNDTRIP_GO', '/stateless'));
  await app.manual.click();
  await call(app, 'ask');
  await answerInRounds(app);
  const first = app.rounds.round(1);
  const raw = await first.raw('Raw result');
  expect(raw).toContain('"requestState":"first-round"');
  expect(raw).toContain('"inputRequests":{"input":');
  const input = first.input('input');
  await input.answer('{"action":"accept","content":{"test":12345678901234567890}}');
  await app.idle();
  await app.rounds.anywayButton.click();
  await app.idle();
  const sent = await app.rounds.round(2).raw('Raw request');
  expect(sent).toContain('"requestState":"first-round"');
  expect(sent).toContain('{"test":12345678901234567890}');
  // The server compares no answer with the schema it gave: a float64 of Go is what it saw.
  expect(await app.rounds.round(2).raw('Raw result')).toContain('accept: 1.2345678901234567e+19');
});

test('prompts with completion, and a resource by its template', async ({ app }) => {
  await app.connectTo(serverAt('ROUNDTRIP_GO', '/stateless'));
  await app.open('Prompts');
  await app.prompts.choose('greet');
  await app.prompts.field('name').fill('A');
  await expect(app.prompts.suggestions('name')).toHaveText(['Ada', 'Alan']);
  await app.prompts.suggestions('name').first().click();
  await app.prompts.action.click();
  await app.idle();
  await expect(app.prompts.result).toContainText('Say hi to Ada');
  await app.open('Resources');
  await app.resources.showTemplates();
  await app.templates.choose('notes://pages/{name}');
  await app.templates.field('name').fill('a b');
  await app.templates.action.click();
  await app.idle();
  await expect(app.templates.result).toContainText('This is notes://pages/a%20b');
});
