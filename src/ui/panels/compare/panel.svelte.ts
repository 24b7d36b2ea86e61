import { systemClock } from '../../../engine/base/clock.ts';
import { startComparison, type Comparison } from '../../../engine/comparison/comparison.ts';
import { matrixOf, type MatrixRow } from '../../../engine/comparison/matrix.ts';
import type { ComparedCall, ComparisonColumn, ComparisonPlan } from '../../../engine/comparison/plan.ts';
import { REVISIONS } from '../../../engine/protocol/revisions.ts';
import type { ConnectOptions, Session } from '../../../engine/session/contract.ts';
import type { CallView } from '../../../engine/views/calls.ts';
import type { App } from '../../app.ts';
import { live, type Live } from '../../bridge.svelte.ts';
import { announce } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';

/** What the columns differ in. */
export type Dimension = 'revisions' | 'servers' | 'profiles';

/** What was run, and what of it is looked at. It outlives the panel, so that one can look elsewhere meanwhile. */
class Ran {
  readonly comparison: Comparison;
  readonly state: Live<Comparison['snapshot']>;
  /** What stands above the matrix: `deploy.acme.dev, 4 revisions, 1 call`. */
  readonly title: string;

  constructor(comparison: Comparison, title: string) {
    this.comparison = comparison;
    this.state = live(comparison);
    this.title = title;
  }
}

/** What a person chose, as long as the session that it is about. */
class Choices {
  dimension = $state<Dimension>('revisions');
  /** Ticked revisions. */
  revisions = $state.raw<readonly string[]>(REVISIONS.map(({ version }) => version));
  otherRevision = $state('');
  otherUrl = $state('');
  /** The headers of the connection go to the other server too. */
  headersToo = $state(false);
  /** Ids of ticked profiles; null until the person ticks one: the one in use, and one without capabilities. */
  profiles = $state.raw<readonly string[] | null>(null);
  /** Keys of ticked calls. */
  calls = $state.raw<ReadonlySet<string>>(new Set());
  anyway = $state.raw<ReadonlySet<string>>(new Set());
  runs = $state(1);
  ran = $state.raw<Ran | null>(null);
  opened = $state.raw<Opened | null>(null);
}

/** The cell that is open: its row, its column, and the one it is compared with. */
export interface Opened {
  readonly row: string;
  readonly left: number;
  readonly right: number;
}

const kept = new WeakMap<Session, Choices>();

function choicesOf(session: Session): Choices {
  const found = kept.get(session) ?? new Choices();
  kept.set(session, found);
  return found;
}

/** A call of this session that can be made again, once for all that were the same. */
export interface Choosable {
  readonly key: string;
  readonly view: CallView;
}

/** State of the panel. Make it while the panel is set up. */
export class ComparePanel {
  readonly #app: App;
  readonly choices: Choices;
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
      const key = JSON.stringify([view.method, view.name, view.argumentsText]);
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
  /** Why it can't be run; null where it can. */
  readonly problem = $derived.by(() => {
    const { dimension, otherUrl } = this.choices;
    if (dimension === 'servers' && !isUrl(otherUrl)) return 'Type the URL of the other server';
    if (this.columns.length < 2) return 'Choose two columns or more';
    return null;
  });
  readonly state = $derived.by(() => this.choices.ran?.state.current ?? null);
  readonly plan = $derived.by(() => this.choices.ran?.comparison.plan ?? null);
  readonly rows = $derived.by<readonly MatrixRow[]>(() =>
    this.plan && this.state
      ? matrixOf(
          this.plan,
          this.state.columns.map(({ runs }) => runs),
        )
      : [],
  );
  readonly differences = $derived.by(() =>
    this.rows.reduce(
      (sum, { cells }) => sum + cells.filter(({ difference }) => difference !== null).length,
      0,
    ),
  );
  readonly openedRow = $derived.by(() => this.rows.find(({ key }) => key === this.choices.opened?.row));

  constructor(app: App) {
    this.#app = app;
    this.choices = choicesOf(app.session);
  }

  get running(): boolean {
    return this.state?.running ?? false;
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
    const { options } = this;
    if (!options || this.problem !== null || this.running) return;
    const { responders, limits } = this.#app.snapshot.current;
    const calls = this.chosenCalls.map(({ key, view }): ComparedCall => ({
      subject: { method: view.method, name: view.name, argumentsText: view.argumentsText },
      anyway: this.choices.anyway.has(key),
    }));
    const plan: ComparisonPlan = {
      columns: this.columns,
      calls,
      runs: this.choices.runs,
      responders,
      limits,
    };
    const app = this.#app;
    const comparison = startComparison(plan, {
      newSession: () => app.newSession(),
      validator: app.validator,
      clock: systemClock,
    });
    const made = calls.length === 1 ? '1 call' : `${calls.length} calls`;
    this.choices.opened = null;
    this.choices.ran = new Ran(
      comparison,
      `${new URL(options.url).host}, ${plan.columns.length} columns, ${made}`,
    );
    announce(`Comparing ${plan.columns.length} columns`);
    await track(comparison.done);
    announce('The comparison is over');
  }

  cancel(): void {
    this.choices.ran?.comparison.cancel();
  }

  open(row: MatrixRow, column: number): void {
    const from = row.cells[column]?.difference?.from;
    // Where nothing differs there is still a neighbour to look at it beside.
    const left = from ?? (column > 0 ? column - 1 : Math.min(1, row.cells.length - 1));
    this.choices.opened = { row: row.key, left: Math.min(left, column), right: Math.max(left, column) };
  }

  /** Another column on one side of what is open. */
  look(side: Partial<Pick<Opened, 'left' | 'right'>>): void {
    if (this.choices.opened) this.choices.opened = { ...this.choices.opened, ...side };
  }

  close(): void {
    this.choices.opened = null;
  }

  #columnsFor(options: ConnectOptions): readonly ComparisonColumn[] {
    const { dimension, revisions, otherRevision, otherUrl, headersToo } = this.choices;
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
        const other = { ...options, url: otherUrl.trim(), headers: headersToo ? options.headers : [] };
        return [
          { title: placeOf(options.url), options },
          { title: placeOf(other.url), options: other },
        ];
      }
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

function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

function isUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text.trim());
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}

function placeOf(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
