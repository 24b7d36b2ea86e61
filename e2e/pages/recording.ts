import type { Locator, Page } from '@playwright/test';
import type { AppPage } from './app.ts';

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

  /** On the Wire log panel, after one call of the demo that was connected to with a secret. */
  static async ofOneCall(app: AppPage, token: string): Promise<RecordingFiles> {
    await app.page.goto('./');
    await app.connect.addHeader('Authorization', `Bearer ${token}`);
    await app.connect.demoButton.click();
    await app.settled(/^Connected/);
    await app.open('Tools');
    await app.tools.call('echo', '{"message":"once"}');
    await app.idle();
    await app.open('Wire log');
    return new RecordingFiles(app.page);
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
