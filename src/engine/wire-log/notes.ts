import type { Deviation } from './deviation.ts';
import type { Evidence, Verdict } from '../protocol/verdict.ts';

/** What an exchange was for. */
export type Purpose =
  | { readonly kind: 'attempt'; readonly handshake: number; readonly attempt: number }
  | { readonly kind: 'initialized'; readonly handshake: number }
  | { readonly kind: 'probe'; readonly handshake: number; readonly step: string }
  | { readonly kind: 'listing'; readonly listing: number; readonly page: number }
  | { readonly kind: 'round'; readonly call: number; readonly round: number }
  /** Tells that a request is given up: of the call, or of what is no call. */
  | { readonly kind: 'cancellation'; readonly call?: number }
  /** The answer to a request of the server that came in exchange `exchange`. */
  | { readonly kind: 'reply'; readonly exchange: number }
  /** The stream a legacy server may send requests and notifications on. */
  | { readonly kind: 'notification stream'; readonly connection: number }
  /** Asks to be told of changes: `subscriptions/listen`, or `resources/subscribe` and its end in legacy. */
  | { readonly kind: 'subscription'; readonly subscription: number; readonly attempt: number }
  | { readonly kind: 'notification' }
  /** A request of its own: neither a call nor a list. */
  | { readonly kind: 'request' }
  | { readonly kind: 'session-end' };

/** Why a handshake was made. `session ended`: the server no longer knew the session. */
export type HandshakeCause =
  'connect' | 'again' | 'retry' | 'initialize anyway' | 'session ended' | 'profile changed';

/** How a handshake ended. `revision` is what the rest of the connection speaks. */
export type HandshakeOutcome =
  | {
      readonly kind: 'connected';
      readonly era: 'modern' | 'legacy';
      readonly revision: string;
      /** The version that was asked for in the attempt that succeeded. */
      readonly asked: string;
      readonly attempt: number;
    }
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancelled' };

/** Who answered an input request of a round. */
export type AnsweredBy = 'hand' | 'responder' | 'omitted';

/** Small events by the engine that say what no wire can: why something was sent, and why something ended. */
export type Note =
  | {
      readonly type: 'connection';
      readonly at: number;
      readonly connection: number;
      readonly url: string;
      /** `auto` or the version text. */
      readonly protocolVersion: string;
      readonly timeLimitMs: number;
      readonly profile: string;
    }
  | { readonly type: 'connection-closed'; readonly at: number; readonly connection: number }
  | {
      readonly type: 'handshake';
      readonly at: number;
      /** Numbered across a browser's life. */
      readonly handshake: number;
      readonly connection: number;
      readonly cause: HandshakeCause;
      /** What the client claimed to be; absent where it is what the connection began with. */
      readonly profile?: string;
    }
  | {
      readonly type: 'attempt';
      readonly at: number;
      readonly handshake: number;
      readonly attempt: number;
      readonly era: 'modern' | 'legacy';
      readonly asked: string;
    }
  | { readonly type: 'purpose'; readonly at: number; readonly exchange: number; readonly purpose: Purpose }
  | {
      readonly type: 'verdict';
      readonly at: number;
      readonly handshake: number;
      readonly attempt: number;
      readonly verdict: Verdict;
    }
  | {
      readonly type: 'handshake-ended';
      readonly at: number;
      readonly handshake: number;
      readonly outcome: HandshakeOutcome;
    }
  | {
      /** Why a handshake failed, as far as a page can know it, and the probes that say so. */
      readonly type: 'diagnosis';
      readonly at: number;
      readonly handshake: number;
      readonly diagnosis: Diagnosis;
    }
  | {
      readonly type: 'listing';
      readonly at: number;
      readonly listing: number;
      readonly connection: number;
      readonly method: string;
    }
  | {
      readonly type: 'listing-ended';
      readonly at: number;
      readonly listing: number;
      readonly how: 'complete' | 'repeated cursor' | 'page cap' | 'failed' | 'cancelled';
      /** What went wrong, for `failed`. */
      readonly detail?: string;
    }
  | {
      readonly type: 'call';
      readonly at: number;
      readonly call: number;
      readonly connection: number;
      readonly method: string;
      /** The tool, prompt or URI. */
      readonly name: string;
      /** `params.arguments` as typed. */
      readonly argumentsText: string;
      /** What a person added to `params._meta`, as typed. */
      readonly metaText?: string;
      /** It replaced keys of the protocol's own. */
      readonly metaReplaces?: boolean;
      /** Set where the server began it: a request on a stream that belongs to no call of ours. */
      readonly origin?: 'server';
    }
  | {
      /** A legacy server asks the client for something (2025-11-25, basic, "Requests"). */
      readonly type: 'server-request';
      readonly at: number;
      /** Unique in its session. */
      readonly request: number;
      readonly call: number;
      readonly round: number;
      readonly exchange: number;
      /** Index of the SSE event it came in; null for a whole body. */
      readonly event: number | null;
      /** Position in a batch (2025-03-26), else null. */
      readonly item: number | null;
      /** Its JSON-RPC id as JSON text. */
      readonly key: string;
      readonly method: string;
    }
  | {
      readonly type: 'reply';
      readonly at: number;
      readonly request: number;
      readonly exchange: number;
      readonly by: 'hand' | 'responder';
      readonly manual: boolean;
      readonly raw: boolean;
      readonly deviations: readonly Deviation[];
    }
  | {
      /** Nobody is to answer it any more. */
      readonly type: 'server-request-ended';
      readonly at: number;
      readonly request: number;
      readonly how: 'withdrawn' | 'call ended' | 'session ended' | 'left unanswered';
      readonly detail?: string;
    }
  | {
      /** The stream of exchange `of` ended without its answer and is gone on with after a pause of `ms`. */
      readonly type: 'resuming';
      readonly at: number;
      readonly of: number;
      readonly lastEventId: string;
      readonly ms: number;
    }
  | {
      /** The stream of exchange `of` ended without its answer and is gone on with in another (2025-11-25, transports, "Resumability"). */
      readonly type: 'resumed';
      readonly at: number;
      readonly exchange: number;
      readonly of: number;
      readonly lastEventId: string;
      readonly attempt: number;
    }
  | {
      readonly type: 'round';
      readonly at: number;
      readonly call: number;
      /** Unique in its call, from 1 in order of sending. */
      readonly round: number;
      /** Of a request about a task of the call: `tasks/get` or `tasks/update`; absent for the call's own. */
      readonly method?: string;
      /** The round whose result this one answers; null for a first request. */
      readonly parent: number | null;
      readonly exchange: number;
      readonly by: 'hand' | 'automatic';
      /** The position of `Manual MRTR` when it was sent. */
      readonly manual: boolean;
      /** The body was edited as raw text. */
      readonly raw: boolean;
      readonly answers: readonly (readonly [key: string, by: AnsweredBy])[];
      readonly deviations: readonly Deviation[];
    }
  | {
      /** A task was asked about again: the round is the same, and this exchange is its newest. */
      readonly type: 'poll';
      readonly at: number;
      readonly call: number;
      readonly round: number;
      readonly exchange: number;
    }
  | {
      readonly type: 'round-judged';
      readonly at: number;
      readonly call: number;
      readonly round: number;
      readonly outcome: RoundOutcome;
    }
  | {
      /** The call stands at this round until the person acts. */
      readonly type: 'waiting';
      readonly at: number;
      readonly call: number;
      readonly round: number;
      /** The request of the server that the person is to answer; absent where the round's result asks. */
      readonly request?: number;
      /** Shown as is: `manual`, or why the automatic loop handed over. */
      readonly reason: string;
    }
  | {
      readonly type: 'pause';
      readonly at: number;
      readonly call: number;
      readonly round: number;
      readonly ms: number;
    }
  | {
      /** Whether somebody agreed to go to a URL that error −32042 names (2025-11-25); nothing is sent for it. */
      readonly type: 'url-answer';
      readonly at: number;
      readonly call: number;
      readonly round: number;
      /** Its `elicitationId`. */
      readonly elicitation: string;
      readonly action: 'accept' | 'decline' | 'cancel';
      readonly by: 'hand' | 'responder';
    }
  | {
      readonly type: 'call-ended';
      readonly at: number;
      readonly call: number;
      readonly how: 'complete' | 'error' | 'cancelled' | 'abandoned' | 'no answer';
      readonly detail?: string;
    }
  | {
      /** Somebody wants to be told of changes. */
      readonly type: 'subscription';
      readonly at: number;
      /** Unique in its session. */
      readonly subscription: number;
      readonly connection: number;
      /** What is asked for, as `notifications` of `subscriptions/listen` has it. */
      readonly filter: string;
    }
  | {
      readonly type: 'subscription-acknowledged';
      readonly at: number;
      readonly subscription: number;
      readonly exchange: number;
      /** What was asked for and the server will not tell: members of the filter, and URIs. */
      readonly refused: readonly string[];
    }
  | {
      /** The stream is not open now, and will be: after so many milliseconds, or, with null, when there is a place for it. */
      readonly type: 'subscription-paused';
      readonly at: number;
      readonly subscription: number;
      readonly ms: number | null;
      readonly reason: string;
    }
  | {
      readonly type: 'subscription-ended';
      readonly at: number;
      readonly subscription: number;
      readonly how: 'graceful' | 'refused' | 'closed' | 'given up';
      readonly detail?: string;
    }
  | { readonly type: 'switch'; readonly at: number; readonly manual: boolean }
  | { readonly type: 'finding'; readonly at: number; readonly finding: Finding };

/** What one round came to. Keys and texts stay on the wire; this says only the kind. */
export type RoundOutcome =
  /** `isError`: the round is over, and the tool says in its result that it failed. */
  | { readonly kind: 'complete'; readonly isError?: true }
  | { readonly kind: 'input required'; readonly keys: readonly string[]; readonly hasState: boolean }
  | {
      readonly kind: 'error';
      readonly errorCode: number;
      readonly message: string;
      /** Of −32042 in 2025-11-25: the elicitations to complete first, by `elicitationId`. Not there where it names none. */
      readonly elicitations?: readonly string[];
    }
  /** The call became a task, or the task goes on, or was cancelled (SEP-2663). `message`: what the server says of it. */
  | {
      readonly kind: 'task';
      readonly taskId: string;
      readonly status: string;
      readonly message?: string;
    }
  /** A `resultType` this client does not know, or a result against the rules: kept, shown raw, never retried. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | {
      readonly kind: 'no answer';
      readonly reason: string;
      readonly how: 'failed' | 'cut' | 'cancelled' | 'time limit' | 'http' | 'session ended';
    };

/** One thing wrong, or worth knowing, on the wire. */
export interface Finding {
  /** Constant id of the rule. */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Sentence case, no full stop. */
  readonly text: string;
  readonly exchange?: number;
  readonly handshake?: number;
  readonly call?: number;
  readonly round?: number;
  readonly listing?: number;
  /** Keys of the input requests it is about: `inputRequests` of the round, or the JSON-RPC id of a legacy request. */
  readonly keys?: readonly string[];
  /** Where the specification says so. */
  readonly clause?: { readonly title: string; readonly url: string };
}

/** Why it did not connect, as far as a page can know. */
export interface Diagnosis {
  readonly cause:
    | 'unreachable'
    | 'cors-origin'
    | 'cors-preflight'
    | 'cors-unknown'
    | 'session-hidden'
    | 'mixed-content'
    | 'bad-port'
    | 'local-network'
    | 'unauthorized'
    | 'forbidden'
    | 'not-found'
    | 'html'
    | 'not-json-rpc'
    | 'other-id'
    | 'no-common-version'
    | 'redirected'
    | 'server-error'
    | 'rejected'
    | 'time-limit'
    | 'cut'
    | 'bad-url';
  /** The verdict in one sentence: "The server is up. Its preflight refuses two of our headers." */
  readonly title: string;
  /** What that means and what to do, one or two sentences. */
  readonly explanation: string;
  /** Short, for the status line: "CORS · the preflight refuses mcp-method and mcp-name". */
  readonly short: string;
  /** What the server has to answer, exact lines; `marked` are those refused now. */
  readonly headerLines: readonly {
    readonly name: string;
    readonly values: readonly string[];
    readonly marked: readonly string[];
  }[];
  /** How we know, in order. */
  readonly evidence: readonly Evidence[];
  /** A version that the server named, and that was not asked for. */
  readonly version?: string;
}
