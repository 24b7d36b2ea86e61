import { expect, test } from 'vitest';
import type { WorkerLike } from '../base/worker-queue.ts';
import { createDiffer } from './differ.ts';
import { doListJob, type ListReply, type NumberedListJob } from './list-job.ts';

/** A worker that works where it is called. */
function inline(silent = false): WorkerLike & { readonly jobs: NumberedListJob[] } {
  const jobs: NumberedListJob[] = [];
  const listeners: ((event: { readonly data?: unknown }) => void)[] = [];
  const say = (data: ListReply) => queueMicrotask(() => listeners.forEach((listener) => listener({ data })));
  return {
    jobs,
    postMessage(message) {
      const job = structuredClone(message) as NumberedListJob;
      jobs.push(job);
      if (!silent) say({ type: 'done', id: job.id, result: doListJob(job) });
    },
    terminate: () => undefined,
    addEventListener(type, listener) {
      if (type !== 'message') return;
      listeners.push(listener);
      say({ type: 'ready' });
    },
  };
}

const list = (names: readonly string[]) => ({
  entries: names.map((key) => ({ key, raw: JSON.stringify({ name: key }) })),
});
const many = Array.from({ length: 100 }, (_, index) => `t${index}`);

test('long lists are compared in the worker, and what comes back is what the two differ in', async () => {
  const worker = inline();
  const differ = createDiffer(() => worker);
  const answer = await differ.lists('tools', list(many), list(many.slice(1)));
  expect(worker.jobs).toHaveLength(1);
  expect(answer).toMatchObject({
    ok: true,
    value: { differences: [{ kind: 'removed', entry: 't0', places: { before: 0 } }], counts: { same: 99 } },
  });
});

test('short ones need none', async () => {
  const differ = createDiffer(() => {
    throw new TypeError('no worker');
  });
  expect(await differ.lists('tools', list(['a']), list([]))).toMatchObject({ ok: true });
});

test('what takes too long is stopped, and the reason is told', async () => {
  const differ = createDiffer(() => inline(true), { timeLimitMs: 20 });
  expect(await differ.lists('tools', list(many), list([]))).toEqual({
    ok: false,
    code: 'stopped',
    message: 'Comparing was stopped after 0.02 s: the lists are too long, or differ in too much',
  });
});

test('once closed nothing is compared', async () => {
  const differ = createDiffer(() => inline());
  differ.dispose();
  expect(await differ.lists('tools', list(many), list([]))).toMatchObject({ ok: false, code: 'stopped' });
});
