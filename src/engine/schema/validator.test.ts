import { Worker as NodeWorker } from 'node:worker_threads';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { WorkerLike } from '../base/worker-queue.ts';
import type { ValidationJob, ValidationReply } from './validation.ts';
import { createValidator } from './validator.ts';

/** A worker in the hands of the test: it answers when told to. */
class FakeWorker implements WorkerLike {
  readonly jobs: ValidationJob[] = [];
  terminated = false;
  readonly #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();

  postMessage(message: unknown): void {
    this.jobs.push(message as ValidationJob);
  }

  terminate(): void {
    this.terminated = true;
  }

  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }

  say(reply: ValidationReply): void {
    this.#listeners.get('message')?.({ data: reply });
  }

  fail(): void {
    this.#listeners.get('error')?.({});
  }
}

function withFakes(): { workers: FakeWorker[]; validator: ReturnType<typeof createValidator> } {
  const workers: FakeWorker[] = [];
  const validator = createValidator(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    { timeLimitMs: 50 },
  );
  return { workers, validator };
}

describe('one job at a time, replies paired by id', () => {
  test('a job waits for the worker to load, the next for the one before', async () => {
    const { workers, validator } = withFakes();
    expect(workers).toHaveLength(0);
    const first = validator.validate('a', '1');
    const second = validator.validate('b', '2');
    const [worker] = workers;
    expect(workers).toHaveLength(1);
    expect(worker?.jobs).toEqual([]);
    worker?.say({ type: 'ready' });
    expect(worker?.jobs.map(({ schemaText }) => schemaText)).toEqual(['a']);
    worker?.say({ type: 'done', id: 999, result: { verdict: 'valid' } });
    worker?.say({ type: 'done', id: 1, result: { verdict: 'invalid', problems: [] } });
    expect(await first).toEqual({ verdict: 'invalid', problems: [] });
    worker?.say({ type: 'done', id: 1, result: { verdict: 'invalid', problems: [] } });
    worker?.say({ type: 'done', id: 2, result: { verdict: 'valid' } });
    expect(await second).toEqual({ verdict: 'valid' });
    expect(workers).toHaveLength(1);
  });
});

describe('the worker is killed when', () => {
  test('the time limit passes; the next job gets a new one, none is tried twice', async () => {
    vi.useFakeTimers();
    const { workers, validator } = withFakes();
    const first = validator.validate('a', '1');
    const second = validator.validate('b', '2');
    // Loading does not count.
    await vi.advanceTimersByTimeAsync(1000);
    workers[0]?.say({ type: 'ready' });
    await vi.advanceTimersByTimeAsync(49);
    expect(workers[0]?.terminated).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toEqual({
      verdict: 'undecided',
      reason: 'Validation was stopped after 50 ms: the schema is too expensive',
    });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    workers[0]?.say({ type: 'done', id: 2, result: { verdict: 'invalid', problems: [] } });
    workers[1]?.say({ type: 'ready' });
    expect(workers[1]?.jobs.map(({ schemaText }) => schemaText)).toEqual(['b']);
    workers[1]?.say({ type: 'done', id: 2, result: { verdict: 'valid' } });
    expect(await second).toEqual({ verdict: 'valid' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(2);
    vi.useRealTimers();
  });

  test('it does not load', async () => {
    vi.useFakeTimers();
    const { workers, validator } = withFakes();
    const result = validator.validate('a', '1');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await result).toEqual({ verdict: 'undecided', reason: 'The validation worker did not load' });
    expect(workers[0]?.terminated).toBe(true);
    vi.useRealTimers();
  });

  test('it fails', async () => {
    const { workers, validator } = withFakes();
    const result = validator.validate('a', '1');
    workers[0]?.fail();
    expect(await result).toEqual({ verdict: 'undecided', reason: 'The validation worker failed' });
    void validator.validate('a', '1');
    expect(workers).toHaveLength(2);
  });

  test('the validator is disposed: what waits and what comes is undecided', async () => {
    const { workers, validator } = withFakes();
    const waiting = [validator.validate('a', '1'), validator.validate('b', '2')];
    validator.dispose();
    waiting.push(validator.validate('c', '3'));
    expect(workers).toHaveLength(1);
    expect(workers[0]?.terminated).toBe(true);
    for (const result of waiting) {
      expect(await result).toEqual({ verdict: 'undecided', reason: 'Validation has been closed' });
    }
  });

  test('it can not even be made', async () => {
    const validator = createValidator(() => {
      throw new TypeError('no workers here');
    });
    expect(await validator.validate('{}', '1')).toEqual({
      verdict: 'undecided',
      reason: 'The validation worker could not be started',
    });
  });
});

describe('a thread that hangs', () => {
  const started: NodeWorker[] = [];

  afterAll(async () => {
    await Promise.all(started.map((worker) => worker.terminate()));
  });

  // What the worker entry does, without the modules that Node can't load here.
  const code = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, schemaText, instanceText }) => {
      const matches = new RegExp(JSON.parse(schemaText).pattern, 'u').test(JSON.parse(instanceText));
      const result = matches ? { verdict: 'valid' } : { verdict: 'invalid', problems: [] };
      parentPort.postMessage({ type: 'done', id, result });
    });
    parentPort.postMessage({ type: 'ready' });
  `;

  function spawn(): WorkerLike {
    const worker = new NodeWorker(code, { eval: true });
    started.push(worker);
    return {
      postMessage: (message) => worker.postMessage(message),
      terminate: () => worker.terminate(),
      addEventListener: (type, listener) =>
        void worker.on(type, (data: unknown) => listener(type === 'message' ? { data } : {})),
    };
  }

  test('is stopped while the page goes on, and the next job runs in a new one', async () => {
    const validator = createValidator(spawn, { timeLimitMs: 500 });
    expect(await validator.validate('{"pattern":"^a"}', '"b"')).toMatchObject({ verdict: 'invalid' });

    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const hostile = JSON.stringify(`${'a'.repeat(40)}!`);
    expect(await validator.validate('{"pattern":"^(a+)+$"}', hostile)).toEqual({
      verdict: 'undecided',
      reason: 'Validation was stopped after 500 ms: the schema is too expensive',
    });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);

    expect(await validator.validate('{"pattern":"^a"}', '"a"')).toEqual({ verdict: 'valid' });
    expect(started).toHaveLength(2);
    validator.dispose();
  });
});
