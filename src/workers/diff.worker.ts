import { doListJob, type ListReply, type NumberedListJob } from '../engine/diff/list-job.ts';

function reply(message: ListReply): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<NumberedListJob>) => {
  reply({ type: 'done', id: data.id, result: doListJob(data) });
});

reply({ type: 'ready' });
