import type { Locator, Page } from '@playwright/test';
import { copied, Editor } from './editor.ts';

/** One input request of the round that is being answered, or that was. */
export class InputRequest {
  readonly group: Locator;
  readonly json: Editor;

  constructor(group: Locator) {
    this.group = group;
    this.json = new Editor(group.getByRole('textbox', { name: 'Response JSON' }));
  }

  async choose(choice: 'Accept' | 'Decline' | 'Cancel' | 'Omit' | 'Answer' | 'Error'): Promise<void> {
    await this.group.getByRole('radio', { name: choice, exact: true }).check();
  }

  async showJson(): Promise<void> {
    await this.group.getByRole('tab', { name: 'JSON' }).click();
  }

  async showForm(): Promise<void> {
    await this.group.getByRole('tab', { name: 'Form' }).click();
  }

  /** Writes the whole answer as JSON. */
  async answer(text: string): Promise<void> {
    await this.showJson();
    await this.json.write(text);
  }
}

/** One round of the shown path. */
export class Round {
  readonly region: Locator;
  readonly inputRequests: Locator;
  readonly state: Locator;
  readonly deviations: Locator;
  readonly branchButton: Locator;

  constructor(region: Locator) {
    this.region = region;
    this.inputRequests = region.getByRole('region', { name: 'Input requests' });
    this.state = region.getByRole('region', { name: 'Raw request state' });
    this.deviations = region.getByRole('list', { name: /^Deviations/ }).getByRole('listitem');
    this.branchButton = region.getByRole('button', { name: 'Branch from here' });
  }

  /** KEY as product.md writes it: as sent, JSON-quoted when it could not be seen. */
  input(key: string): InputRequest {
    return new InputRequest(this.region.getByRole('group', { name: `Input request ${key}`, exact: true }));
  }

  get toggle(): Locator {
    return this.region.getByRole('heading', { level: 3 }).getByRole('button');
  }

  async open(): Promise<void> {
    if ((await this.toggle.getAttribute('aria-expanded')) !== 'true') await this.toggle.click();
  }

  /** The request or the result as it travelled. */
  async raw(what: 'Raw request' | 'Raw result'): Promise<string> {
    await this.open();
    const region = this.region.getByRole('region', { name: what, exact: true });
    const fold = region.getByRole('button', { name: what, exact: true });
    if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
    return copied(region);
  }
}

/** The Rounds panel. */
export class RoundsPanel {
  readonly page: Page;
  readonly tree: Locator;
  readonly treeItems: Locator;
  readonly next: Locator;
  readonly sendButton: Locator;
  readonly anywayButton: Locator;
  readonly abandonButton: Locator;
  readonly runAgainButton: Locator;
  readonly rawEditor: Editor;
  readonly stateChoices: Locator;
  readonly stateEditor: Editor;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole('tree', { name: 'Call tree' });
    this.treeItems = this.tree.getByRole('treeitem');
    this.next = page.getByRole('region', { name: 'Next request' });
    this.sendButton = page.getByRole('button', { name: 'Send round' });
    this.anywayButton = page.getByRole('button', { name: 'Send anyway' });
    this.abandonButton = page.getByRole('button', { name: 'Abandon call' });
    this.runAgainButton = page.getByRole('button', { name: 'Run again' });
    this.rawEditor = new Editor(page.getByRole('textbox', { name: 'Raw next request' }));
    this.stateChoices = page.getByRole('radiogroup', { name: 'Request state', exact: true });
    this.stateEditor = new Editor(page.getByRole('textbox', { name: 'Request state value' }));
  }

  round(number: number): Round {
    return new Round(this.page.getByRole('region', { name: `Round ${number}`, exact: true }));
  }

  async state(choice: 'Echo' | 'Omit' | 'Edit'): Promise<void> {
    await this.stateChoices.getByRole('radio', { name: choice }).check();
  }

  /** The exact body that `Send round` will send. */
  nextText(): Promise<string> {
    return copied(this.next);
  }

  async editRaw(text: string): Promise<void> {
    await this.next.getByRole('button', { name: 'Edit raw request' }).click();
    await this.rawEditor.write(text);
  }
}
