import {
  HEADER_MISMATCH,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../protocol/errors.ts';
import { LATEST_MODERN_VERSION, LEGACY_VERSIONS } from '../protocol/revisions.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { isRecord } from '../wire/message.ts';
import {
  describeAnswer,
  describeMeanwhile,
  describeNetwork,
  joined,
  judgeStatus,
  quoteVersion,
  stop,
  withRedirect,
  type AnswerBody,
  type AnsweredAttempt,
  type AttemptEvidence,
} from './attempt.ts';
import { newestLegacy, newestModern, versionsNamedIn } from './listed-versions.ts';

/** What `initialize` was sent with. */
export interface InitializeContext {
  /** The version the request named. */
  readonly asked: string;
}

/**
 * What an answer to `initialize` means: `legacy` with the revision the connection speaks, or `stop`.
 * A server that answers another version than asked is connected to, with the mismatch as a warning. Pure.
 * See "Version Negotiation" in basic/lifecycle of 2025-11-25.
 */
export function judgeInitialize(evidence: AttemptEvidence, context: InitializeContext): Verdict {
  switch (evidence.kind) {
    case 'network':
      return stop('network', `${describeNetwork('initialize', '', evidence.known)}.`);
    case 'cut':
      return stop('cut', 'The connection broke after the response headers of initialize.');
    case 'time-limit':
      return stop(
        'time-limit',
        `initialize was not answered within the time limit${describeMeanwhile(evidence.otherId)}.`,
      );
    case 'answer':
      return withRedirect(judgeInitializeAnswer(evidence, context), evidence);
  }
}

function judgeInitializeAnswer(answer: AnsweredAttempt, context: InitializeContext): Verdict {
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
      return status === 404 ? stop('not-found', `${said}.`) : stop('html', `${said}.`);
    case 'empty':
    case 'null':
    case 'text':
    case 'json-not-rpc':
    case 'other-id':
    case 'no-message':
      break;
  }
  if (status === 404) return stop('not-found', `${said}.`);
  if (status === 405) {
    return stop(
      'method-not-allowed',
      `${said}: it takes no POST here, as a server of the older HTTP+SSE transport would.`,
    );
  }
  if (body.kind === 'other-id') {
    // A server that fails before it has read the request may give an error an id of its own: what it refuses is the news then.
    const refused = status >= 400 && body.otherId.answer.kind === 'error';
    return stop(refused ? 'initialize-refused' : 'other-id', `${said}.`);
  }
  if (body.kind === 'text' || body.kind === 'json-not-rpc') {
    return stop('not-json-rpc', `${said}, which is not JSON-RPC.`);
  }
  if (status >= 400) return stop('rejected', `${said} and does not say why.`);
  return body.kind === 'no-message'
    ? stop('no-message', 'The stream that should carry the answer to initialize ended without one.')
    : stop('no-answer', `${said}, which is no answer.`);
}

function judgeInitializeResult(
  answer: AnsweredAttempt,
  result: unknown,
  context: InitializeContext,
): Verdict {
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
  answer: AnsweredAttempt,
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
