import type { PanelId } from '../app.ts';

export const panelIds: readonly PanelId[] = [
  'connect',
  'handshake',
  'tools',
  'resources',
  'prompts',
  'rounds',
  'compare',
  'wire-log',
  'client',
];

/** What an address names. Anything unknown is the first panel: an old bookmark still opens the page. */
export function parseHash(hash: string): { panel: PanelId; target: string | null } {
  const [, name = '', ...rest] = hash.replace(/^#/, '').split('/');
  const panel = panelIds.find((id) => id === name);
  if (!panel) return { panel: 'connect', target: null };
  const target = rest.join('/');
  if (!target) return { panel, target: null };
  try {
    return { panel, target: decodeURIComponent(target) };
  } catch {
    return { panel, target };
  }
}

/** The address, where it names a panel that is none; null where it names one, or nothing. */
export function unknownIn(hash: string): string | null {
  const [, name = ''] = hash.replace(/^#/, '').split('/');
  const bare = hash.replace(/^#\/?/, '');
  return bare === '' || panelIds.some((id) => id === name) ? null : hash;
}

/** The address of a panel, or of something in it. */
export function hashOf(panel: PanelId, target?: string | number): string {
  return target === undefined ? `#/${panel}` : `#/${panel}/${encodeURIComponent(target)}`;
}

/** The address of the page, as the panel it names. */
export class Route {
  #hash = $state(location.hash);
  readonly #parsed = $derived(parseHash(this.#hash));

  get panel(): PanelId {
    return this.#parsed.panel;
  }

  get target(): string | null {
    return this.#parsed.target;
  }

  /** The address as it stands, where it names no panel. */
  get unknown(): string | null {
    return unknownIn(this.#hash);
  }

  /** Takes over what the browser's address now says. */
  follow(): void {
    this.#hash = location.hash;
  }

  go(panel: PanelId, target?: string | number): void {
    location.hash = hashOf(panel, target);
    // The event comes in a later task; the screen need not wait for it.
    this.follow();
  }
}
