export interface Tab {
  readonly id: string;
  readonly label: string;
  /** What a count says; it becomes the description, never part of the name. */
  readonly description?: string;
  readonly disabled?: boolean;
}

/** The tab an arrow leads to, or undefined for any other key. Disabled ones are passed over; the ends meet. */
export function nextTab(tabs: readonly Tab[], selected: string, key: string): Tab | undefined {
  const able = tabs.filter((tab) => !tab.disabled);
  const at = able.findIndex((tab) => tab.id === selected);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return able[(at + 1) % able.length];
    case 'ArrowLeft':
    case 'ArrowUp':
      return able[(at + able.length - (at < 0 ? 0 : 1)) % able.length];
    case 'Home':
      return able[0];
    case 'End':
      return able.at(-1);
    default:
      return undefined;
  }
}
