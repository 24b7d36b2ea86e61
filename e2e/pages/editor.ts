import type { Locator } from '@playwright/test';

/** A JSON editor, or any other textbox, written and read as a person would. */
export class Editor {
  readonly box: Locator;

  constructor(box: Locator) {
    this.box = box;
  }

  /** Replaces everything by `text`. No person types before the editor's code is there. */
  async write(text: string): Promise<void> {
    const page = this.box.page();
    await page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
    await this.box.focus();
    const { keyboard } = page;
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Delete');
    if (text !== '') await keyboard.insertText(text);
  }

  /** Exactly what stands in it, by way of the clipboard: an editor draws only the lines in sight. */
  async text(): Promise<string> {
    const page = this.box.page();
    await page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
    await this.box.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    return page.evaluate(() => navigator.clipboard.readText());
  }
}

/** What a `Copy` button, or another of its kind, puts on the clipboard. `within` holds one such button, or the first is meant. */
export async function copied(within: Locator, name = 'Copy'): Promise<string> {
  const page = within.page();
  await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'));
  await within.getByRole('button', { name, exact: true }).first().click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== 'nothing was copied');
  return page.evaluate(() => navigator.clipboard.readText());
}
