import type { CallSum } from '../../../engine/comparison/call-sum.ts';
import { duration } from '../../parts/duration.ts';
import { size } from '../../parts/size.ts';

/** One line of the sum of a call. */
export interface SumRow {
  readonly key: string;
  readonly value: string;
  /** It is not as on the left. */
  readonly differs: boolean;
}

/** No two waits are the same: one differs where it is half as long again, and that by more than can be felt. */
const NOTICED = { times: 1.5, ms: 100 };

/** The sum of a call, beside that of the column on its left; null where there is none. */
export function sumRows(sum: CallSum, other: CallSum | null): readonly SumRow[] {
  const far = (a: number | null, b: number | null) => {
    if (a === null || b === null) return a !== b;
    const [low, high] = a < b ? [a, b] : [b, a];
    return high - low > NOTICED.ms && high > low * NOTICED.times;
  };
  return [
    {
      key: 'HTTP requests',
      value: String(sum.requests),
      differs: other !== null && sum.requests !== other.requests,
    },
    {
      key: 'requests by the server',
      value: String(sum.asked),
      differs: other !== null && sum.asked !== other.asked,
    },
    {
      key: 'connection held for',
      value:
        sum.heldMs === null
          ? 'not known'
          : `${duration(sum.heldMs)}${sum.personMs > 0 ? `, your ${duration(sum.personMs)} in it` : ''}`,
      differs: other !== null && (far(sum.heldMs, other.heldMs) || sum.personMs > 0 !== other.personMs > 0),
    },
    {
      key: 'sent, received',
      value: `${size(sum.sent)}, ${size(sum.received)}`,
      differs: other !== null && (sum.sent !== other.sent || sum.received !== other.received),
    },
  ];
}
