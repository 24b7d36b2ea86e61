/**
 * What may stay open to one host at once and wait for something: a browser opens six connections over HTTP/1.1, and one has to stay for
 * requests and answers.
 */
export const MOST_STREAMS = 5;

/** Gives out places for what stays open for long, first come, first served. */
export class StreamSlots {
  #open = 0;
  readonly #queue: (() => void)[] = [];

  /** Whether the next one has to wait. */
  get full(): boolean {
    return this.#open >= MOST_STREAMS;
  }

  /** Resolves once there is a place, with what gives it back; null where `signal` aborted first. */
  async take(signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return null;
    if (this.full) {
      if (!(await this.#turn(signal))) return null;
    } else {
      this.#open += 1;
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#queue.shift();
      // The place goes straight to the next one: nobody comes between.
      if (next) next();
      else this.#open -= 1;
    };
  }

  /** Whether a place was handed over before it was given up. */
  #turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        resolve(false);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(go);
    });
  }
}
