import type { TimeLimit } from './time-limit.ts';

/** Time limits that run at the same time, and stand still together. */
export class TimeLimits {
  readonly #running = new Set<TimeLimit>();
  #rests = 0;

  /** `limit` is one of them until the function it gives is called. */
  add(limit: TimeLimit): () => void {
    this.#running.add(limit);
    if (this.#rests > 0) limit.pause();
    return () => {
      if (this.#running.delete(limit) && this.#rests > 0) limit.resume();
    };
  }

  /** All of them stand still, those that are added meanwhile too, until the function it gives is called. */
  rest(): () => void {
    this.#rests += 1;
    if (this.#rests === 1) for (const limit of this.#running) limit.pause();
    return () => {
      this.#rests -= 1;
      if (this.#rests === 0) for (const limit of this.#running) limit.resume();
    };
  }
}
