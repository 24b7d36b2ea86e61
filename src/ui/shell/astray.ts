/** An address that leads nowhere: what it named, and the way on. */
import type { PanelId } from '../app.ts';

export interface Astray {
  readonly text: string;
  /** Where the button goes, and what it says. */
  readonly panel: PanelId;
  readonly label: string;
}

/** What there is to be named, by number. */
export interface Named {
  readonly calls: ReadonlySet<number>;
  /** Null while those that were kept are not read yet. */
  readonly handshakes: ReadonlySet<number> | null;
  hasExchange(number: number): boolean;
  readonly connected: boolean;
}

/** Says so where `target`, or the panel itself, is not there; null where the address leads somewhere. */
export function astrayOf(
  unknown: string | null,
  panel: PanelId,
  target: string | null,
  named: Named,
): Astray | null {
  if (unknown !== null) {
    return {
      text: `Nothing stands at ${short(unknown)}: this is Connect`,
      panel: 'connect',
      label: 'Stay here',
    };
  }
  if (target === null) return null;
  const number = Number(/^(\d+)(?:\.|$)/.exec(target)?.[1] ?? NaN);
  const thing = Number.isNaN(number) ? short(target) : String(number);
  if (panel === 'rounds' && !named.calls.has(number)) {
    const text = `There is no call ${thing} in this recording`;
    return named.calls.size > 0
      ? { text, panel, label: 'Show the newest call' }
      : named.connected
        ? { text, panel: 'tools', label: 'Go to Tools' }
        : { text, panel: 'connect', label: 'Go to Connect' };
  }
  if (panel === 'handshake' && named.handshakes && !named.handshakes.has(number)) {
    const text = `There is no handshake ${thing} in this browser`;
    return named.handshakes.size > 0
      ? { text, panel, label: 'Show the newest handshake' }
      : { text, panel: 'connect', label: 'Go to Connect' };
  }
  if (panel === 'wire-log' && !named.hasExchange(number)) {
    return { text: `There is no exchange ${thing} in this recording`, panel, label: 'Show the whole log' };
  }
  return null;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
