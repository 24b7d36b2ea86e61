import { inOwnFrame } from './frames.ts';

/** How far beyond the edge a piece is drawn already, in pixels: about a screen. */
const AHEAD = 800;

/** Whether a piece of a long page is near enough to be drawn. Its height is kept while it is not. */
export class InSightState {
  drawn = $state(false);
  /** As it was drawn last; null where it never was. */
  height = $state<number | null>(null);
  #callOff: (() => void) | null = null;

  constructor(near: boolean) {
    // Without an observer nothing could ever draw it.
    this.drawn = near || typeof IntersectionObserver === 'undefined';
  }

  attach = (element: HTMLElement): (() => void) | undefined => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) this.#come();
        // What holds the focus stays, or the keyboard would lose its place.
        else if (!element.contains(document.activeElement)) this.#go(element.offsetHeight);
      },
      { root: scrollerOf(element), rootMargin: `${String(AHEAD)}px 0px` },
    );
    observer.observe(element);
    return () => {
      this.#callOff?.();
      observer.disconnect();
    };
  };

  #come(): void {
    if (this.drawn) return;
    this.#callOff?.();
    this.#callOff = inOwnFrame(() => (this.drawn = true));
  }

  #go(height: number): void {
    this.#callOff?.();
    if (!this.drawn) return;
    this.height = height;
    this.drawn = false;
  }
}

/** The box that scrolls it; null where that is the page. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent !== document.documentElement)
      return parent === document.body ? null : parent;
  }
  return null;
}
