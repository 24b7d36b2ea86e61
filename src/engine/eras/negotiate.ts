import {
  findDraftErrorCode,
  HEADER_MISMATCH,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../protocol/errors.ts';
import { isDatedVersion, LATEST_MODERN_VERSION, LEGACY_VERSIONS } from '../protocol/revisions.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { isRecord } from '../wire/message.ts';
import { newestLegacy, newestModern, readVersions, versionsNamedIn } from './listed-versions.ts';

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
  /** A stream that ended without an answer. */
  | { readonly kind: 'no-message' };

/** What came of one attempt to open a connection. */
export type AttemptEvidence =
  /** Rejected before response headers: unreachable, CORS, refused: a page can't tell which. */
  | { readonly kind: 'network' }
  /** The connection broke after response headers. */
  | { readonly kind: 'cut' }
  /** Our own time limit. */
  | { readonly kind: 'time-limit' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly mediaType: string | null;
      readonly body: AnswerBody;
      /** The URL that answered, where a redirect led away from the one asked. */
      readonly redirected?: string | undefined;
    };

/** What came of `server/discover`. */
export type DiscoverEvidence = AttemptEvidence;

/** What came of `initialize`. */
export type InitializeEvidence = AttemptEvidence;

/** What `server/discover` was sent with. */
export interface DiscoverContext {
  /** The version the request named. */
  readonly asked: string;
  /** Auto mode: `initialize` may follow. A pinned modern version never falls back. */
  readonly auto: boolean;
  /** Versions that earlier `server/discover` attempts of this handshake asked for; empty at the first. */
  readonly triedVersions: readonly string[];
}

/** What `initialize` was sent with. */
export interface InitializeContext {
  /** The version the request named. */
  readonly asked: string;
}

type Answer = Extract<AttemptEvidence, { kind: 'answer' }>;

/** A verdict before it is known whether falling back is allowed. */
interface Finding {
  readonly rule: string;
  /** What was seen, without the full stop. */
  readonly saw: string;
  readonly warning?: string;
  readonly legacyVersion?: string;
}

/**
 * What an answer to `server/discover` means. Pure; the caller owns retries and timers.
 *
 * The order matters: authentication and server trouble outrank the body (a proxy may answer for the server), and a
 * recognised modern error outranks the status, since 2026-07-28 uses 400 for both its own errors and nothing else's.
 * See "Backward Compatibility" in basic/transports/streamable-http of 2026-07-28.
 */
export function judgeDiscover(evidence: DiscoverEvidence, context: DiscoverContext): Verdict {
  switch (evidence.kind) {
    case 'network':
      return fallBack(context, {
        rule: 'network',
        saw: 'The modern attempt never reached the server (CORS or network), so its era is unknown',
      });
    case 'cut':
      return stop(
        'cut',
        'The connection broke after the response headers of server/discover; that says nothing about the era.',
      );
    case 'time-limit':
      return stop(
        'time-limit',
        'server/discover was not answered within the time limit; silence says nothing about the era.',
      );
    case 'answer':
      return withRedirect(judgeDiscoverAnswer(evidence, context), evidence);
  }
}

function judgeDiscoverAnswer(answer: Answer, context: DiscoverContext): Verdict {
  const trouble = judgeStatus(answer, 'server/discover');
  if (trouble) return trouble;
  const { body } = answer;
  if (body.kind === 'result') return judgeDiscoverResult(answer, body.result, context);
  if (body.kind === 'error') return judgeDiscoverError(answer, body, context);
  return judgeDiscoverWithoutMessage(answer, context);
}

/** Statuses that say the same whatever the body: authentication, and trouble that is not about the protocol. */
function judgeStatus(answer: Answer, method: string): Verdict | null {
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

function judgeDiscoverResult(answer: Answer, result: unknown, context: DiscoverContext): Verdict {
  const said = 'The server answered server/discover';
  if (!isRecord(result)) {
    return fallBack(context, {
      rule: 'result-not-object',
      saw: `${said} with a result that is not an object`,
      warning: 'A result must be an object.',
    });
  }
  const warnings: string[] = [];
  if (answer.status !== 200) {
    warnings.push(`The result came with status ${answer.status} instead of 200.`);
  }
  const listed = readVersions(result['supportedVersions']);
  if (listed.strange) warnings.push('supportedVersions has entries that are not strings.');
  if (listed.versions.length === 0) {
    warnings.push(
      result['supportedVersions'] === undefined
        ? 'The result has no supportedVersions, which 2026-07-28 requires.'
        : 'supportedVersions names no version.',
    );
    return {
      kind: 'modern',
      rule: 'discovered-without-versions',
      reason: `${said} without saying which versions it supports; only a modern server knows that method.`,
      revision: context.asked,
      ...joined(warnings),
    };
  }
  if (listed.versions.includes(context.asked)) {
    return {
      kind: 'modern',
      rule: 'discovered',
      reason: `${said} and supports ${context.asked}.`,
      revision: context.asked,
      ...joined(warnings),
    };
  }
  return judgeOtherVersions(listed.versions, warnings, context);
}

/** A discover result that does not list the version asked for. */
function judgeOtherVersions(
  versions: readonly string[],
  warnings: readonly string[],
  context: DiscoverContext,
): Verdict {
  const list = versions.map(quoteVersion).join(', ');
  const saw = `The server answered server/discover, but lists ${list}, not ${quoteVersion(context.asked)}`;
  const modern = newestModern(versions);
  if (modern !== undefined) {
    // It did answer the version asked for, so a second refusal to list it changes nothing: go on with what it lists.
    const retried = context.triedVersions.length > 0;
    return {
      kind: retried ? 'modern' : 'retry-modern',
      rule: 'version-mismatch',
      reason: retried ? `${saw}; the connection speaks ${modern}.` : `${saw}; asking again with ${modern}.`,
      ...(retried ? { revision: modern } : { retryVersion: modern }),
      ...joined([...warnings, `Asked for ${quoteVersion(context.asked)}, offered ${modern}.`]),
    };
  }
  const legacyVersion = newestLegacy(versions);
  if (legacyVersion !== undefined) {
    return fallBack(context, {
      rule: 'only-legacy-versions',
      saw: `The server answered server/discover, but lists only older versions: ${list}`,
      legacyVersion,
      ...joined(warnings),
    });
  }
  return stop(
    'no-common-version',
    `No common version: the server answered server/discover and lists only ${list}.`,
    joined(warnings),
  );
}

function judgeDiscoverError(
  answer: Answer,
  error: Extract<AnswerBody, { kind: 'error' }>,
  context: DiscoverContext,
): Verdict {
  const said = `The server answered server/discover with ${describeAnswer(answer)}`;
  switch (error.code) {
    case UNSUPPORTED_PROTOCOL_VERSION:
      return judgeUnsupportedVersion(answer, error, context);
    case HEADER_MISMATCH:
      return stop(
        'header-mismatch',
        `${said}: a modern server that finds fault with our headers, so initialize would not help.`,
        statusWarning(answer, 400),
      );
    case MISSING_CLIENT_CAPABILITY:
      return stop(
        'missing-client-capability',
        `${said}: a modern server that needs a client capability we did not declare, so initialize would not help.`,
        statusWarning(answer, 400),
      );
    case METHOD_NOT_FOUND:
      return fallBack(context, {
        rule: 'method-not-found',
        saw: `${said}; a modern server must know that method`,
        ...listedLegacy(error),
      });
  }
  const draft = findDraftErrorCode(error.code);
  if (draft) {
    return fallBack(context, {
      rule: 'pre-release-code',
      saw: `${said}; ${error.code} meant ${draft.name} in drafts of 2026-07-28, which has ${draft.now} for it`,
      warning: `${error.code} is a pre-release code or one of the server's own.`,
      ...listedLegacy(error),
    });
  }
  return fallBack(context, {
    rule: answer.status === 405 ? 'method-not-allowed' : 'other-error',
    saw: `${said}, which is not an error of a modern server that knows the method`,
    ...listedLegacy(error),
  });
}

/** `-32022`: only a modern server sends it; what it lists decides. */
function judgeUnsupportedVersion(
  answer: Answer,
  error: Extract<AnswerBody, { kind: 'error' }>,
  context: DiscoverContext,
): Verdict {
  const asked = quoteVersion(context.asked);
  const { versions } = readVersions(isRecord(error.data) ? error.data['supported'] : undefined);
  const list = versions.map(quoteVersion).join(', ');
  const warnings = [statusWarning(answer, 400).warning ?? ''];
  if (versions.length === 0) {
    return fallBack(context, {
      rule: 'unsupported-version-without-list',
      saw: `The server answered server/discover with ${describeAnswer(answer)}, but does not list a version it supports`,
      ...joined([...warnings, '-32022 must carry data.supported; without it the answer contradicts itself.']),
    });
  }
  const modern = newestModern(versions);
  const legacyVersion = newestLegacy(versions);
  if (modern === undefined && legacyVersion !== undefined) {
    return fallBack(context, {
      rule: 'unsupported-version-only-legacy',
      saw: `The server does not support ${asked} (-32022) and lists only older versions: ${list}`,
      legacyVersion,
      ...joined(warnings),
    });
  }
  if (modern === undefined) {
    return stop(
      'no-common-version',
      `No common version: the server does not support ${asked} (-32022) and lists only ${list}.`,
      joined(warnings),
    );
  }
  const contradiction = versions.includes(context.asked);
  if (contradiction) {
    warnings.push(
      `The error names ${asked} as unsupported and as supported; another fault may hide behind it, such as missing _meta.`,
    );
  }
  if (context.triedVersions.length > 0) {
    return stop(
      'unsupported-version-again',
      `The server refused ${asked} with -32022 after one corrective retry, although it lists ${list}.`,
      { ...joined(warnings), ...(legacyVersion === undefined ? {} : { legacyVersion }) },
    );
  }
  return {
    kind: 'retry-modern',
    rule: contradiction ? 'unsupported-version-contradiction' : 'unsupported-version',
    reason: `The server does not support ${asked} (-32022) and lists ${list}; asking once more with ${modern}.`,
    retryVersion: modern,
    ...joined(warnings),
  };
}

function judgeDiscoverWithoutMessage(answer: Answer, context: DiscoverContext): Verdict {
  const said = `The server answered server/discover with ${describeAnswer(answer)}`;
  const { status } = answer;
  if (status === 404) return fallBack(context, { rule: 'not-found', saw: `${said} and no JSON-RPC error` });
  if (status === 405) return fallBack(context, { rule: 'method-not-allowed', saw: said });
  if (status >= 400) {
    return fallBack(context, { rule: 'rejected', saw: `${said}, which is not a modern error` });
  }
  return fallBack(context, {
    rule: answer.body.kind === 'no-message' ? 'no-message' : 'no-answer',
    saw: `${said}, which is no answer`,
    warning: 'A request must be answered with a JSON-RPC response, as JSON or as a stream of events.',
  });
}

/**
 * What an answer to `initialize` means: `legacy` with the revision the connection speaks, or `stop`.
 * A server that answers another version than asked is connected to, with the mismatch as a warning. Pure.
 * See "Version Negotiation" in basic/lifecycle of 2025-11-25.
 */
export function judgeInitialize(evidence: InitializeEvidence, context: InitializeContext): Verdict {
  switch (evidence.kind) {
    case 'network':
      return stop('network', 'initialize never reached the server (CORS or network).');
    case 'cut':
      return stop('cut', 'The connection broke after the response headers of initialize.');
    case 'time-limit':
      return stop('time-limit', 'initialize was not answered within the time limit.');
    case 'answer':
      return withRedirect(judgeInitializeAnswer(evidence, context), evidence);
  }
}

function judgeInitializeAnswer(answer: Answer, context: InitializeContext): Verdict {
  const trouble = judgeStatus(answer, 'initialize');
  if (trouble) return trouble;
  const { body, status } = answer;
  const said = `The server answered initialize with ${describeAnswer(answer)}`;
  switch (body.kind) {
    case 'result':
      return judgeInitializeResult(answer, body.result, context);
    case 'error':
      return judgeInitializeError(answer, body, context);
    case 'html':
      // A 404 page is what a wrong path looks like; a page with any other status is what a wrong server looks like.
      return status === 404
        ? stop('not-found', `${said}: there is no MCP endpoint at this path.`)
        : stop('html', `${said}: a web page, not an MCP endpoint.`);
    case 'empty':
    case 'null':
    case 'text':
    case 'json-not-rpc':
    case 'no-message':
      break;
  }
  if (status === 404) return stop('not-found', `${said}: there is no MCP endpoint at this path.`);
  if (status === 405) {
    return stop(
      'method-not-allowed',
      `${said}: it takes no POST here, as a server of the older HTTP+SSE transport would.`,
    );
  }
  if (body.kind === 'text' || body.kind === 'json-not-rpc') {
    return stop('not-json-rpc', `${said}, which is not JSON-RPC.`);
  }
  if (status >= 400) return stop('rejected', `${said} and does not say why.`);
  return body.kind === 'no-message'
    ? stop('no-message', 'The stream that should carry the answer to initialize ended without one.')
    : stop('no-answer', `${said}, which is no answer.`);
}

function judgeInitializeResult(answer: Answer, result: unknown, context: InitializeContext): Verdict {
  if (!isRecord(result)) {
    return stop('result-not-object', 'The server answered initialize with a result that is not an object.');
  }
  const warnings: string[] = [];
  if (answer.status !== 200) {
    warnings.push(`The result came with status ${answer.status} instead of 200.`);
  }
  const asked = quoteVersion(context.asked);
  const answered = result['protocolVersion'];
  if (typeof answered !== 'string' || answered === '') {
    warnings.push('The result has no protocolVersion, which initialize requires.');
    return {
      kind: 'legacy',
      rule: 'initialized-without-version',
      reason: `The server accepted initialize without saying which version it speaks; the connection speaks ${asked}.`,
      revision: context.asked,
      ...joined(warnings),
    };
  }
  if (answered === context.asked) {
    return {
      kind: 'legacy',
      rule: 'initialized',
      reason: `The server accepted initialize with ${asked}.`,
      revision: answered,
      ...joined(warnings),
    };
  }
  const other = quoteVersion(answered);
  warnings.push(`Asked for ${asked}, answered ${other}.`);
  if (!LEGACY_VERSIONS.includes(answered)) {
    warnings.push(`Roundtrip does not know ${other} as a version with an initialize handshake.`);
  }
  return {
    kind: 'legacy',
    rule: 'version-mismatch',
    reason: `The server accepted initialize, asked for ${asked}, and speaks ${other}.`,
    revision: answered,
    ...joined(warnings),
  };
}

function judgeInitializeError(
  answer: Answer,
  error: Extract<AnswerBody, { kind: 'error' }>,
  context: InitializeContext,
): Verdict {
  const said = `The server answered initialize with ${describeAnswer(answer)}`;
  const versions = versionsNamedIn(error).filter((version) => version !== context.asked);
  const legacyVersion = newestLegacy(versions);
  const modern = newestModern(versions);
  const hints = {
    ...(legacyVersion === undefined ? {} : { legacyVersion }),
    ...(modern === undefined ? {} : { retryVersion: modern }),
  };
  if (error.code === HEADER_MISMATCH || error.code === MISSING_CLIENT_CAPABILITY) {
    return stop(
      'modern-only',
      `${said}: only a modern server has that error, so it has no initialize handshake.`,
      { ...hints, retryVersion: modern ?? LATEST_MODERN_VERSION },
    );
  }
  if (legacyVersion !== undefined) {
    return stop(
      'unsupported-version',
      `${said}: it does not support ${quoteVersion(context.asked)}, but names ${legacyVersion}.`,
      hints,
    );
  }
  if (modern !== undefined) {
    return stop('modern-only', `${said}: it names ${modern}, which has no initialize handshake.`, hints);
  }
  if (error.code === UNSUPPORTED_PROTOCOL_VERSION) {
    return stop(
      'modern-only',
      `${said}: only a modern server has that error, but it names no version both sides speak.`,
    );
  }
  if (error.code === METHOD_NOT_FOUND) {
    return stop(
      'method-not-found',
      `${said}: it does not know initialize, so it is modern only or not an MCP server.`,
      { retryVersion: LATEST_MODERN_VERSION },
    );
  }
  return stop('initialize-refused', `${said}.`);
}

/** Go on to `initialize` in Auto mode; stop with the same evidence where a version is pinned. */
function fallBack(context: DiscoverContext, finding: Finding): Verdict {
  const { rule, saw, warning, legacyVersion } = finding;
  return {
    kind: context.auto ? 'try-legacy' : 'stop',
    rule,
    reason: context.auto
      ? `${saw}; trying initialize.`
      : `${saw}; ${quoteVersion(context.asked)} is pinned, so initialize was not tried.`,
    ...(legacyVersion === undefined ? {} : { legacyVersion }),
    ...(warning === undefined ? {} : { warning }),
  };
}

function stop(rule: string, reason: string, more: Partial<Verdict> = {}): Verdict {
  return { ...more, kind: 'stop', rule, reason };
}

function withRedirect(verdict: Verdict, answer: Answer): Verdict {
  if (answer.redirected === undefined) return verdict;
  return { ...verdict, ...joined([verdict.warning ?? '', `The server redirected to ${answer.redirected}.`]) };
}

function statusWarning(answer: Answer, expected: number): { warning?: string } {
  if (answer.status === expected) return {};
  return { warning: `That error must come with status ${expected}, not ${answer.status}.` };
}

/** The warning made of the sentences that are not empty; nothing where there is none. */
function joined(sentences: readonly string[]): { warning?: string } {
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
function quoteVersion(version: string): string {
  return isDatedVersion(version) ? version : JSON.stringify(quoteText(version));
}

/** "400 and -32000 (Server not initialized)", "404 and an HTML page", "204". */
function describeAnswer(answer: Answer): string {
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
    case 'no-message':
      return `${status} and a stream that ended without a message`;
  }
}

function listedLegacy(error: Extract<AnswerBody, { kind: 'error' }>): { legacyVersion?: string } {
  const legacyVersion = newestLegacy(versionsNamedIn(error));
  // A text may mention any date; only versions Roundtrip speaks are worth asking for unprompted.
  return legacyVersion !== undefined && LEGACY_VERSIONS.includes(legacyVersion) ? { legacyVersion } : {};
}
