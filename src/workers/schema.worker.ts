import { validateText } from '../engine/schema/compile.ts';
import type { ValidationJob, ValidationReply } from '../engine/schema/validation.ts';

function reply(message: ValidationReply): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<ValidationJob>) => {
  reply({ type: 'done', id: data.id, result: validateText(data.schemaText, data.instanceText) });
});

// The first schema takes several times as long as the next: not at the expense of a job's time.
validateText('{}', 'null');
reply({ type: 'ready' });
