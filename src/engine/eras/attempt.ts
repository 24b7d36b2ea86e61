import { isDatedVersion } from '../protocol/revisions.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { saysKnown, type KnownAnswer } from '../wire/known-answer.ts';
import { describeOtherId, type OtherId } from '../wire/other-id.ts';

/** What the body of an answer was; an SSE answer is the message it carried. */
export type AnswerBody =
  | { readonly kind: 'empty' }
  /** The JSON text `null`. */
  | { readonly kind: 'null' }
  | { readonly kind: 'html' }
  /** Neither JSON nor HTML. */
  | { readonly kind: 'text' }
  | { readonly kind: 'json-not-rpc' }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  | { readonly kind: 'result'; readonly result: unknown }
  /** A result or an error, as JSON or in a stream, whose id is not the request's. */
  | { readonly kind: 'other-id'; readonly otherId: OtherId }
  /** A stream that ended without an answer. */
  | { readonly kind: 'no-message' };

/** What came of one attempt to open a connection. */
export type AttemptEvidence =
  /** Rejected before response headers: unreachable, CORS, refused: a page can't tell which. */
  | { readonly kind: 'network'; readonly known?: KnownAnswer | undefined }
  /** The connection broke after response headers. */
  | { readonly kind: 'cut' }
  /** Our own time limit. */
  | { readonly kind: 'time-limit'; readonly otherId?: OtherId | undefined }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly mediaType: string | null;
      readonly body: AnswerBody;
      /** The URL that answered, where a redirect led away from the one asked. */
      readonly redirected?: string | undefined;
    };

/** An attempt that was answered. */
export type AnsweredAttempt = Extract<AttemptEvidence, { kind: 'answer' }>;

/** Statuses that say the same whatever the body: authentication, and trouble that is not about the protocol. */
export function judgeStatus(answer: AnsweredAttempt, method: string): Verdict | null {
  const { status } = answer;
  const said = `The server answered ${method} with ${describeAnswer(answer)}`;
  if (status === 401) {
    return stop('unauthorized', `${said}: it wants authorization before it says anything about versions.`);
  }
  if (status === 403) {
    return stop('forbidden', `${said}: it refuses this client or this origin, whatever the version.`);
  }
  if (status === 429) {
    return stop('too-many-requests', `${said}: it is limiting requests; that says nothing about the era.`);
  }
  if (status >= 500) {
    return stop('server-error', `${said}: it failed; that says nothing about the era.`);
  }
  if (status >= 300 && status < 400) {
    return stop('not-followed', `${said}: a redirect that leads nowhere is no answer.`);
  }
  return null;
}

/** What was seen of an attempt that got no answer, and what follows from it. Which of the two it was, only probes can tell. */
export function describeNetwork(attempt: string, follows: string, known: KnownAnswer | undefined): string {
  const but = known ? `; ${saysKnown(known)}` : '';
  return `${attempt} never reached the server (CORS or network)${follows}${but}`;
}

/** What had come within the time limit without being the answer; empty where nothing had. */
export function describeMeanwhile(otherId: OtherId | undefined): string {
  return otherId ? `; what had come is ${describeOtherId(otherId)}` : '';
}

/** The handshake ends here. */
export function stop(rule: string, reason: string, more: Partial<Verdict> = {}): Verdict {
  return { ...more, kind: 'stop', rule, reason };
}

/** The verdict, with where a redirect led. */
export function withRedirect(verdict: Verdict, answer: AnsweredAttempt): Verdict {
  if (answer.redirected === undefined) return verdict;
  return { ...verdict, ...joined([verdict.warning ?? '', `The server redirected to ${answer.redirected}.`]) };
}

/** The warning that an error came with another status than it must. */
export function statusWarning(answer: AnsweredAttempt, expected: number): { warning?: string } {
  if (answer.status === expected) return {};
  return { warning: `That error must come with status ${expected}, not ${answer.status}.` };
}

/** The warning made of the sentences that are not empty; nothing where there is none. */
export function joined(sentences: readonly string[]): { warning?: string } {
  const warning = sentences.filter((sentence) => sentence !== '').join(' ');
  return warning === '' ? {} : { warning };
}

const QUOTED_LENGTH = 120;

/** A text of the server within a sentence: one line, not too long. */
function quoteText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line;
}

/** A version as it was given, quoted where it is not a date, so that an empty or odd one can be seen. */
export function quoteVersion(version: string): string {
  return isDatedVersion(version) ? version : JSON.stringify(quoteText(version));
}

/** "400 and -32000 (Server not initialized)", "404 and an HTML page", "204". */
export function describeAnswer(answer: AnsweredAttempt): string {
  const { status, body, mediaType } = answer;
  switch (body.kind) {
    case 'error': {
      const message = quoteText(body.message);
      return message === '' ? `${status} and ${body.code}` : `${status} and ${body.code} (${message})`;
    }
    case 'result':
      return `${status} and a result`;
    case 'empty':
      return `${status} and an empty body`;
    case 'null':
      return `${status} and null`;
    case 'html':
      return `${status} and an HTML page`;
    case 'text':
      return `${status} and ${mediaType === null ? 'a body that is not JSON' : quoteText(mediaType)}`;
    case 'json-not-rpc':
      return `${status} and JSON that is not JSON-RPC`;
    case 'other-id':
      return `${status} and ${describeOtherId(body.otherId)}`;
    case 'no-message':
      return `${status} and a stream that ended without a message`;
  }
}
