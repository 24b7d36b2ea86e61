import type { ListingView } from '../../../engine/views/listings.ts';
import type { EntryList } from '../../../engine/views/list-pages.ts';
import type { ToolEntry } from '../../../engine/views/tools.ts';
import { excludedFor } from './mirrored.ts';
import type { ChipData } from '../../parts/tone.ts';

/** One line of the list of tools. */
export interface ToolRow {
  readonly tool: ToolEntry;
  /** The tool's name, or the path of an entry that has none. */
  readonly name: string;
  /** `2 of 2`, where the name is not the only one. */
  readonly nth: string;
  readonly note: string;
  readonly chips: readonly ChipData[];
  readonly broken: boolean;
}

/** Which tool a draft or a call belongs to, as long as the list may change: its name and which of that name. */
export function toolKey(tool: ToolEntry): string {
  return JSON.stringify(tool.name ? [tool.name, tool.twin?.nth ?? 1] : ['', tool.index]);
}

/** The tool as a line of the list. */
export function toolRow(tool: ToolEntry, era?: 'modern' | 'legacy'): ToolRow {
  const [problem] = tool.problems;
  const [excluded] = excludedFor(tool, era);
  const chips: ChipData[] = [];
  if (problem) chips.push({ text: 'broken', tone: 'fail' });
  if (excluded) chips.push({ text: 'left out', tone: 'fail' });
  if (tool.twin && tool.twin.nth > 1) chips.push({ text: 'same name', tone: 'wait' });
  if (!problem && !excluded)
    chips.push(...annotationChips(tool).filter(({ text }) => text === 'read only' || text === 'destructive'));
  return {
    tool,
    name: tool.name || tool.path,
    nth: [tool.twin && `${tool.twin.nth} of ${tool.twin.of}`, problem && tool.name && tool.path]
      .filter(Boolean)
      .join(', '),
    note: problem?.reason ?? excluded?.reason ?? tool.title ?? tool.description ?? '',
    chips,
    broken: problem !== undefined,
  };
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

/** Tools whose name, title, description, path or problem holds the text; case does not count. Positions stay those of the whole list. */
export function filterTools(tools: readonly ToolEntry[], needle: string): readonly ToolEntry[] {
  const wanted = needle.trim().toLowerCase();
  if (!wanted) return tools;
  return tools.filter((tool) => searchedText(tool).includes(wanted));
}

// Made once: a list of thousands is filtered at every key press.
const searched = new WeakMap<ToolEntry, string>();

function searchedText(tool: ToolEntry): string {
  const known = searched.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, path, problems } = tool;
  const text = [name, title, description, path, problems[0]?.reason].join('\n').toLowerCase();
  searched.set(tool, text);
  return text;
}

/** Pages that failed and were not read since: of a page that was asked for again only the newest attempt counts. */
export function openFailures(
  list: EntryList<ToolEntry>,
  listing: ListingView,
): EntryList<ToolEntry>['failedPages'] {
  const newest = new Map(listing.pages.map(({ page, exchange }) => [page, exchange]));
  return list.failedPages.filter(({ page, exchange }) => newest.get(page) === exchange);
}

/** `14 in 2 pages, 1 broken, 1 left out`. */
export function countText(list: EntryList<ToolEntry>, listing: ListingView, era?: 'modern' | 'legacy'): string {
  const leftOut = list.entries.filter((tool) => excludedFor(tool, era).length > 0).length;
  const broken = list.entries.filter(({ problems }) => problems.length > 0).length;
  // A page that was asked for again is one page.
  const count = new Set(listing.pages.map(({ page }) => page)).size;
  const pages = count > 1 ? ` in ${count} pages` : '';
  return `${list.entries.length}${pages}${broken > 0 ? `, ${broken} broken` : ''}${leftOut > 0 ? `, ${leftOut} left out` : ''}`;
}
