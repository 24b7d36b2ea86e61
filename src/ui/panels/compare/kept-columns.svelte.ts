import type { Baseline } from '../../../engine/comparison/baseline.ts';
import { listedWords, makeBaseline, serverName } from '../../../engine/comparison/baseline.ts';
import { readRun, type RunFacts } from '../../../engine/comparison/column-facts.ts';
import { fileHandshakes } from '../../../engine/comparison/file-handshakes.ts';
import { finishedComparison } from '../../../engine/comparison/finished.ts';
import { handshakeRun } from '../../../engine/comparison/handshake-run.ts';
import { listAll, unlisted } from '../../../engine/comparison/list-all.ts';
import { COMPARED_LISTS, type ColumnRun, type ComparisonColumn } from '../../../engine/comparison/plan.ts';
import { LISTS } from '../../../engine/protocol/lists.ts';
import type { Kept, Store } from '../../../engine/store/store.ts';
import type { HandshakeView } from '../../../engine/views/handshakes.ts';
import { hasFacts, readFacts, type Facts, type NoFacts } from '../../../engine/views/handshake-facts.ts';
import type { App } from '../../app.ts';
import { baselinesOf } from '../../baselines.ts';
import type { KeptList } from '../../kept-list.svelte.ts';
import { later } from '../../later.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { moment } from '../../when.ts';
import { withKey, type Choices } from './choices.svelte.ts';
import { Ran } from './ran.svelte.ts';
import { placeOf, uniqueTitles } from './titles.ts';

/** A handshake that can be a column. */
export interface KeptColumn {
  /** Unique among all that can be chosen: `h12`, `b3`, `f1-12`. */
  readonly key: string;
  readonly title: string;
  /** Who answered, in which revision, when, and what was listed. */
  readonly about: string;
  /** When it was made; columns stand in this order. */
  readonly at: number;
  /** What is missing of it; empty where nothing is. */
  readonly warnings: readonly string[];
  load(): Promise<ColumnRun | null>;
}

/** A recording file that was opened beside the session. */
interface OpenedFile {
  readonly number: number;
  readonly columns: readonly KeptColumn[];
}

/** Files last as long as the page, whatever session is shown. */
class OpenedFiles {
  files = $state.raw<readonly OpenedFile[]>([]);
  count = 0;
}

const filesOf = new WeakMap<Store, OpenedFiles>();

/** Handshakes to choose columns from: of the session that is shown, of this browser's baselines, and of files. Nothing is sent for them. */
export class KeptColumns {
  readonly #app: App;
  readonly baselines: KeptList<Baseline>;
  readonly #opened: OpenedFiles;
  readonly #choices: Choices;
  /** What it lists now; null while it lists nothing. */
  listing = $state<string | null>(null);
  /** Of the handshakes of the session, by number. */
  readonly #facts = later(
    () => ({
      handshakes: this.#app.views.handshakes.current,
      exchanges: this.#app.views.exchanges.current,
    }),
    async ({ handshakes, exchanges }): Promise<ReadonlyMap<number, Facts | NoFacts>> =>
      new Map(
        await Promise.all(
          handshakes.map(
            async (handshake) => [handshake.number, await readFacts({ handshake, exchanges })] as const,
          ),
        ),
      ),
  );
  readonly here = $derived.by<readonly KeptColumn[]>(() =>
    this.#app.views.handshakes.current
      .filter(({ outcome }) => outcome !== null)
      .map((each) => this.#ofSession(each))
      .toReversed(),
  );
  readonly kept = $derived.by<readonly KeptColumn[]>(() =>
    this.baselines.entries.map((each) => columnOfBaseline(each)),
  );
  readonly fromFiles = $derived.by<readonly KeptColumn[]>(() =>
    this.#opened.files.flatMap(({ columns }) => columns),
  );
  /** Those that are ticked, oldest first. */
  readonly chosen = $derived.by<readonly KeptColumn[]>(() =>
    [...this.here, ...this.kept, ...this.fromFiles]
      .filter(({ key }) => this.#choices.ticked.has(key))
      .sort((a, b) => a.at - b.at),
  );
  /** Some lists of the open connection were not asked for yet. */
  readonly unlisted = $derived.by(() => {
    // For whoever follows: both change with it.
    void this.#app.views.listings.current;
    void this.#app.snapshot.current;
    return unlisted(this.#app.session).length > 0;
  });
  /** And its handshake is ticked. */
  readonly lacksLists = $derived.by(
    () =>
      this.unlisted && this.#choices.ticked.has(`h${this.#app.snapshot.current.connection?.handshake ?? ''}`),
  );

  constructor(app: App, choices: Choices) {
    this.#app = app;
    this.#choices = choices;
    this.baselines = baselinesOf(app.store);
    const opened = filesOf.get(app.store) ?? new OpenedFiles();
    filesOf.set(app.store, opened);
    this.#opened = opened;
  }

  tick(key: string, on: boolean): void {
    this.#choices.ticked = withKey(this.#choices.ticked, key, on);
  }

  /** Why they can't be compared; null where they can. */
  get problem(): string | null {
    return this.chosen.length < 2 ? 'Choose two handshakes or more' : null;
  }

  /** The ticked ones side by side; null where fewer than two of them can be read. */
  async compare(): Promise<Ran | null> {
    const { chosen } = this;
    const read = await Promise.all(
      chosen.map(async (column) => {
        const run = await column.load().catch(() => null);
        return run && { column, facts: await readRun(run) };
      }),
    );
    const columns = read.filter((each) => each !== null);
    if (columns.length < 2) return null;
    const titles = uniqueTitles(columns.map(({ column }) => column.title));
    const plan = {
      columns: columns.map(({ facts }, index) => planned(titles[index] ?? '', facts)),
      calls: [],
      runs: 1,
      responders: this.#app.snapshot.current.responders,
      limits: this.#app.snapshot.current.limits,
    };
    const now = Date.now();
    const comparison = finishedComparison(
      plan,
      columns.map(({ facts }) => [facts]),
      now,
      now,
    );
    return new Ran(comparison, {
      title: `${columns.length} handshakes`,
      from: 'kept',
      warnings: [
        ...columns.flatMap(({ column }) => column.warnings),
        ...columns.flatMap(({ facts }, index) => notListed(titles[index] ?? '', facts)),
        ...(columns.length < chosen.length ? ["One of them can't be read, and is left out"] : []),
      ],
    });
  }

  /** Takes in the handshakes of a recording file, ticked; null, or why it is not opened. */
  async openFile(file: File): Promise<string | null> {
    const opened = await fileHandshakes(file);
    if (!opened.ok) return opened.message;
    const { handshakes, name, warnings } = opened.value;
    if (handshakes.length === 0) return 'It holds no handshake that could be compared';
    this.#opened.count += 1;
    const number = this.#opened.count;
    const columns = await Promise.all(
      handshakes.map(async (each): Promise<KeptColumn> => {
        const facts = await readRun(each.run);
        const own = name ?? file.name.replace(/\.roundtrip\.jsonl$/, '');
        return {
          key: `f${number}-${each.number}`,
          title: handshakes.length === 1 ? own : `${own}, ${each.number}`,
          about: aboutFacts(facts),
          at: facts.handshake?.at ?? 0,
          warnings: warnings.map((warning) => `${file.name}: ${warning}`),
          load: () => Promise.resolve(each.run),
        };
      }),
    );
    this.#opened.files = [...this.#opened.files, { number, columns: columns.toReversed() }];
    // One handshake is what the file is about; of many the newest is the likeliest.
    const newest = columns.at(-1);
    if (newest) this.tick(newest.key, true);
    return null;
  }

  /** Takes a file's handshake out of the list. */
  forget(key: string): void {
    this.tick(key, false);
    this.#opened.files = this.#opened.files
      .map((file) => ({ ...file, columns: file.columns.filter((each) => each.key !== key) }))
      .filter(({ columns }) => columns.length > 0);
  }

  /** Keeps a file's handshake as a baseline; null, or why not. */
  async keep({ title, load }: KeptColumn): Promise<string | null> {
    const run = await load();
    if (!run) return "It can't be read";
    const baseline = await makeBaseline(run, { name: title, app: this.#app.clientInfo, now: Date.now() });
    return this.baselines.keep(baseline);
  }

  /** Asks the open connection for the lists that it was not asked for. */
  async listRest(): Promise<void> {
    if (this.listing !== null) return;
    const { signal } = new AbortController();
    try {
      await track(listAll(this.#app.session, signal, (words) => (this.listing = words)));
    } finally {
      this.listing = null;
    }
  }

  #ofSession(handshake: HandshakeView): KeptColumn {
    const { session } = this.#app;
    const { number, at, url, outcome } = handshake;
    const connection = session.snapshot.connection;
    const open = this.#app.sendsNothing === null && connection?.handshake === number;
    const facts = this.#facts.current?.get(number);
    return {
      key: `h${number}`,
      title: `Handshake ${number}`,
      about: [
        (facts && serverName(facts)) || placeOf(url),
        outcome?.kind === 'connected' ? outcome.revision : (outcome?.kind ?? ''),
        moment(at, Date.now()),
        ...(open ? ['open now'] : []),
      ].join(', '),
      at,
      warnings: [],
      load: () =>
        Promise.resolve(
          handshakeRun(session.recording, number, (placeholder) => session.reveal(placeholder)),
        ),
    };
  }
}

function columnOfBaseline({ key, value }: Kept<Baseline>): KeptColumn {
  const { name, server, url, revision, at, lists, file } = value;
  return {
    key: `b${key}`,
    title: name,
    about: [server || placeOf(url), revision ?? 'failed', moment(at, Date.now()), lists || 'no lists'].join(
      ', ',
    ),
    at,
    warnings: [],
    load: async () => {
      const opened = await fileHandshakes(file);
      return (opened.ok && opened.value.handshakes[0]?.run) || null;
    },
  };
}

function aboutFacts(facts: RunFacts): string {
  const { handshake, settled } = facts;
  return [
    serverName(settled) || placeOf(handshake?.url ?? ''),
    hasFacts(settled) ? settled.revision : (handshake?.diagnosis?.short ?? 'failed'),
    moment(handshake?.at ?? 0, Date.now()),
    listedWords(facts) || 'no lists',
  ].join(', ');
}

/** What a server declares that it lists, and nobody asked for. */
function notListed(title: string, { settled, lists }: RunFacts): readonly string[] {
  if (!hasFacts(settled)) return [];
  const { capabilities } = settled.declared;
  const missing = COMPARED_LISTS.filter(
    (method) => !lists.has(method) && capabilities.some(({ path }) => path[0] === LISTS[method].capability),
  ).map((method) => (method === 'resources/templates/list' ? 'templates' : LISTS[method].member));
  if (missing.length === 0) return [];
  return [`${title}: ${missing.join(', ')} not asked for`];
}

/** How a column connected, as far as its recording tells: nothing connects by it. */
function planned(title: string, { handshake }: RunFacts): ComparisonColumn {
  return {
    title,
    options: {
      url: handshake?.url ?? '',
      protocolVersion: handshake?.protocolVersion ?? 'auto',
      headers: [],
      profile: {
        name: handshake?.profile ?? '',
        clientInfo: { name: '', version: '' },
        capabilitiesText: null,
      },
      timeLimitMs: 0,
    },
  };
}
