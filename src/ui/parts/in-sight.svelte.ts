import { inNextFrame, inOwnFrame } from './frames.ts';
import { begin } from './pending.svelte.ts';

/** How far beyond the edge a piece is drawn already, in pixels: about a screen. */
const AHEAD = 800;

interface Inputs {
  readonly near: boolean;
  readonly stays: boolean;
  /** How high it is likely to be, in pixels. */
  estimate(): number;
}

/** Whether a piece of a long page is near enough to be drawn. Its height is kept while it is not. */
export class InSightState {
  readonly #inputs: Inputs;
  drawn = $state(false);
  /** How much higher it was than estimated when it was drawn last: the estimate changes with what is in it. */
  #more = $state(0);
  #callOff: (() => void) | null = null;

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
    // Without an observer nothing could ever draw it.
    this.drawn = inputs.near || typeof IntersectionObserver === 'undefined';
  }

  /** In pixels, while it is not drawn. */
  get height(): number {
    return Math.max(0, this.#inputs.estimate() + this.#more);
  }

  attach = (element: HTMLElement): (() => void) | undefined => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) this.#come();
        // What holds the focus stays, or the keyboard would lose its place.
        else if (!element.contains(document.activeElement)) this.#go(element.offsetHeight);
        if (this.drawn && this.#inputs.stays) observer.disconnect();
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
    const end = begin();
    const callOff = inOwnFrame(() => {
      this.drawn = true;
      end();
    });
    this.#callOff = () => {
      callOff();
      end();
    };
  }

  #go(height: number): void {
    this.#callOff?.();
    if (!this.drawn || this.#inputs.stays) return;
    this.#more = height - this.#inputs.estimate();
    this.drawn = false;
  }
}

/** By what holds the pieces, until the next frame: hundreds of pieces of one page are asked about at once, and to ask costs a layout. */
const scrollers = new Map<HTMLElement | null, HTMLElement | null>();

function scrollerOf({ parentElement }: HTMLElement): HTMLElement | null {
  const known = scrollers.get(parentElement);
  if (known !== undefined) return known;
  if (scrollers.size === 0) inNextFrame(() => scrollers.clear());
  const found = scrollerAbove(parentElement);
  scrollers.set(parentElement, found);
  return found;
}

/** The box that scrolls what is in it; null where that is the page. */
function scrollerAbove(holder: HTMLElement | null): HTMLElement | null {
  for (let parent = holder; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent !== document.documentElement)
      return parent === document.body ? null : parent;
  }
  return null;
}
