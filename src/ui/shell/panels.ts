import type { Component } from 'svelte';
import type { PanelId } from '../app.ts';
import Connect from '../panels/connect/Panel.svelte';

export interface PanelModule {
  readonly default: Component;
}

export interface PanelEntry {
  readonly id: PanelId;
  readonly name: string;
  /** The class that lays its panes out. */
  readonly layout: string;
  load(): Promise<PanelModule>;
}

/** In the order of the navigation. The first is part of the first load, for it is what a new visitor sees. */
export const panels: readonly PanelEntry[] = [
  { id: 'connect', name: 'Connect', layout: 'connect', load: () => Promise.resolve({ default: Connect }) },
  { id: 'client', name: 'Client', layout: 'client', load: () => import('../panels/client/Panel.svelte') },
];

export function panelOf(id: PanelId): PanelEntry {
  const found = panels.find((panel) => panel.id === id) ?? panels[0];
  if (!found) throw new TypeError('There is no panel');
  return found;
}
