import type { ToolEntry } from '../../../engine/views/tools.ts';
import type { ChipData } from '../../parts/tone.ts';
import { entryRow, type EntryRow } from '../../wire/list/entries.ts';
import { excludedFor } from './mirrored.ts';

type Era = 'modern' | 'legacy';

/** The tool as a line of the list. */
export function toolRow(tool: ToolEntry, era?: Era): EntryRow {
  const [excluded] = excludedFor(tool, era);
  const claims = annotationChips(tool).filter(({ text }) => text === 'read only' || text === 'destructive');
  const row = entryRow(
    tool,
    excluded?.reason ?? tool.title ?? tool.description ?? '',
    excluded ? [] : claims,
  );
  return excluded ? { ...row, chips: [{ text: 'left out', tone: 'fail' }, ...row.chips] } : row;
}

/** `, 1 left out`: how many a client must not offer. */
export function leftOutText(tools: readonly ToolEntry[], era?: Era): string {
  const count = tools.filter((tool) => excludedFor(tool, era).length > 0).length;
  return count > 0 ? `, ${count} left out` : '';
}

/** What the tool's annotations claim, in words; hints, and shown as such. */
export function annotationChips({ annotations }: ToolEntry): readonly ChipData[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const chips: ChipData[] = [];
  if (readOnlyHint === true) chips.push({ text: 'read only' });
  if (readOnlyHint !== true && destructiveHint === true) chips.push({ text: 'destructive' });
  if (readOnlyHint !== true && idempotentHint === true) chips.push({ text: 'idempotent' });
  if (openWorldHint === false) chips.push({ text: 'closed world' });
  return chips;
}
