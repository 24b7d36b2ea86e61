import { claimsOf, objectProblem } from '../../../engine/capabilities/client.ts';
import {
  SWITCHES,
  type CapabilitySettings,
  type ClientInfo,
  type DeclaredExtension,
  type SwitchPath,
} from '../../../engine/capabilities/profile.ts';
import { findCapability } from '../../../engine/protocol/capabilities.ts';
import { answerableOf } from '../../../engine/responders/answerable.ts';
import type { App, ProfileDraft } from '../../app.ts';
import { toast } from '../../parts/announce.svelte.ts';
import { track } from '../../parts/pending.svelte.ts';
import type { RealClient } from './real-clients.ts';

/** A position of a switch: what the profile's rule says, or what the person does. */
export type SwitchChoice = 'inferred' | 'on' | 'off';

/** One capability as it can be switched. */
export interface SwitchRow {
  readonly path: SwitchPath;
  readonly part: boolean;
  readonly meaning: string;
  /** The revision that calls it deprecated. */
  readonly deprecatedSince: string | null;
  readonly choice: SwitchChoice;
}

export const IDENTITY: readonly { readonly key: keyof ClientInfo; readonly label: string }[] = [
  { key: 'name', label: 'Name' },
  { key: 'version', label: 'Version' },
  { key: 'title', label: 'Title' },
  { key: 'description', label: 'Description' },
  { key: 'websiteUrl', label: 'Website' },
];

/** The extensions that have a name everybody knows. */
export const KNOWN_EXTENSIONS: readonly string[] = [
  'io.modelcontextprotocol/tasks',
  'io.modelcontextprotocol/ui',
];

/** Why settings of an extension can't be declared as typed; null where they can, also where nothing is typed. */
export function settingsProblem(text: string): string | null {
  return text.trim() === '' ? null : objectProblem(text);
}

/** What the person does with the chosen profile. */
export class ProfileState {
  readonly #app: App;
  /** The list of real clients, once somebody asked for it. */
  clients = $state.raw<readonly RealClient[] | null>(null);
  clientsProblem = $state<string | null>(null);

  readonly draft = $derived.by<ProfileDraft>(() => this.#app.profile.draft);
  readonly answerable = $derived.by(() => answerableOf(this.#app.snapshot.current.responders));
  readonly rows = $derived.by<readonly SwitchRow[]>(() =>
    SWITCHES.map((path) => {
      const on = this.draft.settings.switches[path];
      const fact = findCapability('client', path.split('.'));
      return {
        path,
        part: path.includes('.'),
        meaning: fact?.meaning ?? '',
        deprecatedSince: fact?.deprecatedSince ?? null,
        choice: on === undefined ? 'inferred' : on ? 'on' : 'off',
      };
    }),
  );
  /** What the chosen profile would change about the open connection; null where there is none, or nothing to change. */
  readonly change = $derived.by<'next request' | 'new handshake' | null>(() => {
    const { connection, phase, imported } = this.#app.snapshot.current;
    if (phase !== 'connected' || !connection?.claims || imported) return null;
    const now = claimsOf(this.#app.profile.profile, connection.revision, this.answerable);
    const { capabilitiesText, clientInfoText } = connection.claims;
    if (now.capabilitiesText === capabilitiesText && now.clientInfoText === clientInfoText) return null;
    return connection.era === 'modern' ? 'next request' : 'new handshake';
  });

  constructor(app: App) {
    this.#app = app;
  }

  get canRemove(): boolean {
    const { options, choice } = this.#app.profile;
    return options.some(({ id, saved }) => id === choice && saved);
  }

  /** Choosing is switching: a modern server is told with the next request. */
  choose(id: string): void {
    this.#app.profile.choose(id);
    if (this.change !== 'next request') return;
    void this.#app.useProfile();
    toast(
      `From the next request on the client is “${this.#app.profile.profile.name}”; server/discover was sent anew`,
    );
  }

  /** The next request, or a new handshake, says what the profile says now. */
  async use(): Promise<void> {
    const handshake = this.change === 'new handshake';
    await this.#app.useProfile();
    if (handshake) await this.#app.handshakeAgain();
  }

  rename(name: string): void {
    this.#app.profile.change({ name });
  }

  identify(key: keyof ClientInfo, value: string): void {
    const { [key]: _, ...rest } = this.draft.clientInfo;
    const required = key === 'name' || key === 'version';
    const info = value === '' && !required ? rest : { ...this.draft.clientInfo, [key]: value };
    this.#app.profile.change({ clientInfo: info as ClientInfo });
  }

  turn(path: SwitchPath, choice: SwitchChoice): void {
    const { [path]: _, ...rest } = this.draft.settings.switches;
    this.#set({ switches: choice === 'inferred' ? rest : { ...rest, [path]: choice === 'on' } });
  }

  addExtension(): void {
    this.#set({ extensions: [...this.draft.settings.extensions, { id: '', settingsText: '' }] });
  }

  changeExtension(index: number, change: Partial<DeclaredExtension>): void {
    this.#set({
      extensions: this.draft.settings.extensions.map((each, at) =>
        at === index ? { ...each, ...change } : each,
      ),
    });
  }

  removeExtension(index: number): void {
    this.#set({ extensions: this.draft.settings.extensions.filter((_, at) => at !== index) });
  }

  writeExperimental(experimentalText: string): void {
    this.#set({ experimentalText });
  }

  /** Raw JSON begins with what the newest revision would declare. */
  setRaw(on: boolean): void {
    const { profile } = this.#app.profile;
    this.#app.profile.change({
      rawText: on ? claimsOf(profile, '2026-07-28', this.answerable).capabilitiesText : null,
    });
  }

  writeRaw(rawText: string): void {
    if (rawText !== this.draft.rawText) this.#app.profile.change({ rawText });
  }

  async loadClients(): Promise<void> {
    this.clientsProblem = null;
    await track(
      import('./real-clients.ts')
        .then(({ loadRealClients }) => loadRealClients())
        .then(
          (clients) => {
            this.clients = clients;
          },
          () => {
            this.clientsProblem = 'The list of clients did not load';
          },
        ),
    );
  }

  takeClient(id: string): void {
    const client = this.clients?.find((each) => each.id === id);
    if (!client) return;
    this.#app.profile.add(client.draft);
    if (this.change === 'next request') void this.#app.useProfile();
  }

  #set(change: Partial<CapabilitySettings>): void {
    this.#app.profile.change({ settings: { ...this.draft.settings, ...change } });
  }
}
