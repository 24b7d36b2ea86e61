/** What a queue needs of a worker; a `Worker` is one. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}

/** What the worker of a queue is sent: a job with its number. */
export type Numbered<J extends object> = J & { readonly id: number };

/** What the worker of a queue sends: once that it has loaded, then one reply for each job. */
export type WorkerReply<R> =
  { readonly type: 'ready' } | { readonly type: 'done'; readonly id: number; readonly result: R };

/** Why a job came to nothing. `too long`: it was stopped after its time. */
export type Stopped = 'closed' | 'not started' | 'not loaded' | 'failed' | 'too long';

/** Jobs for a worker, one at a time, in order. */
export interface WorkerQueue<J extends object, R> {
  /** Never rejects: a job that came to nothing gives what `stopped` makes of the reason. */
  run(job: J): Promise<R>;
  /** Ends whatever runs; from then on every job is `closed`. */
  dispose(): void;
}

interface Task<J extends object, R> {
  readonly job: Numbered<J>;
  readonly settle: (result: R) => void;
}

interface Running {
  readonly worker: WorkerLike;
  ready: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** How long a worker may take to load before its job is given up, in milliseconds. */
const LOAD_LIMIT = 20_000;

/**
 * A queue before a worker that can be killed: a job that takes longer than `timeLimitMs` is stopped, and the next one gets a new worker.
 * None is tried twice. The worker is made by `spawn` on first use; it must speak `Numbered<J>` and `WorkerReply<R>`.
 */
export function createWorkerQueue<J extends object, R>(
  spawn: () => WorkerLike,
  { timeLimitMs, stopped }: { readonly timeLimitMs: number; readonly stopped: (why: Stopped) => R },
): WorkerQueue<J, R> {
  const waiting: Task<J, R>[] = [];
  let current: Task<J, R> | undefined;
  let running: Running | undefined;
  let lastId = 0;
  let disposed = false;

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    try {
      running ??= start();
    } catch {
      return finish(stopped('not started'));
    }
    if (running.ready) post(running, current);
    else limit(running, LOAD_LIMIT, 'not loaded');
  }

  function start(): Running {
    const worker = spawn();
    const started: Running = { worker, ready: false, timer: undefined };
    worker.addEventListener('message', ({ data }) => {
      if (started !== running) return;
      const reply = data as WorkerReply<R>;
      if (reply.type === 'ready') {
        started.ready = true;
        clearTimeout(started.timer);
        if (current !== undefined) post(started, current);
      } else if (reply.id === current?.job.id) finish(reply.result);
    });
    const failed = (): void => {
      if (started === running) kill('failed');
    };
    worker.addEventListener('error', failed);
    worker.addEventListener('messageerror', failed);
    return started;
  }

  function post(to: Running, task: Task<J, R>): void {
    limit(to, timeLimitMs, 'too long');
    to.worker.postMessage(task.job);
  }

  function limit(of: Running, ms: number, why: Stopped): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => kill(why), ms);
  }

  function kill(why: Stopped): void {
    clearTimeout(running?.timer);
    running?.worker.terminate();
    running = undefined;
    finish(stopped(why));
  }

  function finish(result: R): void {
    clearTimeout(running?.timer);
    const done = current;
    current = undefined;
    done?.settle(result);
    next();
  }

  return {
    run(job) {
      if (disposed) return Promise.resolve(stopped('closed'));
      return new Promise((settle) => {
        lastId += 1;
        waiting.push({ job: { ...job, id: lastId }, settle });
        next();
      });
    },
    dispose() {
      disposed = true;
      for (const task of waiting.splice(0)) task.settle(stopped('closed'));
      clearTimeout(running?.timer);
      running?.worker.terminate();
      running = undefined;
      current?.settle(stopped('closed'));
      current = undefined;
    },
  };
}
