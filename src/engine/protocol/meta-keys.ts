import type { SpecPage } from './spec-links.ts';

/** A key of `_meta` that the specification reserves. */
export interface MetaKey {
  readonly key: string;
  readonly since: string;
  /** First revision that no longer has it. */
  readonly until?: string;
  readonly deprecatedSince?: string;
  /** What took its place, to stand behind "replaced by". */
  readonly replacedBy?: string;
  /** Where it may stand. */
  readonly on: readonly ('request' | 'result' | 'notification')[];
  /** A request of that revision without it is malformed. */
  readonly required: boolean;
  /** Sentence case, no full stop. */
  readonly meaning: string;
  readonly page: SpecPage;
}

/** `_meta` key: the version a request is made under. */
export const META_PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
/** `_meta` key: who makes a request. */
export const META_CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
/** `_meta` key: what the client can do for a request. */
export const META_CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** `_meta` key: who made a result. */
export const META_SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
/** `_meta` key: the least severe log message wanted for a request. */
export const META_LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
/** `_meta` key: the task a message belongs to (2025-11-25 only). */
export const META_RELATED_TASK = 'io.modelcontextprotocol/related-task';
/** `_meta` key: the id of the `subscriptions/listen` request a notification belongs to. */
export const META_SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
/** `_meta` key: asks for progress notifications that carry this token. */
export const META_PROGRESS_TOKEN = 'progressToken';

const MODERN = '2026-07-28';

/** Every reserved key. */
export const META_KEYS: readonly MetaKey[] = [
  row(META_PROTOCOL_VERSION, MODERN, ['request'], true, 'The version the request is made under', 'meta'),
  row(META_CLIENT_CAPABILITIES, MODERN, ['request'], true, 'What the client can do for this request', 'meta'),
  row(META_CLIENT_INFO, MODERN, ['request'], false, 'Who makes the request', 'meta'),
  row(META_SERVER_INFO, MODERN, ['result'], false, 'Who made the result', 'meta'),
  {
    ...row(META_LOG_LEVEL, MODERN, ['request'], false, 'The least severe log message wanted', 'logging'),
    deprecatedSince: MODERN,
  },
  {
    ...row(
      META_RELATED_TASK,
      '2025-11-25',
      ['request', 'result', 'notification'],
      false,
      'The task a message belongs to',
      'tasks',
    ),
    until: MODERN,
    replacedBy: 'the tasks extension',
  },
  row(
    META_SUBSCRIPTION_ID,
    MODERN,
    ['result', 'notification'],
    false,
    'The subscription that a notification or the last answer belongs to',
    'subscriptions',
  ),
  row(
    META_PROGRESS_TOKEN,
    '2024-11-05',
    ['request'],
    false,
    'Asks for progress notifications with this token',
    'progress',
  ),
  row(
    'traceparent',
    MODERN,
    ['request', 'result', 'notification'],
    false,
    'The trace this belongs to',
    'meta',
  ),
  row('tracestate', MODERN, ['request', 'result', 'notification'], false, 'State of the trace', 'meta'),
  row(
    'baggage',
    MODERN,
    ['request', 'result', 'notification'],
    false,
    'Values carried with the trace',
    'meta',
  ),
];

function row(
  key: string,
  since: string,
  on: MetaKey['on'],
  required: boolean,
  meaning: string,
  page: SpecPage,
): MetaKey {
  return { key, since, on, required, meaning, page };
}

/** The reserved key with this name; undefined for any other. */
export function findMetaKey(key: string): MetaKey | undefined {
  return META_KEYS.find((each) => each.key === key);
}

/** Why `key` is not a valid key of `_meta`, without a full stop; null where it is one. */
export function metaKeyProblem(key: string): string | null {
  const slash = key.indexOf('/');
  const prefix = slash < 0 ? null : key.slice(0, slash);
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (
    prefix !== null &&
    !prefix.split('.').every((label) => /^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label))
  ) {
    return 'The prefix must be labels of letters, digits and hyphens, separated by dots';
  }
  if (name !== '' && !/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name)) {
    return 'The name must begin and end with a letter or digit, with hyphens, underscores and dots between';
  }
  return null;
}
