import type { BodyRef } from '../base/body.ts';
import type { NotUtf8 } from './not-utf8.ts';

/** Header fields in order, names as given; values exactly as sent or as the page may read them. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What a message is, found on arrival so that nothing needs to keep it parsed. */
export interface MessageSummary {
  /** `invalid`: not a JSON-RPC 2.0 message (the text is still recorded). */
  readonly kind: 'request' | 'notification' | 'result' | 'error' | 'invalid';
  /** The id as JSON text (`8`, `"abc"`, `null`), undefined where there is none. */
  readonly id?: string;
  readonly method?: string;
  /** `params.name`, else `params.uri` (of `tasks/*` and `notifications/tasks`: `params.taskId`), of a request or notification. */
  readonly name?: string;
  /** `result.resultType` where it is a string. */
  readonly resultType?: string;
  /** Set where `result.isError` is `true`: the tool failed, in a result like any other. */
  readonly isError?: true;
  readonly errorCode?: number;
  /** First 300 characters of an error's message. */
  readonly errorMessage?: string;
  /** `progress`, `total`, `message` of a progress notification, as one line of text. */
  readonly progress?: string;
  /** `params.elicitationId` of a request or notification (2025-11-25). */
  readonly elicitation?: string;
  /** Keys of `result.inputRequests` in order. */
  readonly inputKeys?: readonly string[];
  /** Length of `result.requestState` in UTF-16 units, where present. */
  readonly stateLength?: number;
  /** Why it is `invalid`. */
  readonly problem?: string;
}

/** How an exchange ended. */
export type ExchangeEnd =
  /** The body was read to its end. */
  | 'complete'
  /** Rejected before response headers: unreachable, CORS, refused: a page can't tell which. */
  | 'failed'
  /** The connection broke after response headers. */
  | 'cut'
  /** Given up by the person. */
  | 'cancelled'
  /** Our own time limit. */
  | 'time-limit'
  /** Closed by us for another reason, e.g. the answer had arrived or the person disconnected. */
  | 'closed';

/** One thing that happened on the wire. `exchange` numbers the HTTP exchanges of a recording from 1. `at`: `Clock.now()`. */
export type WireEvent =
  | {
      readonly type: 'request';
      readonly at: number;
      readonly exchange: number;
      readonly method: 'POST' | 'GET' | 'DELETE';
      readonly url: string;
      /** As handed to fetch; a page can't see what the browser adds. Secrets are placeholders. */
      readonly headers: HeaderList;
      /** Names among them that look secret, of which a person said that they are not. */
      readonly open?: readonly string[];
      readonly body: BodyRef | null;
      readonly messages: readonly MessageSummary[];
      /** `no-cors` for a reachability probe. */
      readonly mode: 'cors' | 'no-cors';
    }
  | {
      readonly type: 'response';
      readonly at: number;
      readonly exchange: number;
      readonly status: number;
      readonly statusText: string;
      /** Those a page may read. */
      readonly headers: HeaderList;
      readonly mediaType: string | null;
      /** The final URL, after redirects. */
      readonly url: string;
      readonly redirected: boolean;
    }
  | {
      /** A body that is not a stream of events, read whole. */
      readonly type: 'body';
      readonly at: number;
      readonly exchange: number;
      readonly body: BodyRef;
      /** One for each message: several where an array came (2025-03-26). Empty where the body is empty or `null`. */
      readonly messages: readonly MessageSummary[];
    }
  | {
      readonly type: 'sse';
      readonly at: number;
      readonly exchange: number;
      /** From 1, in order of arrival, comments included. */
      readonly index: number;
      /**
       * What came since the block before, to the end of the blank line that closed this one: all `raw` of a stream and the `rest` of its
       * end are its whole body.
       */
      readonly raw: BodyRef;
      /** `id:` of this block where it had one. */
      readonly id?: string;
      /** `event:` of this block where it had one. */
      readonly event?: string;
      /** `retry:` of this block in milliseconds where it had a valid one. */
      readonly retry?: number;
      /** Joined `data:` lines; null where the block had none. */
      readonly data: BodyRef | null;
      /** The messages in `data`; empty for a block without data, an empty one, or an event of another name. */
      readonly messages: readonly MessageSummary[];
    }
  | {
      readonly type: 'end';
      readonly at: number;
      readonly exchange: number;
      readonly how: ExchangeEnd;
      /** What fetch or the reader said, or why we closed it. */
      readonly detail?: string;
      /** Bytes of the response body that were read. */
      readonly bytes: number;
      /** Line ends after the last event of a stream; absent where there are none. */
      readonly rest?: BodyRef;
      /** Those of them that are no UTF-8; absent where all are. */
      readonly notUtf8?: NotUtf8;
    };
