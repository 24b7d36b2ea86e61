import { untrack } from 'svelte';
import type { ClientInfo } from '../../engine/capabilities/profile.ts';
import type { Differ } from '../../engine/diff/differ.ts';
import type { Validator } from '../../engine/schema/validator.ts';
import type { ConnectOptions, Session } from '../../engine/session/contract.ts';
import { NOTHING_IS_SENT } from '../../engine/session/nothing-is-sent.ts';
import type { Store } from '../../engine/store/store.ts';
import type { App, PanelId } from '../app.ts';
import { announce, toast } from '../parts/announce.svelte.ts';
import { begin, track } from '../parts/pending.svelte.ts';
import { ProfileChoice } from '../profile-setting.svelte.ts';
import { standStill } from '../ticker.svelte.ts';
import { placeOf } from './about.ts';
import type { Asks, FileRefusal, Question } from './asks.ts';
import { astrayOf } from './astray.ts';
import { hasCallsSince, leaveWord, readWord } from './last-page.ts';
import { panelOf, type PanelModule } from './panels.ts';
import { Route } from './route.svelte.ts';
import { Scene, type CreateViews } from './scene.svelte.ts';
import { keepSessionSettings } from './session-settings.ts';
import { statusOf } from './status.ts';
import { announcementOf, stopOf, titleOf, waitingCalls } from './waiting.ts';

/** What the composition root puts in. */
export interface Engine {
  readonly session: Session;
  newSession(): Promise<Session>;
  readonly store: Store;
  readonly validator: Validator;
  differ(): Promise<Differ>;
  readonly clientInfo: ClientInfo;
  readonly demoUrl: string;
  /** Where it is at hand; a page is told later, by `see`. */
  readonly createViews?: CreateViews;
}

/** How long a request may wait for the server when nobody chose a limit. */
const DEFAULT_TIME_LIMIT_MS = 60_000;

/** The state of the window around the panels, and what the panels are given. */
export class Shell implements App, Asks {
  readonly store: Store;
  readonly validator: Validator;
  readonly demoUrl: string;
  readonly clientInfo: ClientInfo;
  readonly profile: ProfileChoice;
  readonly settingsReady: Promise<void>;
  readonly route = new Route();
  readonly lastPage = readWord();
  readonly #newSession: () => Promise<Session>;
  readonly #differ: () => Promise<Differ>;
  readonly #live: Scene;
  #scene: Scene;
  /** Why the file that was chosen last can't be opened; null once that is read. */
  refusal = $state.raw<FileRefusal | null>(null);

  readonly entry = $derived(panelOf(this.route.panel));
  readonly status = $derived.by(() => statusOf(this.snapshot.current, this.views.unanswered.current));
  /** Nobody can act on the calls of an imported recording. */
  readonly waiting = $derived.by(() =>
    this.sendsNothing === null
      ? waitingCalls(this.views.calls.current, this.snapshot.current.connection?.number)
      : [],
  );
  /** The handshakes that were kept are read. */
  #ready = $state(false);
  /** The address leads nowhere: what is said of it. */
  readonly astray = $derived.by(() => {
    const { calls, handshakes, exchanges } = this.views;
    const kept = () => [...handshakes.current, ...this.history.current].map((each) => each.number);
    return astrayOf(this.route.unknown, this.panel, this.target, {
      calls: new Set(calls.current.map((each) => each.call)),
      handshakes: this.#ready ? new Set(kept()) : null,
      connected: this.snapshot.current.connection !== null,
      hasExchange: (number) => exchanges.current.get(number) !== undefined,
    });
  });
  readonly title = $derived.by(() => titleOf(this.entry.name, this.waiting.length));
  /** What the dialog asks before calls that wait are abandoned; null while it asks nothing. */
  question = $state.raw<Question | null>(null);

  /** Loaded with the first thing that one of them says; then they stay, for a dialog gives the focus back when it closes. */
  dialogs = $state.raw<typeof import('./Dialogs.svelte') | null>(null);

  readonly #loaded = new Map<PanelId, Promise<PanelModule>>();
  readonly #announced = new Set<string>();
  #endBusy: (() => void) | null = null;
  /** How many entries of the live recording an exported file holds. */
  #saved = 0;

  constructor({ session, newSession, store, validator, differ, clientInfo, demoUrl, createViews }: Engine) {
    this.store = store;
    this.validator = validator;
    this.demoUrl = demoUrl;
    this.clientInfo = clientInfo;
    this.#newSession = newSession;
    this.#differ = differ;
    this.#live = new Scene(session);
    if (createViews) this.#live.see(createViews);
    this.#scene = $state.raw(this.#live);
    this.profile = new ProfileChoice(store, clientInfo);
    // At once, not with the next frame: whoever waits for the page to settle may look before that.
    session.subscribe(() => {
      if (session.snapshot.busy) this.#endBusy ??= begin();
    });
    void track(session.ready).then(() => (this.#ready = true));
    this.settingsReady = Promise.all([this.profile.load(), keepSessionSettings(session, store)]).then(
      () => undefined,
    );
    void track(this.settingsReady);
  }

  /** Shows what the live session records. */
  see(createViews: CreateViews): void {
    this.#live.see(createViews);
  }

  get session(): Session {
    return this.#scene.session;
  }

  newSession(): Promise<Session> {
    return this.#newSession();
  }

  differ(): Promise<Differ> {
    return this.#differ();
  }

  get snapshot(): Scene['snapshot'] {
    return this.#scene.snapshot;
  }

  get history(): Scene['history'] {
    return this.#scene.history;
  }

  get views(): Scene['views'] {
    return this.#scene.views;
  }

  serverOf(connection: number): string {
    // For whoever follows: the name comes with a snapshot, and so does its end.
    void this.snapshot.current;
    const url = this.views.handshakes.current.find((each) => each.connection === connection)?.url;
    return this.#scene.servers.get(connection) ?? (url === undefined ? '' : placeOf(url).host);
  }

  get sendsNothing(): string | null {
    return this.#scene.session.snapshot.imported === null ? null : NOTHING_IS_SENT;
  }

  get panel(): PanelId {
    return this.route.panel;
  }

  get target(): string | null {
    return this.route.target;
  }

  open(panel: PanelId, target?: string | number): void {
    this.route.go(panel, target);
  }

  /** The code of a panel; a load that failed is tried again the next time. */
  load(panel: PanelId): Promise<PanelModule> {
    const known = this.#loaded.get(panel);
    if (known) return known;
    // The template asks for it, where state may not be written; what is pending is no business of the template.
    const loading = untrack(() => track(panelOf(panel).load()));
    this.#loaded.set(panel, loading);
    loading.catch(() => this.#loaded.delete(panel));
    return loading;
  }

  /** For an effect: the page has settled once what the live session did is on the screen. */
  settle(): void {
    if (this.#live.snapshot.current.busy) return;
    this.#endBusy?.();
    this.#endBusy = null;
  }

  /** For an effect: says each stop of a call once. */
  announceWaiting(): void {
    for (const call of this.waiting) {
      const stop = stopOf(call);
      if (this.#announced.has(stop)) continue;
      this.#announced.add(stop);
      announce(announcementOf(call));
    }
  }

  /** Whether a dialog can be shown; where not, that is said in another way. */
  async #loadDialogs(): Promise<boolean> {
    try {
      this.dialogs ??= await track(import('./Dialogs.svelte'));
    } catch {
      toast('A part of Roundtrip did not load. Reload the page.');
    }
    return this.dialogs !== null;
  }

  /** `stays`: the connection does, with a new session. */
  async mayLeave(stays = false): Promise<boolean> {
    const { connection } = this.session.snapshot;
    const calls = waitingCalls(this.views.calls.current, connection?.number);
    if (calls.length === 0) return true;
    if (!(await this.#loadDialogs())) return false;
    return new Promise((resolve) => {
      this.question?.answer(false);
      this.question = {
        calls,
        stays,
        endsSession: typeof connection?.sessionId === 'string',
        answer: (leave) => {
          this.question = null;
          resolve(leave);
        },
      };
    });
  }

  async connect(options: ConnectOptions): Promise<void> {
    if (this.sendsNothing !== null) return toast(this.sendsNothing);
    if (await this.mayLeave()) await track(this.session.connect(options));
  }

  async disconnect(): Promise<void> {
    if (await this.mayLeave()) await track(this.session.disconnect());
  }

  async useProfile(): Promise<void> {
    if (this.sendsNothing === null) await track(this.session.setProfile(this.profile.profile));
  }

  async handshakeAgain(): Promise<void> {
    if (this.session.snapshot.connection?.era === 'legacy' && !(await this.mayLeave(true))) return;
    // Whoever looks at an earlier handshake wants to see the new one.
    if (this.panel === 'handshake') this.open('handshake');
    await track(this.session.handshakeAgain());
  }

  async openRecording(file: File): Promise<void> {
    const refuse = async (reason: string) => {
      this.refusal = { name: file.name, reason };
      await this.#loadDialogs();
    };
    await track(
      Promise.all([import('../../engine/session/replay-session.ts'), import('./views.ts')]).then(
        async ([{ openReplaySession }, { createViews }]) => {
          const opened = await openReplaySession(file.stream(), file.name, this.#live.session);
          if (!opened.ok) return refuse(opened.message);
          const scene = new Scene(opened.value);
          scene.see(createViews);
          this.#show(scene);
        },
        () => refuse('The code that reads recordings did not load'),
      ),
    );
  }

  /** Back to the live session, as it stands by now. */
  closeRecording(): void {
    this.#show(this.#live);
  }

  async saveRecording(includeSecrets: boolean): Promise<void> {
    const { saveRecordingFile } = await import('./save-recording.ts');
    const { session } = this;
    const { length } = session.recording;
    await saveRecordingFile(session, this.clientInfo, includeSecrets);
    if (session === this.#live.session) this.#saved = length;
  }

  /** Whether the browser should ask before the page goes: a call waits, or the calls of an open connection are in no file. */
  get missesCalls(): boolean {
    const { session, views } = this.#live;
    const { phase, connection } = session.snapshot;
    return (
      waitingCalls(views.calls.current, connection?.number).length > 0 ||
      (phase === 'connected' && hasCallsSince(session, this.#saved))
    );
  }

  /** The page goes: what goes with it is said by the next one. */
  leave(): void {
    leaveWord(this.#live.session, this.#saved);
  }

  /** The person was elsewhere, in another tab of Roundtrip perhaps, which keeps its handshakes in the same place. */
  comeBack(): void {
    void this.#live.session.readHistory();
  }

  #show(scene: Scene): void {
    this.#scene = scene;
    standStill(scene.session.snapshot.imported?.exportedAt ?? null);
    // What the address named was something of the other recording.
    this.open(this.panel);
  }

  startDemo(): Promise<void> {
    return this.connect({
      url: this.demoUrl,
      protocolVersion: 'auto',
      headers: [],
      profile: this.profile.profile,
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    });
  }
}
