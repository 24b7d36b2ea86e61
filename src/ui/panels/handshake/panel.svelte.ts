import type { Baseline } from '../../../engine/comparison/baseline.ts';
import { readRun } from '../../../engine/comparison/column-facts.ts';
import type { Recorded } from '../../../engine/comparison/export-masks.ts';
import { handshakeRun } from '../../../engine/comparison/handshake-run.ts';
import { reportHandshakes } from '../../../engine/diff/report.ts';
import { fileHandshakes } from '../../../engine/comparison/file-handshakes.ts';
import { capabilityRows } from '../../../engine/capabilities/rows.ts';
import { handshakeLadder } from '../../../engine/views/ladder.ts';
import type { Kept } from '../../../engine/store/store.ts';
import type { App } from '../../app.ts';
import { baselinesOf } from '../../baselines.ts';
import type { KeptList } from '../../kept-list.svelte.ts';
import { later } from '../../later.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { recordingTime, ticker } from '../../ticker.svelte.ts';
import type { WireTarget } from '../../wire/target.ts';
import { baselineOf, entriesOf, hasDeclaration } from './entries.ts';
import {
  hasFacts,
  readFacts,
  type Facts,
  type HandshakeEntry,
  type NoFacts,
} from '../../../engine/views/handshake-facts.ts';

/** The handshake that is looked at, and the one it is compared with. Make it while the panel is set up. */
export class HandshakePanel {
  readonly #app: App;
  readonly #time = ticker(1000);
  readonly #recordingTime = recordingTime(1000);
  readonly entries = $derived.by(() =>
    entriesOf(
      this.#app.views.handshakes.current,
      this.#app.views.exchanges.current,
      this.#app.history.current,
    ),
  );
  /** The one the address names, else the newest of this page: another tab may have made a newer one. */
  readonly entry = $derived.by(() => {
    const here = this.#app.views.handshakes.current.reduce(
      (newest, { number }) => Math.max(newest, number),
      0,
    );
    return (
      this.entries.find((each) => String(each.handshake.number) === this.#app.target) ??
      this.entries.find((each) => each.handshake.number === here) ??
      this.entries.at(0)
    );
  });
  /** What the choice of a handshake lists: the newest, and the one that is shown. */
  readonly listed = $derived.by(() => newest(this.entries, this.entry));
  readonly #allFacts = later(
    () => [...new Set([...this.listed, ...this.listedBaselines, ...(this.baseline ? [this.baseline] : [])])],
    async (entries) =>
      new Map(
        await Promise.all(
          entries.map(async (entry) => [entry.handshake.number, await readFacts(entry)] as const),
        ),
      ),
  );
  readonly facts = $derived.by(() => this.factsOf(this.entry));
  readonly ladder = $derived.by(() => {
    if (!this.entry) return [];
    const { handshake, exchanges } = this.entry;
    return handshakeLadder(handshake, exchanges, { now: handshake.endedAt ?? this.#recordingTime.now });
  });
  readonly capabilities = $derived.by(() =>
    hasFacts(this.facts)
      ? capabilityRows(this.facts.declared, this.facts.clientCapabilitiesText, this.facts.revision)
      : [],
  );

  readonly baselines = $derived.by(() =>
    this.entries.filter((each) => each !== this.entry && hasDeclaration(each)),
  );
  /** What the choice of a baseline lists: the newest, and the one that is compared with. */
  readonly listedBaselines = $derived.by(() => newest(this.baselines, this.baseline));
  /** Those that a person named and kept, newest first. */
  readonly kept: KeptList<Baseline>;
  /** Chosen by the person, for the handshake it was chosen for: the number of a handshake, or the key of a kept baseline. */
  #chosen = $state.raw<{ readonly of: number; readonly baseline: number | string } | null>(null);
  readonly #choice = $derived.by(() =>
    this.#chosen?.of === this.entry?.handshake.number ? (this.#chosen?.baseline ?? null) : null,
  );
  readonly keptBaseline = $derived.by(() => this.kept.entries.find(({ key }) => key === this.#choice));
  readonly #keptFacts = later(
    () => this.keptBaseline,
    async (kept) => ({ kept, facts: kept && (await factsOfKept(kept)) }),
  );
  readonly baseline = $derived.by(() => {
    const { entry } = this;
    if (!entry || this.keptBaseline) return undefined;
    return (
      this.baselines.find((each) => each.handshake.number === this.#choice) ?? baselineOf(this.entries, entry)
    );
  });
  readonly baselineFacts = $derived.by(() => {
    if (!this.keptBaseline) return this.factsOf(this.baseline);
    const read = this.#keptFacts.current;
    return read?.kept === this.keptBaseline ? read?.facts : undefined;
  });

  /** What differs from what it is compared with; null where one of them settled nothing. */
  readonly report = $derived.by(() => {
    const { entry, baseline, keptBaseline, facts, baselineFacts } = this;
    if (!entry || !hasFacts(facts) || !hasFacts(baselineFacts)) return null;
    const from = keptBaseline
      ? { title: keptBaseline.value.name, url: keptBaseline.value.url, at: keptBaseline.value.at }
      : baseline && this.#titled(baseline);
    return (
      from &&
      reportHandshakes(
        baselineFacts,
        facts,
        { ...from, ...endFacts(baselineFacts) },
        { ...this.#titled(entry), ...endFacts(facts) },
      )
    );
  });

  /** Where both ends were recorded. */
  recorded(): readonly Recorded[] {
    const reveal = (placeholder: string) => this.#app.session.reveal(placeholder);
    return [this.entry, this.baseline].flatMap((entry) => {
      if (!entry) return [];
      const { number } = entry.handshake;
      const stored = this.#app.history.current.find((each) => each.number === number);
      const here = this.#app.views.handshakes.current.some((each) => each.number === number);
      const recording = here ? this.#app.session.recording : stored?.recording;
      return recording ? [{ ...handshakeRun(recording, number), reveal }] : [];
    });
  }

  #titled({ handshake }: HandshakeEntry) {
    const { number, url, at } = handshake;
    return { title: `Handshake ${number}`, url, at };
  }

  /** Where both are compared with their lists; null where that of one is not at hand. */
  readonly listsAt = $derived.by(() => {
    const here = (number: number | undefined) =>
      this.#app.views.handshakes.current.some((each) => each.number === number);
    const { entry, baseline, keptBaseline } = this;
    if (!entry || !here(entry.handshake.number)) return null;
    const other = keptBaseline ? `b${keptBaseline.key}` : `h${baseline?.handshake.number ?? ''}`;
    if (!keptBaseline && !here(baseline?.handshake.number)) return null;
    return `#/compare/${other}.h${entry.handshake.number}`;
  });

  /** Key of the ladder's row that is selected. */
  selected = $state<string>();
  /** What travelled, opened to be read; null while nothing is. */
  opened = $state.raw<WireTarget | null>(null);
  readonly openedExchange = $derived.by(() =>
    this.opened ? this.entry?.exchanges.get(this.opened.exchange) : undefined,
  );

  get now(): number {
    return this.#time.now;
  }

  constructor(app: App) {
    this.#app = app;
    this.kept = baselinesOf(app.store);
    void track(this.kept.load());
  }

  factsOf(entry: HandshakeEntry | undefined): Facts | NoFacts | undefined {
    return entry && this.#allFacts.current?.get(entry.handshake.number);
  }

  show(number: number): void {
    this.selected = undefined;
    // The newest needs no number: the panel then follows to the next one.
    const newest = this.entries.at(0)?.handshake.number === number;
    this.#app.open('handshake', newest ? undefined : number);
  }

  /** With another handshake, by its number, or with a kept baseline, by its key. */
  compareWith(baseline: number | string): void {
    if (this.entry) this.#chosen = { of: this.entry.handshake.number, baseline };
  }

  openResult(): void {
    if (!hasFacts(this.facts)) return;
    const { exchange, event } = this.facts;
    this.opened = { exchange, event, direction: 'in' };
  }
}

/** Handshakes that a choice lists. */
const LISTED = 200;

/** The newest of `entries`, and `shown` wherever it stands: every other one is reached by its address. */
function newest(
  entries: readonly HandshakeEntry[],
  shown: HandshakeEntry | undefined,
): readonly HandshakeEntry[] {
  const listed = entries.slice(0, LISTED);
  return shown === undefined || listed.includes(shown) ? listed : [...listed, shown];
}

/** What the end of a report is told of what was settled. */
function endFacts({ revision, declared }: Facts) {
  const server = [declared.serverInfo?.name, declared.serverInfo?.version].filter(Boolean).join(' ');
  return { revision, ...(server !== '' && { server }) };
}

async function factsOfKept({ value }: Kept<Baseline>): Promise<Facts | NoFacts> {
  const opened = await fileHandshakes(value.file);
  const run = opened.ok ? opened.value.handshakes[0]?.run : undefined;
  if (run) return (await readRun(run)).settled;
  return { problem: opened.ok ? 'This baseline holds no handshake' : opened.message };
}
