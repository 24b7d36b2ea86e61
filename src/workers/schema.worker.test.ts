import { expect, test, vi } from 'vitest';
import type { ValidationJob, ValidationReply } from '../engine/schema/validation.ts';

test('the worker says that it is ready, then answers each job by its id', async () => {
  const replies: ValidationReply[] = [];
  let deliver: (event: { data: ValidationJob }) => void = () => {};
  vi.stubGlobal('self', {
    postMessage: (reply: ValidationReply) => replies.push(reply),
    addEventListener: (_: 'message', listener: typeof deliver) => (deliver = listener),
  });
  await import('./schema.worker.ts');
  expect(replies).toEqual([{ type: 'ready' }]);
  deliver({ data: { id: 7, schemaText: '{"type":"string"}', instanceText: '"a"' } });
  deliver({ data: { id: 8, schemaText: '{"type":', instanceText: '1' } });
  expect(replies.slice(1)).toEqual([
    { type: 'done', id: 7, result: { verdict: 'valid' } },
    { type: 'done', id: 8, result: expect.objectContaining({ verdict: 'undecided' }) as unknown },
  ]);
});
