import { findCapability, type Side } from './capabilities.ts';
import { DEPRECATIONS, type Deprecation } from './deprecations.ts';
import { ERROR_CODES, findDraftErrorCode } from './errors.ts';
import { findExtension } from './extensions.ts';
import { findField } from './fields.ts';
import { headerOf } from './headers.ts';
import { findMetaKey } from './meta-keys.ts';
import { formsOfMethod, type Method } from './methods.ts';
import { compareRevisions, existsIn, isDatedVersion, REVISIONS } from './revisions.ts';
import { specLink, type SpecPage } from './spec-links.ts';
import { META_OWNER, type Term } from './terms.ts';

/** What there is to say about a word of the protocol. */
export interface Explanation {
  /** As the specification spells it. */
  readonly name: string;
  /** What kind of word it is, and where it stands: "header of requests". */
  readonly what: string;
  /** What it means. */
  readonly sentence: string;
  /** First revision that has it; null for a code that only drafts had. */
  readonly since: string | null;
  /** Last revision that has it; null where the newest does. */
  readonly until: string | null;
  /** What took its place, to stand behind "replaced by"; null where nothing did, or it is still there. */
  readonly replacedBy: string | null;
  /** Since when the specification wants it to be left behind. */
  readonly deprecatedSince: string | null;
  /** What to do instead of what is deprecated. A sentence. */
  readonly migration: string | null;
  /** How it changed while it stayed. Sentences. */
  readonly changes: readonly string[];
  /** The revision that was asked about lacks it. A sentence. */
  readonly absent: string | null;
  /** The page of the specification, in the revision that was asked about where that one has it. */
  readonly link: { readonly url: string; readonly revision: string };
}

/** What the tables say of a word, before a revision is asked about. */
interface Known {
  readonly name: string;
  readonly what: string;
  readonly meaning: string;
  readonly since: string;
  /** First revision without it. */
  readonly until?: string | undefined;
  readonly replacedBy?: string | undefined;
  readonly deprecatedSince?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
  readonly changes?: readonly string[];
  readonly page: SpecPage;
}

/**
 * Since when, until when and what for, from the tables of this folder, with the page that says so; null for a word that no
 * revision has. `revision`: that of the message the word stands in, where it is known.
 */
export function explain(term: Term, revision: string | null = null): Explanation | null {
  if (term.kind === 'error' && !ERROR_CODES.some(({ code }) => code === term.code))
    return draftCode(term.code);
  const known = lookUp(term, revision);
  if (!known) return null;
  const { since, until, deprecatedSince } = known;
  const asked = revision !== null && isDatedVersion(revision) ? revision : null;
  const last = lastBefore(until);
  const deprecation = known.deprecation ?? (deprecatedSince ? DEPRECATED_WITH[known.page] : undefined);
  const at =
    asked === null
      ? last
      : compareRevisions(asked, since) < 0
        ? since
        : compareRevisions(asked, last) > 0
          ? last
          : asked;
  return {
    name: known.name,
    what: known.what,
    sentence: sentence(known.meaning),
    since,
    until: until === undefined ? null : last,
    replacedBy: known.replacedBy ?? null,
    deprecatedSince: deprecatedSince ?? null,
    migration: deprecation ? sentence(deprecation.migration) : null,
    changes: known.changes ?? [],
    absent: asked === null || existsIn(asked, known) ? null : `${asked} does not have it.`,
    link: link(known.page, at),
  };
}

function lookUp(term: Term, revision: string | null): Known | undefined {
  switch (term.kind) {
    case 'capability':
      return capability(term.side, term.path);
    case 'extension':
      return extension(term.id);
    case 'method':
      return method(term.name, revision);
    case 'header':
      return header(term.name);
    case 'field':
      return term.owner === META_OWNER ? metaKey(term.name) : field(term.owner, term.name);
    case 'error':
      return errorCode(term.code, revision);
  }
}

function capability(side: Side, path: readonly string[]): Known | undefined {
  const fact = findCapability(side, path);
  if (!fact) return undefined;
  const context = side === 'client' && path.join('.') === 'sampling.context';
  return {
    ...fact,
    name: path.join('.'),
    what: `capability of the ${side}`,
    replacedBy: fact.movedTo === undefined ? undefined : `the extension ${fact.movedTo}`,
    ...(context ? { deprecation: DEPRECATIONS.includeContext } : {}),
  };
}

function extension(id: string): Known | undefined {
  const found = findExtension(id);
  if (!found) return undefined;
  return {
    name: id,
    what: 'official extension',
    meaning: found.meaning,
    since: '2026-07-28',
    changes: ['It is no part of the core protocol; both sides name it in capabilities.extensions.'],
    page: 'extensions',
  };
}

function method(name: string, revision: string | null): Known | undefined {
  const forms = formsOfMethod(name);
  const first = forms[0];
  const last = forms.at(-1);
  if (!first || !last) return undefined;
  const form = forms.find((each) => revision !== null && existsIn(revision, each)) ?? last;
  const deprecatedSince = DEPRECATED_METHODS.has(name) ? '2026-07-28' : undefined;
  return {
    name,
    what: `${form.kind}, ${form.direction === 'both' ? 'in both directions' : form.direction}`,
    meaning: form.meaning,
    since: first.since,
    until: last.until,
    deprecatedSince,
    changes: [
      ...forms.slice(1).flatMap((each, at) => formChange(forms[at] ?? first, each)),
      ...(NOTES.get(name) ?? []),
    ],
    replacedBy: SUCCESSORS.get(name),
    page: form.page,
  };
}

function formChange(before: Method, after: Method): string[] {
  const changes: string[] = [];
  if (after.extension !== undefined && before.extension === undefined)
    changes.push(
      `Since ${after.since} part of the extension ${after.extension}, and not of the core protocol.`,
    );
  if (after.kind === 'input request' && before.kind !== after.kind)
    changes.push(`Since ${after.since} carried in inputRequests of a result, and not sent on its own.`);
  if (after.rounds && !before.rounds)
    changes.push(`Since ${after.since} its result may ask for input first.`);
  if (before.direction === 'both' && after.direction === 'server to client')
    changes.push(`Since ${after.since} only the server sends it.`);
  return changes;
}

function header(name: string): Known | undefined {
  const found = headerOf(name);
  if (!found) return undefined;
  const on = { request: 'requests', response: 'responses', both: 'requests and responses' }[found.on];
  return {
    ...found,
    what: `header of ${on}`,
    replacedBy: SUCCESSORS.get(found.name),
    changes: NOTES.get(found.name) ?? [],
  };
}

function metaKey(name: string): Known | undefined {
  const found = findMetaKey(name);
  if (!found) return undefined;
  const on = found.on.map((each) => `${each}s`).join(', ');
  return {
    ...found,
    name,
    what: `key of _meta, in ${on}`,
    changes: found.required ? ['A request without it is malformed.'] : [],
  };
}

function field(owner: string, name: string): Known | undefined {
  const found = findField(owner, name);
  if (!found) return undefined;
  return {
    ...found,
    // `Tool` and `Resource` are names; params and results are not.
    what: `member of ${/^[a-z]/.test(found.title) ? 'the ' : ''}${found.title}`,
    changes: found.change === undefined ? [] : [found.change],
  };
}

function errorCode(code: number, revision: string | null): Known | undefined {
  const rows = ERROR_CODES.filter((row) => row.code === code);
  const found = rows.find((row) => revision !== null && existsIn(revision, row)) ?? rows.at(-1);
  if (!found) return undefined;
  return {
    ...found,
    name: `${shownCode(code)} ${found.name}`,
    what: 'error code',
    meaning: found.meaning.replace(/\.$/, ''),
    replacedBy: SUCCESSORS.get(String(code)),
    page: CODE_PAGES.get(code) ?? 'errorCodes',
  };
}

function draftCode(code: number): Explanation | null {
  const draft = findDraftErrorCode(code);
  if (!draft) return null;
  return {
    name: shownCode(code),
    what: 'error code',
    sentence: `Drafts of 2026-07-28 used it for ${draft.name}, which is ${shownCode(draft.now)} now.`,
    since: null,
    until: null,
    replacedBy: null,
    deprecatedSince: null,
    migration: null,
    changes: ['No revision gives it a meaning; a server may use it for something of its own.'],
    absent: null,
    link: link('errorCodes', '2026-07-28'),
  };
}

/** What took the place of what a later revision no longer has: methods, headers and codes by their name. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['initialize', 'server/discover, and by what _meta of every request says'],
  ['resources/subscribe', 'resourceSubscriptions of subscriptions/listen'],
  ['resources/unsubscribe', 'the end of the stream of subscriptions/listen'],
  ['logging/setLevel', 'io.modelcontextprotocol/logLevel in _meta of a request'],
  ['notifications/elicitation/complete', 'a retry of the request, which tells how it went'],
  ['notifications/tasks/status', 'notifications/tasks of the tasks extension'],
  ['tasks/result', 'tasks/get of the tasks extension, which carries the result'],
  ['Mcp-Session-Id', 'handles that a server gives out and takes as arguments'],
  ['-32002', '−32602, Invalid params'],
  ['-32042', 'a result that asks for input, with an elicitation by URL'],
]);

const NOTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['notifications/initialized', ['There is no handshake any more that it could end.']],
  ['ping', ['Nothing took its place.']],
  ['notifications/roots/list_changed', ['A server asks for the roots whenever it needs them.']],
  ['tasks/list', ['The tasks extension has no such method.']],
  [
    'Last-Event-ID',
    ['A stream that broke is not resumed any more; the request is sent again, as a new one.'],
  ],
]);

/** Methods of the features that are deprecated. */
const DEPRECATED_METHODS: ReadonlySet<string> = new Set([
  'sampling/createMessage',
  'roots/list',
  'notifications/message',
]);

const DEPRECATED_WITH: Partial<Record<SpecPage, Deprecation>> = {
  sampling: DEPRECATIONS.sampling,
  roots: DEPRECATIONS.roots,
  logging: DEPRECATIONS.logging,
};

/** Codes that a page of their own writes about. */
const CODE_PAGES: ReadonlyMap<number, SpecPage> = new Map([
  [-32002, 'resources'],
  [-32042, 'elicitation'],
  [-32020, 'requestHeaders'],
  [-32021, 'errorCodes'],
  [-32022, 'versions'],
]);

function lastBefore(until: string | undefined): string {
  const known = REVISIONS.map(({ version }) => version);
  return known.find((version) => until === undefined || compareRevisions(version, until) < 0) ?? until ?? '';
}

function link(page: SpecPage, revision: string): Explanation['link'] {
  const url = specLink(page, revision);
  return { url, revision: /\/specification\/([^/]+)/.exec(url)?.[1] ?? revision };
}

function shownCode(code: number): string {
  return String(code).replace('-', '−');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
