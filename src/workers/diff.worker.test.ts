import { expect, test, vi } from 'vitest';
import type { ListReply, NumberedListJob } from '../engine/diff/list-job.ts';

test('the worker says that it is ready, then answers each job by its id', async () => {
  const replies: ListReply[] = [];
  let deliver: (event: { data: NumberedListJob }) => void = () => {};
  vi.stubGlobal('self', {
    postMessage: (reply: ListReply) => replies.push(reply),
    addEventListener: (_: 'message', listener: typeof deliver) => (deliver = listener),
  });
  await import('./diff.worker.ts');
  expect(replies).toEqual([{ type: 'ready' }]);
  const before = { keys: ['a'], raws: ['{"name":"a"}'] };
  deliver({ data: { id: 7, kind: 'tools', before, after: { keys: [], raws: [] } } });
  expect(replies[1]).toMatchObject({
    type: 'done',
    id: 7,
    result: { ok: true, value: { differences: [{ kind: 'removed', entry: 'a', severity: 'breaking' }] } },
  });
});
