import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from './capabilities.ts';
import { DRAFT_ERROR_CODES, ERROR_CODES } from './errors.ts';
import { explain } from './explanation.ts';
import { EXTENSIONS } from './extensions.ts';
import { FIELD_OWNERS } from './fields.ts';
import { HEADERS } from './headers.ts';
import { META_KEYS } from './meta-keys.ts';
import { METHODS } from './methods.ts';
import { isKnownTerm, META_OWNER, type Term } from './terms.ts';

const capability = (side: 'server' | 'client', ...path: string[]): Term => ({
  kind: 'capability',
  side,
  path,
});
const method = (name: string): Term => ({ kind: 'method', name });
const header = (name: string): Term => ({ kind: 'header', name });
const field = (owner: string, name: string): Term => ({ kind: 'field', owner, name });
const error = (code: number): Term => ({ kind: 'error', code });

describe('since when, until when, what instead', () => {
  test.each([
    [capability('server', 'tools'), { since: '2024-11-05', until: null, replacedBy: null }],
    [
      capability('server', 'tasks'),
      { since: '2025-11-25', until: '2025-11-25', replacedBy: 'the extension io.modelcontextprotocol/tasks' },
    ],
    [
      capability('server', 'logging'),
      { deprecatedSince: '2026-07-28', migration: 'Use OpenTelemetry for observability.' },
    ],
    [
      capability('client', 'sampling', 'context'),
      { deprecatedSince: '2025-11-25', migration: 'Omit includeContext or use "none".' },
    ],
    [
      method('initialize'),
      { until: '2025-11-25', replacedBy: 'server/discover, and by what _meta of every request says' },
    ],
    [method('ping'), { until: '2025-11-25', replacedBy: null, changes: ['Nothing took its place.'] }],
    [
      method('elicitation/create'),
      {
        since: '2025-06-18',
        until: null,
        changes: ['Since 2026-07-28 carried in inputRequests of a result, and not sent on its own.'],
      },
    ],
    [method('tools/call'), { changes: ['Since 2026-07-28 its result may ask for input first.'] }],
    [
      method('tasks/get'),
      {
        since: '2025-11-25',
        until: null,
        changes: [
          'Since 2026-07-28 part of the extension io.modelcontextprotocol/tasks, and not of the core protocol.',
        ],
      },
    ],
    [method('roots/list'), { deprecatedSince: '2026-07-28' }],
    [header('mcp-session-id'), { name: 'Mcp-Session-Id', since: '2025-03-26', until: '2025-11-25' }],
    [header('Mcp-Param-Region'), { name: 'Mcp-Param-*', since: '2026-07-28', until: null }],
    [field('Tool', 'outputSchema'), { what: 'member of Tool', since: '2025-06-18' }],
    [field('result tools/list', 'ttlMs'), { what: 'member of the result of tools/list' }],
    [field('Tool', 'execution'), { since: '2025-11-25', until: '2025-11-25' }],
    [
      field(META_OWNER, 'io.modelcontextprotocol/logLevel'),
      { since: '2026-07-28', deprecatedSince: '2026-07-28' },
    ],
    [
      error(-32002),
      { name: '−32002 Resource not found', until: '2025-11-25', replacedBy: '−32602, Invalid params' },
    ],
    [error(-32021), { name: '−32021 MissingRequiredClientCapability', since: '2026-07-28' }],
    [
      error(-32001),
      { since: null, sentence: 'Drafts of 2026-07-28 used it for HeaderMismatch, which is −32020 now.' },
    ],
  ])('%j: %j', (term, expected) => {
    expect(explain(term)).toMatchObject(expected);
  });
});

const base = 'https://modelcontextprotocol.io/specification';

describe('in a message of a revision', () => {
  test.each([
    [
      header('Mcp-Session-Id'),
      '2026-07-28',
      '2026-07-28 does not have it.',
      `${base}/2025-11-25/basic/transports#session-management`,
    ],
    [header('Mcp-Session-Id'), '2025-06-18', null, `${base}/2025-06-18/basic/transports#session-management`],
    [
      field('result tools/list', 'ttlMs'),
      '2025-11-25',
      '2025-11-25 does not have it.',
      `${base}/2026-07-28/server/utilities/caching`,
    ],
    [field('Tool', 'title'), '2025-06-18', null, `${base}/2025-06-18/server/tools`],
    [method('ping'), '2026-07-28', '2026-07-28 does not have it.', `${base}/2025-11-25/basic/utilities/ping`],
    [method('tools/list'), '2099-01-01', null, `${base}/2026-07-28/server/tools`],
    [method('tools/list'), 'not a date', null, `${base}/2026-07-28/server/tools`],
    [error(-32042), '2026-07-28', '2026-07-28 does not have it.', `${base}/2025-11-25/client/elicitation`],
    [
      capability('client', 'elicitation', 'url'),
      '2025-06-18',
      '2025-06-18 does not have it.',
      `${base}/2025-11-25/client/elicitation`,
    ],
  ])('%j in %s', (term, revision, absent, url) => {
    const told = explain(term, revision);
    expect(told?.absent).toBe(absent);
    expect(told?.link.url).toBe(url);
    expect(url).toContain(told?.link.revision);
  });

  test('a method is called what it is there', () => {
    const what = (revision: string) => explain(method('elicitation/create'), revision)?.what;
    expect(what('2025-11-25')).toBe('request, server to client');
    expect(what('2026-07-28')).toBe('input request, server to client');
  });
});

test.each([
  [capability('server', 'tools', 'x-vendor')],
  [capability('server', '__proto__')],
  [{ kind: 'extension', id: 'com.example/own' } as const],
  [method('acme/deploy')],
  [method('constructor')],
  [header('X-Request-Id')],
  [header('Mcp-Param-')],
  [error(-32000)],
  [error(1)],
])('%j is a word of somebody else, and nothing is said about it', (term) => {
  expect(isKnownTerm(term)).toBe(false);
  expect(explain(term, '2026-07-28')).toBeNull();
});

const ALL: readonly Term[] = [
  ...CAPABILITIES.map(({ side, path }) => capability(side, ...path)),
  ...EXTENSIONS.map(({ id }): Term => ({ kind: 'extension', id })),
  ...METHODS.map(({ name }) => method(name)),
  ...HEADERS.map(({ name }) => header(name.replace('*', 'X'))),
  ...META_KEYS.map(({ key }) => field(META_OWNER, key)),
  ...[...FIELD_OWNERS].flatMap(([owner, { members }]) =>
    Object.keys(members).map((name) => field(owner, name)),
  ),
  ...[...ERROR_CODES, ...DRAFT_ERROR_CODES].map(({ code }) => error(code)),
];

test('every word of every table is explained, in whole sentences, with a page of the specification', () => {
  for (const term of ALL) {
    for (const revision of [null, '2025-03-26', '2026-07-28']) {
      expect(isKnownTerm(term), JSON.stringify(term)).toBe(true);
      const told = explain(term, revision);
      expect(told?.sentence, JSON.stringify(term)).toMatch(/^[A-Za-z"].*[^.]\.$/);
      for (const change of told?.changes ?? []) expect(change).toMatch(/\.$/);
      expect(told?.link.url).toMatch(
        /^https:\/\/modelcontextprotocol\.io\/specification\/\d{4}-\d\d-\d\d\/[a-z/-]+/,
      );
      if (told?.replacedBy) expect(told.until, JSON.stringify(term)).not.toBeNull();
    }
  }
});

const schema = join(import.meta.dirname, '../../../../shared/spec/2026-07-28/schema.json');
test.skipIf(!existsSync(schema))(
  'the keys of _meta are those of the schema (../shared/spec) and of tracing',
  () => {
    const { $defs } = JSON.parse(readFileSync(schema, 'utf8')) as {
      $defs: Record<string, { properties?: Record<string, unknown> }>;
    };
    const theirs = Object.entries($defs)
      .filter(([name]) => name.endsWith('MetaObject'))
      .flatMap(([, { properties }]) => Object.keys(properties ?? {}));
    const ours = META_KEYS.filter(
      ({ key, until }) => (until === undefined && key.includes('/')) || key === 'progressToken',
    );
    expect(ours.map(({ key }) => key).sort()).toEqual([...new Set(theirs)].sort());
  },
);
