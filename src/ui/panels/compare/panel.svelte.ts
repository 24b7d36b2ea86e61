import { systemClock } from '../../../engine/base/clock.ts';
import type { RunFacts } from '../../../engine/comparison/column-facts.ts';
import { startComparison } from '../../../engine/comparison/comparison.ts';
import { roomBeside } from '../../../engine/comparison/connections.ts';
import { matrixOf, type MatrixRow } from '../../../engine/comparison/matrix.ts';
import { firstLineOf } from '../../../engine/comparison/named-file.ts';
import type { ComparedCall, ComparisonColumn, ComparisonPlan } from '../../../engine/comparison/plan.ts';
import type { ComparedSide } from '../../../engine/comparison/compared-side.ts';
import { isSamePlan, repeatOf } from '../../../engine/comparison/repeat.ts';
import { RUN_FORMAT } from '../../../engine/comparison/run-file.ts';
import { REVISIONS } from '../../../engine/protocol/revisions.ts';
import type { ConnectOptions } from '../../../engine/session/contract.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import type { App } from '../../app.ts';
import { later, type Later } from '../../later.svelte.ts';
import { published } from '../../bridge.svelte.ts';
import { announce } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { behindMarks, type BehindMarks } from './behind-marks.ts';
import { choicesOf, withKey, type Choices, type Opened } from './choices.svelte.ts';
import { KeptColumns } from './kept-columns.svelte.ts';
import { openedRow } from './opened-row.ts';
import { Ran, type Against, type RunBefore } from './ran.svelte.ts';
import { isInDiff } from './row-differences.ts';
import { SavedRuns } from './saved-runs.svelte.ts';
import { placeOf } from './titles.ts';

/** A call of this session that can be made again, once for all that were the same. */
export interface Choosable {
  readonly key: string;
  readonly view: CallView;
}

/** One side of what is open. */
export interface Side {
  readonly title: string;
  /** Undefined where it did not come so far. */
  readonly facts: RunFacts | undefined;
}

/** A file that can't be opened, and why. */
export interface Refused {
  readonly name: string;
  readonly reason: string;
}

/** State of the panel. Make it while the panel is set up. */
export class ComparePanel {
  readonly #app: App;
  readonly choices: Choices;
  readonly kept: KeptColumns;
  readonly saved: SavedRuns;
  /** Resolves once what was kept is read, and what the address names is compared. */
  readonly ready: Promise<void>;
  /** The file that was chosen last, where it can't be opened. */
  refused = $state.raw<Refused | null>(null);
  /** How the connection was asked for; what the columns share. Null where there is none to run again. */
  readonly options = $derived.by<ConnectOptions | null>(() => {
    const { phase, options } = this.#app.snapshot.current;
    // A recording that was opened stands as it ended, and nobody can connect as it did.
    return phase === 'connected' && this.#app.sendsNothing === null ? options : null;
  });
  readonly calls = $derived.by<readonly Choosable[]>(() => {
    const url = this.options?.url;
    const { calls, handshakes } = this.#app.views;
    const here = new Set(
      handshakes.current.filter((each) => each.url === url).map(({ connection }) => connection),
    );
    const found = new Map<string, Choosable>();
    for (const view of calls.current) {
      if (view.origin !== 'client' || !here.has(view.connection)) continue;
      const key = JSON.stringify([
        view.method,
        view.name,
        view.argumentsText,
        view.metaText,
        view.metaReplaces,
      ]);
      if (!found.has(key)) found.set(key, { key, view });
    }
    return [...found.values()];
  });
  readonly chosenCalls = $derived.by(() => this.calls.filter(({ key }) => this.choices.calls.has(key)));
  readonly profiles = $derived.by(() => {
    const { choice } = this.#app.profile;
    return this.choices.profiles ?? [choice, choice === 'nothing' ? 'everything' : 'nothing'];
  });
  readonly columns = $derived.by<readonly ComparisonColumn[]>(() => {
    const { options } = this;
    return options ? this.#columnsFor(options) : [];
  });
  /** Whether columns find a connection beside what is open to the same host. */
  readonly room = $derived.by(() => {
    const { connection } = this.#app.snapshot.current;
    // The demo answers inside the page.
    if (!connection || connection.url === this.#app.demoUrl) return roomBeside(0);
    const { calls, subscriptions } = this.#app.views;
    const legacy = connection.era === 'legacy';
    const under = calls.current.filter(
      (call) =>
        call.connection === connection.number &&
        (call.state === 'running' || (legacy && call.state === 'waiting')),
    );
    const streams = subscriptions.current.filter(
      (each) =>
        !legacy &&
        each.connection === connection.number &&
        (each.state === 'open' || each.state === 'opening'),
    );
    return roomBeside(under.length + streams.length + (legacy ? 1 : 0));
  });
  /** Why nothing can be run beside what is open; null where there is room. */
  readonly crowded = $derived.by(() =>
    this.room.kind === 'none'
      ? `Calls that wait and streams hold ${this.room.held} of the six connections that a browser opens to a host. End them in Rounds or Client first: a column would wait in vain`
      : null,
  );
  /** What the columns differ in: without a connection only what was recorded can be compared. */
  readonly dimension = $derived.by(() => (this.options ? this.choices.dimension : 'baselines'));
  /** What would stand over the columns. */
  readonly titles = $derived.by(() =>
    (this.dimension === 'baselines' ? this.kept.chosen : this.columns).map(({ title }) => title),
  );
  /** Why it can't be run; null where it can. */
  readonly problem = $derived.by(() => {
    const { dimension } = this;
    const { otherUrl } = this.choices;
    if (dimension === 'baselines') return this.kept.problem;
    if (dimension === 'servers' && !isUrl(otherUrl)) return 'Type the URL of the other server';
    if (this.ownHeaders && !this.choices.headers.valid) return "A header can't be sent as it stands";
    if (this.columns.length < 2) return 'Choose two columns or more';
    return this.crowded;
  });
  readonly state = $derived.by(() => this.choices.ran?.state.current ?? null);
  readonly plan = $derived.by(() => this.choices.ran?.comparison.plan ?? null);
  readonly rows = $derived.by<readonly MatrixRow[]>(() =>
    this.plan && this.state
      ? matrixOf(
          this.plan,
          this.state.columns.map(({ runs }) => runs),
          this.before?.columns ?? null,
        )
      : [],
  );
  /** What was shown, to be run again; null where it was not run, or nobody can. `reason`: why not now. */
  readonly repeat = $derived.by(() => {
    const { plan, choices } = this;
    const { sendsNothing } = this.#app;
    const { options } = this.#app.snapshot.current;
    if (!plan || !choices.ran || choices.ran.from === 'kept') return null;
    const here = sendsNothing === null ? options : null;
    const home = plan.columns[0]?.options.url ?? '';
    const elsewhere = this.options && this.options.url !== home ? this.options.url : null;
    const repeat = repeatOf(plan, here, choices.moved && elsewhere !== null);
    const [lack] = repeat.lacking;
    const reason =
      sendsNothing ??
      this.crowded ??
      (lack === undefined
        ? null
        : `${repeat.lacking.join(' and ')} ${repeat.lacking.length === 1 ? 'lacks its value' : 'lack their values'}: a secret is never saved. Connect to ${placeOf(home)} with it, then run it again.`);
    const goesTo = [...new Set(repeat.plan.columns.map(({ options: each }) => placeOf(each.url)))];
    return { plan: repeat.plan, reason, elsewhere, goesTo };
  });
  /** Whether it is said why that can't be run again, or where it goes: of what was run just now everybody knows. */
  readonly explainsRepeat = $derived.by(
    () => this.repeat !== null && (this.repeat.reason !== null || this.choices.ran?.from !== 'run'),
  );
  readonly differences = $derived.by(() =>
    this.rows.reduce(
      (sum, { cells }) => sum + cells.filter(({ difference }) => difference !== null).length,
      0,
    ),
  );
  /** The two sides of what is open; null where nothing is. */
  readonly sides = $derived.by<readonly [left: Side, right: Side] | null>(() => {
    const { opened, ran } = this.choices;
    if (!opened || !this.state || !this.plan) return null;
    const title = (column: number) => this.plan?.columns[column]?.title ?? '';
    const now = (column: number): Side => ({
      title: title(column),
      facts: this.state?.columns[column]?.runs[0],
    });
    const left = opened.before
      ? { title: `${title(opened.right)}, run before`, facts: ran?.before?.columns[opened.right]?.[0] }
      : now(opened.left);
    return [left, now(opened.right)];
  });
  /** What stands behind the marks; null while it runs, or is looked at. */
  readonly behind = $derived.by(() => (this.#behind.settled ? (this.#behind.current ?? null) : null));
  /** Rows with a breaking cell alone are shown. */
  breakingOnly = $state(false);
  readonly shownRows = $derived.by(() => {
    const { behind } = this;
    return this.breakingOnly && behind ? this.rows.filter(({ key }) => behind.breaking.has(key)) : this.rows;
  });
  readonly #behind: Later<BehindMarks | null>;
  readonly openedRow = $derived.by(() => this.rows.find(({ key }) => key === this.choices.opened?.row));
  /** What the row that is open says of both sides, where the diff does not; null otherwise. */
  readonly openedWords = $derived.by(() => {
    const { openedRow: row, plan, before } = this;
    const { opened } = this.choices;
    if (!row || !opened || !plan || isInDiff(row)) return null;
    const earlier =
      opened.before && before ? matrixOf(plan, before.columns).find(({ key }) => key === row.key) : row;
    return openedRow(row, earlier?.cells[opened.left]?.content, row.cells[opened.right]?.content);
  });

  constructor(app: App) {
    this.#app = app;
    this.choices = choicesOf(app.session);
    this.kept = new KeptColumns(app, this.choices);
    this.saved = new SavedRuns(app);
    this.#behind = later(
      () =>
        ({
          rows: this.rows,
          running: this.running,
          against: this.before ? 'run before' : 'left neighbour',
        }) as const,
      async ({ rows, running, against }) =>
        running || rows.length === 0
          ? null
          : behindMarks(
              rows,
              against,
              (...cell) => this.sideOf(...cell),
              await app.differ(),
              () => rows !== this.rows,
            ),
    );
    this.ready = track(this.#begin(app.target));
  }

  /** The run that each cell is compared with; null where that is its neighbour. */
  get before(): RunBefore | null {
    return this.choices.against === 'before' ? (this.choices.ran?.before ?? null) : null;
  }

  /** What a cell is compared with, as its difference names it, or its own column; undefined where that did not come so far. */
  sideOf(column: number, from: number | 'before' | null): ComparedSide | undefined {
    const title = this.plan?.columns[typeof from === 'number' ? from : column]?.title ?? '';
    const of = (facts: RunFacts | undefined, words: string) => facts && { title: words, facts };
    return from === 'before'
      ? of(this.before?.columns[column]?.[0], `${title}, run before`)
      : of(this.state?.columns[from ?? column]?.runs[0], title);
  }

  async #begin(target: string | null): Promise<void> {
    await Promise.all([this.kept.baselines.load(), this.saved.list.load()]);
    if (target === null) return;
    // `#/compare/h12.b3`: these handshakes side by side.
    this.choices.dimension = 'baselines';
    this.choices.ticked = new Set(target.split('.'));
    if (this.kept.problem === null) await this.#compareKept();
  }

  get running(): boolean {
    return this.state?.running ?? false;
  }

  /** The headers written here go out, and not those of the connection. */
  get ownHeaders(): boolean {
    const { headersOf, otherHeadersOf } = this.choices;
    return (this.dimension === 'servers' ? otherHeadersOf : headersOf) === 'own';
  }

  /** Headers of one's own begin as those of the connection. */
  beginOwnHeaders(): void {
    const { headers } = this.choices;
    if (this.ownHeaders && headers.all.length === 0) headers.fill(this.options?.headers ?? []);
  }

  tickRevision(version: string, on: boolean): void {
    this.choices.revisions = [
      ...this.choices.revisions.filter((each) => each !== version),
      ...(on ? [version] : []),
    ];
  }

  tickProfile(id: string, on: boolean): void {
    this.choices.profiles = [...this.profiles.filter((each) => each !== id), ...(on ? [id] : [])];
  }

  tickCall(key: string, on: boolean): void {
    this.choices.calls = withKey(this.choices.calls, key, on);
  }

  tickAnyway(key: string, on: boolean): void {
    this.choices.anyway = withKey(this.choices.anyway, key, on);
  }

  async run(): Promise<void> {
    if (this.problem !== null || this.running) return;
    if (this.dimension === 'baselines') return track(this.#compareKept());
    const { options } = this;
    if (!options) return;
    const { responders, limits } = this.#app.snapshot.current;
    const calls = this.chosenCalls.map(({ key, view }): ComparedCall => {
      const { method, name, argumentsText, metaText, metaReplaces } = view;
      return {
        subject: {
          method,
          name,
          argumentsText,
          ...(metaText === undefined ? {} : { metaText }),
          ...(metaReplaces === undefined ? {} : { metaReplaces }),
        },
        anyway: this.choices.anyway.has(key),
      };
    });
    const plan: ComparisonPlan = {
      columns: this.columns,
      calls,
      runs: this.choices.runs,
      responders,
      limits,
    };
    const { ran } = this.choices;
    await this.#start(plan, ran && isSamePlan(ran.comparison.plan, plan) ? ran.asBefore() : null, 'left');
  }

  /** The same once more: what changed since is told column by column. */
  async runAgain(): Promise<void> {
    const { repeat, running } = this;
    const { ran } = this.choices;
    if (!repeat || repeat.reason !== null || running || !ran) return;
    await this.#start(repeat.plan, ran.asBefore(), 'before');
  }

  async #start(plan: ComparisonPlan, before: RunBefore | null, against: Against): Promise<void> {
    const app = this.#app;
    const comparison = startComparison(plan, {
      newSession: () => app.newSession(),
      validator: app.validator,
      clock: systemClock,
      ...(this.room.kind === 'room' ? { atATime: this.room.atATime } : {}),
    });
    const [first] = plan.columns;
    const made = plan.calls.length === 1 ? '1 call' : `${plan.calls.length} calls`;
    const title = `${hostOf(first?.options.url ?? '')}, ${plan.columns.length} columns, ${made}`;
    this.choices.show(new Ran(comparison, { title, from: 'run', before, against }));
    announce(`Comparing ${plan.columns.length} columns`);
    // What it came to is judged once it is on the screen.
    await track(comparison.done.then(published));
    announce('The comparison is over');
  }

  async #compareKept(): Promise<void> {
    const ran = await this.kept.compare();
    if (ran) this.choices.show(ran);
    announce(ran ? `${this.differences} cells differ` : "They can't be read");
  }

  /** Asks the open connection for the lists that it was not asked for, and compares with them. */
  async listRest(): Promise<void> {
    await this.kept.listRest();
    await track(this.#compareKept());
  }

  /** A file of a saved run is shown; the handshakes of a recording can be chosen. */
  async openFile(file: File): Promise<void> {
    this.refused = null;
    const first = await firstLineOf(file);
    const isRun =
      typeof first === 'object' && first !== null && 'format' in first && first.format === RUN_FORMAT;
    const reason = isRun ? await this.#showRun(file) : await this.kept.openFile(file);
    if (reason !== null) this.refused = { name: file.name, reason };
    else if (!isRun) this.choices.dimension = 'baselines';
  }

  /** Shows a saved run; null, or why it is not opened. */
  async #showRun(file: Blob, name?: string): Promise<string | null> {
    const opened = await this.saved.open(file, name, this.choices.ran);
    if (typeof opened === 'string') return opened;
    this.choices.show(opened);
    return null;
  }

  async openSaved({ name, file }: { readonly name: string; readonly file: Blob }): Promise<void> {
    const reason = await this.#showRun(file, name);
    this.refused = reason === null ? null : { name, reason };
  }

  cancel(): void {
    this.choices.ran?.comparison.cancel();
  }

  open(row: MatrixRow, column: number): void {
    const from = row.cells[column]?.difference?.from;
    if (this.before) {
      this.choices.opened = { row: row.key, left: column, right: column, before: true };
      return;
    }
    // Where nothing differs there is still a neighbour to look at it beside.
    const left =
      typeof from === 'number' ? from : column > 0 ? column - 1 : Math.min(1, row.cells.length - 1);
    this.choices.opened = { row: row.key, left: Math.min(left, column), right: Math.max(left, column) };
  }

  /** Another column on one side of what is open. */
  look(side: Partial<Pick<Opened, 'left' | 'right'>>): void {
    const { opened } = this.choices;
    if (opened) this.choices.opened = { ...opened, ...side };
  }

  close(): void {
    this.choices.opened = null;
  }

  #columnsFor(connected: ConnectOptions): readonly ComparisonColumn[] {
    const { dimension, revisions, otherRevision, otherUrl, version, profile, headers } = this.choices;
    const options: ConnectOptions = {
      ...connected,
      ...(version === null ? {} : { protocolVersion: version }),
      ...(profile === null ? {} : { profile: this.#app.profile.profileOf(profile) }),
      ...(dimension !== 'servers' && this.ownHeaders ? { headers: headers.sent } : {}),
    };
    switch (dimension) {
      case 'revisions': {
        const own = otherRevision.trim();
        const known = REVISIONS.map(({ version }) => version).toReversed();
        const titles = known.filter((version) => revisions.includes(version));
        if (own !== '' && !titles.includes(own)) titles.push(own);
        return titles.map((title) => ({ title, options: { ...options, protocolVersion: title } }));
      }
      case 'servers': {
        if (!isUrl(otherUrl)) return [];
        const sent = { nobody: [], connection: options.headers, own: headers.sent };
        const other = { ...options, url: otherUrl.trim(), headers: sent[this.choices.otherHeadersOf] };
        return [
          { title: placeOf(options.url), options },
          { title: placeOf(other.url), options: other },
        ];
      }
      case 'baselines':
        return [];
      case 'profiles':
        return this.#app.profile.options
          .filter(({ id }) => this.profiles.includes(id))
          .map(({ id, name }) => ({
            title: name,
            options: { ...options, profile: this.#app.profile.profileOf(id) },
          }));
    }
  }
}

function isUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text.trim());
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return placeOf(url);
  }
}
