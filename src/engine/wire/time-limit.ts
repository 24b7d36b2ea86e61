/** A time limit that counts only while the server is to act: it stands still while a person is answering. */
export class TimeLimit {
  readonly ms: number;
  #left: number;
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #passed: (() => void) | null = null;
  #holds = 0;

  /** `ms`: milliseconds; Infinity for none. */
  constructor(ms: number) {
    this.ms = ms;
    this.#left = ms;
  }

  /** Starts to count, or goes on with what was left; `passed` is called once, when it has run out. */
  start(passed: () => void): void {
    this.#passed = passed;
    this.#run();
  }

  /** Stands still until `resume` was called as often as this. */
  pause(): void {
    this.#holds += 1;
    this.#halt();
  }

  resume(): void {
    this.#holds -= 1;
    this.#run();
  }

  /** Ends it: it will not pass, unless started again. */
  stop(): void {
    this.#passed = null;
    this.#halt();
  }

  #run(): void {
    if (this.#holds > 0 || this.#since !== null || !this.#passed || this.#left === Infinity) return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => {
        const passed = this.#passed;
        this.stop();
        passed?.();
      },
      Math.max(0, this.#left),
    );
  }

  #halt(): void {
    if (this.#since === null) return;
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
    this.#since = null;
  }
}
