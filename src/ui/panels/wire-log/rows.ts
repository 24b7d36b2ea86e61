/** Rows of the wire log as the cells of a table, and how rows belong together. */
import { straightText } from '../../../engine/base/visible-text.ts';
import type { WireRow, WireRows } from '../../../engine/views/wire-rows.ts';
import { size } from '../../parts/size.ts';
import type { ChipData } from '../../parts/tone.ts';
import type { WireTarget } from '../../wire/target.ts';
import { timeOfDay } from '../../when.ts';

export interface LogCells {
  readonly time: string;
  readonly direction: 'out' | 'in';
  /** Plain text of the message; empty where the chip says it all. */
  readonly label: string;
  readonly chip: ChipData | null;
  readonly about: string;
  readonly id: string;
  readonly status: string;
  readonly size: string;
  readonly ms: string;
  readonly failed: boolean;
  /** The HTTP status itself is an error. */
  readonly refused: boolean;
}

export function logCells(row: WireRow): LogCells {
  const { message, label } = row;
  const kind = message?.kind;
  const chip: ChipData | null =
    kind === 'error'
      ? { text: label, tone: 'fail' }
      : message?.isError
        ? { text: 'tool error', tone: 'fail' }
        : message?.resultType === 'input_required'
          ? { text: 'input required', tone: 'wait' }
          : message?.resultType === 'complete'
            ? { text: 'complete', tone: 'done' }
            : null;
  return {
    time: timeOfDay(row.at),
    direction: row.direction,
    label: chip && chip.tone !== 'done' ? '' : straightText(label),
    chip,
    about: straightText(row.about),
    id: straightText(row.id),
    status: row.status,
    size: row.bytes === null || row.status === 'none' ? '' : size(row.bytes),
    ms: row.ms === null ? '' : String(Math.round(row.ms)),
    failed: row.failed && kind !== 'error',
    refused: Number(row.status) >= 400 || row.status === 'none',
  };
}

export function targetOf(row: WireRow): WireTarget {
  return { exchange: row.exchange, direction: row.direction, event: row.event };
}

/** The row of a target, or −1 while it is not there. Its exchange's last row where the event itself has none. */
export function rowOfTarget(rows: WireRows, target: WireTarget): number {
  let nearest = -1;
  for (let index = 0; index < rows.count; index++) {
    const row = rows.row(index);
    if (row?.exchange !== target.exchange || row.direction !== target.direction) continue;
    nearest = index;
    if (row.event === target.event && target.direction === 'out') return index;
    if (target.event !== null && row.event === target.event) return index;
  }
  return nearest;
}

/** The other half of an exchange: the request of what came, the answer to what went out; −1 where there is none. */
export function mateOf(rows: WireRows, index: number): number {
  const row = rows.row(index);
  if (!row) return -1;
  if (row.direction === 'in') {
    for (let at = index - 1; at >= 0; at--) {
      const other = rows.row(at);
      if (other?.exchange === row.exchange && other.direction === 'out') return at;
    }
    return -1;
  }
  for (let at = rows.count - 1; at > index; at--) {
    const other = rows.row(at);
    if (other?.exchange === row.exchange && endsExchange(other)) return at;
  }
  return -1;
}

/** An answer, or the end of an exchange without one: what a finding about the exchange is shown on. */
export function endsExchange(row: WireRow): boolean {
  if (row.direction === 'out') return false;
  const kind = row.message?.kind;
  return kind !== 'notification' && kind !== 'request';
}

/** `21 messages in 13 exchanges, 46.8 kB`; with a filter `4 of 21 messages` in front. */
export function countText(rows: WireRows, shown: number | null): string {
  const messages = counted(rows.messages, 'message');
  const found = shown === null ? '' : `${shown.toLocaleString('en')} shown of `;
  return `${found}${messages} in ${counted(rows.exchanges, 'exchange')}, ${size(rows.bytes)}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
