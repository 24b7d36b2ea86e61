import { inOwnFrame } from '../../parts/frames.ts';
import { begin } from '../../parts/pending.svelte.ts';

/** Draws an element's inside once it comes near to what is in sight, and keeps it from then on. */
export class Nearby {
  drawn = $state(false);

  constructor(drawn: boolean) {
    this.drawn = drawn || typeof IntersectionObserver === 'undefined';
  }

  draw(): void {
    this.drawn = true;
  }

  attach = (element: HTMLElement): (() => void) | undefined => {
    if (this.drawn) return undefined;
    let leave = (): void => observer.disconnect();
    // The margin has to be that of the pane that scrolls; browsers without scrollMargin draw what is in sight.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        const end = begin();
        const callOff = inOwnFrame(() => {
          this.drawn = true;
          end();
        });
        leave = () => {
          callOff();
          end();
        };
      },
      { rootMargin: '400px', scrollMargin: '400px' },
    );
    observer.observe(element);
    return () => leave();
  };
}
