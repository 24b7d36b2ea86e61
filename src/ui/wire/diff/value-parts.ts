import { changedMiddle, type TextRange } from '../../../engine/diff/changed-ranges.ts';
import { shownValue } from '../diff-rows.ts';

/** A stretch of a value: in both, gone, come, or left out here. */
export interface ValuePart {
  readonly as: 'same' | 'del' | 'ins' | 'cut';
  readonly text: string;
}

/** How much of what is alike stands around what is not, in characters. */
const AROUND = 60;

/** How much of what differs is written out; the rest stands in the raw text. */
const MOST = 600;

/** A changed value in one line of running text: what is gone and what came, with a little of what is alike around it. */
export function valueParts(
  beforeText: string | undefined,
  afterText: string | undefined,
): readonly ValuePart[] {
  const before = shownValue(beforeText);
  const after = shownValue(afterText);
  if (before === undefined || after === undefined) {
    return [...changed('del', before ?? ''), ...changed('ins', after ?? '')];
  }
  const ranges = changedMiddle(before, after);
  const was = rangeIn(ranges.before, before, after, ranges.after);
  const is = rangeIn(ranges.after, after, before, ranges.before);
  return [
    ...lead(before.slice(0, was.start)),
    ...changed('del', before.slice(was.start, was.end)),
    ...changed('ins', after.slice(is.start, is.end)),
    ...tail(before.slice(was.end)),
  ];
}

/** The range of what differs; of a text to which something came only where that is. */
function rangeIn(
  own: readonly TextRange[],
  text: string,
  other: string,
  others: readonly TextRange[],
): TextRange {
  const [range] = own;
  if (range) return range;
  const at = others[0] ? others[0].start : Math.min(text.length, other.length);
  return { start: at, end: at };
}

function changed(as: 'del' | 'ins', text: string): ValuePart[] {
  if (text === '') return [];
  if (text.length <= MOST) return [{ as, text }];
  return [
    { as, text: text.slice(0, MOST) },
    { as: 'cut', text: `… ${text.length - MOST} more characters` },
  ];
}

function lead(text: string): ValuePart[] {
  if (text.length <= 2 * AROUND) return text === '' ? [] : [{ as: 'same', text }];
  return [
    { as: 'cut', text: '…' },
    { as: 'same', text: text.slice(-AROUND) },
  ];
}

function tail(text: string): ValuePart[] {
  if (text.length <= 2 * AROUND) return text === '' ? [] : [{ as: 'same', text }];
  return [
    { as: 'same', text: text.slice(0, AROUND) },
    { as: 'cut', text: '…' },
  ];
}
