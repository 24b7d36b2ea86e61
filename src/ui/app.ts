/** What every panel is given: the session, the views of its recording, and the way to another panel. */
import { createContext } from 'svelte';
import type { ClientProfile } from '../engine/capabilities/profile.ts';
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
import type { ListingView } from '../engine/views/listings.ts';
import type { WireRows } from '../engine/views/wire-rows.ts';
import type { Live } from './bridge.svelte.ts';

export type PanelId = 'connect' | 'handshake' | 'tools' | 'rounds' | 'wire-log' | 'client';

/** Which client profile the next connection declares. */
export interface ProfileSetting {
  /** `answers`: what Roundtrip can answer; `nothing`: no capability; `own`: the JSON below. */
  readonly choice: 'answers' | 'nothing' | 'own';
  /** Capabilities as typed. */
  readonly ownText: string;
  /** Why `ownText` can't be declared, where it can't. */
  readonly problem: string | null;
  /** What the next connection declares; the choice `answers` stands in while the own text can't be read. */
  readonly profile: ClientProfile;
  choose(choice: ProfileSetting['choice']): void;
  write(text: string): void;
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
  readonly store: Store;
  readonly validator: Validator;
  readonly snapshot: Live<SessionSnapshot>;
  /** Handshakes kept from before, newest first. */
  readonly history: Live<readonly StoredHandshake[]>;
  readonly views: {
    readonly handshakes: Live<readonly HandshakeView[]>;
    readonly calls: Live<readonly CallView[]>;
    readonly listings: Live<readonly ListingView[]>;
    readonly exchanges: Live<Exchanges>;
    readonly wireRows: Live<WireRows>;
  };
  /** `name version` of the server of a connection, also of one that is closed; its host where it did not say. */
  serverOf(connection: number): string;
  readonly profile: ProfileSetting;
  /** Resolves once the settings that were kept are in place. */
  readonly settingsReady: Promise<void>;
  /** What went with the page that was here before, in this tab; null where nothing did. */
  readonly lastPage: LastPage | null;
  readonly panel: PanelId;
  /** What the address names inside the panel: `3` in `#/rounds/3`. Null where it names nothing. */
  readonly target: string | null;
  /** Goes to a panel, and to something in it. A link does the same with `href="#/rounds/3"`. */
  open(panel: PanelId, target?: string | number): void;
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
