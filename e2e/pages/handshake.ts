import type { Locator, Page } from '@playwright/test';
import { DiffView } from './diff.ts';

/** The Handshake panel. */
export class HandshakePanel {
  readonly page: Page;
  readonly heading: Locator;
  readonly attempts: Locator;
  readonly verdicts: Locator;
  readonly capabilities: Locator;
  readonly diff: Locator;
  readonly differences: Locator;
  /** The same with all that can be done with it. */
  readonly diffView: DiffView;
  readonly compareWith: Locator;
  readonly lookAt: Locator;
  readonly messages: Locator;
  readonly exchange: Locator;
  readonly rawResult: Locator;
  readonly keepButton: Locator;
  readonly keepDialog: Locator;
  /** What is worth knowing of it, and of the stream it opened. */
  readonly findings: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: /^Handshake \d+$/ });
    this.attempts = page.getByRole('region', { name: 'Attempts' });
    this.verdicts = this.attempts.getByRole('listitem').filter({ hasText: /^Attempt \d/ });
    this.capabilities = page.getByRole('region', { name: 'Capabilities', exact: true });
    this.diff = page.getByRole('region', { name: 'Capability diff' });
    this.diffView = new DiffView(this.diff);
    this.differences = this.diff.getByRole('list', { name: 'Differences' }).getByRole('listitem');
    this.compareWith = page.getByRole('combobox', { name: 'Compare with' });
    this.lookAt = page.getByRole('combobox', { name: 'Look at' });
    this.messages = this.attempts.getByRole('list', { name: /^Messages of/ }).getByRole('button');
    this.exchange = page.getByRole('dialog', { name: /^Exchange/ });
    this.rawResult = page.getByRole('button', { name: /^Raw .* result$/ });
    this.keepButton = page.getByRole('button', { name: 'Keep as baseline' });
    this.keepDialog = page.getByRole('dialog', { name: 'Keep as baseline' });
    this.findings = page.getByRole('region', { name: 'Findings' });
  }

  /** The row of one capability. */
  capability(name: string): Locator {
    return this.capabilities
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  /** The one difference about `path`. */
  difference(path: string): Locator {
    return this.differences.filter({ hasText: path });
  }

  /** Texts of the handshakes there are to look at, newest first. */
  kept(): Promise<string[]> {
    return this.lookAt.getByRole('option').allTextContents();
  }

  /** Keeps the handshake that is looked at as a baseline, and gives what the dialog says was kept. */
  async keep(name: string): Promise<string> {
    await this.keepButton.click();
    await this.keepDialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.keepDialog.getByRole('button', { name: 'Keep', exact: true }).click();
    const said = this.keepDialog.getByText(/^Kept: /);
    const text = (await said.textContent()) ?? '';
    await this.keepDialog.getByRole('button', { name: 'Close' }).click();
    return text;
  }

  /** Compares with the handshake whose line fits. */
  async compare(line: RegExp): Promise<void> {
    const options = await this.compareWith.getByRole('option').allTextContents();
    const found = options.find((each) => line.test(each));
    if (found === undefined)
      throw new Error(`No handshake fits ${String(line)} among\n${options.join('\n')}`);
    await this.compareWith.selectOption({ label: found });
  }
}
