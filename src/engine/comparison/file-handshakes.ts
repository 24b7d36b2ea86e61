import { success, type Result } from '../base/result.ts';
import { createHandshakesView } from '../views/handshakes.ts';
import { openRecordingFile, type Refusal } from '../wire-log/open-recording-file.ts';
import { handshakeRun } from './handshake-run.ts';
import type { ColumnRun } from './plan.ts';

/** A handshake of a recording file, with the lists that were asked for under it. */
export interface FileHandshake {
  readonly number: number;
  readonly run: ColumnRun;
}

/** What a recording file offers to be compared. */
export interface FileHandshakes {
  /** What a person called the file; null where nobody gave it a name. */
  readonly name: string | null;
  /** Oldest first. */
  readonly handshakes: readonly FileHandshake[];
  /** What is missing and why, a sentence each. */
  readonly warnings: readonly string[];
}

/** Every handshake of a recording file, or why the file is not opened. Never rejects. */
export async function fileHandshakes(file: Blob): Promise<Result<FileHandshakes, Refusal>> {
  const opened = await openRecordingFile(file.stream());
  if (!opened.ok) return opened;
  const { recording, secrets, header, warnings } = opened.value;
  const reveal = (placeholder: string) => secrets.get(placeholder) ?? null;
  const handshakes = createHandshakesView(recording).read();
  return success({
    name: header.name || null,
    handshakes: handshakes.map(({ number }) => ({ number, run: handshakeRun(recording, number, reveal) })),
    warnings,
  });
}
