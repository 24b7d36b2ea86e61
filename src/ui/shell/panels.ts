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
  {
    id: 'handshake',
    name: 'Handshake',
    layout: 'hand',
    load: () => import('../panels/handshake/Panel.svelte'),
  },
  { id: 'tools', name: 'Tools', layout: 'offered', load: () => import('../panels/tools/Panel.svelte') },
  {
    id: 'resources',
    name: 'Resources',
    layout: 'offered',
    load: () => import('../panels/resources/Panel.svelte'),
  },
  {
    id: 'prompts',
    name: 'Prompts',
    layout: 'offered',
    load: () => import('../panels/prompts/Panel.svelte'),
  },
  { id: 'rounds', name: 'Rounds', layout: 'rounds', load: () => import('../panels/rounds/Panel.svelte') },
  {
    id: 'compare',
    name: 'Compare',
    layout: 'compare',
    load: () => import('../panels/compare/Panel.svelte'),
  },
  { id: 'wire-log', name: 'Wire log', layout: 'wire', load: () => import('../panels/wire-log/Panel.svelte') },
  { id: 'client', name: 'Client', layout: 'client', load: () => import('../panels/client/Panel.svelte') },
];

export function panelOf(id: PanelId): PanelEntry {
  const found = panels.find((panel) => panel.id === id) ?? panels[0];
  if (!found) throw new TypeError('There is no panel');
  return found;
}
