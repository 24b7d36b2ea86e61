import type { Locator, Page } from '@playwright/test';
import { DiffView } from './diff.ts';

/** The Compare panel. */
export class ComparePanel {
  readonly page: Page;
  readonly runButton: Locator;
  readonly cancelButton: Locator;
  readonly setupButton: Locator;
  readonly revisions: Locator;
  readonly calls: Locator;
  readonly matrix: Locator;
  readonly detail: Locator;
  readonly differences: Locator;
  readonly ladders: Locator;
  /** What a handshake or a list that is open differs in. */
  readonly diff: DiffView;
  readonly head: Locator;
  /** Of handshakes that were kept: what `Run` is for servers. */
  readonly compareButton: Locator;
  readonly openFileButton: Locator;
  readonly saveRunButton: Locator;
  readonly runAgainButton: Locator;
  readonly savedButton: Locator;
  readonly baselines: Locator;
  readonly refusal: Locator;

  constructor(page: Page) {
    this.page = page;
    this.runButton = page.getByRole('button', { name: 'Run', exact: true });
    this.cancelButton = page.getByRole('button', { name: 'Cancel run' });
    this.setupButton = page.getByRole('button', { name: 'What is compared' });
    this.revisions = page.getByRole('group', { name: 'Revisions' });
    this.calls = page.getByRole('group', { name: 'Calls' });
    this.matrix = page.getByRole('region', { name: 'Matrix' });
    this.detail = page.getByRole('region', { name: 'Side by side' });
    this.differences = this.detail.getByRole('list', { name: 'Differences' }).getByRole('listitem');
    this.ladders = page.getByRole('region', { name: 'Ladders' });
    this.diff = new DiffView(this.detail);
    this.head = page
      .locator('.head')
      .filter({ has: page.getByRole('heading', { level: 1, name: 'Compare', exact: true }) });
    this.compareButton = page.getByRole('button', { name: 'Compare', exact: true });
    this.openFileButton = page.getByRole('button', { name: 'Open file' });
    this.saveRunButton = page.getByRole('button', { name: 'Save run' });
    this.runAgainButton = page.getByRole('button', { name: 'Run again' });
    this.savedButton = page.getByRole('button', { name: 'Saved runs' });
    this.baselines = page.getByRole('group', { name: 'Kept baselines' });
    this.refusal = page.getByRole('alert');
  }

  /** Chooses a file, and waits until it is there or refused. */
  async openFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.openFileButton.click();
    await (await asked).setFiles(file);
  }

  /** Writes what was kept under `name` to a file at `path`. */
  async saveFile(name: string, path: string): Promise<void> {
    const started = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: `Save file of ${name}` }).click();
    await (await started).saveAs(path);
  }

  /** Names the run that is shown, and keeps it. */
  async saveRun(name: string): Promise<void> {
    await this.saveRunButton.click();
    const dialog = this.page.getByRole('dialog', { name: 'Save run' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Ticks a call that was made, by the start of its line. */
  async tick(call: string): Promise<void> {
    await this.calls.getByRole('checkbox', { name: new RegExp(`^${call} `) }).check();
  }

  /** What a call took in one column, all in all. */
  sum(column: string): Locator {
    return this.page.getByRole('group', { name: `In sum, ${column}`, exact: true });
  }

  /** The rows under a heading, or all of them. */
  async rows(group?: string): Promise<Map<string, string[]>> {
    const sections = this.matrix.locator('tbody');
    const section = group === undefined ? sections : sections.filter({ hasText: group });
    const rows = new Map<string, string[]>();
    for (const row of await section.getByRole('row').all()) {
      const texts = await row.getByRole('cell').allTextContents();
      if (texts.length === 0) continue;
      const cells = texts.map((text) => text.replace(/\s+/g, ' ').trim());
      rows.set(((await row.getByRole('rowheader').textContent()) ?? '').trim(), cells);
    }
    return rows;
  }

  /** The cells of one row; of several with that label those of the last. */
  async row(label: string): Promise<string[]> {
    const texts = await this.#row(label).getByRole('cell').allTextContents();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  #row(label: string): Locator {
    return this.matrix
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: label, exact: true }) })
      .last();
  }

  /** The cells that are marked: the row, and its columns counted from 0. */
  async marked(): Promise<Record<string, number[]>> {
    const found: Record<string, number[]> = {};
    for (const [row, cells] of await this.rows()) {
      const columns = cells.flatMap((text, column) =>
        /^[~+−](changed|added|removed): /.test(text) ? [column] : [],
      );
      if (columns.length > 0) found[row] = columns;
    }
    return found;
  }

  /** The button of one cell; columns count from 0. */
  cell(label: string, column: number): Locator {
    return this.#row(label).getByRole('cell').nth(column).getByRole('button');
  }
}
