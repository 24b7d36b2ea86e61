import type { Locator, Page } from '@playwright/test';

/** Recordings as files: the buttons around them, and what is said of the one that is shown. */
export class RecordingFiles {
  readonly page: Page;
  readonly exportButton: Locator;
  readonly importButton: Locator;
  readonly closeButton: Locator;
  readonly dialog: Locator;
  readonly includeSecrets: Locator;
  readonly about: Locator;
  readonly refusal: Locator;

  constructor(page: Page) {
    this.page = page;
    this.exportButton = page.getByRole('button', { name: 'Export', exact: true });
    this.importButton = page.getByRole('button', { name: 'Import', exact: true });
    this.closeButton = page.getByRole('button', { name: 'Close recording' });
    this.dialog = page.getByRole('dialog', { name: 'Export the recording' });
    this.includeSecrets = this.dialog.getByRole('checkbox', { name: 'Include secrets' });
    this.about = page.getByRole('group', { name: 'About this recording' });
    this.refusal = page.getByRole('dialog', { name: "The file can't be opened" });
  }

  /** On the Wire log panel: writes a file to `path`. */
  async export(path: string, { secrets = false } = {}): Promise<void> {
    await this.exportButton.click();
    if (secrets) await this.includeSecrets.check();
    const started = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Save file' }).click();
    await (await started).saveAs(path);
  }

  /** On the Connect or Wire log panel: chooses a file. */
  async import(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.importButton.click();
    await (await asked).setFiles(file);
  }
}
