import type { Clock } from '../base/clock.ts';

/**
 * Who waits for the next time to ask about a task, and who tells that there is news: `notifications/tasks` says how a task stands now, so that
 * nobody has to wait out the pause (SEP-2663, "Task Status Notifications").
 */
export class TaskNews {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** There is news of a task. Of one that nobody waits for it is dropped. */
  told(taskId: string): void {
    for (const wake of this.#waiting.get(taskId) ?? []) wake();
  }

  /** Resolves after `ms`, or as soon as there is news of the task. Rejects as `Clock.sleep` does where `signal` aborts. */
  async rest(clock: Clock, taskId: string, ms: number, signal: AbortSignal): Promise<void> {
    const news = new AbortController();
    const wake = (): void => news.abort();
    const waiting = this.#waiting.get(taskId) ?? new Set();
    this.#waiting.set(taskId, waiting.add(wake));
    try {
      await clock.sleep(ms, AbortSignal.any([signal, news.signal]));
    } catch (thrown) {
      if (signal.aborted || !news.signal.aborted) throw thrown;
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(taskId);
    }
  }
}
