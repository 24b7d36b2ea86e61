import { makeBaseline, type Baseline } from '../../../engine/comparison/baseline.ts';
import { handshakeRun } from '../../../engine/comparison/handshake-run.ts';
import { listAll, unlisted } from '../../../engine/comparison/list-all.ts';
import type { ListMethod } from '../../../engine/protocol/lists.ts';
import type { HandshakeView } from '../../../engine/views/handshakes.ts';
import type { Recording } from '../../../engine/wire-log/recording.ts';
import type { App } from '../../app.ts';
import { baselinesOf } from '../../baselines.ts';
import type { KeptList } from '../../kept-list.svelte.ts';
import { announce } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import { date, moment } from '../../when.ts';
import { placeOf } from './rows.ts';

const LIST_NAMES: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resource templates',
  'prompts/list': 'prompts',
};

/** A handshake on its way to become a baseline. */
export class KeepBaseline {
  readonly #app: App;
  readonly #baselines: KeptList<Baseline>;
  #handshake = $state.raw<HandshakeView | null>(null);
  #stopper = new AbortController();
  open = $state(false);
  name = $state('');
  /** Lists that are asked for first, in words; empty where nothing has to be sent. */
  listsFirst = $state<readonly string[]>([]);
  /** What it does now: `lists prompts`; null while it does nothing. */
  step = $state<string | null>(null);
  problem = $state<string | null>(null);
  /** What was kept, in words, once it was. */
  kept = $state<string | null>(null);
  readonly fleeting = $derived.by(() => (this.open ? this.#baselines.fleeting : null));

  constructor(app: App) {
    this.#app = app;
    this.#baselines = baselinesOf(app.store);
  }

  begin(handshake: HandshakeView): void {
    this.#handshake = handshake;
    this.#stopper = new AbortController();
    this.problem = null;
    this.kept = null;
    this.step = null;
    this.listsFirst = this.#isOpen(handshake)
      ? unlisted(this.#app.session).map((method) => LIST_NAMES[method])
      : [];
    this.name = this.#nameFor(handshake);
    this.open = true;
  }

  async keep(): Promise<void> {
    const handshake = this.#handshake;
    if (!handshake || this.step !== null) return;
    this.problem = null;
    const { signal } = this.#stopper;
    const say = (words: string | null) => {
      // One that was given up may still be at it when the dialog is open again.
      if (this.#stopper.signal === signal) this.step = words;
    };
    try {
      if (this.#isOpen(handshake)) await track(listAll(this.#app.session, signal, say));
      if (signal.aborted) return;
      say('keeps');
      await track(this.#keep(handshake));
    } catch {
      this.problem = "It can't be kept: a body can't be read from where it is";
    } finally {
      say(null);
    }
  }

  /** Stops what it does. What was listed stays listed. */
  cancel(): void {
    this.#stopper.abort();
    this.open = false;
  }

  async #keep({ number, url, at }: HandshakeView): Promise<void> {
    const { session, clientInfo } = this.#app;
    const run = handshakeRun(this.#recordingOf(number), number, (placeholder) => session.reveal(placeholder));
    const name = this.name.trim() || placeOf(url);
    const baseline = await makeBaseline(run, { name, app: clientInfo, now: Date.now() });
    this.problem = await this.#baselines.keep(baseline);
    if (this.problem !== null) return;
    this.kept = baseline.lists || `the handshake of ${moment(at, Date.now())}; no list was asked for`;
    announce(`Kept: ${this.kept}`);
  }

  /** Whether it is the one that the open connection goes by. */
  #isOpen({ number }: HandshakeView): boolean {
    const { connection, phase } = this.#app.session.snapshot;
    return this.#app.sendsNothing === null && phase === 'connected' && connection?.handshake === number;
  }

  #recordingOf(number: number): Recording {
    const here = this.#app.views.handshakes.current.some((each) => each.number === number);
    const stored = this.#app.history.current.find((each) => each.number === number);
    return here ? this.#app.session.recording : (stored?.recording ?? this.#app.session.recording);
  }

  /** `acme.dev, 12 Nov`; with the time where a baseline has that name already. */
  #nameFor({ url, at }: HandshakeView): string {
    const [host = url] = placeOf(url).split('/', 1);
    const name = `${host}, ${date(at, Date.now())}`;
    const taken = this.#baselines.entries.some(({ value }) => value.name === name);
    return taken ? `${host}, ${moment(at, Date.now())}` : name;
  }
}
