import { describe, expect, test } from 'vitest';
import { readDeclared } from '../capabilities/declared.ts';
import { eraOf } from '../protocol/revisions.ts';
import { diffLists, type ListEnd, type ListKind } from './list-diff.ts';
import type { HandshakeFacts } from './handshake-diff.ts';
import { reportFile } from './report-json.ts';
import { MARKDOWN_LIMIT, reportMarkdown } from './report-markdown.ts';
import { reportHandshakes, reportLists, severityCounts, type DiffReport, type ReportEnd } from './report.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const OLD = '2025-11-25';
const NEW = '2026-07-28';
const NOW = Date.UTC(2026, 10, 30, 19, 54, 21);

interface End {
  readonly revision?: string;
  /** The result. */
  readonly text?: string;
  readonly client?: string;
}

function facts({ revision = OLD, text = '{"capabilities":{}}', client = '{}' }: End): HandshakeFacts {
  const era = eraOf(revision);
  const declared = readDeclared(text, era);
  if (!declared.ok) throw new Error(declared.message);
  return { revision, era, declared: declared.value, clientCapabilitiesText: client };
}
const from: ReportEnd = {
  title: OLD,
  url: 'https://acme.dev/mcp',
  server: 'acme 1.0.0',
  revision: OLD,
  at: NOW,
};
const to: ReportEnd = { title: NEW, server: 'acme 2.0.0', revision: NEW };
const handshakes = (before: End, after: End) => reportHandshakes(facts(before), facts(after), from, to);

function lists(kind: ListKind, before: readonly object[], after: readonly object[]): DiffReport {
  const end = (entries: readonly object[]): ListEnd => ({
    entries: entries.map((entry) => ({
      key: String((entry as Record<string, unknown>)[kind === 'resources' ? 'uri' : 'name']),
      raw: JSON.stringify(entry),
    })),
  });
  const ends = { before: end(before), after: end(after) };
  const compared = diffLists(kind, ends.before, ends.after);
  if (!compared.ok) throw new Error(compared.message);
  return reportLists(compared.value, ends, from, to);
}

const declares = (capabilities: unknown, more = {}) => JSON.stringify({ capabilities, ...more });

describe('what a difference of handshakes is to who calls', () => {
  test.each<[title: string, before: End, after: End, severities: string[]]>([
    ['a capability that came', {}, { text: declares({ tools: {} }) }, ['server.tools compatible']],
    ['one that went', { text: declares({ tools: {} }) }, {}, ['server.tools breaking']],
    [
      'a part that went',
      { text: declares({ tools: { listChanged: true } }) },
      { text: declares({ tools: {} }) },
      ['server.tools.listChanged breaking'],
    ],
    [
      'a part that says no now',
      { text: declares({ tools: { listChanged: true } }) },
      { text: declares({ tools: { listChanged: false } }) },
      ['server.tools.listChanged breaking'],
    ],
    [
      'saying no and leaving it out',
      { text: declares({ tools: {} }) },
      { text: declares({ tools: { listChanged: false } }) },
      ['server.tools.listChanged wording'],
    ],
    [
      'another form of the same yes',
      { text: declares({ logging: {} }) },
      { text: declares({ logging: true }) },
      ['server.logging wording'],
    ],
    [
      'tasks that went into the extension',
      { text: declares({ tasks: {} }) },
      { revision: NEW, text: declares({ extensions: { [TASKS]: {} } }, { supportedVersions: [NEW, OLD] }) },
      [
        'protocolVersion compatible',
        'server.tasks unclear',
        `server.extensions[${JSON.stringify(TASKS)}] compatible`,
        'supportedVersions compatible',
      ],
    ],
    [
      'tasks that are gone',
      { text: declares({ tasks: {} }) },
      { revision: NEW, text: declares({}, { supportedVersions: [NEW] }) },
      ['protocolVersion unclear', 'server.tasks breaking', 'supportedVersions compatible'],
    ],
    [
      'a legacy server that speaks another revision does not say whether it speaks the old one',
      {},
      { revision: '2025-06-18' },
      ['protocolVersion unclear'],
    ],
    [
      'a modern server that no longer speaks the revision before',
      { revision: NEW, text: declares({}, { supportedVersions: [NEW] }) },
      { revision: '2027-01-01', text: declares({}, { supportedVersions: ['2027-01-01'] }) },
      ['protocolVersion breaking', 'supportedVersions breaking'],
    ],
    [
      'an extension that went',
      { revision: NEW, text: declares({ extensions: { 'a/b': {} } }) },
      { revision: NEW },
      ['server.extensions["a/b"] breaking'],
    ],
    [
      'an experiment, or what nobody defined',
      { text: declares({ experimental: { x: {} }, own: {} }) },
      {},
      ['server.experimental.x unclear', 'server.own unclear'],
    ],
    ['what the client declares less', { client: '{"roots":{}}' }, {}, ['client.roots unclear']],
    ['what the client declares more', {}, { client: '{"roots":{}}' }, ['client.roots compatible']],
    [
      'who it is, and what it tells a model',
      { text: declares({}, { serverInfo: { name: 'a', version: '1' }, instructions: 'A' }) },
      { text: declares({}, { serverInfo: { name: 'a', version: '2' }, instructions: 'B' }) },
      ['serverInfo.version wording', 'instructions wording'],
    ],
    [
      'a version that is no longer supported',
      { revision: NEW, text: declares({}, { supportedVersions: [NEW, OLD] }) },
      { revision: NEW, text: declares({}, { supportedVersions: [NEW] }) },
      ['supportedVersions breaking'],
    ],
    [
      'versions in another order',
      { revision: NEW, text: declares({}, { supportedVersions: [NEW, OLD] }) },
      { revision: NEW, text: declares({}, { supportedVersions: [OLD, NEW] }) },
      ['supportedVersions wording'],
    ],
    [
      'for how long a result may be kept',
      { revision: NEW, text: declares({}, { ttlMs: 5 }) },
      { revision: NEW, text: declares({}, { ttlMs: 6, cacheScope: 'private' }) },
      ['ttlMs compatible', 'cacheScope compatible'],
    ],
  ])('%s', (_, before, after, severities) => {
    expect(handshakes(before, after).differences.map(({ path, severity }) => `${path} ${severity}`)).toEqual(
      severities,
    );
  });
});

describe('how a declaration is written is told apart from what differs', () => {
  test.each<[title: string, before: End, after: End, forms: string[]]>([
    [
      'order of capabilities',
      { text: '{"capabilities":{"tools":{},"prompts":{}}}' },
      { text: '{"capabilities":{"prompts":{},"tools":{}}}' },
      ['server: key order'],
    ],
    [
      'within a capability',
      { text: '{"capabilities":{"resources":{"subscribe":true,"listChanged":true}}}' },
      { text: '{"capabilities":{"resources":{"listChanged":true, "subscribe":true}}}' },
      ['server.resources: key order', 'server.resources: white space'],
    ],
    [
      'white space of what the client declares, escapes of the instructions',
      { client: '{"roots":{}}', text: '{"capabilities":{},"instructions":"é"}' },
      { client: '{ "roots": {} }', text: '{"capabilities":{},"instructions":"\\u00e9"}' },
      ['client: white space', 'instructions: escapes'],
    ],
  ])('%s', (_, before, after, forms) => {
    const report = handshakes(before, after);
    expect(report.differences).toEqual([]);
    expect(report.forms.map(({ where, form }) => `${where}: ${form}`)).toEqual(forms);
  });
});

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

describe('as Markdown', () => {
  test('what was compared, then breaking first, each with its path and what it means', () => {
    const report = lists(
      'tools',
      [tool('a', { title: 'A' }), tool('b'), tool('c', { description: 'C' })],
      [
        tool('a', { title: 'B' }),
        tool('c', { description: 'C', execution: {} }),
        tool('d', { description: 'D' }),
      ],
    );
    expect(reportMarkdown(report, NOW).split('\n')).toEqual([
      `## Tools: \`${OLD}\` → \`${NEW}\``,
      '',
      '| | Before | After |',
      '| --- | --- | --- |',
      '| Server | `acme 1.0.0` | `acme 2.0.0` |',
      '| URL | `https://acme.dev/mcp` |  |',
      `| Revision | \`${OLD}\` | \`${NEW}\` |`,
      '| Recorded | `2026-11-30 19:54 UTC` |  |',
      '',
      'Compared on 2026-11-30 19:54 UTC with Roundtrip.',
      '',
      '**1 breaking**, 1 unclear, 1 compatible, 1 in wording only.',
      '',
      '### Breaking (1)',
      '',
      '- `tools.b`: The tool `"b"` is gone: calls of it fail.',
      '',
      '### Unclear (1)',
      '',
      '- `tools.c.execution` (now `{}`): Whether it runs as a task is said in another way.',
      '',
      '### Compatible (1)',
      '',
      '- `tools.d`: The tool `"d"` is new.',
      '',
      '### Wording only (1)',
      '',
      '- `tools.a.title` (`"A"` → `"B"`): It has another title for people to read.',
      '',
    ]);
  });

  test('nothing breaking, and nothing at all', () => {
    expect(reportMarkdown(lists('tools', [], [tool('a')]), NOW)).toContain('Nothing breaking: 1 compatible.');
    expect(reportMarkdown(lists('tools', [tool('a')], [tool('a')]), NOW)).toContain(
      'No difference. 1 without difference.',
    );
  });

  test('what is only written otherwise is told, and counts as no difference', () => {
    const report = lists('tools', [{ name: 'a', title: 'A' }], [{ title: 'A', name: 'a' }]);
    expect(reportMarkdown(report, NOW)).toContain(
      '### Written otherwise, with the same value (1)\n\n- `a`: key order\n',
    );
  });

  test.each([
    ['a\n# Heading'],
    ['a | b | c'],
    ['` | <img src=x onerror=alert(1)> @octocat'],
    ['[click](https://evil.example) https://evil.example'],
    ['\\'],
    ['-->\r\n\r\n- item'],
    ['\u202eright to left'],
    ['@octocat #1'],
  ])('a hostile name stays a name: %j', (name) => {
    const report = {
      ...lists('tools', [tool('x'), tool(name, { [name]: 1 })], [tool(name, { [name]: name })]),
      from: { title: name, server: name, url: name },
    };
    const text = reportMarkdown(report, NOW);
    const honest = reportMarkdown(
      {
        ...lists('tools', [tool('x'), tool('n', { n: 1 })], [tool('n', { n: 'n' })]),
        from: { title: 'n', server: 'n', url: 'n' },
      },
      NOW,
    );
    // The same lines of the same kind, and as many cells in each row.
    const shape = (markdown: string) =>
      markdown.split('\n').map((line) => /^(?:#+ |- |\| ?)?/.exec(line)?.[0]);
    expect(shape(text)).toEqual(shape(honest));
    const cells = (markdown: string) =>
      markdown
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) => line.replace(/\\[^]/g, '').split('|').length);
    expect(cells(text)).toEqual(cells(honest));
    // Nothing of it stands outside monospace.
    const prose = text.replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)|<code>[^<]*<\/code>/g, '');
    expect(prose).not.toMatch(/octocat|evil|Heading|onerror|item|right|</);
    expect(text).not.toMatch(/[\r\u202e]/);
  });

  test('what a comment does not hold is left out, and said', () => {
    const many = Array.from({ length: 3000 }, (_, index) => tool(`tool-${index}`));
    const text = reportMarkdown(lists('tools', many, []), NOW);
    expect(text.length).toBeLessThan(MARKDOWN_LIMIT + 200);
    const told = text.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(text).toContain(`${3000 - told} more are left out`);
  });
});

describe('as JSON', () => {
  const app = { name: 'roundtrip', version: '0.1.0' };

  test('it says what it is, and what travelled stands to the digit', () => {
    const report = {
      ...handshakes(
        { revision: NEW, text: '{"capabilities":{"x":{"n":9007199254740993}},"ttlMs":1.0}' },
        { revision: NEW, text: '{"capabilities":{"x":{"n":9007199254740992}},"ttlMs":1e2}' },
      ),
    };
    expect(JSON.parse(JSON.stringify(reportFile(report, { app, at: NOW })))).toEqual({
      format: 'roundtrip-diff',
      version: 1,
      app,
      exportedAt: '2026-11-30T19:54:21.000Z',
      subject: 'handshake',
      from: {
        title: OLD,
        url: 'https://acme.dev/mcp',
        server: 'acme 1.0.0',
        revision: OLD,
        recordedAt: '2026-11-30T19:54:21.000Z',
      },
      to: { title: NEW, server: 'acme 2.0.0', revision: NEW },
      counts: { breaking: 0, unclear: 1, compatible: 1, wording: 0, same: 1 },
      differences: [
        expect.objectContaining({
          path: 'server.x.n',
          before: '9007199254740993',
          after: '9007199254740992',
        }),
        expect.objectContaining({ path: 'ttlMs', before: '1.0', after: '1e2', group: 'Connection' }),
      ],
      forms: [],
    });
  });

  test('of a list no more than what differs is in it', () => {
    const report = lists('resources', [{ uri: 'a:', name: 'A' }], [{ uri: 'a:', name: 'A' }, { uri: 'b:' }]);
    const text = JSON.stringify(reportFile(report, { app, at: NOW }));
    expect(text).toContain('"after":"{\\"uri\\":\\"b:\\"}"');
    expect(text).not.toContain('"a:');
  });

  test('counts are those of the differences', () => {
    expect(severityCounts(lists('tools', [tool('a')], [tool('b')]).differences)).toEqual({
      breaking: 1,
      unclear: 0,
      compatible: 1,
      wording: 0,
    });
  });
});
