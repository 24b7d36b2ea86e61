import { nextTurn, SLICE_MS } from '../base/turn.ts';
import { memberOf, parsed } from './line-value.ts';
import { list, moment, pair, record, text, whole } from '../base/shape.ts';
import { failure, success, type Result } from '../base/result.ts';
import { EntryOrder } from './entry-order.ts';
import type { KeptRecording } from './export-content.ts';
import { isEntryType, readEntry } from './entry-shapes.ts';
import { fileLines } from './file-lines.ts';
import {
  BODY_MEMBERS,
  FORMAT,
  FORMAT_VERSION,
  readHeader,
  type ExtraLine,
  type RecordingFileHeader,
} from './recording-file.ts';
import { Recording } from './recording.ts';

/** A recording from a file, and what is to be said about it. */
export interface OpenedRecording {
  readonly recording: Recording;
  /** Handshakes of earlier pages that came with it, newest first. */
  readonly kept: readonly KeptRecording[];
  readonly header: RecordingFileHeader;
  /** Placeholder → value; empty unless the person who exported it included them. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What is missing and why, a sentence each. Empty where everything is there. */
  readonly warnings: readonly string[];
}

/** Why a file is not opened. */
export type Refusal =
  /** Empty, or the first line is not that of a recording. */
  | 'not-a-recording'
  | 'other-version'
  | 'line-too-long'
  | 'too-many-entries'
  /** Bytes that are not UTF-8. */
  | 'not-text'
  /** The browser could not read the file. */
  | 'unreadable';

/** What a file may make this page hold. */
export interface OpenLimits {
  /** Bytes of one line. */
  readonly line: number;
  /** UTF-16 units of one text that is cut into parts. */
  readonly text: number;
  readonly entries: number;
}

/** What a file may make this page hold, unless somebody says otherwise. */
export const OPEN_LIMITS: OpenLimits = { line: 64 * 1_048_576, text: 256 * 1_048_576, entries: 2_000_000 };

/** The first line is short: whatever has a longer one is no recording, and need not be read. */
const HEADER_LIMIT = 65_536;

const readVault = record<Omit<Extract<ExtraLine, { type: 'vault' }>, 'type'>>({
  secrets: list(pair(text, text)),
});

const readKept = record<Kept>({
  number: whole,
  url: text,
  at: moment,
  entries: (value) => (Array.isArray(value) ? value : undefined),
});
interface Kept extends Omit<KeptRecording, 'recording'> {
  readonly entries: readonly unknown[];
}

/** How many earlier handshakes a file may bring. */
const MOST_KEPT = 200;

const PLACEHOLDER = /^‹secret (?:[0-9a-z]+-)?\d+, \d+ characters›$/;

/**
 * Opens a recording file, in one pass and within `limits`. A file that ends early gives what is whole, with a warning; entries that are not
 * known here or not as they have to be are left out and counted. Any text of it may be hostile: what comes out has the types and the order that
 * views rely on. Never rejects.
 */
export async function openRecordingFile(
  file: ReadableStream<Uint8Array>,
  limits: OpenLimits = OPEN_LIMITS,
): Promise<Result<OpenedRecording, Refusal>> {
  const opening = new RecordingReader(limits);
  /** Why the first line is none of a recording, where the next one may tell more: exports are written over several lines. */
  let refusedFirst: Result<never, Refusal> | null = null;
  let until = performance.now() + SLICE_MS;
  try {
    for await (const line of fileLines(file, limits.line)) {
      // A file is read faster than a page draws.
      if (performance.now() > until) {
        await nextTurn();
        until = performance.now() + SLICE_MS;
      }
      if (refusedFirst)
        return line.kind === 'line' ? (exportRefusal(`{${line.text}`) ?? refusedFirst) : refusedFirst;
      if (line.kind === 'too long') {
        return failure(
          'line-too-long',
          `Line ${line.number} is longer than ${limits.line.toLocaleString('en')} bytes`,
        );
      }
      if (line.kind === 'not text') {
        if (!line.ended && opening.header) {
          opening.cut = true;
          break;
        }
        return failure('not-text', `Line ${line.number} is not text: its bytes are not UTF-8`);
      }
      const refused = opening.header
        ? opening.take(line.text, line.number, line.ended)
        : opening.begin(line.text);
      if (refused && !opening.header && line.text.trim() === '{') refusedFirst = refused;
      else if (refused) return refused;
    }
  } catch {
    return failure('unreadable', 'The browser could not read the file to its end');
  }
  return refusedFirst ?? opening.end();
}

/** How an exported diff or comparison begins. */
const EXPORT = /^\s*\{\s*"format"\s*:\s*"roundtrip-(?:comparison|diff)"/;

function exportRefusal(text: string): Result<never, Refusal> | null {
  return EXPORT.test(text)
    ? failure('not-a-recording', 'This is an export to read; only saved runs and recordings can be opened')
    : null;
}

interface Problem {
  count: number;
  /** The first of them. */
  readonly line: number;
}

/** An entry whose long texts are still coming. */
interface Unfinished {
  readonly value: Record<string, unknown>;
  readonly line: number;
  /** Members in the order in which their parts follow. */
  readonly missing: { readonly member: string; left: number; readonly parts: string[] }[];
  length: number;
}

/** Reads a recording file line by line: `begin` takes the first line, `take` each other one, `end` gives what came of it. */
export class RecordingReader {
  header: RecordingFileHeader | null = null;
  /** The file ends inside a line. */
  cut = false;
  readonly #limits: OpenLimits;
  readonly #recording = new Recording();
  readonly #order = new EntryOrder();
  readonly #secrets = new Map<string, string>();
  readonly #kept = new Map<number, KeptRecording>();
  /** Entries that were begun, whatever became of them. */
  #seen = 0;
  readonly #unknown = new Map<string, Problem>();
  #bad: Problem | null = null;
  #unfinished: Unfinished | null = null;

  constructor(limits: OpenLimits) {
    this.#limits = limits;
  }

  begin(line: string): Result<never, Refusal> | null {
    const exported = exportRefusal(line);
    if (exported) return exported;
    const value = line.length > HEADER_LIMIT ? undefined : parsed(line);
    const format = memberOf(value, 'format');
    if (format === 'roundtrip-run') {
      return failure('not-a-recording', 'This is a saved run of a comparison: Compare opens it');
    }
    if (format !== FORMAT) {
      const found =
        typeof format === 'string'
          ? `its first line names the format ${JSON.stringify(format.slice(0, 60))}`
          : 'its first line names no format';
      return failure(
        'not-a-recording',
        `This is not a recording: ${found}, and not ${JSON.stringify(FORMAT)}`,
      );
    }
    const version = memberOf(value, 'version');
    if (version !== FORMAT_VERSION) {
      const found = JSON.stringify(version)?.slice(0, 60) ?? 'none';
      return failure(
        'other-version',
        `This recording is of version ${found} of the format; this page reads version ${FORMAT_VERSION}`,
      );
    }
    this.header = readHeader(value) ?? null;
    if (this.header) return null;
    return failure(
      'not-a-recording',
      'The first line of this recording lacks a member, or has one of another type',
    );
  }

  take(line: string, number: number, ended: boolean): Result<never, Refusal> | null {
    const value = parsed(line);
    const type = memberOf(value, 'type');
    if (!ended && value === undefined) {
      this.cut = true;
      return null;
    }
    if (type === 'part') {
      this.#part(memberOf(value, 'text'));
      return null;
    }
    // Parts that were announced and did not come: the entry is not whole.
    this.#giveUp();
    if (type === 'vault') {
      const vault = readVault(value);
      for (const [placeholder, secret] of vault?.secrets ?? [])
        if (PLACEHOLDER.test(placeholder)) this.#secrets.set(placeholder, secret);
      return null;
    }
    if (type === 'kept-handshake') {
      this.#keep(readKept(value), number);
      return null;
    }
    this.#seen += 1;
    if (this.#seen > this.#limits.entries) {
      return failure(
        'too-many-entries',
        `The file holds more than ${this.#limits.entries.toLocaleString('en')} entries`,
      );
    }
    if (typeof type === 'string' && !isEntryType(type)) {
      const name = type.slice(0, 40);
      // A file may name any number of kinds; a few are worth a word.
      const key = this.#unknown.has(name) || this.#unknown.size < 5 ? name : '…';
      const known = this.#unknown.get(key);
      if (known) known.count += 1;
      else this.#unknown.set(key, { count: 1, line: number });
      return null;
    }
    const missing = missingParts(value);
    if (missing.length === 0) this.#add(value, number);
    else this.#unfinished = { value: { ...(value as object) }, line: number, missing, length: 0 };
    return null;
  }

  end(): Result<OpenedRecording, Refusal> {
    const { header } = this;
    if (!header) return failure('not-a-recording', 'This is not a recording: the file is empty');
    const partsMissing = this.#unfinished !== null;
    if (partsMissing) this.#unfinished = null;
    const warnings: string[] = [];
    if (this.cut || partsMissing || this.#seen < header.entries) {
      const whole = this.#seen - (partsMissing ? 1 : 0);
      warnings.push(
        `The file ends early: it announces ${counted(header.entries, 'entry', 'entries')}, and ${whole.toLocaleString('en')} ${whole === 1 ? 'is' : 'are'} whole`,
      );
    }
    for (const [name, { count, line }] of this.#unknown) {
      warnings.push(
        `Left out: ${counted(count, 'entry', 'entries')} of a kind this page does not know, ${JSON.stringify(name)}, first in line ${line}`,
      );
    }
    if (this.#bad) {
      warnings.push(
        `Left out: ${counted(this.#bad.count, 'entry', 'entries')} not readable or out of place, first in line ${this.#bad.line}`,
      );
    }
    const kept = [...this.#kept.values()].sort((a, b) => b.number - a.number);
    return success({ recording: this.#recording, kept, header, secrets: this.#secrets, warnings });
  }

  #keep(kept: Kept | undefined, line: number): void {
    if (!kept || this.#kept.has(kept.number) || this.#kept.size >= MOST_KEPT) {
      this.#leaveOut(line);
      return;
    }
    const { number, url, at, entries } = kept;
    const recording = new Recording();
    const order = new EntryOrder();
    for (const each of entries) {
      const entry = readEntry(each);
      if (entry && order.admit(entry)) recording.append(entry);
      else this.#leaveOut(line);
    }
    this.#kept.set(number, { number, url, at, recording });
  }

  #add(value: unknown, line: number): void {
    const entry = readEntry(value);
    if (entry && this.#order.admit(entry)) this.#recording.append(entry);
    else this.#leaveOut(line);
  }

  #leaveOut(line: number): void {
    if (this.#bad) this.#bad.count += 1;
    else this.#bad = { count: 1, line };
  }

  #part(part: unknown): void {
    const entry = this.#unfinished;
    const next = entry?.missing[0];
    // A part that nobody announced belongs to an entry that was left out.
    if (!entry || !next) return;
    entry.length += typeof part === 'string' ? part.length : 0;
    if (typeof part !== 'string' || entry.length > this.#limits.text) {
      this.#giveUp();
      return;
    }
    next.parts.push(part);
    next.left -= 1;
    if (next.left > 0) return;
    entry.value[next.member] = next.parts.join('');
    entry.missing.shift();
    if (entry.missing.length > 0) return;
    this.#unfinished = null;
    this.#add(entry.value, entry.line);
  }

  #giveUp(): void {
    if (this.#unfinished) this.#leaveOut(this.#unfinished.line);
    this.#unfinished = null;
  }
}

const readParts = record<{ parts: number }>({ parts: whole });

/** The members whose text follows in parts. */
function missingParts(value: unknown): Unfinished['missing'] {
  return BODY_MEMBERS.flatMap((member) => {
    const left = readParts(memberOf(value, member))?.parts ?? 0;
    return left > 0 ? [{ member, left, parts: [] }] : [];
  });
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
