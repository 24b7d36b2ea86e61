import { list, moment, record, text, type Read } from '../base/shape.ts';
import type { Collection } from '../store/store.ts';
import type { RecordingFileHeader } from '../wire-log/recording-file.ts';
import { writeRunFile, type RunContent } from './run-file.ts';

/** A comparison that a person named and kept. */
export interface SavedRun {
  readonly name: string;
  /** Where its first column connected. */
  readonly url: string;
  /** What stands over its columns. */
  readonly columns: readonly string[];
  /** The tools, prompts and resources that it calls. */
  readonly calls: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly endedAt: number;
  /** The file that holds it. Its name stands in this record alone, so that it can change. */
  readonly file: Blob;
}

const blob: Read<Blob> = (value) => (value instanceof Blob ? value : undefined);

/** The saved runs of this browser. None goes by itself: a person named each. */
export const SAVED_RUNS: Collection<SavedRun> = {
  name: 'runs',
  limit: null,
  read: record<SavedRun>({
    name: text,
    url: text,
    columns: list(text),
    calls: list(text),
    endedAt: moment,
    file: blob,
  }),
};

/** A comparison that is over, ready to be kept. */
export async function makeSavedRun(
  content: RunContent,
  name: string,
  app: RecordingFileHeader['app'],
): Promise<SavedRun> {
  const lines: string[] = [];
  for await (const line of writeRunFile(content, { app, name })) lines.push(line);
  const { columns, calls } = content.plan;
  return {
    name,
    url: columns[0]?.options.url ?? '',
    columns: columns.map(({ title }) => title),
    calls: calls.map(({ subject }) => subject.name),
    endedAt: content.endedAt,
    file: new Blob(lines, { type: 'application/jsonl' }),
  };
}
