// No serious or critical violation on any panel, light and dark, empty and with real data in it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AppPage } from './pages/app.ts';
import { PANELS } from './pages/app.ts';
import { RecordingFiles } from './pages/recording.ts';
import { expect, test } from './fixtures.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong: a line for each rule, with the elements. */
async function violations({ page }: AppPage): Promise<string[]> {
  // What a debugger evaluates is exempt from the page's policy.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    type Violation = {
      id: string;
      impact: string | null;
      nodes: { target: unknown[]; failureSummary?: string }[];
    };
    type Axe = { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`)
            .join('; ')}`,
      );
  });
}

async function everyPanelIsClean(app: AppPage, situation: string): Promise<void> {
  for (const panel of PANELS) {
    await app.open(panel);
    expect.soft(await violations(app), `${panel}, ${situation}`).toEqual([]);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('before anything happened, and after a failure', async ({ app, hostile }) => {
      test.setTimeout(120_000);
      await app.page.goto('./');
      await everyPanelIsClean(app, 'empty');
      await app.start(hostile.url('/cors/headers-of-2025'), { version: '2026-07-28' });
      await app.settled(/^Failed/);
      await everyPanelIsClean(app, 'failed');
    });

    test('with a list, a call that waits, a deviation, a branch, a diff', async ({ app }) => {
      test.setTimeout(120_000);
      await app.page.goto('./');
      await app.connect.chooseVersion('2025-11-25');
      await app.connect.demoButton.click();
      await app.settled(/^Connected · 2025-11-25/);
      await app.open('Connect');
      await app.connect.chooseVersion('2026-07-28');
      await app.connect.demoButton.click();
      await app.settled(/^Connected · 2026-07-28/);
      await app.open('Tools');
      await app.tools.call('release_report');
      await expect(app.tools.result).toContainText('structuredContent');
      await app.idle();
      expect.soft(await violations(app), 'Tools, a result of every kind').toEqual([]);
      await app.manual.click();
      await app.tools.call('deploy_release');
      await expect(app.tools.result).toContainText('input required');
      await app.open('Rounds');
      await app.rounds.round(1).input('window').answer('{"action":"accept","content":{"when":"never"}}');
      await expect(app.rounds.anywayButton).toBeVisible();
      expect.soft(await violations(app), 'Rounds, an answer that is not valid').toEqual([]);
      await app.rounds.anywayButton.click();
      await expect(app.rounds.round(2).region).toBeVisible();
      await app.rounds.round(1).branchButton.click();
      await app.idle();
      await app.rounds.next.getByRole('button', { name: 'Edit raw request' }).click();
      await app.idle();
      expect.soft(await violations(app), 'Rounds, a raw request').toEqual([]);
      await app.rounds.next.getByRole('button', { name: 'Back to the answers' }).click();
      // Each raw block can be copied.
      const blocks = app.page.locator('.raw');
      await expect(blocks).not.toHaveCount(0);
      await expect(
        blocks.filter({ hasNot: app.page.getByRole('button', { name: 'Copy', exact: true }) }),
      ).toHaveCount(0);
      await everyPanelIsClean(app, 'a call that waits');
      await app.open('Wire log');
      await app.wireLog.row('tools/call').first().click();
      for (const tab of ['Headers', 'Timing', 'Exchange'] as const) {
        await app.wireLog.tab(tab).click();
        await app.idle();
        expect.soft(await violations(app), `Wire log, ${tab}`).toEqual([]);
      }
    });

    test('a comparison, with each kind of cell open', async ({ app, sdk }) => {
      test.setTimeout(60_000);
      await app.connectTo(sdk.url);
      await app.open('Tools');
      await app.tools.call('book_trip', '{"traveller":"Ada"}');
      await expect(app.tools.result).toContainText('complete');
      await app.open('Compare');
      await app.compare.tick('book_trip');
      expect.soft(await violations(app), 'Compare, before a run').toEqual([]);
      await app.compare.runButton.click();
      await app.idle();
      for (const row of ['logging', 'Tools', 'Outcome']) {
        await app.compare.cell(row, 3).click();
        await app.idle();
        expect.soft(await violations(app), `Compare, ${row} open`).toEqual([]);
      }
      await app.compare.cell('logging', 3).click();
      await app.idle();
      const { diff } = app.compare;
      await diff.sideBySide.check();
      await diff.showRaw(diff.item('protocolVersion'));
      await app.idle();
      expect.soft(await violations(app), 'Compare, side by side and raw').toEqual([]);
      await diff.unified.check();
    });

    test('with a baseline kept, and a run saved and run again', async ({ app }) => {
      test.setTimeout(120_000);
      await app.connectToDemo();
      await app.open('Handshake');
      await app.handshake.keepButton.click();
      expect.soft(await violations(app), 'Keep as baseline').toEqual([]);
      await app.page.keyboard.press('Escape');
      await app.handshake.keep('production');
      await app.open('Compare');
      await app.compare.runButton.click();
      await app.idle();
      await app.compare.saveRun('before the move');
      await app.compare.runAgainButton.click();
      await app.idle();
      await app.compare.setupButton.click();
      await app.compare.savedButton.click();
      await app.page.getByRole('radio', { name: 'Baselines' }).check();
      await app.page.getByRole('button', { name: 'Delete production', exact: true }).click();
      await expect(app.page.getByRole('button', { name: 'Delete production for good' })).toBeFocused();
      expect.soft(await violations(app), 'Compare, baselines and saved runs').toEqual([]);
      await app.compare.openFile({
        name: 'x.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from('none of ours'),
      });
      await expect(app.compare.refusal).toContainText('names no format');
      expect.soft(await violations(app), 'Compare, a file refused').toEqual([]);
    });

    test('while a recording is exported, imported, and refused', async ({ app }, info) => {
      test.setTimeout(120_000);
      const files = await RecordingFiles.ofOneCall(app, 't0ken-of-ada');
      await files.exportButton.click();
      await expect(files.dialog).toBeVisible();
      await files.includeSecrets.check();
      expect.soft(await violations(app), 'Export').toEqual([]);
      await app.page.keyboard.press('Escape');
      const path = info.outputPath('session.roundtrip.jsonl');
      await files.export(path);
      await files.import(path);
      await app.settled(/recording of/);
      await everyPanelIsClean(app, 'a recording from a file');
      await app.open('Wire log');
      await files.import({ name: 'x.jsonl', mimeType: '', buffer: Buffer.from('none of ours') });
      await expect(files.refusal).toBeVisible();
      expect.soft(await violations(app), 'a file refused').toEqual([]);
    });

    test('with resources read, a prompt got, and suggestions open', async ({ app, sdk }) => {
      test.setTimeout(60_000);
      sdk.become({ catalogue: true });
      await app.connectTo(sdk.url);
      await app.open('Resources');
      await app.resources.choose('harbour://folder');
      await app.resources.action.click();
      await expect(app.resources.result).toContainText('harbour://folder/a');
      expect.soft(await violations(app), 'a resource').toEqual([]);
      await app.resources.showTemplates();
      await app.templates.choose('harbour://berths');
      await app.templates.field('pier').press('n');
      await app.page.keyboard.press('ArrowDown');
      await expect(app.templates.suggestions('pier')).toHaveCount(2);
      expect.soft(await violations(app), 'suggestions').toEqual([]);
      await app.page.keyboard.press('Escape');
      await app.open('Prompts');
      await app.prompts.choose('voyage');
      await app.prompts.field('pier').fill('north');
      await app.prompts.field('berth').fill('1');
      await app.page.keyboard.press('Escape');
      await app.prompts.action.click();
      await expect(app.prompts.result).toContainText('A voyage from north');
      expect.soft(await violations(app), 'a prompt').toEqual([]);
    });

    test('with what a legacy server asks, a stream, a form that is not filled in, and a long list', async ({
      app,
      everything,
      hostile,
    }) => {
      test.setTimeout(120_000);
      await app.connectTo(everything.url);
      await app.manual.click();
      await app.open('Tools');
      await app.tools.call('trigger-elicitation-request', '{}');
      await expect(app.page).toHaveTitle(/waiting/);
      await app.open('Rounds');
      const group = app.page.getByRole('group', { name: /^Input request / }).first();
      expect.soft(await violations(app), 'Rounds, a form of a legacy server').toEqual([]);
      await group.getByRole('radio', { name: 'Error', exact: true }).check();
      await app.idle();
      expect.soft(await violations(app), 'Rounds, an error instead').toEqual([]);
      await app.open('Wire log');
      await app.wireLog.row('elicitation/create').first().click();
      await app.wireLog.tab('Stream').click();
      await app.idle();
      expect.soft(await violations(app), 'Wire log, a stream').toEqual([]);
      await app.start(hostile.url('/forms'));
      await app.abandonWaiting();
      await app.settled(/^Connected/);
      await app.open('Tools');
      await app.tools.choose('every_kind');
      await app.tools.field('Service').focus();
      await app.tools.field('owner').fill('nobody');
      await expect(app.tools.arguments).toContainText('Not an email address');
      expect.soft(await violations(app), 'Tools, a form with problems').toEqual([]);
      await app.start(hostile.url('/list/thousand'));
      await app.settled(/^Connected/);
      await app.open('Tools');
      expect.soft(await violations(app), 'Tools, a long list').toEqual([]);
    });

    test('with a word explained, and the words of a message listed', async ({ app }) => {
      await app.connectToDemo();
      await app.open('Handshake');
      await app.handshake.capability('logging').getByRole('rowheader').getByRole('button').click();
      await expect(app.page.getByRole('dialog', { name: 'logging' })).toBeFocused();
      expect.soft(await violations(app), 'Handshake, a word explained').toEqual([]);
      await app.page.keyboard.press('Escape');
      await app.open('Wire log');
      await app.wireLog.row('tools/list').nth(1).click();
      await app.wireLog.detail.getByRole('button', { name: 'In this message' }).click();
      await app.idle();
      await app.wireLog.detail.getByRole('button', { name: 'ttlMs', exact: true }).click();
      await expect(app.page.getByRole('dialog', { name: 'ttlMs' })).toBeFocused();
      expect.soft(await violations(app), 'Wire log, a word explained').toEqual([]);
    });

    test('with broken entries and a server that is hard to show', async ({ app, hostile }) => {
      await app.connectTo(hostile.url('/list/broken'));
      await app.open('Tools');
      await app.tools.choose('no_schema');
      await app.idle();
      expect.soft(await violations(app), 'Tools, a broken entry').toEqual([]);
      await app.start(hostile.url('/discover/many-capabilities'));
      await app.settled(/^Connected/);
      await app.open('Handshake');
      expect.soft(await violations(app), 'Handshake, odd capabilities').toEqual([]);
    });
  });
}
