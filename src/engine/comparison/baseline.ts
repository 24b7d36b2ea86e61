import { LISTS } from '../protocol/lists.ts';
import type { Collection } from '../store/store.ts';
import { moment, orNull, record, text, type Read } from '../base/shape.ts';
import { hasFacts, type Facts, type NoFacts } from '../views/handshake-facts.ts';
import { writeRecordingFile, type RecordingFileHeader } from '../wire-log/recording-file.ts';
import { readRun, type RunFacts } from './column-facts.ts';
import { COMPARED_LISTS, type ColumnRun } from './plan.ts';

/** A handshake that a person named and kept, with its lists. */
export interface Baseline {
  readonly name: string;
  readonly url: string;
  /** When the handshake was made: milliseconds since the Unix epoch. */
  readonly at: number;
  /** `acme-deploy 2.0.0`; empty where it did not say. */
  readonly server: string;
  /** Null where it did not connect. */
  readonly revision: string | null;
  /** What is kept besides the handshake: `14 tools, 6 resources, 3 prompts`; empty where nothing was listed. */
  readonly lists: string;
  /** A recording file, secrets as placeholders. Its name stands in this record alone, so that it can change. */
  readonly file: Blob;
}

const blob: Read<Blob> = (value) => (value instanceof Blob ? value : undefined);

/** The baselines of this browser. None goes by itself: a person named each. */
export const BASELINES: Collection<Baseline> = {
  name: 'baselines',
  limit: null,
  read: record<Baseline>({
    name: text,
    url: text,
    at: moment,
    server: text,
    revision: orNull(text),
    lists: text,
    file: blob,
  }),
};

/** A run of one handshake as a baseline. */
export async function makeBaseline(
  run: ColumnRun,
  {
    name,
    app,
    now,
  }: { readonly name: string; readonly app: RecordingFileHeader['app']; readonly now: number },
): Promise<Baseline> {
  const facts = await readRun(run);
  const lines: string[] = [];
  const content = { recording: run.recording, kept: [] };
  const options = { app, at: now, reveal: run.reveal ?? (() => null), includeSecrets: false };
  for await (const line of writeRecordingFile(content, options)) lines.push(line);
  return {
    name,
    url: facts.handshake?.url ?? '',
    at: facts.handshake?.at ?? now,
    server: serverName(facts.settled),
    revision: hasFacts(facts.settled) ? facts.settled.revision : null,
    lists: listedWords(facts),
    file: new Blob(lines, { type: 'application/jsonl' }),
  };
}

/** `name version` of the server, as it said; empty where it did not. */
export function serverName(settled: Facts | NoFacts): string {
  if (!hasFacts(settled)) return '';
  const { serverInfo } = settled.declared;
  return [serverInfo?.name, serverInfo?.version].filter(Boolean).join(' ');
}

/** What was listed: `14 tools, 6 resources, 3 prompts`. A list that came in part says so. */
export function listedWords({ lists }: RunFacts): string {
  return COMPARED_LISTS.flatMap((method) => {
    const facts = lists.get(method);
    if (!facts) return [];
    const { member } = LISTS[method];
    const what = member === 'resourceTemplates' ? 'templates' : member;
    const count = facts.list.entries.length;
    const words = `${count.toLocaleString('en')} ${count === 1 ? what.slice(0, -1) : what}`;
    const { ended } = facts.listing;
    return [
      ended?.how === 'complete'
        ? words
        : `${words} (not all: ${ended?.detail ?? ended?.how ?? 'still listed'})`,
    ];
  }).join(', ');
}
