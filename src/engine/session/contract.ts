import type { Subscribable } from '../base/subscribable.ts';
import type { Claims } from '../capabilities/client.ts';
import type { ClientProfile } from '../capabilities/profile.ts';
import type { SubscriptionFilter } from '../protocol/subscription-filter.ts';
import type { ResponderSettings } from '../responders/responders.ts';
import type { ElicitAction } from '../responders/suggest.ts';
import type { RoundLimits } from '../rounds/automatic.ts';
import type { ListMethod } from '../protocol/lists.ts';
import type { LogLevel } from '../protocol/log-levels.ts';
import type { CallSubject, DraftedRequest, RoundDraft } from '../rounds/draft.ts';
import type { ReplyDraft } from '../rounds/reply.ts';
import type { Diagnosis } from '../wire-log/notes.ts';
import type { Recording } from '../wire-log/recording.ts';

/** A header a person typed. A secret's value stays in the tab's vault; the recording holds a placeholder. */
export interface OwnHeader {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

/** What a person asks for when connecting. */
export interface ConnectOptions {
  readonly url: string;
  /** `auto`, a revision, or any text. */
  readonly protocolVersion: string;
  readonly headers: readonly OwnHeader[];
  readonly profile: ClientProfile;
  /** Milliseconds a request may wait for the server; time a person takes is not counted. */
  readonly timeLimitMs: number;
}

/** A connection as it stands. */
export interface Connection {
  readonly number: number;
  readonly url: string;
  readonly era: 'modern' | 'legacy';
  readonly revision: string;
  /** As the server gave it; falls back to the URL's host. */
  readonly serverName: string;
  readonly serverVersion: string | null;
  /** Legacy only; null where the server gave none or the page may not read it. */
  readonly sessionId: string | null;
  readonly handshake: number;
  /** Names of the capabilities the server declared, `completions` among them; null where that could not be read. */
  readonly declares: readonly string[] | null;
  /** What the client said of itself: in `initialize`, or as the next request will. Absent where an imported recording does not tell. */
  readonly claims?: Claims;
}

/** A recording that was opened from a file: it is looked at, and nothing can be sent. */
export interface ImportedRecording {
  /** The file's name. */
  readonly name: string;
  /** Name and version of what wrote it. */
  readonly app: string;
  /** Milliseconds since the Unix epoch: where its time stands. */
  readonly exportedAt: number;
  /** What is missing of it and why, a sentence each. */
  readonly warnings: readonly string[];
  /** `name version` of the server of each connection that came about; its host where it did not say. */
  readonly servers: ReadonlyMap<number, string>;
}

/** What the screen needs to know at once; everything else is a view of the recording. */
export interface SessionSnapshot {
  readonly phase: 'not connected' | 'connecting' | 'connected' | 'failed';
  readonly connection: Connection | null;
  /** While connecting: the method being tried and when it started (`Clock.now()`). */
  readonly trying: { readonly method: string; readonly since: number } | null;
  /** The newest handshake of this page, also a failed one. */
  readonly handshake: number | null;
  /** Why the last connect failed; null while connecting, connected or never tried. */
  readonly failure: Diagnosis | null;
  /** `Try initialize anyway` has a point. */
  readonly canInitialize: boolean;
  /** What was last asked for, secrets included: stays in the tab. */
  readonly options: ConnectOptions | null;
  readonly manual: boolean;
  readonly responders: ResponderSettings;
  /** A key for the chat endpoint was given; it stays in the tab and is never recorded. */
  readonly hasChatKey: boolean;
  readonly limits: RoundLimits;
  /** What happens when a legacy server no longer knows the session: a new one at once, or only on `Handshake again`. */
  readonly renewal: 'automatic' | 'ask';
  /** The JSON-RPC id the next request will carry. */
  readonly nextId: number;
  /** The newest listing of this connection, for each method that listed. */
  readonly listings: { readonly [method in ListMethod]?: number };
  /** The least severe log message asked for with each call (modern), or that a legacy server was told; null asks for none. */
  readonly logLevel: LogLevel | null;
  /** Something the page itself waits for is under way (a request, a listing, an automatic round). */
  readonly busy: boolean;
  /**
   * Set where this is no live session. Then everything else is as it stood at the end of the recording, a connection too, and
   * no command sends anything.
   */
  readonly imported: ImportedRecording | null;
}

/** What came of sending a reply. */
export type ReplySent = { readonly sent: true } | { readonly sent: false; readonly reason: string };

/** What a small request came to, and the exchange it travelled in. `ms`: from sending to the answer. */
export type SmallAnswer =
  | { readonly ok: true; readonly exchange: number; readonly ms: number }
  /** `exchange`: null where nothing was sent. */
  | { readonly ok: false; readonly exchange: number | null; readonly reason: string };

/** What values are asked for: an argument of a prompt, or a variable of a resource template. */
export interface CompletionAsked {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** What is filled in besides. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

/** Values the server suggests. `more`: `100 of 340` where there are more than it gave. */
export type CompletionAnswer =
  | {
      readonly ok: true;
      readonly exchange: number;
      readonly values: readonly string[];
      readonly more: string | null;
    }
  | { readonly ok: false; readonly exchange: number | null; readonly reason: string };

/** A handshake kept across reloads, with its own recording: the same views read it. */
export interface StoredHandshake {
  readonly number: number;
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly recording: Recording;
}

/** A server connected to before. */
export interface RecentServer {
  readonly url: string;
  readonly at: number;
  readonly protocolVersion: string;
  readonly serverName: string | null;
  readonly serverVersion: string | null;
  readonly revision: string | null;
  /** `connected`, `connected, fell back`, or the short cause of the failure. */
  readonly outcome: string;
  readonly connected: boolean;
}

/** The one object the screen talks to: commands in, recording out. No command throws for what a server did. */
export interface Session extends Subscribable<SessionSnapshot> {
  readonly recording: Recording;
  /** Earlier handshakes of this browser, newest first; loaded once `ready` resolves, and read on with each new handshake. */
  readonly history: Subscribable<readonly StoredHandshake[]>;
  readonly recent: Subscribable<readonly RecentServer[]>;
  readonly ready: Promise<void>;

  /** Adds to `history` what other tabs have kept since. */
  readHistory(): Promise<void>;

  connect(options: ConnectOptions): Promise<void>;
  cancelConnect(): void;
  /** Connects again with the same options. */
  retry(): Promise<void>;
  /** Goes on with `initialize` where the verdict refused to. */
  tryInitializeAnyway(): Promise<void>;
  /** A new handshake on the same connection. */
  handshakeAgain(): Promise<void>;
  /** Abandons running calls, ends a legacy session with DELETE, and returns within a second. */
  disconnect(): Promise<void>;

  /** Lists anew, up to `pages` pages; without it up to the page cap. What was listed before stays until the first page is there. */
  list(method: ListMethod, pages?: number): Promise<void>;
  /** Goes on with a listing that stopped at the page cap or failed, for as many pages. */
  continueListing(listing: number, pages?: number): Promise<void>;

  /** Starts a call; `argumentsText` is sent as typed. Returns its number. */
  startCall(call: CallSubject): number;
  /** A new call with the same method, name and arguments; with `capabilitiesText` this call alone declares that (modern, where it is per request). */
  runAgain(call: number, capabilitiesText?: string): number;
  /** Gives up the request under way: modern closes the stream, legacy also sends `notifications/cancelled`. */
  cancelCall(call: number): void;
  /** Ends a waiting call; nothing is sent. */
  abandonCall(call: number): void;
  /** Whether somebody agrees to go to a URL that error −32042 names (2025-11-25). Nothing is sent; declining gives the call up. */
  answerUrl(call: number, elicitation: string, action: ElicitAction): void;
  /** Sends a call again that waits for URLs, whatever is complete. */
  resumeCall(call: number): void;
  /** The exact request `draft` would make, answering the result of round `parent`. Reads the recording; sends nothing. */
  draftRound(call: number, parent: number, draft: RoundDraft): Promise<DraftedRequest>;
  /** Sends it; a second child of the same parent is a branch. Returns the round's number, or null when not connected. */
  sendRound(call: number, parent: number, draft: RoundDraft): Promise<number | null>;
  /**
   * Sends the request of round `round` once more, with an id of its own, as a branch from the same parent; what was written as raw
   * text goes out to the character. Returns the new round's number; null when not connected, or for a first round: see `runAgain`.
   */
  sendAgain(call: number, round: number): Promise<number | null>;

  /** The exact POST that would answer request `request` of a legacy server. */
  draftReply(request: number, draft: ReplyDraft): Promise<DraftedRequest>;
  /** Answers it. What the server has given up, or has been answered, is sent only with `anyway`. */
  sendReply(request: number, draft: ReplyDraft, anyway: boolean): Promise<ReplySent>;
  /** Leaves a request of the server unanswered, for good. */
  leaveUnanswered(request: number): void;

  /** Asks for values of an argument; aborting `signal` gives that up. */
  complete(asked: CompletionAsked, signal: AbortSignal): Promise<CompletionAnswer>;
  /** Asks a legacy server whether it is there. */
  ping(): Promise<SmallAnswer>;
  /**
   * Asks to be told of changes. Modern: a stream of its own, kept open. Legacy: subscribes to each resource named. Closing the
   * connection ends it.
   */
  subscribeTo(filter: SubscriptionFilter): void;
  unsubscribe(subscription: number): void;
  /** Modern: each call from now on asks for log messages of this level. Legacy: the server is told at once; null tells it nothing. */
  setLogLevel(level: LogLevel | null): Promise<SmallAnswer | null>;

  setRenewal(renewal: 'automatic' | 'ask'): void;
  setManual(manual: boolean): void;
  setResponders(responders: ResponderSettings): void;
  /** The key of the chat endpoint that answers sampling; empty takes it away. */
  setChatKey(key: string): void;
  /**
   * What Roundtrip claims to be from now on. Modern: from the next request on, and a new `server/discover` tells what that changes. Legacy: what
   * was said at `initialize` stands until `handshakeAgain`.
   */
  setProfile(profile: ClientProfile): Promise<void>;
  setLimits(limits: RoundLimits): void;
  /** The secret behind a placeholder in the recording; null in an import or after a reload. */
  reveal(placeholder: string): string | null;
}
