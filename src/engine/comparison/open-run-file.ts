import { failure, success, type Result } from '../base/result.ts';
import { record, whole } from '../base/shape.ts';
import { fileLines } from '../wire-log/file-lines.ts';
import { memberOf, parsed } from '../wire-log/line-value.ts';
import {
  OPEN_LIMITS,
  RecordingReader,
  type OpenLimits,
  type Refusal,
} from '../wire-log/open-recording-file.ts';
import { readCallsMade, readPlan } from './plan-shape.ts';
import type { ColumnRun, ComparisonPlan } from './plan.ts';
import {
  readRunHeader,
  RUN_FORMAT,
  RUN_FORMAT_VERSION,
  type RecordingLine,
  type RunContent,
  type RunFileHeader,
} from './run-file.ts';

/** A saved run from a file, and what is to be said about it. */
export interface OpenedRun extends RunContent {
  readonly name: string;
  /** What is missing and why, a sentence each. Empty where everything is there. */
  readonly warnings: readonly string[];
}

/** The first line is short: whatever has a longer one is no saved run, and need not be read. */
const HEADER_LIMIT = 65_536;

const readRecordingLine = record<Omit<RecordingLine, 'type'>>({
  column: whole,
  calls: readCallsMade,
  lines: whole,
});

/**
 * Opens a file that `writeRunFile` wrote, in one pass and within `limits`, which hold for all its recordings together. A file that ends
 * early gives what is whole, with a warning. Any text of it may be hostile: what comes out has the types that running and showing rely on. Never
 * rejects.
 */
export async function openRunFile(
  file: ReadableStream<Uint8Array>,
  limits: OpenLimits = OPEN_LIMITS,
): Promise<Result<OpenedRun, Refusal>> {
  const opening = new Opening(limits);
  try {
    for await (const line of fileLines(file, limits.line)) {
      if (line.kind === 'too long') {
        return failure(
          'line-too-long',
          `Line ${line.number} is longer than ${limits.line.toLocaleString('en')} bytes`,
        );
      }
      if (line.kind === 'not text') {
        if (!line.ended && opening.plan) break;
        return failure('not-text', `Line ${line.number} is not text: its bytes are not UTF-8`);
      }
      const refused = opening.take(line.text, line.number, line.ended);
      if (refused) return refused;
    }
  } catch {
    return failure('unreadable', 'The browser could not read the file to its end');
  }
  return opening.end();
}

/** A recording whose lines are still coming. */
interface Current extends RecordingLine {
  readonly reader: RecordingReader;
  /** Lines that are still to come. */
  left: number;
  /** Why it is left out; its other lines are passed over. */
  refused: string | null;
}

class Opening {
  plan: ComparisonPlan | null = null;
  readonly #limits: OpenLimits;
  #header: RunFileHeader | null = null;
  #columns: ColumnRun[][] = [];
  #current: Current | null = null;
  #whole = 0;
  #entries = 0;
  #stray = 0;
  readonly #warnings: string[] = [];

  constructor(limits: OpenLimits) {
    this.#limits = limits;
  }

  take(line: string, number: number, ended: boolean): Result<never, Refusal> | null {
    if (!this.#header) return this.#begin(line);
    if (!this.plan) return this.#planned(line);
    if (this.#current) return this.#inside(this.#current, line, number, ended);
    const value = parsed(line);
    const next = memberOf(value, 'type') === 'recording' ? readRecordingLine(value) : undefined;
    if (!next || next.column >= this.plan.columns.length || next.lines === 0) {
      this.#stray += 1;
      return null;
    }
    const limits = { ...this.#limits, entries: this.#limits.entries - this.#entries };
    this.#current = {
      type: 'recording',
      ...next,
      reader: new RecordingReader(limits),
      left: next.lines,
      refused: null,
    };
    return null;
  }

  end(): Result<OpenedRun, Refusal> {
    const { plan } = this;
    if (!this.#header) return failure('not-a-recording', 'This is not a saved run: the file is empty');
    if (!plan) return failure('not-a-recording', 'This saved run ends before its plan');
    const cut = this.#current;
    if (cut?.reader.header) this.#close(cut);
    const { name, startedAt, endedAt, recordings } = this.#header;
    if (cut || this.#whole < recordings) {
      this.#warnings.push(
        `The file ends early: it announces ${counted(recordings, 'recording')}, and ${this.#whole.toLocaleString('en')} ${this.#whole === 1 ? 'is' : 'are'} whole`,
      );
    }
    if (this.#stray > 0) this.#warnings.push(`Left out: ${counted(this.#stray, 'line')} that can't be read`);
    return success({
      name,
      plan,
      columns: this.#columns,
      startedAt,
      endedAt,
      warnings: this.#warnings,
    });
  }

  #begin(line: string): Result<never, Refusal> | null {
    const value = line.length > HEADER_LIMIT ? undefined : parsed(line);
    const format = memberOf(value, 'format');
    if (format !== RUN_FORMAT) {
      const found =
        typeof format === 'string'
          ? `its first line names the format ${JSON.stringify(format.slice(0, 60))}`
          : 'its first line names no format';
      return failure('not-a-recording', `This is not a saved run: ${found}`);
    }
    const version = memberOf(value, 'version');
    if (version !== RUN_FORMAT_VERSION) {
      const found = JSON.stringify(version)?.slice(0, 60) ?? 'none';
      return failure(
        'other-version',
        `This saved run is of version ${found} of the format; this page reads version ${RUN_FORMAT_VERSION}`,
      );
    }
    this.#header = readRunHeader(value) ?? null;
    return this.#header
      ? null
      : failure(
          'not-a-recording',
          'The first line of this saved run lacks a member, or has one of another type',
        );
  }

  #planned(line: string): Result<never, Refusal> | null {
    const value = parsed(line);
    this.plan = (memberOf(value, 'type') === 'plan' && readPlan(memberOf(value, 'plan'))) || null;
    if (!this.plan) {
      return failure(
        'not-a-recording',
        "The plan of this saved run can't be read: a member is missing, or of another type",
      );
    }
    this.#columns = this.plan.columns.map(() => []);
    return null;
  }

  #inside(current: Current, line: string, number: number, ended: boolean): Result<never, Refusal> | null {
    current.left -= 1;
    const { reader } = current;
    if (current.refused === null) {
      const refused = reader.header ? reader.take(line, number, ended) : reader.begin(line);
      if (refused?.ok === false) {
        if (refused.code === 'too-many-entries') return refused;
        current.refused = refused.message;
      }
    }
    if (current.left === 0) this.#close(current);
    return null;
  }

  #close(current: Current): void {
    this.#current = null;
    const title = this.plan?.columns[current.column]?.title ?? '';
    const opened = current.reader.end();
    if (current.refused !== null || !opened.ok) {
      const reason = current.refused ?? (opened.ok ? '' : opened.message);
      this.#warnings.push(`Left out: a recording of ${title}. ${reason}`);
      return;
    }
    if (current.left === 0) this.#whole += 1;
    const { recording, warnings } = opened.value;
    this.#entries += recording.length;
    this.#warnings.push(...warnings.map((warning) => `${title}: ${warning}`));
    this.#columns[current.column]?.push({ recording, calls: current.calls });
  }
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;
}
