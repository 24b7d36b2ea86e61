import type { RoundOutcome } from '../../../engine/wire-log/notes.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import type { ChipData } from '../../parts/tone.ts';

type TaskOutcome = Extract<RoundOutcome, { readonly kind: 'task' }>;

/** How a task stands, in two words. */
export function taskChip({ status }: TaskOutcome): ChipData {
  const text = `task ${status.replaceAll('_', ' ')}`;
  return status === 'working' ? { text } : { text, tone: status === 'cancelled' ? 'plain' : 'wait' };
}

/** What is known of the task that a call became; null where it is none. */
export interface TaskFacts {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  /** How often it was asked about. */
  readonly polls: number;
}

export function taskFacts({ rounds }: CallView): TaskFacts | null {
  const told = rounds.findLast(({ outcome }) => outcome?.kind === 'task')?.outcome;
  if (told?.kind !== 'task') return null;
  return {
    id: told.taskId,
    status: told.status,
    message: told.message ?? null,
    polls: rounds.reduce((sum, { polls }) => sum + polls, 0),
  };
}

/** `task t-1, half done, asked about 3 times`. */
export function taskWords({ id, message, polls }: TaskFacts): string {
  const asked =
    polls === 0 ? 'not asked about yet' : `asked about ${polls === 1 ? 'once' : `${polls} times`}`;
  return [`task ${id}`, message, asked].filter(Boolean).join(', ');
}
