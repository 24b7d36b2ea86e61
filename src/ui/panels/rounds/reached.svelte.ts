/** Room that the bar at the foot and the line of the wire log below it take, in pixels. */
const FOOT = 120;

/** Whether what a person writes has come into sight of a page that scrolls as one column; from there on its bar stays at the foot. */
export class Reached {
  yes = $state(false);

  attach = (pane: HTMLElement): (() => void) | undefined => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const look = (): void => {
      const editor = pane.querySelector('.ask .answer') ?? pane.querySelector('.round.now');
      this.yes = editor !== null && editor.getBoundingClientRect().top < innerHeight - FOOT;
    };
    // What is opened or arrives changes the height.
    const observer = new ResizeObserver(look);
    observer.observe(pane);
    // Whichever element it is that scrolls.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  };
}
