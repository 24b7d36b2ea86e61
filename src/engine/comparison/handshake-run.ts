import { handshakeEntries } from '../wire-log/handshake-excerpt.ts';
import { Recording } from '../wire-log/recording.ts';
import type { ColumnRun } from './plan.ts';

/** What `recording` holds of a handshake and the lists that were asked for under it, as a run that makes no call. What is recorded later is not in it. */
export function handshakeRun(
  recording: Recording,
  handshake: number,
  reveal?: ColumnRun['reveal'],
): ColumnRun {
  const own = new Recording();
  for (const entry of handshakeEntries(recording, handshake, 'handshake and lists')) own.append(entry);
  return { recording: own, calls: [], ...(reveal ? { reveal } : {}) };
}
