import type { Validation, ValidationJob, ValidationReply } from './validation.ts';

/** Validates texts; never throws or rejects. */
export interface Validator {
  /**
   * `schemaText`: a JSON Schema, 2020-12 unless its `$schema` says draft-07. `instanceText`: the value as it will travel.
   * What can't be decided (a remote reference, rounding, a schema that is wrong or too expensive) says why.
   */
  validate(schemaText: string, instanceText: string): Promise<Validation>;
  /** Ends whatever runs; from then on every answer is `undecided`. */
  dispose(): void;
}

/** What the validator needs of a worker; a `Worker` is one. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}

interface Task {
  readonly job: ValidationJob;
  readonly settle: (validation: Validation) => void;
}

interface Running {
  readonly worker: WorkerLike;
  ready: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** How long a worker may take to load before its job is given up, in milliseconds. */
const LOAD_LIMIT = 20_000;

/**
 * A validator whose work is done by a worker that can be killed: a pattern or a schema that takes longer than
 * `timeLimitMs` gives `undecided`, and the next job a new worker. One job runs at a time and none is tried twice.
 * The worker is made by `spawn` on first use; it must speak `ValidationJob` and `ValidationReply`.
 */
export function createValidator(
  spawn: () => WorkerLike,
  { timeLimitMs = 1000 }: { readonly timeLimitMs?: number } = {},
): Validator {
  const waiting: Task[] = [];
  let current: Task | undefined;
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
      return finish({ verdict: 'undecided', reason: 'The validation worker could not be started' });
    }
    if (running.ready) post(running, current);
    else limit(running, LOAD_LIMIT, 'The validation worker did not load');
  }

  function start(): Running {
    const worker = spawn();
    const started: Running = { worker, ready: false, timer: undefined };
    worker.addEventListener('message', ({ data }) => {
      if (started !== running) return;
      const reply = data as ValidationReply;
      if (reply.type === 'ready') {
        started.ready = true;
        clearTimeout(started.timer);
        if (current !== undefined) post(started, current);
      } else if (reply.id === current?.job.id) finish(reply.validation);
    });
    const failed = (): void => {
      if (started === running) kill('The validation worker failed');
    };
    worker.addEventListener('error', failed);
    worker.addEventListener('messageerror', failed);
    return started;
  }

  function post(to: Running, task: Task): void {
    limit(to, timeLimitMs, `Validation was stopped after ${timeLimitMs} ms: the schema is too expensive`);
    to.worker.postMessage(task.job);
  }

  function limit(of: Running, ms: number, reason: string): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => kill(reason), ms);
  }

  function kill(reason: string): void {
    clearTimeout(running?.timer);
    running?.worker.terminate();
    running = undefined;
    finish({ verdict: 'undecided', reason });
  }

  function finish(validation: Validation): void {
    clearTimeout(running?.timer);
    const done = current;
    current = undefined;
    done?.settle(validation);
    next();
  }

  return {
    validate(schemaText, instanceText) {
      if (disposed) return Promise.resolve(closed);
      return new Promise((settle) => {
        lastId += 1;
        waiting.push({ job: { id: lastId, schemaText, instanceText }, settle });
        next();
      });
    },
    dispose() {
      disposed = true;
      for (const task of waiting.splice(0)) task.settle(closed);
      clearTimeout(running?.timer);
      running?.worker.terminate();
      running = undefined;
      current?.settle(closed);
      current = undefined;
    },
  };
}

const closed: Validation = { verdict: 'undecided', reason: 'Validation has been closed' };
