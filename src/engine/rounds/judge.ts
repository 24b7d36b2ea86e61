import { TASKS_EXTENSION } from '../protocol/extensions.ts';
import { formsOfMethod } from '../protocol/methods.ts';
import type { RoundOutcome } from '../wire-log/notes.ts';
import type { Answer } from '../wire/ask.ts';
import { whyNoAnswer } from '../wire/known-answer.ts';
import { isRecord } from '../wire/message.ts';
import { describeOtherId } from '../wire/other-id.ts';
import { readTask } from './task.ts';
import { readUrlRequired } from './url-required.ts';

/** What the answer to one request of a call means. Pure. 2026-07-28, basic/patterns/mrtr and basic/index ("resultType"). */
export function judgeRound(
  answer: Answer,
  method: string,
  revision: string,
  /** The request declared the tasks extension. */
  tasks = false,
): RoundOutcome {
  if (answer.kind === 'none') return { kind: 'no answer', ...describeNoAnswer(answer) };
  const { summary, value } = answer.message;
  if (summary.kind === 'error') {
    const required = readUrlRequired(value, revision);
    return {
      kind: 'error',
      errorCode: summary.errorCode ?? 0,
      message: summary.errorMessage ?? '',
      ...(required && required.ids.length > 0 ? { elicitations: required.ids } : {}),
    };
  }
  const result = isRecord(value) ? value['result'] : undefined;
  if (!isRecord(result)) return { kind: 'unusable', reason: 'The result is not an object' };
  if (method === 'tasks/get')
    return readTask(result)?.outcome ?? { kind: 'unusable', reason: 'The result is not a task' };
  const type = result['resultType'];
  // Absent means complete: earlier revisions have no such member.
  if (type === undefined || type === 'complete')
    return summary.isError ? { kind: 'complete', isError: true } : { kind: 'complete' };
  if (type === 'task') {
    if (method !== 'tools/call')
      return { kind: 'unusable', reason: `A server must not answer ${method} with a task` };
    if (!tasks)
      return {
        kind: 'unusable',
        reason: `The server answered with a task, and the request did not declare ${TASKS_EXTENSION}`,
      };
    return readTask(result)?.outcome ?? { kind: 'unusable', reason: 'The task has no taskId or no status' };
  }
  if (type !== 'input_required') {
    return {
      kind: 'unusable',
      reason: `resultType is ${JSON.stringify(type)}, which this client does not know`,
    };
  }
  if (!formsOfMethod(method).some(({ rounds }) => rounds === true)) {
    return { kind: 'unusable', reason: `A server must not ask for input in a result of ${method}` };
  }
  const requests = result['inputRequests'];
  const state = result['requestState'];
  if (requests === undefined && state === undefined) {
    return {
      kind: 'unusable',
      reason: 'input_required needs inputRequests or requestState; the result has neither',
    };
  }
  if (requests !== undefined && !isRecord(requests)) {
    return { kind: 'unusable', reason: 'inputRequests is not an object' };
  }
  return {
    kind: 'input required',
    keys: requests === undefined ? [] : Object.keys(requests),
    hasState: state !== undefined,
  };
}

/** Why no answer came, for the person: what happened, and what was received. */
export function describeNoAnswer({ evidence, otherId }: Extract<Answer, { kind: 'none' }>): {
  readonly reason: string;
  readonly how: 'failed' | 'cut' | 'cancelled' | 'time limit' | 'http';
} {
  const other = otherId ? describeOtherId(otherId) : null;
  const beside = other === null ? '' : `; what had come is ${other}`;
  switch (evidence.kind) {
    case 'failed':
      return {
        how: 'failed',
        reason: `The request got no answer a page may read (${evidence.detail}): ${whyNoAnswer(evidence.known)}`,
      };
    case 'cut':
      return {
        how: 'cut',
        reason: `The connection broke after ${evidence.bytes} bytes of the answer (${evidence.detail})${beside}`,
      };
    case 'stopped': {
      const received = evidence.head
        ? `; status ${evidence.head.status} and ${evidence.bytes} bytes had arrived`
        : '; nothing had arrived';
      return {
        how: evidence.stop.how === 'time-limit' ? 'time limit' : 'cancelled',
        reason: `${evidence.stop.detail}${received}${beside}`,
      };
    }
    case 'answered': {
      const { head, content, preview } = evidence;
      if (other !== null) return { how: 'http', reason: `The server answered ${head.status} with ${other}` };
      const what =
        content.kind === 'stream'
          ? content.messages === 0
            ? 'a stream that ended without a message'
            : 'a stream that ended without an answer'
          : content.kind === 'empty'
            ? 'an empty body'
            : content.kind === 'null'
              ? 'null'
              : content.kind === 'text'
                ? `a body that is not JSON: ${firstLine(preview)}`
                : `JSON that answers nothing: ${firstLine(preview)}`;
      return { how: 'http', reason: `The server answered ${head.status} with ${what}` };
    }
  }
}

function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/, 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
