import type { Locator, Page } from '@playwright/test';

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
  }

  /** Ticks a call that was made, by the start of its line. */
  async tick(call: string): Promise<void> {
    await this.calls.getByRole('checkbox', { name: new RegExp(`^${call} `) }).check();
  }

  /** The rows under a heading, or all of them. */
  async rows(group?: string): Promise<Map<string, string[]>> {
    const sections = this.matrix.locator('tbody');
    const section = group === undefined ? sections : sections.filter({ hasText: group });
    const rows = new Map<string, string[]>();
    for (const row of await section.getByRole('row').all()) {
      const cells = await row.getByRole('cell').all();
      if (cells.length === 0) continue;
      const texts = await Promise.all(
        cells.map(async (cell) => ((await cell.textContent()) ?? '').replace(/\s+/g, ' ').trim()),
      );
      rows.set(((await row.getByRole('rowheader').textContent()) ?? '').trim(), texts);
    }
    return rows;
  }

  /** The button of one cell; columns count from 0. */
  cell(label: string, column: number): Locator {
    return this.matrix
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: label, exact: true }) })
      .last()
      .getByRole('cell')
      .nth(column)
      .getByRole('button');
  }
}
