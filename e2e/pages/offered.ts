import type { Locator, Page } from '@playwright/test';

/** What the parts of a panel are called. */
export interface OfferedNames {
  readonly pane: string;
  readonly list: string;
  readonly filter: string;
  readonly action: string;
}

/** A panel with a list of what a server offers, and the one that is chosen: resources, templates, prompts. */
export class OfferedPanel {
  readonly pane: Locator;
  readonly list: Locator;
  readonly items: Locator;
  readonly filter: Locator;
  readonly refreshButton: Locator;
  readonly byPage: Locator;
  readonly action: Locator;
  readonly anywayButton: Locator;
  readonly logLevel: Locator;
  readonly uri: Locator;
  readonly result: Locator;
  readonly #page: Page;

  constructor(page: Page, names: OfferedNames) {
    this.#page = page;
    this.pane = page.getByRole('region', { name: names.pane });
    this.list = page.getByRole('list', { name: names.list, exact: true });
    this.items = this.list.getByRole('button');
    this.filter = page.getByRole('searchbox', { name: names.filter });
    this.refreshButton = this.pane.getByRole('button', { name: 'Refresh' });
    this.byPage = this.pane.getByRole('checkbox', { name: 'Page by page' });
    this.action = page.getByRole('button', { name: names.action });
    this.anywayButton = page.getByRole('button', { name: 'Send anyway' });
    this.logLevel = page.getByRole('combobox', { name: 'Log level' });
    this.uri = page.getByRole('group', { name: 'Resource URI' }).locator('code');
    this.result = page.getByRole('region', { name: 'Result', exact: true });
  }

  /** The entry that `name` begins the name of. */
  async choose(name: string): Promise<void> {
    await this.items.filter({ hasText: name }).first().click();
  }

  /** A field with suggestions, or without. */
  field(name: string): Locator {
    return this.#page
      .getByRole('combobox', { name, exact: true })
      .or(this.#page.getByRole('textbox', { name, exact: true }));
  }

  /** What is suggested for a field. */
  suggestions(name: string): Locator {
    return this.#page.getByRole('listbox', { name: `Suggestions for ${name}` }).getByRole('option');
  }

  async showTemplates(): Promise<void> {
    await this.#page.getByRole('tab', { name: 'Templates' }).click();
  }

  async showRaw(): Promise<void> {
    await this.result.getByRole('tab', { name: 'Raw' }).click();
  }
}
