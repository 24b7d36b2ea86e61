import { keepText } from '../base/body.ts';
import { moment, record, text, whole, word, type Read } from '../base/shape.ts';
import type { OwnHeader } from '../session/contract.ts';
import type { HeaderList } from '../wire/events.ts';
import { Recording } from '../wire-log/recording.ts';
import { writeRecordingFile, type RecordingFileHeader } from '../wire-log/recording-file.ts';
import { findSecrets, holdsPlaceholder, Masks, type FoundSecret } from '../wire-log/secrets.ts';
import { Vault } from '../wire-log/vault.ts';
import type { CallMade, ColumnRun, ComparisonColumn, ComparisonPlan } from './plan.ts';

/** The name of the format, in the first line of every file of a saved run. */
export const RUN_FORMAT = 'roundtrip-run';
/** The version of the format that is written and read here. */
export const RUN_FORMAT_VERSION = 1;
/** The end of a file's name. */
export const RUN_FILE_ENDING = '.roundtrip-run.jsonl';

/** What the first line says. RUN-FORMAT.md beside this file describes the whole. */
export interface RunFileHeader {
  readonly format: typeof RUN_FORMAT;
  readonly version: typeof RUN_FORMAT_VERSION;
  readonly app: RecordingFileHeader['app'];
  /** What a person called it. */
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** How many recordings follow. */
  readonly recordings: number;
}

/** Before each recording: whose it is, what became of the calls, and how many lines of a recording file follow. */
export interface RecordingLine {
  readonly type: 'recording';
  /** The column's place in the plan, from 0. */
  readonly column: number;
  readonly calls: readonly CallMade[];
  readonly lines: number;
}

/** A comparison that is over, with what each run of each column recorded. */
export interface RunContent {
  readonly plan: ComparisonPlan;
  /** By the place in the plan. */
  readonly columns: readonly (readonly ColumnRun[])[];
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The lines of a file that holds a run, each with its line end. No secret is written: placeholders stand in their place. */
export async function* writeRunFile(
  { plan, columns, startedAt, endedAt }: RunContent,
  { app, name }: Pick<RunFileHeader, 'app' | 'name'>,
): AsyncGenerator<string, void, undefined> {
  const header: RunFileHeader = {
    format: RUN_FORMAT,
    version: RUN_FORMAT_VERSION,
    app,
    name,
    startedAt,
    endedAt,
    recordings: columns.reduce((sum, { length }) => sum + length, 0),
  };
  yield lineOf(header);
  yield lineOf({ type: 'plan', plan: await maskedPlan(plan, columns.flat()) });
  for (const [column, runs] of columns.entries()) {
    for (const { recording, calls, reveal = () => null } of runs) {
      const lines: string[] = [];
      const content = { recording, kept: [] };
      for await (const line of writeRecordingFile(content, {
        app,
        at: endedAt,
        reveal,
        includeSecrets: false,
      }))
        lines.push(line);
      const before: RecordingLine = { type: 'recording', column, calls, lines: lines.length };
      yield lineOf(before);
      yield* lines;
    }
  }
}

/** A plan without its secrets: what was marked as one, what travelled under a name that says so, and both wherever else they are repeated. */
async function maskedPlan(plan: ComparisonPlan, runs: readonly ColumnRun[]): Promise<unknown> {
  const found: FoundSecret[] = [];
  for (const { recording, reveal = () => null } of [...runs, asRun(plan)])
    found.push(...(await findSecrets({ recording, kept: [] }, reveal)));
  const marked = plan.columns.flatMap(({ options }) => options.headers.filter(({ secret }) => secret));
  const vault = new Vault('plan');
  for (const { value } of marked) {
    const [, placeholder] = SECRET_PART.exec(vault.hideHeader(value)) ?? [];
    const secret = placeholder === undefined ? null : vault.reveal(placeholder);
    if (placeholder !== undefined && secret) found.push({ where: 'a header', placeholder, value: secret });
  }
  const masks = new Masks(found);
  const headerOf = ({ name, value, secret }: OwnHeader): OwnHeader => {
    const shown = secret && !holdsPlaceholder(value) ? vault.hideHeader(value) : value;
    const [masked] = masks.entry({ headers: [[name, shown] as const], open: secret ? [] : [name] }).headers;
    const [, hidden = shown] = masked ?? [];
    return { name, value: hidden, secret: secret || holdsPlaceholder(hidden) };
  };
  const columnOf = ({ title, options }: ComparisonColumn): ComparisonColumn => ({
    ...masks.entry({ title }),
    options: {
      ...masks.entry({ ...options, headers: [] }),
      headers: options.headers.map(headerOf),
    },
  });
  return { ...masks.entry({ ...plan, columns: [] }), columns: plan.columns.map(columnOf) };
}

const SECRET_PART = /(‹secret .*›)$/;

/** What a plan asks for as requests, so that its secrets are found where those of a recording are. */
function asRun({ columns, calls }: ComparisonPlan): ColumnRun {
  const recording = new Recording();
  const request = (url: string, headers: HeaderList, body: string) =>
    recording.append({
      type: 'request',
      at: 0,
      exchange: recording.nextExchange(),
      method: 'POST',
      url,
      headers,
      body: keepText(body),
      messages: [],
      mode: 'cors',
    });
  for (const { options } of columns)
    request(
      options.url,
      options.headers.flatMap(({ name, value, secret }) => (secret ? [] : [[name, value] as const])),
      options.profile.capabilitiesText ?? '',
    );
  for (const { subject } of calls) {
    request('', [], subject.argumentsText);
    request('', [], subject.metaText ?? '');
  }
  return { recording, calls: [] };
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads the first line's value. `format` and `version` are judged first, by whoever opens a file. */
export const readRunHeader: Read<RunFileHeader> = record<RunFileHeader>({
  format: word<typeof RUN_FORMAT>({ [RUN_FORMAT]: true }),
  version: (value) => (value === RUN_FORMAT_VERSION ? RUN_FORMAT_VERSION : undefined),
  app: record<RunFileHeader['app']>({ name: text, version: text }),
  name: text,
  startedAt: moment,
  endedAt: moment,
  recordings: whole,
});
