import { compareRevisions, isDatedVersion, type Era } from '../protocol/revisions.ts';
import { kindOf } from './difference.ts';

/** What another version on the connection means. */
export function versionMeaning(
  before: { readonly revision: string; readonly era: Era },
  after: { readonly revision: string; readonly era: Era },
): string {
  const now = `The connection now speaks ${after.revision}`;
  if (before.era !== after.era) {
    return after.era === 'modern'
      ? `${now}, which is modern: there is no session, every request carries its version and capabilities, and the server asks for input in its results.`
      : `${now}, which is legacy: initialize opens it, and the server asks for input with requests of its own.`;
  }
  // Any text may be answered; only dates come one after the other.
  if (!isDatedVersion(after.revision) || !isDatedVersion(before.revision))
    return `${now}, which tells nothing of before or after.`;
  return compareRevisions(after.revision, before.revision) > 0
    ? `${now}, a later revision.`
    : `${now}, an earlier revision: what came after it is not there.`;
}

const INFO: ReadonlyMap<string, Record<'added' | 'removed' | 'changed', string>> = new Map([
  [
    'name',
    {
      added: 'The server now says its name.',
      removed: 'The server no longer says its name.',
      changed: 'It is another server, or it was renamed.',
    },
  ],
  [
    'version',
    {
      added: 'The server now says which version of its software runs.',
      removed: 'The server no longer says which version of its software runs.',
      changed: 'Another version of its software runs.',
    },
  ],
  [
    'title',
    {
      added: 'The server now has a name for people to read.',
      removed: 'The server no longer has a name for people to read; its technical name stands in.',
      changed: 'The name for people to read changed.',
    },
  ],
  [
    'description',
    {
      added: 'The server now says what it does.',
      removed: 'The server no longer says what it does.',
      changed: 'The server says in other words what it does.',
    },
  ],
  [
    'websiteUrl',
    {
      added: 'The server now names its website.',
      removed: 'The server no longer names its website.',
      changed: 'The server names another website.',
    },
  ],
  [
    'icons',
    {
      added: 'The server now has icons.',
      removed: 'The server no longer has icons.',
      changed: 'The icons of the server changed.',
    },
  ],
]);

/** What a change of one member of the server's identity means; `key` undefined: the whole of it. */
export function serverInfoMeaning(
  key: string | undefined,
  before: string | undefined,
  after: string | undefined,
): string {
  const kind = kindOf(before, after);
  if (key === undefined) {
    return kind === 'added'
      ? 'The server now says who it is.'
      : 'The server no longer says who it is; clients show its address instead.';
  }
  return (
    INFO.get(key)?.[kind] ??
    'The server says something else about itself, which the specification does not define.'
  );
}

/** What a change of the instructions means. */
export function instructionsMeaning(before: string | undefined, after: string | undefined): string {
  switch (kindOf(before, after)) {
    case 'added':
      return 'The server now tells a model how to use it.';
    case 'removed':
      return 'The server no longer tells a model how to use it; the model has only the descriptions of the tools.';
    case 'changed':
      return 'The server tells a model something else about its use, so that a model may act differently.';
  }
}

/** What a change of the supported versions means; the lists are undefined where absent or unreadable. */
export function supportedVersionsMeaning(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): string {
  if (before === undefined) {
    return 'The server now lists the versions it supports, as server/discover does; initialize names one alone.';
  }
  if (after === undefined) {
    return 'The server does not list the versions it supports; initialize names one alone.';
  }
  const gained = after.filter((version) => !before.includes(version));
  const lost = before.filter((version) => !after.includes(version));
  const sentences = [
    ...(gained.length > 0 ? [`The server now supports ${listed(gained)}.`] : []),
    ...(lost.length > 0
      ? [`The server no longer supports ${listed(lost)}; clients that speak nothing else are cut off.`]
      : []),
  ];
  return sentences.length > 0
    ? sentences.join(' ')
    : 'The same versions are supported, in another order or another form.';
}

/** What a change of `ttlMs` means; the numbers are undefined where absent or unreadable. */
export function ttlMeaning(before: number | undefined, after: number | undefined): string {
  if (after === undefined) return 'The server no longer says for how long this result may be kept.';
  const now =
    after > 0
      ? `A client may now keep this result for ${duration(after)}`
      : 'A client should not keep this result now';
  return before === undefined
    ? `${now}; before, the server did not say.`
    : `${now}; before, ${before > 0 ? `for ${duration(before)}` : 'not at all'}.`;
}

/** What a change of `cacheScope` means; the values are undefined where absent or unreadable. */
export function cacheScopeMeaning(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return 'The server no longer says who may share a kept result.';
  if (after === 'public')
    return 'Caches that several people share may now keep this result and serve it to anyone.';
  if (after === 'private') {
    return before === 'public'
      ? 'A kept result may no longer be served to anyone else: it holds for one authorization.'
      : 'A kept result holds for one authorization and is not to be shared.';
  }
  return 'The value is neither "public" nor "private"; clients can only take it for private.';
}

function listed(versions: readonly string[]): string {
  const shown = versions
    .slice(0, 10)
    .map((version) => (/^[\w.-]{1,40}$/.test(version) ? version : JSON.stringify(version.slice(0, 40))));
  const last = shown.pop() ?? '';
  const more = versions.length > 10 ? ` and ${versions.length - 10} more` : '';
  return shown.length === 0 ? `${last}${more}` : `${shown.join(', ')} and ${last}${more}`;
}

/** Milliseconds in the largest unit that stays whole. */
function duration(ms: number): string {
  const units = [
    [86_400_000, 'day', 'days'],
    [3_600_000, 'hour', 'hours'],
    [60_000, 'minute', 'minutes'],
    [1000, 'second', 'seconds'],
  ] as const;
  for (const [size, one, many] of units) {
    if (ms % size === 0) return ms === size ? `one ${one}` : `${ms / size} ${many}`;
  }
  return `${ms} ms`;
}
