import { mount, unmount } from 'svelte';
import { explain } from '../../../engine/protocol/explanation.ts';
import type { Term } from '../../../engine/protocol/terms.ts';
import Explanation from './Explanation.svelte';

/** Where the last explanation was closed by the pointer that is about to click. */
let justClosed: { readonly button: Element; readonly at: number } | null = null;

/** Milliseconds between the pointer that closes an explanation and its click. */
const SAME_PRESS = 400;

/**
 * Shows what there is to say about `term` beside `button`, and gives the focus back when it is closed. It stands at the end of
 * the page, or of the dialog the button is in: beside the button it would become part of the names of what it stands in.
 */
export function showExplanation(button: HTMLElement, term: Term, revision: string | null): void {
  const closed = justClosed;
  justClosed = null;
  // The second press on a word closes what the first opened.
  if (closed?.button === button && performance.now() - closed.at < SAME_PRESS) return;
  const explanation = explain(term, revision);
  if (!explanation) return;
  const shown = mount(Explanation, {
    target: button.closest('dialog') ?? document.body,
    props: {
      explanation,
      beside: button,
      onclosed: () => {
        justClosed = button.matches(':hover') ? { button, at: performance.now() } : null;
        void unmount(shown);
      },
    },
  });
}
