import { utf8Length } from '../../engine/base/body.ts';
import { begin } from './pending.svelte.ts';
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
  return size(utf8Length(text));
}

const NARROWEST = 36;
const WIDEST = 110;
const UNMEASURED = 90;
/** An element that is shown has its width told in the next frame; one that is not, never. */
const NOT_SHOWN_MS = 250;

/** Widths of one character, by the face it is set in: to measure one lays out the page. */
const columnWidths = new Map<string, number>();

/** How many columns of wire text a pane has; the layout breaks its lines there. */
export class PaneWidth {
  columns = $state(UNMEASURED);

  attach = (element: HTMLElement): (() => void) | undefined => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    // What is drawn before its width is known is drawn once more: until then the page has not settled.
    const settled = begin();
    const unseen = setTimeout(settled, NOT_SHOWN_MS);
    const observer = new ResizeObserver(([entry]) => {
      settled();
      const inner = entry?.contentRect.width ?? 0;
      const column = columnWidth(element);
      if (!(inner > 0) || !(column > 0)) return;
      this.columns = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(inner / column) - 1));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(unseen);
      settled();
    };
  };
}

/** Width of one character of the element's monospace face. */
function columnWidth(element: HTMLElement): number {
  const { font } = getComputedStyle(element);
  const known = columnWidths.get(font);
  if (known !== undefined) return known;
  const probe = document.createElement('span');
  probe.className = 'sr';
  probe.textContent = '0'.repeat(32);
  // The class hides it to one pixel; its text keeps its own width.
  element.append(probe);
  const width = probe.scrollWidth / 32;
  probe.remove();
  columnWidths.set(font, width);
  return width;
}
