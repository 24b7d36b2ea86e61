import type { Locator, Page } from '@playwright/test';

/** The Client panel. */
export class ClientPanel {
  readonly roots: Locator;
  readonly samplingText: Locator;

  constructor(page: Page) {
    this.roots = page.getByRole('group', { name: 'Roots', exact: true });
    this.samplingText = page.getByRole('textbox', { name: 'Sampling text' });
  }

  /** Types a root as a person does: it counts once the field is left. */
  async addRoot(uri: string): Promise<void> {
    await this.roots.getByRole('button', { name: 'Add root' }).click();
    const field = this.roots.getByRole('textbox', { name: 'Root URI' }).last();
    await field.fill(uri);
    await field.blur();
  }

  async removeLastRoot(): Promise<void> {
    await this.roots.getByRole('button', { name: 'Remove' }).last().click();
  }

  async sampleText(text: string): Promise<void> {
    await this.samplingText.fill(text);
  }
}
