/** Time and timers, injected so that tests own them. */
export interface Clock {
  /** Milliseconds since the Unix epoch, with fractions where the host has them. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The host's clock. `now()` is monotonic within a page: it does not jump when the system time is set. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', give);
        resolve();
      }, ms);
      const give = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', give, { once: true });
    }),
};
