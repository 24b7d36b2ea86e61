import { validateText } from '../engine/schema/compile.ts';
import type { ValidationJob, ValidationReply } from '../engine/schema/validation.ts';

function reply(message: ValidationReply): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<ValidationJob>) => {
  reply({ type: 'done', id: data.id, validation: validateText(data.schemaText, data.instanceText) });
});

reply({ type: 'ready' });
