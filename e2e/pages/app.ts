import type { Locator, Page } from '@playwright/test';
import { ComparePanel } from './compare.ts';
import { ConnectPanel, type ConnectChoices } from './connect.ts';
import { HandshakePanel } from './handshake.ts';
import { OfferedPanel } from './offered.ts';
import { RoundsPanel } from './rounds.ts';
import { ToolsPanel } from './tools.ts';
import { WireLogPanel } from './wire-log.ts';

export type PanelName =
  'Connect' | 'Handshake' | 'Tools' | 'Resources' | 'Prompts' | 'Rounds' | 'Compare' | 'Wire log' | 'Client';

/** The panels there are now. */
export const PANELS: readonly PanelName[] = [
  'Connect',
  'Handshake',
  'Tools',
  'Resources',
  'Prompts',
  'Rounds',
  'Compare',
  'Wire log',
  'Client',
];

/** The whole page: what stands around the panels, and the panels. */
export class AppPage {
  readonly page: Page;
  readonly status: Locator;
  readonly manual: Locator;
  readonly navigation: Locator;
  readonly disconnectButton: Locator;
  readonly againButton: Locator;
  readonly connect: ConnectPanel;
  readonly handshake: HandshakePanel;
  readonly tools: ToolsPanel;
  readonly resources: OfferedPanel;
  readonly templates: OfferedPanel;
  readonly prompts: OfferedPanel;
  readonly rounds: RoundsPanel;
  readonly compare: ComparePanel;
  readonly wireLog: WireLogPanel;

  constructor(page: Page) {
    this.page = page;
    this.status = page.getByRole('status');
    this.manual = page.getByRole('switch', { name: 'Manual MRTR' });
    this.navigation = page.getByRole('navigation', { name: 'Panels' });
    this.disconnectButton = page.getByRole('button', { name: 'Disconnect' });
    this.againButton = page.getByRole('button', { name: 'Handshake again' });
    this.connect = new ConnectPanel(page);
    this.handshake = new HandshakePanel(page);
    this.tools = new ToolsPanel(page);
    this.resources = new OfferedPanel(page, {
      pane: 'Resource list',
      list: 'Resources',
      filter: 'Filter resources',
      action: 'Read resource',
    });
    this.templates = new OfferedPanel(page, {
      pane: 'Template list',
      list: 'Resource templates',
      filter: 'Filter templates',
      action: 'Read resource',
    });
    this.prompts = new OfferedPanel(page, {
      pane: 'Prompt list',
      list: 'Prompts',
      filter: 'Filter prompts',
      action: 'Get prompt',
    });
    this.rounds = new RoundsPanel(page);
    this.compare = new ComparePanel(page);
    this.wireLog = new WireLogPanel(page);
  }

  /** Resolves when the page waits for nothing of its own: no request, worker task, debounce or lazy load. */
  async idle(): Promise<void> {
    await this.page.locator(':root[data-idle="true"]').waitFor({ state: 'attached' });
  }

  link(name: PanelName): Locator {
    return this.navigation.getByRole('link', { name, exact: true });
  }

  async open(name: PanelName): Promise<void> {
    await this.link(name).click();
    // The address changes a task later: until then the panel before is idle.
    await this.link(name).and(this.page.locator('[aria-current="page"]')).waitFor({ state: 'attached' });
    await this.idle();
  }

  /** Fills in the form and clicks Connect; waits for nothing. A reload stays on the panel it was on. */
  async start(url: string, choices?: ConnectChoices): Promise<void> {
    if ((await this.link('Connect').getAttribute('aria-current')) !== 'page') await this.open('Connect');
    await this.connect.fillIn(url, choices);
    await this.connect.connectButton.click();
  }

  /** Agrees to leave a connection with calls that wait, where that is asked. */
  async abandonWaiting(): Promise<void> {
    const agree = this.page.getByRole('button', { name: 'Abandon and leave' });
    const left = this.status.filter({ hasText: /^(Connecting|Not connected|Failed)/ });
    await agree.or(left).first().waitFor();
    if (await agree.isVisible()) await agree.click();
  }

  /** Opens the page and connects; resolves once it is connected. */
  async connectTo(url: string, choices?: ConnectChoices): Promise<void> {
    await this.page.goto('./');
    await this.start(url, choices);
    await this.settled(/^Connected/);
  }

  async connectToDemo(): Promise<void> {
    await this.page.goto('./');
    await this.connect.demoButton.click();
    await this.settled(/^Connected/);
  }

  /** Waits for a status, and for the page to have nothing more to do. */
  async settled(status: RegExp): Promise<void> {
    await this.status.filter({ hasText: status }).waitFor();
    await this.idle();
  }
}
