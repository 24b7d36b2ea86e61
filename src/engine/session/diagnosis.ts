import type { AttemptEvidence } from '../eras/attempt.ts';
import { cutText, straightText } from '../base/visible-text.ts';
import type { Evidence, Verdict } from '../protocol/verdict.ts';
import { agoText, listWords, preflightNames, type KnownAnswer } from '../wire/known-answer.ts';
import type { Diagnosis } from '../wire-log/notes.ts';

/** Where the page stands: what a diagnosis may take into account without asking the network. */
export interface PageContext {
  /** `https://host`; null outside a page (Node), where there is no CORS. */
  readonly origin: string | null;
  /** State of the permission to reach the local network; null where the browser has none. */
  localNetworkPermission(): Promise<'granted' | 'denied' | 'prompt' | null>;
}

/** What the probes found, in the order they ran. Absent: not run. */
export interface ProbeFindings {
  /** `GET`, no-cors. */
  readonly reachable?: boolean;
  /** `GET` with only `Accept`. */
  readonly originAllowed?: boolean;
  /** `POST` with `Content-Type` only. */
  readonly postAllowed?: boolean;
  /** Header names, lower case, that fail although `POST` alone passes. */
  readonly refused?: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** What failed. */
export interface Failure {
  readonly url: string;
  readonly origin: string | null;
  readonly verdict: Verdict;
  readonly evidence: AttemptEvidence;
  /** Names of the headers of the request that failed. */
  readonly headerNames: readonly string[];
  /** The handshake itself had worked; a later request failed. */
  readonly afterHandshake: boolean;
  /** The versions that were asked for. */
  readonly tried: readonly string[];
  /** The `WWW-Authenticate` of the answer; null where this page could read none. */
  readonly challenge: string | null;
}

/** The lines a server has to answer so that this page may use it; `refused` are marked. */
export function corsLines(
  origin: string,
  allowed: readonly string[],
  refused: readonly string[],
): Diagnosis['headerLines'] {
  // server/discover names nothing, but the first call after it will.
  const later = allowed.includes('mcp-method') ? ['mcp-name'] : [];
  // A stream that ended is gone on with by a GET that names the last event, in the legacy era.
  const always = ['content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id'];
  const names = [...new Set([...allowed, ...later, ...always])].sort();
  return [
    { name: 'access-control-allow-origin', values: [origin], marked: [] },
    { name: 'access-control-allow-methods', values: ['GET', 'POST', 'DELETE'], marked: [] },
    { name: 'access-control-allow-headers', values: names, marked: refused },
    { name: 'access-control-expose-headers', values: ['mcp-session-id', 'www-authenticate'], marked: [] },
  ];
}

/** What can be known without a request: the page's scheme and the target's scheme and port. Null: nothing against it. */
export function judgeTarget(url: string, origin: string | null): Diagnosis | null {
  let target: URL;
  try {
    target = new URL(url);
  } catch {
    return plain(
      'bad-url',
      'That is not a URL',
      'Write it whole, with https:// or http:// in front.',
      'not a URL',
    );
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return plain(
      'bad-url',
      `${target.protocol} is not a scheme for streamable HTTP`,
      'Write a URL that starts with https:// or http://.',
      'not an http URL',
    );
  }
  if (target.username !== '' || target.password !== '') {
    return plain(
      'bad-url',
      'The URL carries a user name or password',
      'A browser refuses to fetch such a URL. Put an Authorization header under Headers instead.',
      'credentials in the URL',
    );
  }
  if (origin?.startsWith('https:') && target.protocol === 'http:' && !isLoopback(target.hostname)) {
    return plain(
      'mixed-content',
      'An https page may not call an http server',
      'The browser blocks it before anything is sent. Serve the server over https, or open Roundtrip from http://127.0.0.1.',
      'mixed content',
    );
  }
  if (BAD_PORTS.has(target.port)) {
    return plain(
      'bad-port',
      `Browsers refuse to connect to port ${target.port}`,
      'It is on the list of blocked ports of the Fetch standard. Move the server to another port.',
      `port ${target.port} is blocked`,
    );
  }
  return null;
}

/** Whether a page at `origin` needs CORS for `url`; false outside a page. */
export function isCrossOrigin(url: string, origin: string | null): boolean {
  return origin !== null && new URL(url).origin !== origin;
}

/** Whether `host` is this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}

/** Whether a browser asks for leave at all: a page from elsewhere that wants something on this machine or beside it. */
function reachesInwards({ origin, url }: Failure): boolean {
  const target = new URL(url).hostname;
  const beside = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.|\.local$|^\[f[cde]/.test(target);
  return (isLoopback(target) || beside) && origin !== null && !isLoopback(new URL(origin).hostname);
}

/** Why a request that no answer came to failed, from what the probes found. Pure. */
export function diagnoseNetwork(
  failure: Failure,
  probes: ProbeFindings,
  permission: string | null,
): Diagnosis {
  const host = hostOf(failure.url);
  const known = failure.evidence.kind === 'network' ? failure.evidence.known : undefined;
  const { evidence } = probes;
  const withKnown = known ? [knownRow(known), ...evidence] : evidence;
  const before = failure.afterHandshake ? 'The handshake worked; the request after it did not. ' : '';
  const names = preflightNames(failure.headerNames);
  const lines = failure.origin === null ? [] : corsLines(failure.origin, names, probes.refused ?? []);
  if (permission === 'denied' && probes.reachable !== true && reachesInwards(failure)) {
    return {
      cause: 'local-network',
      title: 'The browser keeps this page from your local network',
      explanation: `Allow local network access for this site in the browser's site settings, then retry.`,
      short: 'local network access denied',
      headerLines: [],
      evidence,
    };
  }
  if (failure.origin === null || probes.reachable !== true) {
    const certificate = failure.url.startsWith('https:')
      ? ' A certificate that is not trusted looks the same: open the URL in a tab to see.'
      : '';
    return {
      cause: 'unreachable',
      title:
        known?.path === null
          ? `${host} does not answer any more`
          : `Nothing answers at ${host}${known ? new URL(failure.url).pathname : ''}`,
      explanation: known
        ? `${before}${knownText(known)}, so the name and the port are right: ${goneText(known)}`
        : `${before}The server is down, the name or port is wrong, or the network is down.${certificate}`,
      short: 'unreachable',
      headerLines: [],
      evidence: withKnown,
    };
  }
  if (probes.refused && probes.refused.length > 0) {
    const refused = probes.refused;
    const count =
      refused.length === 1 ? 'one of our headers' : `${numberWord(refused.length)} of our headers`;
    return {
      cause: 'cors-preflight',
      title: `The server is up. Its preflight refuses ${count}.`,
      explanation: failure.afterHandshake
        ? `${before}${host} lets this origin in, but does not allow ${refused.join(', ')}, which every request after the handshake carries.`
        : `${host} lets this origin in, but its list of allowed headers lacks ${refused.join(', ')}, so the request never left the browser. That says nothing about the era of the server.`,
      short: `CORS · the preflight refuses ${listWords(refused)}`,
      headerLines: lines,
      evidence,
    };
  }
  if (probes.originAllowed === false && probes.postAllowed !== true) {
    return {
      cause: 'cors-origin',
      title: 'The server is up. It does not let this page read its answers.',
      explanation: `${before}${host} sends no access-control-allow-origin that fits ${failure.origin}.${originHint(known)}`,
      short: 'CORS · this origin is not allowed',
      headerLines: lines,
      evidence: withKnown,
    };
  }
  if (probes.postAllowed === false) {
    return {
      cause: 'cors-preflight',
      title: 'The server is up. Its preflight refuses POST with a JSON body.',
      explanation: `${before}${host} answers a plain GET, but its preflight allows neither content-type nor what else the request carries.`,
      short: 'CORS · the preflight refuses content-type',
      headerLines: corsLines(failure.origin, names, names),
      evidence,
    };
  }
  return {
    cause: 'cors-unknown',
    title: 'The server is up. The browser blocked this one request.',
    explanation: `${before}Each header passes on its own. The server may cut the connection, or answer this method without CORS headers.`,
    short: 'CORS · cause not found',
    headerLines: lines,
    evidence,
  };
}

/** What may be behind an answer that this page may not read. */
function originHint(known: KnownAnswer | undefined): string {
  if (!known) return ' A server that wants authorization may also hide its 401 this way.';
  return known.path === null
    ? ` ${knownText(known)}: its CORS headers have changed since, or this answer alone lacks them, as a 401 often does.`
    : ` ${knownText(known)}: this path may be wrong, and its 404 sent without CORS headers.`;
}

/** What has become of a server that answered before. */
function goneText({ path }: KnownAnswer): string {
  return path === null
    ? 'the server has gone down since, or the network has.'
    : 'the server has gone down since, or drops what is asked at this path, or redirects it without end.';
}

/** "It answered this page 40 s ago". */
function knownText({ agoMs, path }: KnownAnswer): string {
  return `It answered this page ${agoText(agoMs)}${path === null ? '' : ` at ${path}`}`;
}

function knownRow({ exchange, sent, status, agoMs }: KnownAnswer): Evidence {
  return { exchange, sent, good: true, saw: `${status} and readable, ${agoText(agoMs)}` };
}

/** Legacy `initialize` worked, no readable session id, and the next request was refused: the id is there but hidden. */
export function diagnoseHiddenSession(failure: Failure, evidence: readonly Evidence[]): Diagnosis {
  return {
    cause: 'session-hidden',
    title: 'The server probably issued a session id that this page may not read',
    explanation:
      'initialize worked, no Mcp-Session-Id could be read, and the next request was refused for the lack of one. The server has to expose the header.',
    short: 'session id hidden (CORS)',
    headerLines: exposing(failure, 'mcp-session-id'),
    evidence,
  };
}

/** The lines that let this page in, with `header` marked as what is not exposed. `next`: what the page will send once it did what it is told. */
function exposing(
  { origin, headerNames }: Failure,
  header: string,
  next: readonly string[] = [],
): Diagnosis['headerLines'] {
  if (origin === null) return [];
  return corsLines(origin, preflightNames([...headerNames, ...next]), []).map((line) =>
    line.name === 'access-control-expose-headers' ? { ...line, marked: [header] } : line,
  );
}

/** Why an answer that did arrive is no way in. Pure. */
export function diagnoseAnswer(failure: Failure, evidence: readonly Evidence[]): Diagnosis {
  const { verdict } = failure;
  const row = ANSWERS.get(verdict.rule) ?? fallbackRow;
  const moved =
    failure.evidence.kind === 'answer' && failure.evidence.redirected !== undefined
      ? ` The server redirected to ${failure.evidence.redirected}: try that URL.`
      : '';
  return {
    cause: row.cause,
    title: row.title,
    explanation: `${verdict.reason} ${row.advice}${challengeText(row.cause, failure)}${moved}`.trim(),
    short: row.short,
    headerLines: challengeIsHidden(row.cause, failure)
      ? exposing(failure, 'www-authenticate', ['authorization'])
      : [],
    evidence,
    ...versionToAskFor(failure),
  };
}

/** Of a challenge only its beginning: the wire log has all of it. */
const CHALLENGE_LENGTH = 400;

/** What the server says it wants (RFC 9110, 11.6.1); a 401 has to. */
function challengeText(cause: Diagnosis['cause'], { challenge, url, origin }: Failure): string {
  if (cause !== 'unauthorized' && cause !== 'forbidden') return '';
  if (challenge) return ` It asks for: ${cutText(straightText(challenge), CHALLENGE_LENGTH)}.`;
  if (cause === 'forbidden') return '';
  return !isCrossOrigin(url, origin)
    ? ' It sent no WWW-Authenticate, which would say what it asks for.'
    : ' No WWW-Authenticate could be read, which would say what it asks for: either it sent none, or it does not expose it.';
}

function challengeIsHidden(cause: Diagnosis['cause'], { challenge, url, origin }: Failure): boolean {
  return cause === 'unauthorized' && challenge === null && isCrossOrigin(url, origin);
}

/** What a refusal named instead: worth a click, where nobody asked for it yet. */
function versionToAskFor({ verdict, tried }: Failure): Pick<Diagnosis, 'version'> {
  const version = verdict.legacyVersion ?? verdict.retryVersion;
  return version === undefined || tried.includes(version) ? {} : { version };
}

interface AnswerRow {
  readonly cause: Diagnosis['cause'];
  readonly title: string;
  readonly advice: string;
  readonly short: string;
}

const fallbackRow: AnswerRow = {
  cause: 'rejected',
  title: 'The server refused the handshake',
  advice: 'The raw answer is in the wire log.',
  short: 'refused',
};

/** 2025-11-25, basic/transports, "Backwards Compatibility". */
const OLD_TRANSPORT =
  'A server that speaks only the transport before this one (HTTP+SSE, 2024-11-05) answers so too; Roundtrip does not speak it.';

const ANSWERS: ReadonlyMap<string, AnswerRow> = new Map<string, AnswerRow>([
  [
    'unauthorized',
    {
      cause: 'unauthorized',
      title: 'The server wants authorization',
      advice: 'Add an Authorization header under Headers, for example a bearer token.',
      short: '401, authorization needed',
    },
  ],
  [
    'forbidden',
    {
      cause: 'forbidden',
      title: 'The server forbids it',
      advice: 'It may refuse this origin or these credentials.',
      short: '403, forbidden',
    },
  ],
  [
    'not-found',
    {
      cause: 'not-found',
      title: 'There is no MCP endpoint at this path',
      advice: `Check the path of the URL, and whether it needs a slash at its end. ${OLD_TRANSPORT}`,
      short: '404, not found',
    },
  ],
  [
    'html',
    {
      cause: 'html',
      title: 'A web page answered, not an MCP server',
      advice: 'Check the path of the URL; a sign-in page may also stand in front of the server.',
      short: 'a web page answered',
    },
  ],
  [
    'not-json-rpc',
    {
      cause: 'not-json-rpc',
      title: 'The server answered something that is not JSON-RPC',
      advice: 'Check the path of the URL.',
      short: 'not JSON-RPC',
    },
  ],
  [
    'other-id',
    {
      cause: 'other-id',
      title: 'The server answered with another id',
      advice:
        'A response must carry the id of its request, value and type, or nothing tells what it answers.',
      short: 'another id',
    },
  ],
  [
    'no-common-version',
    {
      cause: 'no-common-version',
      title: 'No common version',
      advice:
        'Roundtrip does not know what it lists, but can ask for it: choose Other… as the protocol version.',
      short: 'no common version',
    },
  ],
  ...['only-legacy-versions', 'unsupported-version-only-legacy'].map(
    (rule) =>
      [
        rule,
        {
          cause: 'no-common-version',
          title: 'The server lists only older versions',
          advice: 'Choose one of them, or Auto.',
          short: 'only older versions',
        },
      ] as const,
  ),
  [
    'method-not-found',
    {
      cause: 'rejected',
      title: 'The server does not know this kind of handshake',
      advice: 'Choose another protocol version, or Auto.',
      short: 'handshake not known',
    },
  ],
  [
    'method-not-allowed',
    {
      cause: 'rejected',
      title: 'The server takes no POST at this path',
      advice: `Check the path of the URL. ${OLD_TRANSPORT}`,
      short: '405, no POST',
    },
  ],
  [
    'no-answer',
    {
      cause: 'not-json-rpc',
      title: 'The answer holds no message',
      advice: 'An MCP server answers a request with JSON or a stream of events. Check the path of the URL.',
      short: 'no message in the answer',
    },
  ],
  [
    'no-message',
    {
      cause: 'not-json-rpc',
      title: 'The stream ended without an answer',
      advice: 'The server, or a proxy between, closed it too early.',
      short: 'no answer in the stream',
    },
  ],
  [
    'unsupported-version',
    {
      cause: 'no-common-version',
      title: 'The server does not support the version that was asked for',
      advice: 'Choose a version the server names.',
      short: 'version not supported',
    },
  ],
  [
    'unsupported-version-again',
    {
      cause: 'no-common-version',
      title: 'The server refuses a version that it lists',
      advice: 'It contradicts itself; the cause may be another part of the request.',
      short: 'version refused twice',
    },
  ],
  [
    'modern-only',
    {
      cause: 'no-common-version',
      title: 'This server speaks only modern revisions',
      advice: 'Choose 2026-07-28 or Auto as the protocol version.',
      short: 'modern only',
    },
  ],
  [
    'time-limit',
    {
      cause: 'time-limit',
      title: 'The server did not answer in time',
      advice: 'Raise the time limit, or look at what the server is waiting for.',
      short: 'time limit',
    },
  ],
  [
    'cut',
    {
      cause: 'cut',
      title: 'The connection broke before the answer was whole',
      advice: 'A proxy between may cut it; retry.',
      short: 'connection cut',
    },
  ],
  [
    'server-error',
    {
      cause: 'server-error',
      title: 'The server failed',
      advice: 'Look at its own log.',
      short: 'server error',
    },
  ],
  [
    'too-many-requests',
    {
      cause: 'server-error',
      title: 'The server is limiting requests',
      advice: 'Wait a little, then retry.',
      short: '429, too many requests',
    },
  ],
  [
    'header-mismatch',
    {
      cause: 'rejected',
      title: 'The server finds fault with our headers',
      advice:
        'A proxy may change or drop Mcp-Method or MCP-Protocol-Version; an own header may override one.',
      short: 'header mismatch',
    },
  ],
  [
    'missing-client-capability',
    {
      cause: 'rejected',
      title: 'The server needs a client capability that is not declared',
      advice: 'Choose another client profile.',
      short: 'client capability missing',
    },
  ],
]);

function plain(cause: Diagnosis['cause'], title: string, explanation: string, short: string): Diagnosis {
  return { cause, title, explanation, short, headerLines: [], evidence: [] };
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

function numberWord(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count);
}

/** Fetch standard, "port blocking". */
const BAD_PORTS = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 ' +
    '389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 ' +
    '6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);
