import type { Locator } from '@playwright/test';

/** A JSON editor, or any other textbox, written and read as a person would. */
export class Editor {
  readonly box: Locator;

  constructor(box: Locator) {
    this.box = box;
  }

  /** Replaces everything by `text`. */
  async write(text: string): Promise<void> {
    await this.box.focus();
    const { keyboard } = this.box.page();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Delete');
    if (text !== '') await keyboard.insertText(text);
  }

  /** Exactly what stands in it, by way of the clipboard: an editor draws only the lines in sight. */
  async text(): Promise<string> {
    const page = this.box.page();
    await this.box.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    return page.evaluate(() => navigator.clipboard.readText());
  }
}

/** What a `Copy` button puts on the clipboard. `within` holds one such button, or the first is meant. */
export async function copied(within: Locator): Promise<string> {
  const page = within.page();
  await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'));
  await within.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== 'nothing was copied');
  return page.evaluate(() => navigator.clipboard.readText());
}
