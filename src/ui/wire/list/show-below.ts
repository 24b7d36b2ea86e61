import { tick } from 'svelte';

/** In one column what was chosen lies below the list: brings it into sight. */
export async function showBelow(detail: HTMLElement | undefined): Promise<void> {
  if (!matchMedia('(width <= 900px)').matches) return;
  await tick();
  detail?.scrollIntoView({ block: 'start' });
}
