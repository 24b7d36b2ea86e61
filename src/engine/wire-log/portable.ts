import { keepText } from '../base/body.ts';
import type { BodyRef } from '../base/body.ts';
import { Recording, type Entry } from './recording.ts';

/** An entry as plain data: body references have become their texts. Structured-cloneable and JSON-safe. */
export type PortableEntry = { readonly [member: string]: unknown };

const BODY_MEMBERS = ['body', 'raw', 'data', 'rest'] as const;

/** `entries` as plain data, texts to the character. */
export function toPortable(entries: readonly Entry[]): Promise<readonly PortableEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const portable: Record<string, unknown> = { ...entry };
      for (const member of BODY_MEMBERS) {
        const body = portable[member];
        if (isBodyRef(body)) portable[member] = await body.text();
      }
      return portable;
    }),
  );
}

/** A recording of what `toPortable` made. Entries without a type or a time are left out: the data may be of another version. */
export function fromPortable(entries: readonly PortableEntry[]): Recording {
  const recording = new Recording();
  for (const portable of entries) {
    if (typeof portable['type'] !== 'string' || typeof portable['at'] !== 'number') continue;
    const entry: Record<string, unknown> = { ...portable };
    for (const member of BODY_MEMBERS) {
      const text = entry[member];
      if (typeof text === 'string') entry[member] = keepText(text);
    }
    // The store is our own; what is checked above is what every view relies on for any entry.
    recording.append(entry as unknown as Entry);
  }
  return recording;
}

function isBodyRef(value: unknown): value is BodyRef {
  return typeof value === 'object' && value !== null && 'peek' in value && typeof value.peek === 'function';
}
