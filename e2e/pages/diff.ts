import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { copied } from './editor.ts';

/** A diff as it is shown, within a region. */
export class DiffView {
  readonly region: Locator;
  readonly breakingOnly: Locator;
  readonly sideBySide: Locator;
  readonly unified: Locator;
  readonly items: Locator;
  readonly #page: Page;

  constructor(region: Locator) {
    this.#page = region.page();
    this.region = region;
    this.breakingOnly = region.getByRole('checkbox', { name: 'Breaking only' });
    this.unified = region.getByRole('radio', { name: 'Unified' });
    this.sideBySide = region.getByRole('radio', { name: 'Side by side' });
    this.items = region.locator('.diff > li');
  }

  /** The heading of a group, which opens and closes it. */
  group(title: string | RegExp): Locator {
    return this.region.getByRole('heading', { level: 3, name: title }).getByRole('button');
  }

  /** The one item about `name`: a path, or an entry. */
  item(name: string): Locator {
    return this.items.filter({
      has: this.#page.locator('.line > code', { hasText: new RegExp(`^${name}$`) }),
    });
  }

  /** The two texts of an item beside each other, or as they travelled: the n-th raw block's exact text. */
  text(item: Locator, nth: number): Promise<string> {
    return copied(item.locator('.raw').nth(nth));
  }

  async showRaw(item: Locator): Promise<void> {
    await item.getByRole('button', { name: /^Raw of/ }).click();
  }

  copyMarkdown(): Promise<string> {
    return copied(this.region, 'Copy as Markdown');
  }

  exportJson(): Promise<Record<string, unknown>> {
    return downloadedJson(this.region);
  }
}

/** The file that `Export JSON` within `region` writes, read. */
export async function downloadedJson(region: Locator): Promise<Record<string, unknown>> {
  const started = region.page().waitForEvent('download');
  await region.getByRole('button', { name: 'Export JSON' }).click();
  const path = await (await started).path();
  return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
}
