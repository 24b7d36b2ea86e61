import type { Answer } from '../wire/ask.ts';
import { isRecord } from '../wire/message.ts';
import type { AnswerBody, AttemptEvidence } from './attempt.ts';

/** An answer as evidence for the verdict on an attempt. `stopped` by us for another reason than time never gets here. */
export function evidenceOf(answer: Answer): AttemptEvidence {
  if (answer.kind === 'message') {
    const { summary, value } = answer.message;
    const record = isRecord(value) ? value : {};
    const error = isRecord(record['error']) ? record['error'] : {};
    const body: AnswerBody =
      summary.kind === 'error'
        ? {
            kind: 'error',
            code: summary.errorCode ?? 0,
            message: typeof error['message'] === 'string' ? error['message'] : '',
            data: error['data'],
          }
        : { kind: 'result', result: record['result'] };
    const { status, mediaType, redirected, url } = answer.head;
    return { kind: 'answer', status, mediaType, body, ...(redirected ? { redirected: url } : {}) };
  }
  const { evidence, otherId } = answer;
  switch (evidence.kind) {
    case 'failed':
      return { kind: 'network', known: evidence.known };
    case 'cut':
      return { kind: 'cut' };
    case 'stopped':
      return evidence.stop.how === 'time-limit'
        ? { kind: 'time-limit', ...(otherId ? { otherId } : {}) }
        : { kind: 'cut' };
    case 'answered': {
      const { status, mediaType, redirected, url } = evidence.head;
      return {
        kind: 'answer',
        status,
        mediaType,
        body: otherId ? { kind: 'other-id', otherId } : bodyOf(evidence),
        ...(redirected ? { redirected: url } : {}),
      };
    }
  }
}

function bodyOf({
  content,
  head,
  preview,
}: Extract<Extract<Answer, { kind: 'none' }>['evidence'], { kind: 'answered' }>): AnswerBody {
  switch (content.kind) {
    case 'empty':
    case 'null':
      return { kind: content.kind };
    case 'stream':
      return { kind: 'no-message' };
    case 'messages':
      return { kind: 'json-not-rpc' };
    case 'text':
      return {
        kind: head.mediaType === 'text/html' || /^\s*<(!doctype|html)\b/i.test(preview) ? 'html' : 'text',
      };
  }
}
