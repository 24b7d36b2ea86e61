import { begin } from '../pending.svelte.ts';
import type { Suggest, Suggestions } from './suggest.ts';

type Ask = NonNullable<ReturnType<Suggest>>;

/** How long typing rests before values are asked for. */
const REST_MS = 200;

/** What is suggested for one field, and which of it the arrows are on. Made while a component is set up. */
export class SuggestedState {
  readonly #ask: () => Ask;
  /** The newest answer; the one before stays until it is there. */
  found = $state.raw<Suggestions | null>(null);
  open = $state(false);
  /** −1: none of them. */
  at = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopper: AbortController | null = null;
  #end: (() => void) | null = null;

  constructor(ask: () => Ask) {
    this.#ask = ask;
  }

  get values(): readonly string[] {
    return this.open ? (this.found?.values ?? []) : [];
  }

  /** Asks once typing rests; what an earlier question would have answered is dropped. */
  ask(typed: string, restMs = REST_MS): void {
    this.#giveUp();
    this.open = true;
    this.at = -1;
    const end = begin();
    this.#end = end;
    this.#timer = setTimeout(() => void this.#send(typed, end), restMs);
  }

  async #send(typed: string, end: () => void): Promise<void> {
    const stopper = new AbortController();
    this.#stopper = stopper;
    const found = await this.#ask()(typed, stopper.signal);
    if (!stopper.signal.aborted) {
      this.found = found;
      this.at = -1;
    }
    end();
  }

  /** The next or the one before; from the ends it goes round by way of what was typed. */
  move(step: 1 | -1): void {
    const count = this.values.length;
    if (count === 0) return;
    const next = this.at + step;
    this.at = next >= count ? -1 : next < -1 ? count - 1 : next;
  }

  close(): void {
    this.#giveUp();
    this.open = false;
    this.at = -1;
    this.found = null;
  }

  #giveUp(): void {
    clearTimeout(this.#timer);
    this.#stopper?.abort();
    this.#stopper = null;
    this.#end?.();
    this.#end = null;
  }
}
