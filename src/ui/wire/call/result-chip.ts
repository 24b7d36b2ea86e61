import type { CallView } from '../../../engine/views/calls.ts';
import { signed } from '../../parts/signed.ts';
import { taskChip } from './task-words.ts';
import type { ChipData } from '../../parts/tone.ts';

/** How a call stands, in a word: what the chip beside `Result` says. */
export function resultChip(call: CallView): ChipData {
  if (call.state === 'running') return { text: 'running' };
  const outcome = call.rounds.at(-1)?.outcome;
  switch (outcome?.kind) {
    case 'complete':
      return outcome.isError
        ? { text: 'complete · tool error', tone: 'fail' }
        : { text: 'complete', tone: 'done' };
    case 'input required':
      return {
        text: call.state === 'waiting' ? 'input required' : (call.ended?.how ?? 'input required'),
        tone: call.state === 'waiting' ? 'wait' : call.ended?.how === 'error' ? 'fail' : 'plain',
      };
    case 'error':
      if (call.state === 'waiting') return { text: 'waiting for a URL', tone: 'wait' };
      return { text: `error ${signed(outcome.errorCode)}`, tone: 'fail' };
    case 'task':
      return taskChip(outcome);
    case 'unusable':
      return { text: 'not usable', tone: 'fail' };
    case 'no answer':
      return outcome.how === 'cancelled' ? { text: 'cancelled' } : { text: 'no answer', tone: 'fail' };
    case undefined:
      // A legacy server asks while the call is under way.
      if (call.state === 'waiting') return { text: 'waiting', tone: 'wait' };
      return { text: call.ended?.how ?? 'not sent' };
  }
}
