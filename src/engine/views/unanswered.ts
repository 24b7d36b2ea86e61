import type { Purpose } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';
import { createView, type View } from './view.ts';

/** The newest request of the newest connection that got no answer, while nothing was answered since. */
export interface Unanswered {
  readonly exchange: number;
  /** `failed`: before any headers came. `cut`: while the answer came. `time-limit`: our own limit ran out. */
  readonly how: 'failed' | 'cut' | 'time-limit';
}

/** Nothing the person or the connection waits for: what finds out why a connection failed, and what ends it. */
const APART: ReadonlySet<Purpose['kind']> = new Set<Purpose['kind']>(['probe', 'session-end']);

/** Whether the server still answers: null where it answered what was asked last, or nothing was asked yet. */
export function createUnansweredView(recording: Recording): View<Unanswered | null> {
  const open = new Set<number>();
  const apart = new Set<number>();
  /** They wait for what the server has to tell, and end without a fault on either side. */
  const streams = new Set<number>();
  /** A stream was let through once: it fails for the network alone from then on. */
  let streamed = false;
  let shown: Unanswered | null = null;

  const show = (next: Unanswered | null): boolean => {
    if (next === shown) return false;
    shown = next;
    return true;
  };

  return createView(
    recording,
    (entry) => {
      switch (entry.type) {
        case 'connection':
        case 'connection-closed':
          open.clear();
          streamed = false;
          return show(null);
        case 'purpose':
          if (APART.has(entry.purpose.kind)) apart.add(entry.exchange);
          if (entry.purpose.kind === 'notification stream' || entry.purpose.kind === 'subscription')
            streams.add(entry.exchange);
          return false;
        case 'request':
          if (!apart.has(entry.exchange)) open.add(entry.exchange);
          return false;
        case 'response':
          if (streams.has(entry.exchange)) streamed = true;
          return open.has(entry.exchange) ? show(null) : false;
        case 'end': {
          const { how, exchange } = entry;
          if (!open.delete(exchange)) return false;
          if (how !== 'failed' && how !== 'cut' && how !== 'time-limit') return false;
          if (streams.has(exchange) && (how !== 'failed' || !streamed)) return false;
          return show({ exchange, how });
        }
        default:
          return false;
      }
    },
    () => shown,
  );
}
