import { capabilityRows } from '../../../engine/capabilities/rows.ts';
import { handshakeLadder } from '../../../engine/views/ladder.ts';
import type { App } from '../../app.ts';
import { later } from '../../later.svelte.ts';
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
  /** The one the address names, else the newest. */
  readonly entry = $derived.by(
    () =>
      this.entries.find((each) => String(each.handshake.number) === this.#app.target) ?? this.entries.at(0),
  );
  readonly #allFacts = later(
    () => this.entries,
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
  /** Chosen by the person, for the handshake it was chosen for. */
  #chosen = $state.raw<{ readonly of: number; readonly baseline: number } | null>(null);
  readonly baseline = $derived.by(() => {
    const { entry } = this;
    if (!entry) return undefined;
    const chosen = this.#chosen?.of === entry.handshake.number ? this.#chosen.baseline : null;
    return this.baselines.find((each) => each.handshake.number === chosen) ?? baselineOf(this.entries, entry);
  });
  readonly baselineFacts = $derived.by(() => this.factsOf(this.baseline));

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

  compareWith(number: number): void {
    if (this.entry) this.#chosen = { of: this.entry.handshake.number, baseline: number };
  }

  openResult(): void {
    if (!hasFacts(this.facts)) return;
    const { exchange, event } = this.facts;
    this.opened = { exchange, event, direction: 'in' };
  }
}
