import type { Locator, Page } from '@playwright/test';

export type ConnectChoices = {
  /** An option of `Protocol version`, or any other text. Default: Auto. */
  version?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  seconds?: number;
};

const LISTED = ['Auto', '2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** The Connect panel. */
export class ConnectPanel {
  readonly url: Locator;
  readonly version: Locator;
  readonly otherVersion: Locator;
  readonly headers: Locator;
  readonly connectButton: Locator;
  /** Agrees that a secret header goes to this server too. */
  readonly sendHereButton: Locator;
  readonly cancelButton: Locator;
  readonly demoButton: Locator;
  readonly retryButton: Locator;
  readonly initializeButton: Locator;
  readonly failure: Locator;
  readonly evidence: Locator;
  readonly changes: Locator;
  readonly recent: Locator;
  readonly timeLimit: Locator;
  readonly optionsButton: Locator;

  constructor(page: Page) {
    this.url = page.getByRole('textbox', { name: 'Server URL' });
    this.version = page.getByRole('combobox', { name: 'Protocol version', exact: true });
    this.otherVersion = page.getByRole('textbox', { name: 'Other protocol version' });
    this.headers = page.getByRole('group', { name: 'Headers' });
    this.connectButton = page.getByRole('button', { name: 'Connect', exact: true });
    this.sendHereButton = page.getByRole('button', { name: 'Send it here too' });
    this.cancelButton = page.getByRole('button', { name: 'Cancel', exact: true });
    this.demoButton = page.getByRole('button', { name: 'Try the demo server' });
    this.retryButton = page.getByRole('button', { name: 'Retry', exact: true });
    this.initializeButton = page.getByRole('button', { name: 'Try initialize anyway' });
    this.failure = page.getByRole('region', { name: 'Why it failed' });
    this.evidence = page.getByRole('region', { name: 'Evidence' }).getByRole('listitem');
    this.changes = page.getByRole('region', { name: 'What to change' });
    this.recent = page.getByRole('region', { name: 'Recent servers' });
    this.timeLimit = page.getByRole('textbox', { name: 'Time limit' });
    this.optionsButton = page.getByRole('button', { name: 'Options' });
  }

  async fillIn(url: string, { version = 'Auto', headers = [], seconds }: ConnectChoices = {}): Promise<void> {
    await this.url.fill(url);
    await this.chooseVersion(version);
    if (headers.length > 0 || seconds !== undefined) await this.openOptions();
    for (const [name, value] of headers) await this.addHeader(name, value);
    if (seconds !== undefined) await this.timeLimit.fill(String(seconds));
  }

  /** They fold away once a connection failed. */
  async openOptions(): Promise<void> {
    if (await this.timeLimit.isVisible()) return;
    await this.optionsButton.click();
  }

  async chooseVersion(version: string): Promise<void> {
    if (LISTED.includes(version)) {
      await this.version.selectOption({ label: version });
      return;
    }
    await this.version.selectOption({ label: 'Other…' });
    await this.otherVersion.fill(version);
  }

  async addHeader(name: string, value: string): Promise<void> {
    await this.headers.getByRole('button', { name: 'Add header' }).click();
    await this.headers.getByRole('textbox', { name: 'Header name' }).last().fill(name);
    await this.headers.getByRole('textbox', { name: 'Header value' }).last().fill(value);
  }
}
