/** What every panel is given: the session, the views of its recording, and the way to another panel. */
import { createContext } from 'svelte';
import type {
  CapabilitySettings,
  ClientInfo,
  ClientProfile,
  InferenceRule,
} from '../engine/capabilities/profile.ts';
import type { Differ } from '../engine/diff/differ.ts';
import type { Validator } from '../engine/schema/validator.ts';
import type {
  ConnectOptions,
  Session,
  SessionSnapshot,
  StoredHandshake,
} from '../engine/session/contract.ts';
import type { Store } from '../engine/store/store.ts';
import type { CallView } from '../engine/views/calls.ts';
import type { Exchanges } from '../engine/views/exchanges.ts';
import type { HandshakeView } from '../engine/views/handshakes.ts';
import type { ListNews } from '../engine/views/list-news.ts';
import type { ListingView } from '../engine/views/listings.ts';
import type { SubscriptionView } from '../engine/views/subscriptions.ts';
import type { Unanswered } from '../engine/views/unanswered.ts';
import type { WireRows } from '../engine/views/wire-rows.ts';
import type { Live } from './bridge.svelte.ts';

export type PanelId =
  'connect' | 'handshake' | 'tools' | 'resources' | 'prompts' | 'rounds' | 'compare' | 'wire-log' | 'client';

/** A client profile as a person edits it. */
export interface ProfileDraft {
  readonly name: string;
  readonly clientInfo: ClientInfo;
  readonly rule: InferenceRule;
  readonly settings: CapabilitySettings;
  /** Capabilities as raw JSON, the last word; null where rule and settings say them. */
  readonly rawText: string | null;
}

/** A profile there is to choose: built in, or one that a person made. */
export interface ProfileOption {
  readonly id: string;
  readonly name: string;
  readonly saved: boolean;
}

/** The client profiles of this browser, and which of them the next connection declares. */
export interface ProfileSetting {
  readonly options: readonly ProfileOption[];
  /** The id of the one chosen. */
  readonly choice: string;
  readonly draft: ProfileDraft;
  /** Why the raw JSON can't be declared, where it can't. */
  readonly problem: string | null;
  /** What the next connection declares; rule and settings stand in while the raw JSON can't be read. */
  readonly profile: ClientProfile;
  /** What a connection would declare with another one. */
  profileOf(id: string): ClientProfile;
  choose(id: string): void;
  /** Changes the one chosen; of a built-in one a copy is made, chosen and changed. */
  change(change: Partial<ProfileDraft>): void;
  /** Adds a profile and chooses it. */
  add(draft: ProfileDraft): void;
  /** Takes away the one chosen, where a person made it. */
  remove(): void;
}

/** What the page before this one in this tab took with it. */
export interface LastPage {
  /** The server it was connected to last; empty where there was none. */
  readonly url: string;
  /** Something was recorded that no file holds. */
  readonly recording: boolean;
  /** It was connected. */
  readonly connection: boolean;
}

/** The application as panels see it. All of it that can change is reactive. */
export interface App {
  /** The live session, or the recording that was opened in its place. A panel is made anew when it changes. */
  readonly session: Session;
  /** Why nothing can be sent now; null where it can. What sends is disabled then, and says this. */
  readonly sendsNothing: string | null;
  /** A session beside the one that is shown, with a recording of its own; nothing of it is kept. */
  newSession(): Promise<Session>;
  readonly store: Store;
  readonly validator: Validator;
  /** Compares lists away from the page; loaded when it is first asked for. */
  differ(): Promise<Differ>;
  /** Roundtrip itself, as it names itself to servers and in files. */
  readonly clientInfo: ClientInfo;
  readonly snapshot: Live<SessionSnapshot>;
  /** Handshakes kept from before, newest first. */
  readonly history: Live<readonly StoredHandshake[]>;
  readonly views: {
    readonly handshakes: Live<readonly HandshakeView[]>;
    readonly calls: Live<readonly CallView[]>;
    readonly listings: Live<readonly ListingView[]>;
    readonly exchanges: Live<Exchanges>;
    readonly wireRows: Live<WireRows>;
    readonly subscriptions: Live<readonly SubscriptionView[]>;
    readonly listNews: Live<ListNews>;
    readonly unanswered: Live<Unanswered | null>;
  };
  /** `name version` of the server of a connection, also of one that is closed; its host where it did not say. */
  serverOf(connection: number): string;
  readonly profile: ProfileSetting;
  /** Claims the chosen profile on the open connection: modern from the next request on, legacy from the next handshake on. */
  useProfile(): Promise<void>;
  /** Resolves once the settings that were kept are in place. */
  readonly settingsReady: Promise<void>;
  /** What went with the page that was here before, in this tab; null where nothing did. */
  readonly lastPage: LastPage | null;
  readonly panel: PanelId;
  /** What the address names inside the panel: `3` in `#/rounds/3`. Null where it names nothing. */
  readonly target: string | null;
  /** Goes to a panel, and to something in it. A link does the same with `href="#/rounds/3"`. */
  open(panel: PanelId, target?: string | number): void;
  /** A new handshake; in legacy once the person agrees to abandon the calls that wait, for it ends their session. */
  handshakeAgain(): Promise<void>;
  /** Connects, once the person agrees to abandon the calls that wait. */
  connect(options: ConnectOptions): Promise<void>;
  /** Connects to the embedded demo server, in the same way. */
  startDemo(): Promise<void>;
  readonly demoUrl: string;
  /** Shows a recording from a file in place of the live session, which goes on. What can't be opened is said. */
  openRecording(file: File): Promise<void>;
  /** The recording that is shown, as a file. */
  saveRecording(includeSecrets: boolean): Promise<void>;
}

export const [getApp, setApp] = createContext<App>();
