import type { PromptEntry } from '../../../engine/views/prompts.ts';
import { entryRow, type EntryRow } from '../../wire/list/entries.ts';

/** The prompt as a line of the list. */
export function promptRow(prompt: PromptEntry): EntryRow {
  const count = prompt.arguments.length;
  return entryRow(
    prompt,
    prompt.title ?? prompt.description ?? '',
    count === 0 ? [] : [{ text: count === 1 ? '1 argument' : `${count} arguments` }],
  );
}
