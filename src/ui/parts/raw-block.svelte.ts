import { size } from './size.ts';
import { isPlain, type RawView, type TextMark, type Tint } from './raw-block.ts';
import { rawLines, type RawLine } from './raw-lines.ts';

/** How a text is drawn: as lines here, or by the editor because it is too big for that. */
export type Drawn = { readonly by: 'lines'; readonly lines: readonly RawLine[] } | { readonly by: 'editor' };

export interface DrawOptions {
  readonly view: RawView;
  readonly json: boolean;
  readonly width: number;
  readonly marks: readonly TextMark[];
  readonly emphasis: ReadonlySet<string> | undefined;
  readonly tints: ReadonlyMap<string, Tint> | undefined;
}

/** Decides by what it would cost to draw. */
export function draw(text: string, options: DrawOptions): Drawn {
  if (!isPlain(text)) return { by: 'editor' };
  const lines = rawLines(text, {
    view: options.view,
    json: options.json,
    width: options.width,
    marks: options.marks,
    ...(options.emphasis ? { emphasis: options.emphasis } : {}),
    ...(options.tints ? { tints: options.tints } : {}),
  });
  return { by: 'lines', lines };
}

/** Bytes on the wire of a text: UTF-8. */
export function byteSize(text: string): string {
  return size(new TextEncoder().encode(text).length);
}

const NARROWEST = 36;
const WIDEST = 110;
const UNMEASURED = 90;

/** How many columns of wire text a pane has; the layout breaks its lines there. */
export class PaneWidth {
  columns = $state(UNMEASURED);

  attach = (element: HTMLElement): (() => void) | undefined => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const measure = (): void => {
      const style = getComputedStyle(element);
      const inner = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const column = columnWidth(element);
      if (!(inner > 0) || !(column > 0)) return;
      this.columns = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(inner / column) - 1));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  };
}

/** Width of one character of the element's monospace face. */
function columnWidth(element: HTMLElement): number {
  const probe = document.createElement('span');
  probe.className = 'sr';
  probe.textContent = '0'.repeat(32);
  // The class hides it to one pixel; its text keeps its own width.
  element.append(probe);
  const width = probe.scrollWidth / 32;
  probe.remove();
  return width;
}
