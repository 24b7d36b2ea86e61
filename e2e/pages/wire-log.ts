import type { Locator, Page } from '@playwright/test';

/** The Wire log panel. */
export class WireLogPanel {
  readonly filter: Locator;
  readonly table: Locator;
  /** Messages in sight, without the head of the table. */
  readonly rows: Locator;
  readonly detail: Locator;

  constructor(page: Page) {
    this.filter = page.getByRole('searchbox', { name: 'Filter wire log' });
    this.table = page.getByRole('table', { name: 'Wire log' });
    this.rows = this.table.getByRole('row').filter({ has: page.getByRole('cell') });
    this.detail = page.getByRole('region', { name: 'Message', exact: true });
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  tab(name: 'Message' | 'Stream' | 'Headers' | 'Timing' | 'Exchange'): Locator {
    return this.detail.getByRole('tab', { name, exact: true });
  }
}
