import { TASKS_EXTENSION } from '../protocol/extensions.ts';
import { parsePlain } from '../base/json/numbers.ts';
import { isRecord } from '../wire/message.ts';
import type { RoundOutcome } from '../wire-log/notes.ts';

/** How often a task is asked about whose server does not say. */
const DEFAULT_POLL_MS = 1000;
/** No server is asked more often than this, whatever it says. */
const LEAST_POLL_MS = 50;

/** A task as a server tells of it (SEP-2663, `Task`). */
export interface TaskState {
  readonly id: string;
  readonly status: string;
  /** Milliseconds until it is to be asked about again. */
  readonly pollMs: number;
  readonly outcome: RoundOutcome;
}

/** Whether client capabilities, as JSON text, declare the extension: without it no server may answer with a task. */
export function declaresTasks(capabilitiesText: string): boolean {
  const read = parsePlain(capabilitiesText);
  const extensions = read.ok && isRecord(read.value) ? read.value['extensions'] : undefined;
  return isRecord(extensions) && isRecord(extensions[TASKS_EXTENSION]);
}

/**
 * What a result says of a task, in an answer to `tools/call` or `tasks/get`; null where it names none. A task that is done is what its call would
 * have come to: complete, or an error.
 */
export function readTask(result: Readonly<Record<string, unknown>>): TaskState | null {
  const { taskId: id, status, pollIntervalMs } = result;
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  const given = typeof pollIntervalMs === 'number' && pollIntervalMs >= 0 ? pollIntervalMs : DEFAULT_POLL_MS;
  return { id, status, pollMs: Math.max(LEAST_POLL_MS, given), outcome: outcomeOf(id, status, result) };
}

function outcomeOf(id: string, status: string, task: Readonly<Record<string, unknown>>): RoundOutcome {
  const said = task['statusMessage'];
  const stands: RoundOutcome = {
    kind: 'task',
    taskId: id,
    status,
    ...(typeof said === 'string' ? { message: said.slice(0, 300) } : {}),
  };
  switch (status) {
    case 'working':
    case 'cancelled':
      return stands;
    case 'input_required': {
      const asked = task['inputRequests'];
      // In the answer that makes the task nothing is asked yet: the next `tasks/get` says what.
      if (task['resultType'] === 'task' || !isRecord(asked)) return stands;
      return { kind: 'input required', keys: Object.keys(asked), hasState: false };
    }
    case 'completed': {
      const result = task['result'];
      if (task['resultType'] === 'task') return stands;
      if (!isRecord(result))
        return { kind: 'unusable', reason: 'The task is completed, and its result is not an object' };
      return result['isError'] === true ? { kind: 'complete', isError: true } : { kind: 'complete' };
    }
    case 'failed': {
      const error = task['error'];
      if (task['resultType'] === 'task') return stands;
      if (!isRecord(error))
        return { kind: 'unusable', reason: 'The task failed, and its error is not an object' };
      const { code, message } = error;
      return {
        kind: 'error',
        errorCode: typeof code === 'number' ? code : 0,
        message: typeof message === 'string' ? message.slice(0, 300) : '',
      };
    }
    default:
      return {
        kind: 'unusable',
        reason: `The task has the status ${JSON.stringify(status)}, which the extension does not know`,
      };
  }
}

/** Whether a task goes on by itself, and is to be asked about. */
export function goesOn(outcome: RoundOutcome): boolean {
  return outcome.kind === 'task' && outcome.status !== 'cancelled';
}
