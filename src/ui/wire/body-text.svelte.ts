import type { BodyRef } from '../../engine/base/body.ts';
import { later, type Later } from '../later.svelte.ts';

/**
 * The text of a body, also of a large one that lives outside the heap; null where there is no body or its text is gone. Call it
 * while a component is set up. What is in memory is there in the same frame; the page counts as busy while the rest is read.
 */
export function bodyText(body: () => BodyRef | null | undefined): Later<string | null> {
  return later(body, (given) => {
    if (!given) return null;
    return given.peek() ?? given.text().catch(() => null);
  });
}
