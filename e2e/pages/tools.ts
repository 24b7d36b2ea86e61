import type { Locator, Page } from '@playwright/test';
import { Editor } from './editor.ts';

/** The arguments as JSON, which is one of two tabs. */
class ArgumentsEditor extends Editor {
  readonly tab: Locator;

  constructor(panel: Locator) {
    super(panel.getByRole('textbox', { name: 'Arguments JSON' }));
    this.tab = panel.getByRole('tab', { name: 'JSON' });
  }

  override async write(text: string): Promise<void> {
    await this.tab.click();
    await super.write(text);
  }

  override async text(): Promise<string> {
    await this.tab.click();
    return super.text();
  }
}

/** The Tools panel. */
export class ToolsPanel {
  readonly filter: Locator;
  readonly list: Locator;
  readonly items: Locator;
  readonly listPane: Locator;
  readonly arguments: Locator;
  readonly editor: Editor;
  readonly meta: Editor;
  readonly metaButton: Locator;
  readonly callButton: Locator;
  readonly cancelButton: Locator;
  readonly anywayButton: Locator;
  readonly skeletonButton: Locator;
  readonly result: Locator;
  readonly problems: Locator;
  /** Why the chosen tool is left out. */
  readonly leftOut: Locator;
  /** The headers that repeat arguments. */
  readonly mirrored: Locator;

  constructor(page: Page) {
    this.filter = page.getByRole('searchbox', { name: 'Filter tools' });
    this.list = page.getByRole('list', { name: 'Tools', exact: true });
    this.items = this.list.getByRole('button');
    this.listPane = page.getByRole('region', { name: 'Tool list' });
    this.arguments = page.getByRole('group', { name: 'Arguments', exact: true });
    this.editor = new ArgumentsEditor(this.arguments);
    this.meta = new Editor(page.getByRole('textbox', { name: '_meta JSON' }));
    this.metaButton = page.getByRole('button', { name: '_meta', exact: true });
    this.callButton = page.getByRole('button', { name: 'Call tool' });
    this.cancelButton = page.getByRole('button', { name: 'Cancel call' });
    this.anywayButton = page.getByRole('button', { name: 'Send anyway' });
    this.skeletonButton = page.getByRole('button', { name: 'Skeleton' });
    this.result = page.getByRole('region', { name: 'Result', exact: true });
    this.leftOut = page.getByRole('group', { name: 'Why it is left out' });
    this.mirrored = page.getByRole('list', { name: 'Headers from arguments' });
    this.problems = page.getByRole('group', { name: 'What is broken' });
  }

  /** The buttons of the tools whose name starts with `name`. */
  tool(name: string): Locator {
    return this.list.getByRole('button', {
      name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( |$)`),
    });
  }

  async choose(name: string): Promise<void> {
    await this.tool(name).click();
  }

  /** Chooses a tool and calls it, with these arguments as typed, or with those that stand there. */
  async call(name: string, args?: string): Promise<void> {
    await this.choose(name);
    if (args !== undefined) await this.editor.write(args);
    await this.callButton.click();
  }

  async showForm(): Promise<void> {
    await this.arguments.getByRole('tab', { name: 'Form' }).click();
  }

  /** A field of the form that is typed into. */
  field(name: string): Locator {
    return this.arguments.getByRole('textbox', { name, exact: true });
  }

  /** A field of the form that is chosen. */
  choice(name: string): Locator {
    return this.arguments.getByRole('combobox', { name, exact: true });
  }

  /** A button of the form, such as `absent for a` or `Add item to tags`. */
  button(name: string): Locator {
    return this.arguments.getByRole('button', { name, exact: true });
  }

  async showRaw(): Promise<void> {
    await this.result.getByRole('tab', { name: 'Raw' }).click();
  }
}
