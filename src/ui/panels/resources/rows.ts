import type { ResourceEntry, TemplateEntry } from '../../../engine/views/resources.ts';
import { size } from '../../parts/size.ts';
import type { ChipData } from '../../parts/tone.ts';
import { entryRow, type EntryRow } from '../../wire/list/entries.ts';

/** The resource, or the template, as a line of the list. */
export function resourceRow(entry: TemplateEntry): EntryRow {
  const named = [entry.title ?? entry.name, entry.description].filter(Boolean).join(': ');
  const row = entryRow(entry, named);
  return { ...row, keepsEnd: !row.unnamed };
}

/** What a server says of a resource beside its name. */
export function resourceChips(entry: TemplateEntry | ResourceEntry): readonly ChipData[] {
  const { audience, priority, lastModified } = entry.annotations;
  const bytes = 'size' in entry ? Number(entry.size ?? NaN) : NaN;
  return [
    entry.mimeType,
    Number.isFinite(bytes) ? size(bytes) : null,
    audience.length > 0 ? `for ${audience.join(' and ')}` : null,
    priority === null ? null : `priority ${priority}`,
    lastModified === null ? null : `modified ${lastModified}`,
  ].flatMap((text) => (text === null ? [] : [{ text }]));
}
