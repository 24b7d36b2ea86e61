import { record, text, whole, word, type Read } from '../base/shape.ts';
import type { ExportContent } from './export-content.ts';
import { toPortable, type PortableEntry } from './portable.ts';
import type { Entry, Recording } from './recording.ts';
import { findSecrets, Masks } from './secrets.ts';

/** What the first line of a recording file says. FORMAT.md beside this file describes the whole. */
export interface RecordingFileHeader {
  readonly format: typeof FORMAT;
  readonly version: typeof FORMAT_VERSION;
  readonly app: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** How many entries follow. */
  readonly entries: number;
  readonly secrets: 'placeholders' | 'included';
  /** What a person called it; absent where nobody gave it a name. */
  readonly name?: string;
}

/** The name of the format, in the first line of every file. */
export const FORMAT = 'roundtrip-recording';
/** The version of the format that is written and read here. */
export const FORMAT_VERSION = 1;
/** The end of a file's name. */
export const FILE_ENDING = '.roundtrip.jsonl';

/** The members of an entry that hold a text that travelled. */
export const BODY_MEMBERS = ['body', 'raw', 'data', 'rest'] as const;

/** A text that travelled is cut into lines of at most this many UTF-16 units. */
export const PART_LENGTH = 1_048_576;

/** A line that is no entry: the secrets, where the person included them, a handshake kept from before, or a part of a long text. */
export type ExtraLine =
  | { readonly type: 'vault'; readonly secrets: readonly (readonly [placeholder: string, value: string])[] }
  | {
      readonly type: 'kept-handshake';
      readonly number: number;
      readonly url: string;
      readonly at: number;
      readonly entries: readonly PortableEntry[];
    }
  | { readonly type: 'part'; readonly text: string };

/** What is written beside the entries. */
export interface WriteOptions {
  readonly app: RecordingFileHeader['app'];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The secret behind a placeholder, where it is still known. */
  readonly reveal: (placeholder: string) => string | null;
  /** Write the secrets too; otherwise placeholders stand in their place, wherever they stood. */
  readonly includeSecrets: boolean;
  /** What a person called it. */
  readonly name?: string;
}

/**
 * The lines of a recording file, each with its line end: everything recorded when the first line is asked for, in order. What is
 * recorded while it is written is left out.
 */
export async function* writeRecordingFile(
  content: ExportContent,
  options: WriteOptions,
): AsyncGenerator<string, void, undefined> {
  const { recording, kept } = content;
  const { length } = recording;
  const { includeSecrets } = options;
  // Here and not before: what was recorded since somebody looked may hold another one.
  const secrets = await findSecrets(content, options.reveal, length);
  const header: RecordingFileHeader = {
    format: FORMAT,
    version: FORMAT_VERSION,
    app: options.app,
    exportedAt: new Date(options.at).toISOString(),
    entries: length,
    secrets: includeSecrets ? 'included' : 'placeholders',
    ...(options.name === undefined ? {} : { name: options.name }),
  };
  yield lineOf(header);
  if (includeSecrets) {
    yield lineOf({ type: 'vault', secrets: secrets.map(({ placeholder, value }) => [placeholder, value]) });
  }
  const masks = new Masks(includeSecrets ? [] : secrets);
  for (const { number, url, at, recording: own } of kept) {
    const entries = await toPortable(entriesOf(own));
    const line = { type: 'kept-handshake', number, at, ...masks.entry({ url }) };
    yield lineOf({ ...line, entries: entries.map((entry) => masks.entry(entry)) });
  }
  for (let index = 0; index < length; index++) {
    const entry = recording.at(index);
    const [portable] = entry ? await toPortable([entry]) : [];
    if (!portable) continue;
    const masked: Record<string, unknown> = { ...masks.entry(portable) };
    const parts: string[] = [];
    for (const member of BODY_MEMBERS) {
      const body = masked[member];
      if (typeof body !== 'string' || body.length <= PART_LENGTH) continue;
      const before = parts.length;
      for (let at = 0; at < body.length; at += PART_LENGTH) parts.push(body.slice(at, at + PART_LENGTH));
      masked[member] = { parts: parts.length - before };
    }
    yield lineOf(masked);
    for (const part of parts) yield lineOf({ type: 'part', text: part });
  }
}

function entriesOf(recording: Recording): readonly Entry[] {
  return Array.from({ length: recording.length }, (_, index) => recording.at(index)).filter(
    (entry) => entry !== undefined,
  );
}

function lineOf(value: object): string {
  // JSON.stringify escapes line ends, and lone surrogates as \ud800: a line is one line, and UTF-8.
  return `${JSON.stringify(value)}\n`;
}

/** Reads the first line's value. `format` and `version` are judged first, by whoever opens a file. */
export const readHeader: Read<RecordingFileHeader> = record<RecordingFileHeader>({
  format: word<typeof FORMAT>({ [FORMAT]: true }),
  version: (value) => (value === FORMAT_VERSION ? FORMAT_VERSION : undefined),
  app: record<RecordingFileHeader['app']>({ name: text, version: text }),
  exportedAt: (value) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined),
  entries: whole,
  secrets: word<RecordingFileHeader['secrets']>({ placeholders: true, included: true }),
  // A name that can't be one is none: the file is as good without it.
  name: { optional: (value) => (typeof value === 'string' ? value : '') },
});
