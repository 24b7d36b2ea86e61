import {
  findDraftErrorCode,
  HEADER_MISMATCH,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../protocol/errors.ts';
import { LEGACY_VERSIONS } from '../protocol/revisions.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { isRecord } from '../wire/message.ts';
import {
  describeAnswer,
  describeMeanwhile,
  describeNetwork,
  joined,
  judgeStatus,
  quoteVersion,
  statusWarning,
  stop,
  withRedirect,
  type AnswerBody,
  type AnsweredAttempt,
  type AttemptEvidence,
} from './attempt.ts';
import {
  newestLegacy,
  newestModern,
  newestUnknown,
  readVersions,
  versionsNamedIn,
} from './listed-versions.ts';

/** What `server/discover` was sent with. */
export interface DiscoverContext {
  /** The version the request named. */
  readonly asked: string;
  /** Auto mode: `initialize` may follow. A pinned modern version never falls back. */
  readonly auto: boolean;
  /** Versions that earlier `server/discover` attempts of this handshake asked for; empty at the first. */
  readonly triedVersions: readonly string[];
}

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
export function judgeDiscover(evidence: AttemptEvidence, context: DiscoverContext): Verdict {
  switch (evidence.kind) {
    case 'network':
      return fallBack(context, {
        rule: 'network',
        saw: describeNetwork('The modern attempt', ', so its era is unknown', evidence.known),
      });
    case 'cut':
      return stop(
        'cut',
        'The connection broke after the response headers of server/discover; that says nothing about the era.',
      );
    case 'time-limit':
      return stop(
        'time-limit',
        `server/discover was not answered within the time limit${describeMeanwhile(evidence.otherId) || '; silence says nothing about the era'}.`,
      );
    case 'answer':
      return withRedirect(judgeDiscoverAnswer(evidence, context), evidence);
  }
}

function judgeDiscoverAnswer(answer: AnsweredAttempt, context: DiscoverContext): Verdict {
  const trouble = judgeStatus(answer, 'server/discover');
  if (trouble) return trouble;
  const { body } = answer;
  if (body.kind === 'result') return judgeDiscoverResult(answer, body.result, context);
  if (body.kind === 'error') return judgeDiscoverError(answer, body, context);
  return judgeDiscoverWithoutMessage(answer, context);
}

function judgeDiscoverResult(answer: AnsweredAttempt, result: unknown, context: DiscoverContext): Verdict {
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
    { ...toAskFor(versions), ...joined(warnings) },
  );
}

function judgeDiscoverError(
  answer: AnsweredAttempt,
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
  answer: AnsweredAttempt,
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
      { ...toAskFor(versions), ...joined(warnings) },
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

function judgeDiscoverWithoutMessage(answer: AnsweredAttempt, context: DiscoverContext): Verdict {
  const said = `The server answered server/discover with ${describeAnswer(answer)}`;
  const { status } = answer;
  if (status === 404) return fallBack(context, { rule: 'not-found', saw: `${said} and no JSON-RPC error` });
  if (status === 405) return fallBack(context, { rule: 'method-not-allowed', saw: said });
  if (status >= 400) {
    return fallBack(context, { rule: 'rejected', saw: `${said}, which is not a modern error` });
  }
  if (answer.body.kind === 'other-id') {
    return fallBack(context, {
      rule: 'other-id',
      saw: said,
      warning: 'A response must carry the id of its request.',
    });
  }
  return fallBack(context, {
    rule: answer.body.kind === 'no-message' ? 'no-message' : 'no-answer',
    saw: `${said}, which is no answer`,
    warning: 'A request must be answered with a JSON-RPC response, as JSON or as a stream of events.',
  });
}

/** A way on for the person where no version is known to both. */
function toAskFor(versions: readonly string[]): { retryVersion?: string } {
  const retryVersion = newestUnknown(versions);
  return retryVersion === undefined ? {} : { retryVersion };
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

function listedLegacy(error: Extract<AnswerBody, { kind: 'error' }>): { legacyVersion?: string } {
  const legacyVersion = newestLegacy(versionsNamedIn(error));
  // A text may mention any date; only versions Roundtrip speaks are worth asking for unprompted.
  return legacyVersion !== undefined && LEGACY_VERSIONS.includes(legacyVersion) ? { legacyVersion } : {};
}
