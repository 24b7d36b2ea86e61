import { describe, expect, test } from 'vitest';
import { readDeclared } from '../capabilities/declared.ts';
import { eraOf } from '../protocol/revisions.ts';
import type { HandshakeDifference } from './difference.ts';
import { diffHandshakes, type HandshakeFacts } from './handshake-diff.ts';

const META = 'io.modelcontextprotocol/serverInfo';
const TASKS = 'io.modelcontextprotocol/tasks';
const NEW = '2026-07-28';
const OLD = '2025-11-25';

interface End {
  revision?: string;
  server?: unknown;
  client?: unknown;
  /** Other members of the result. */
  more?: Record<string, unknown>;
  /** The result as text, in place of all that. */
  text?: string;
}

function facts({ revision = OLD, server = {}, client = {}, more = {}, text }: End): HandshakeFacts {
  const era = eraOf(revision);
  const declared = readDeclared(text ?? JSON.stringify({ capabilities: server, ...more }), era);
  if (!declared.ok) throw new Error(declared.message);
  return { revision, era, declared: declared.value, clientCapabilitiesText: JSON.stringify(client) };
}
const diff = (before: End, after: End) => diffHandshakes(facts(before), facts(after));
const short = ({ kind, path, before, after }: HandshakeDifference) =>
  [kind, path, before, after].filter((part) => part !== undefined).join(' ');

/** [title, before, after, every difference as `kind path before after`, words the meanings must hold] */
type Row = readonly [
  title: string,
  before: End,
  after: End,
  differences: readonly string[],
  words?: readonly string[],
];

const withTasks = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
const withExtension = (settings: unknown = {}) => ({ extensions: { [TASKS]: settings } });

const rows: readonly Row[] = [
  ['two that are alike', { server: { tools: {} } }, { server: { tools: {} } }, []],
  [
    'order of keys and white space are no difference',
    { text: '{"capabilities":{"tools":{},"prompts":{"listChanged":true}}}' },
    { text: '{ "capabilities": { "prompts": { "listChanged": true }, "tools": {} } }' },
    [],
  ],

  // Capabilities of the server.
  [
    'tools appear',
    {},
    { server: { tools: {} } },
    ['added server.tools {}'],
    ['The server now offers tools to list and call.'],
  ],
  [
    'tools appear with a part, as one difference that tells both',
    {},
    { server: { tools: { listChanged: true } } },
    ['added server.tools {"listChanged":true}'],
    ['The server now offers tools to list and call. Clients can now be told when the list of tools changes.'],
  ],
  [
    'a part that says no is not told',
    {},
    { server: { tools: { listChanged: false } } },
    ['added server.tools {"listChanged":false}'],
    ['The server now offers tools to list and call.'],
  ],
  ['tools disappear', { server: { tools: {} } }, {}, ['removed server.tools {}'], ['no longer offers tools']],
  [
    'listChanged of prompts disappears',
    { server: { prompts: { listChanged: true } } },
    { server: { prompts: {} } },
    ['removed server.prompts.listChanged true'],
    ['The server no longer says when its prompts change. A client that caches them must list again.'],
  ],
  [
    'listChanged of tools appears',
    { server: { tools: {} } },
    { server: { tools: { listChanged: true } } },
    ['added server.tools.listChanged true'],
    ['Clients can now be told when the list of tools changes.'],
  ],
  [
    'subscribe turns from no to yes',
    { server: { resources: { subscribe: false } } },
    { server: { resources: { subscribe: true } } },
    ['changed server.resources.subscribe false true'],
    ['Clients can now be told when one resource changes.'],
  ],
  [
    'subscribe turns from yes to no',
    { server: { resources: { subscribe: true } } },
    { server: { resources: { subscribe: false } } },
    ['changed server.resources.subscribe true false'],
    ['no longer told when one resource changes'],
  ],
  [
    'to say no and to say nothing are the same, but a difference on the wire',
    { server: { tools: {} } },
    { server: { tools: { listChanged: false } } },
    ['added server.tools.listChanged false'],
    ['Nothing changes'],
  ],
  [
    'a value of another type is a difference without a meaning of its own',
    { server: { logging: {} } },
    { server: { logging: true } },
    ['changed server.logging {} true'],
    ['its meaning did not: sends log messages'],
  ],
  [
    'an object in place of a value is one difference',
    { server: { tools: true } },
    { server: { tools: { listChanged: true } } },
    ['changed server.tools true {"listChanged":true}'],
    ['its meaning did not'],
  ],
  [
    'logging appears',
    {},
    { server: { logging: {} } },
    ['added server.logging {}'],
    ['can now send log messages'],
  ],
  [
    'logging disappears',
    { server: { logging: {} } },
    {},
    ['removed server.logging {}'],
    ['no longer sends log messages'],
  ],
  [
    'completions appear in a revision that has them',
    { revision: '2025-03-26' },
    { revision: '2025-03-26', server: { completions: {} } },
    ['added server.completions {}'],
    ['suggest values'],
  ],
  [
    'completions disappear',
    { server: { completions: {} } },
    {},
    ['removed server.completions {}'],
    ['no longer suggests values'],
  ],
  [
    'several at once come in the order of the specification',
    {},
    { server: { logging: {}, prompts: {}, tools: {} } },
    ['added server.tools {}', 'added server.prompts {}', 'added server.logging {}'],
  ],

  // Tasks.
  [
    'tasks appear in the core protocol',
    {},
    { server: withTasks },
    ['added server.tasks {"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}'],
    ['Tool calls can now run as tasks.', 'Clients can now cancel a task.'],
  ],
  [
    'tasks disappear from the core protocol',
    { server: withTasks },
    {},
    [`removed server.tasks ${JSON.stringify(withTasks.tasks)}`],
    ['Requests no longer run as tasks'],
  ],
  [
    'tool calls as tasks appear',
    { server: { tasks: { requests: {} } } },
    { server: { tasks: { requests: { tools: { call: {} } } } } },
    ['added server.tasks.requests.tools {"call":{}}'],
    ['Tool calls can now run as tasks.'],
  ],
  [
    'tasks go from the core protocol into their extension',
    { server: withTasks },
    { revision: NEW, server: withExtension() },
    [
      `changed protocolVersion "${OLD}" "${NEW}"`,
      `removed server.tasks ${JSON.stringify(withTasks.tasks)}`,
      `added server.extensions["${TASKS}"] {}`,
    ],
    [
      `Tasks went from the core protocol into the extension ${TASKS} in ${NEW}, where they are declared now.`,
      `In ${OLD} tasks are part of the core protocol.`,
    ],
  ],
  [
    'tasks go with the core protocol and are not declared as an extension',
    { server: { tasks: {} } },
    { revision: NEW },
    [`changed protocolVersion "${OLD}" "${NEW}"`, 'removed server.tasks {}'],
    ['which is not declared. Requests no longer run as tasks'],
  ],
  [
    'tasks come back from their extension into the core protocol',
    { revision: NEW, server: withExtension() },
    { server: { tasks: {} } },
    [
      `changed protocolVersion "${NEW}" "${OLD}"`,
      'added server.tasks {}',
      `removed server.extensions["${TASKS}"] {}`,
    ],
    [
      `In ${NEW} tasks are the extension ${TASKS}.`,
      `${OLD} has tasks in its core protocol, where they are declared now.`,
    ],
  ],
  [
    'a core capability declared in a revision that no longer has it is named as such',
    { revision: NEW },
    { revision: NEW, server: { tasks: {} } },
    ['added server.tasks {}'],
    [`${NEW}, which this connection speaks, does not define it.`],
  ],

  // Extensions, experiments, unknown ones.
  [
    'a known extension appears',
    { revision: NEW },
    { revision: NEW, server: { extensions: { 'io.modelcontextprotocol/ui': {} } } },
    ['added server.extensions["io.modelcontextprotocol/ui"] {}'],
    ['now supports the extension MCP Apps (io.modelcontextprotocol/ui): shows interactive pages'],
  ],
  [
    'an unknown extension disappears',
    { revision: NEW, server: { extensions: { 'com.acme/x': {}, 'com.acme/y': {} } } },
    { revision: NEW, server: { extensions: { 'com.acme/y': {} } } },
    ['removed server.extensions["com.acme/x"] {}'],
    ['no longer supports the extension "com.acme/x"'],
  ],
  [
    'each extension is a difference of its own',
    { revision: NEW },
    { revision: NEW, server: { extensions: { 'com.acme/x': {}, 'com.acme/y': {} } } },
    ['added server.extensions["com.acme/x"] {}', 'added server.extensions["com.acme/y"] {}'],
  ],
  [
    'extensions go with the modern era',
    { revision: NEW, client: { extensions: { 'com.acme/x': {} } } },
    { revision: OLD },
    [`changed protocolVersion "${NEW}" "${OLD}"`, 'removed client.extensions["com.acme/x"] {}'],
    [`must do without it. ${OLD} has no extensions.`],
  ],
  [
    'a setting of an extension changes',
    { revision: NEW, server: withExtension({ poll: 1 }) },
    { revision: NEW, server: withExtension({ poll: 2 }) },
    [`changed server.extensions["${TASKS}"].poll 1 2`],
    [`The setting "poll" of the extension Tasks (${TASKS}) has another value.`],
  ],
  [
    'a setting of an extension appears',
    { revision: NEW, server: withExtension() },
    { revision: NEW, server: withExtension({ poll: 2 }) },
    [`added server.extensions["${TASKS}"].poll 2`],
    ['There is a new setting "poll"'],
  ],
  [
    'an empty place for extensions names none',
    { revision: NEW },
    { revision: NEW, server: { extensions: {} } },
    ['added server.extensions {}'],
    ['it names none'],
  ],
  [
    'an experiment appears',
    {},
    { server: { experimental: { fast: { level: 2 } } } },
    ['added server.experimental.fast {"level":2}'],
    ['now has "fast", a feature outside the specification'],
  ],
  [
    'an experiment disappears',
    { server: { experimental: { fast: {} } } },
    { server: { experimental: {} } },
    ['removed server.experimental.fast {}'],
    ['no longer has "fast"'],
  ],
  [
    'an unknown capability appears',
    {},
    { server: { magic: { on: true } } },
    ['added server.magic {"on":true}'],
    ['now declares "magic", which no revision of the specification defines'],
  ],
  [
    'an unknown part of a known capability changes',
    { server: { tools: { limit: 1 } } },
    { server: { tools: { limit: 2 } } },
    ['changed server.tools.limit 1 2'],
    ['another value for "tools.limit"'],
  ],
  [
    'digits count',
    { text: '{"capabilities":{"magic":{"n":9007199254740992}}}' },
    { text: '{"capabilities":{"magic":{"n":9007199254740993}}}' },
    ['changed server.magic.n 9007199254740992 9007199254740993'],
  ],
  [
    'a number written in another way counts',
    { text: '{"capabilities":{"magic":{"n":1}}}' },
    { text: '{"capabilities":{"magic":{"n":1.0}}}' },
    ['changed server.magic.n 1 1.0'],
  ],
  [
    'order of keys in a value does not',
    { text: '{"capabilities":{"magic":[{"a":1,"b":2}]}}' },
    { text: '{"capabilities":{"magic":[{"b":2, "a":1}]}}' },
    [],
  ],
  [
    'keys of a server stay data',
    { text: '{"capabilities":{}}' },
    { text: '{"capabilities":{"__proto__":{},"":{},"a.b":{}}}' },
    ['added server.__proto__ {}', 'added server[""] {}', 'added server["a.b"] {}'],
  ],

  // Capabilities of the client.
  [
    'another profile asks by a link',
    { client: { elicitation: { form: {} } } },
    { client: { elicitation: { form: {}, url: {} } } },
    ['added client.elicitation.url {}'],
    ['The server may now send the person to a link'],
  ],
  [
    'elicitation disappears',
    { client: { elicitation: { form: {} } } },
    {},
    ['removed client.elicitation {"form":{}}'],
    ['may no longer have the person asked'],
  ],
  [
    'modes come with the revision that has them',
    { revision: '2025-06-18', client: { elicitation: {} } },
    { client: { elicitation: { form: {} } } },
    [`changed protocolVersion "2025-06-18" "${OLD}"`, 'added client.elicitation.form {}'],
    ['2025-06-18 does not have it.'],
  ],
  [
    'elicitation goes with a revision that does not have it',
    { revision: '2025-06-18', client: { elicitation: {} } },
    { revision: '2025-03-26' },
    ['changed protocolVersion "2025-06-18" "2025-03-26"', 'removed client.elicitation {}'],
    ['2025-03-26 does not have it.'],
  ],
  [
    'listChanged of roots goes with the modern era',
    { client: { roots: { listChanged: true } } },
    { revision: NEW, client: { roots: {} } },
    [
      `changed protocolVersion "${OLD}" "${NEW}"`,
      'changed client.roots',
      'removed client.roots.listChanged true',
    ],
    [
      `${NEW} does not have it.`,
      `Deprecated in ${NEW}; it still works. Pass directories or files via tool parameters`,
    ],
  ],
  [
    'what the new revision deprecates is told where both declare it, its parts with it',
    { server: { logging: {}, tools: {} }, client: { sampling: { tools: {} } } },
    { revision: NEW, server: { logging: {}, tools: {} }, client: { sampling: { tools: {} } } },
    [`changed protocolVersion "${OLD}" "${NEW}"`, 'changed server.logging', 'changed client.sampling'],
    ['Use OpenTelemetry for observability.', 'Integrate directly with LLM provider APIs.'],
  ],
  [
    'sampling with tools appears',
    { client: { sampling: {} } },
    { client: { sampling: { tools: {} } } },
    ['added client.sampling.tools {}'],
    ['may now use tools'],
  ],

  // Who the server is.
  [
    'another version of the software',
    { more: { serverInfo: { name: 'acme', version: '1.3.2' } } },
    { more: { serverInfo: { name: 'acme', version: '1.4.0' } } },
    ['changed serverInfo.version "1.3.2" "1.4.0"'],
    ['Another version of its software runs.'],
  ],
  [
    'another name',
    { more: { serverInfo: { name: 'acme', version: '1' } } },
    { more: { serverInfo: { name: 'other', version: '1' } } },
    ['changed serverInfo.name "acme" "other"'],
    ['It is another server, or it was renamed.'],
  ],
  [
    'a title and an unknown member appear',
    { more: { serverInfo: { name: 'a', version: '1' } } },
    { more: { serverInfo: { name: 'a', version: '1', build: 9, title: 'A' } } },
    ['added serverInfo.title "A"', 'added serverInfo.build 9'],
    ['a name for people to read', 'which the specification does not define'],
  ],
  [
    'the identity disappears',
    { more: { serverInfo: { name: 'a', version: '1' } } },
    {},
    ['removed serverInfo {"name":"a","version":"1"}'],
    ['no longer says who it is'],
  ],
  [
    'another place for the same identity is no difference',
    { revision: NEW, more: { serverInfo: { name: 'a', version: '1' } } },
    { revision: NEW, more: { _meta: { [META]: { version: '1', name: 'a' } } } },
    [],
  ],

  // The other facts.
  [
    'instructions appear',
    {},
    { more: { instructions: 'Read first.' } },
    ['added instructions "Read first."'],
    ['now tells a model how to use it'],
  ],
  [
    'instructions change',
    { more: { instructions: 'a' } },
    { more: { instructions: 'b' } },
    ['changed instructions "a" "b"'],
    ['a model may act differently'],
  ],
  [
    'instructions disappear',
    { more: { instructions: 'a' } },
    {},
    ['removed instructions "a"'],
    ['no longer tells a model'],
  ],
  ['escapes are no difference', { text: '{"instructions":"\\u0041"}' }, { text: '{"instructions":"A"}' }, []],
  [
    'a supported version comes and another goes',
    { revision: NEW, more: { supportedVersions: [NEW, '2025-06-18'] } },
    { revision: NEW, more: { supportedVersions: [NEW, OLD] } },
    [`changed supportedVersions ["${NEW}","2025-06-18"] ["${NEW}","${OLD}"]`],
    [`The server now supports ${OLD}.`, 'no longer supports 2025-06-18'],
  ],
  [
    'supported versions in another order',
    { revision: NEW, more: { supportedVersions: [NEW, OLD] } },
    { revision: NEW, more: { supportedVersions: [OLD, NEW] } },
    [`changed supportedVersions ["${NEW}","${OLD}"] ["${OLD}","${NEW}"]`],
    ['in another order'],
  ],
  [
    'a shorter life of the result',
    { revision: NEW, more: { ttlMs: 3_600_000 } },
    { revision: NEW, more: { ttlMs: 60_000 } },
    ['changed ttlMs 3600000 60000'],
    ['A client may now keep this result for one minute; before, for one hour.'],
  ],
  [
    'a result that should not be kept',
    { revision: NEW, more: { ttlMs: 1500 } },
    { revision: NEW, more: { ttlMs: 0 } },
    ['changed ttlMs 1500 0'],
    ['should not keep this result now; before, for 1500 ms.'],
  ],
  [
    'a life of the result that is no number',
    { revision: NEW, more: { ttlMs: 1000 } },
    { revision: NEW, more: { ttlMs: 'soon' } },
    ['changed ttlMs 1000 "soon"'],
    ['no longer says for how long'],
  ],
  [
    'a result that may be shared',
    { revision: NEW, more: { cacheScope: 'private' } },
    { revision: NEW, more: { cacheScope: 'public' } },
    ['changed cacheScope "private" "public"'],
    ['serve it to anyone'],
  ],
  [
    'a result that may no longer be shared',
    { revision: NEW, more: { cacheScope: 'public' } },
    { revision: NEW, more: { cacheScope: 'private' } },
    ['changed cacheScope "public" "private"'],
    ['no longer be served to anyone else'],
  ],

  // Revisions and eras.
  [
    'a later revision of the same era',
    { revision: '2025-06-18' },
    { revision: OLD },
    [`changed protocolVersion "2025-06-18" "${OLD}"`],
    ['a later revision'],
  ],
  [
    'a version that is no date',
    { revision: 'DRAFT-1' },
    { revision: 'v1' },
    ['changed protocolVersion "DRAFT-1" "v1"'],
    ['tells nothing of before or after'],
  ],
  [
    'an earlier revision of the same era',
    { revision: OLD },
    { revision: '2025-03-26' },
    [`changed protocolVersion "${OLD}" "2025-03-26"`],
    ['an earlier revision'],
  ],
  [
    'from legacy to modern the cache hints and versions come with the era',
    { revision: OLD },
    { revision: NEW, more: { supportedVersions: [NEW], ttlMs: 0, cacheScope: 'private' } },
    [
      `changed protocolVersion "${OLD}" "${NEW}"`,
      `added supportedVersions ["${NEW}"]`,
      'added ttlMs 0',
      'added cacheScope "private"',
    ],
    ['there is no session', 'initialize names one alone'],
  ],
  [
    'from modern to legacy',
    { revision: NEW, more: { supportedVersions: [NEW] } },
    { revision: OLD },
    [`changed protocolVersion "${NEW}" "${OLD}"`, `removed supportedVersions ["${NEW}"]`],
    ['initialize opens it', 'does not list the versions'],
  ],
];

describe('a difference', () => {
  for (const [title, before, after, expected, words = []] of rows) {
    test(title, () => {
      const { differences } = diff(before, after);
      expect(differences.map(short)).toEqual(expected);
      const meanings = differences.map((difference) => difference.meaning).join('\n');
      for (const word of words) expect(meanings).toContain(word);
    });
  }

  test('always has a meaning in sentences, in both directions', () => {
    for (const [, before, after] of rows) {
      for (const { meaning } of [...diff(before, after).differences, ...diff(after, before).differences]) {
        expect(meaning).toMatch(/^[A-Z"].*\.$/);
        expect(meaning).not.toMatch(/undefined|\.\.|\[object/);
      }
    }
  });

  test('is its own opposite the other way round', () => {
    const opposite = { added: 'removed', removed: 'added', changed: 'changed' } as const;
    for (const [, before, after] of rows) {
      const there = diff(before, after).differences.map(({ kind, path }) => `${opposite[kind]} ${path}`);
      const back = diff(after, before).differences.map(({ kind, path }) => `${kind} ${path}`);
      expect(back.sort()).toEqual(there.sort());
    }
  });

  test('is not found between a handshake and itself', () => {
    for (const [, before, after] of rows) {
      expect(diff(before, before).differences).toEqual([]);
      expect(diff(after, after).differences).toEqual([]);
    }
  });
});

describe('marks', () => {
  test('deprecation and extension are told', () => {
    const { differences } = diff(
      {},
      { server: { logging: {}, tasks: {} }, client: { sampling: { tools: {} } } },
    );
    expect(differences).toMatchObject([
      { path: 'server.logging', deprecatedSince: NEW },
      { path: 'server.tasks', extension: { id: TASKS, since: NEW } },
      { path: 'client.sampling', deprecatedSince: NEW },
    ]);
  });

  test('an entry of extensions carries its identifier', () => {
    const { differences } = diff(
      { revision: NEW },
      { revision: NEW, server: { extensions: { 'com.acme/x': {} } } },
    );
    expect(differences[0]?.extension).toEqual({ id: 'com.acme/x', since: NEW });
    expect(differences[0]?.segments).toEqual(['server', 'extensions', 'com.acme/x']);
  });
});

test('what is the same is counted: the version, capabilities without parts, other facts', () => {
  const end: End = {
    server: { tools: { listChanged: true }, prompts: {}, logging: {} },
    client: { elicitation: { form: {}, url: {} } },
    more: { serverInfo: { name: 'a', version: '1' }, instructions: 'x' },
  };
  expect(diff(end, end)).toEqual({ differences: [], sameCount: 1 + 3 + 2 + 2 + 1 });
  expect(diff(end, { ...end, server: { tools: { listChanged: false }, prompts: {} } }).sameCount).toBe(
    1 + 1 + 2 + 2 + 1,
  );
});

test('client capabilities that are no object are none', () => {
  const broken = { ...facts({}), clientCapabilitiesText: 'nope' };
  expect(diffHandshakes(broken, facts({ client: { roots: {} } })).differences.map(short)).toEqual([
    'added client.roots {}',
  ]);
});

test('a hostile declaration is compared without delay', () => {
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`c${at}`, { x: at }]));
  const started = performance.now();
  const { differences } = diff({ server: wide }, {});
  expect(differences).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(2000);
});
