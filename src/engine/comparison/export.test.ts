import { describe, expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import { createDiffer } from '../diff/differ.ts';
import type { DiffReport } from '../diff/report.ts';
import { reportMarkdown } from '../diff/report-markdown.ts';
import { Recording } from '../wire-log/recording.ts';
import { comparisonFile } from './comparison-json.ts';
import { comparisonMarkdown } from './comparison-markdown.ts';
import type { RunFacts } from './column-facts.ts';
import { exportMasks, maskedReport } from './export-masks.ts';
import { maskedComparison, type ExportedComparison } from './exported.ts';
import type { MatrixRow } from './matrix.ts';
import type { ComparedSide } from './compared-side.ts';
import { listReport, matrixReports } from './reports.ts';

const app = { name: 'roundtrip', version: '0.1.0' };
const NOW = Date.UTC(2026, 10, 30, 19, 54, 21);
const TOKEN = 'a-token-nobody-may-see';
const differ = createDiffer(() => {
  throw new TypeError('what is small needs no worker');
});

const text = (content: string, more: object = {}) => ({ kind: 'text', text: content, ...more }) as const;
const row = (label: string, cells: MatrixRow['cells'], more: Partial<MatrixRow> = {}): MatrixRow => ({
  key: label,
  group: 'Connection',
  label,
  code: false,
  subject: { kind: 'handshake' },
  cells,
  ...more,
});

const report: DiffReport = {
  subject: 'tools',
  from: { title: '2025-11-25' },
  to: { title: '2026-07-28' },
  differences: [
    {
      severity: 'compatible',
      kind: 'added',
      group: 'added',
      entry: 'b',
      part: 'entry',
      path: 'tools.b',
      segments: ['tools', 'b'],
      sentence: 'The tool "b" is new.',
      after: '{"name":"b","n":1.0}',
    },
    {
      severity: 'breaking',
      kind: 'removed',
      group: 'removed',
      entry: 'a',
      part: 'entry',
      path: 'tools.a',
      segments: ['tools', 'a'],
      sentence: 'The tool "a" is gone: calls of it fail.',
      before: '{"name":"a"}',
    },
  ],
  forms: [],
  same: 1,
};

const comparison: ExportedComparison = {
  title: 'deploy.acme.dev, 2 columns, no calls',
  ranAt: NOW - 60_000,
  against: 'left neighbour',
  columns: ['2025-11-25', '2026-07-28'].map((title) => ({
    title,
    url: 'https://deploy.acme.dev/mcp',
    protocolVersion: title,
    profile: 'What Roundtrip can answer',
    runs: 1,
    ...(title === '2025-11-25' && { server: 'acme 2.0.0' }),
    recordedAt: NOW,
  })),
  rows: [
    row('Negotiated as', [
      { content: text('2025-11-25, legacy'), difference: null },
      { content: text('2026-07-28, modern'), difference: { kind: 'changed', from: 0 } },
    ]),
    row('Session', [
      { content: text('id, 36 characters'), difference: null },
      { content: { kind: 'none' }, difference: { kind: 'removed', from: 0 } },
    ]),
    row('Time to connect', [
      { content: { kind: 'time', ms: 118.4 }, difference: null },
      { content: { kind: 'bytes', sent: 5, received: 7 }, difference: null },
    ]),
    row(
      'logging',
      [
        { content: { kind: 'unknown' }, difference: null },
        { content: text('', { deprecated: '2026-07-28', varies: true }), difference: null },
      ],
      { code: true, group: 'Server declares' },
    ),
    row(
      'Tools',
      [
        { content: text('1', { digest: 'aaaaaaaa' }), difference: null },
        { content: text('2', { digest: 'bbbbbbbb' }), difference: { kind: 'changed', from: 0 } },
      ],
      { group: 'Lists', subject: { kind: 'list', method: 'tools/list' } },
    ),
  ],
  calls: [],
  reports: [report],
  outcomes: [],
  problems: [],
};

test('the matrix is a table with its marks, and what it means stands below, breaking first', () => {
  expect(comparisonMarkdown(comparison, NOW).split('\n')).toEqual([
    '## Compared: `deploy.acme.dev, 2 columns, no calls`',
    '',
    'Run on 2026-11-30 19:53 UTC, copied on 2026-11-30 19:54 UTC from Roundtrip. A mark tells how a cell differs from the one on its left: **+** added, **−** removed, **~** changed.',
    '',
    '|  | `2025-11-25` | `2026-07-28` |',
    '| --- | --- | --- |',
    '| Server | `acme 2.0.0` | – |',
    '| URL | `https://deploy.acme.dev/mcp` | `https://deploy.acme.dev/mcp` |',
    '| Version asked for | `2025-11-25` | `2026-07-28` |',
    '| Client profile | `What Roundtrip can answer` | `What Roundtrip can answer` |',
    '| Recorded | `2026-11-30 19:54 UTC` | `2026-11-30 19:54 UTC` |',
    '',
    '|  | `2025-11-25` | `2026-07-28` |',
    '| --- | --- | --- |',
    '| **Connection** |  |  |',
    '| Negotiated as | `2025-11-25, legacy` | **~** `2026-07-28, modern` |',
    '| Session | `id, 36 characters` | **−** none |',
    '| Time to connect | 118 ms | 5 B sent, 7 B received |',
    '| **Server declares** |  |  |',
    '| `logging` | – | (empty) deprecated since 2026-07-28 varies from run to run |',
    '| **Lists** |  |  |',
    '| Tools | `1` `aaaaaaaa` | **~** `2` `bbbbbbbb` |',
    '',
    '## What it means to callers',
    '',
    '**1 breaking**, 1 compatible.',
    '',
    '### Breaking (1)',
    '',
    '- Tools, `2025-11-25` → `2026-07-28`, `tools.a`: The tool `"a"` is gone: calls of it fail.',
    '',
    '### Compatible (1)',
    '',
    '- Tools, `2025-11-25` → `2026-07-28`, `tools.b`: The tool `"b"` is new.',
    '',
  ]);
});

test('what was only read was not run', () => {
  const markdown = comparisonMarkdown({ ...comparison, ranAt: null }, NOW);
  expect(markdown).not.toContain('Run on');
  expect(markdown).toContain(
    'Compared on 2026-11-30 19:54 UTC with Roundtrip from what was recorded; nothing was sent.',
  );
  expect(comparisonFile({ ...comparison, ranAt: null }, { app, at: NOW })['ranAt']).toBeNull();
});

test('what was called stands there as it was written', () => {
  const calls = [
    { method: 'tools/call', name: 'deploy', arguments: '{\n  "to": "a`b"\n}', meta: '{"x/y":1}' },
    { method: 'prompts/get', name: 'p', arguments: '', meta: '{}', metaReplaces: true },
    { method: 'tools/call', name: 'long', arguments: `{"a":"${'x'.repeat(3000)}"}` },
  ];
  const lines = comparisonMarkdown({ ...comparison, calls }, NOW).split('\n');
  const first = lines.indexOf('What each column called:') + 2;
  expect(lines.slice(first, first + 2)).toEqual([
    '- Call 1: `tools/call` `deploy` with ``{ "to": "a`b" }``, adding `_meta` `{"x/y":1}`',
    '- Call 2: `prompts/get` `p` without arguments, replacing `_meta` `{}`',
  ]);
  expect(lines[first + 2]).toMatch(/… \(3008 characters\)`$/);
  expect(comparisonFile({ ...comparison, calls }, { app, at: NOW })['calls']).toEqual(calls);
});

test('compared with the run before it says so', () => {
  expect(comparisonMarkdown({ ...comparison, against: 'run before' }, NOW)).toContain(
    'how a cell differs from the run before:',
  );
});

test.each(['a|b', '`', '\\', '\n# x', '@octocat', '<b>', '[a](https://evil.example)', '**', '|\\|`'])(
  'hostile text in a cell, a label, a title and a group stays there: %j',
  (hostile) => {
    const markdown = comparisonMarkdown(
      {
        ...comparison,
        title: hostile,
        columns: comparison.columns.map((column) => ({
          ...column,
          title: hostile,
          url: hostile,
          server: hostile,
          revision: hostile,
          profile: hostile,
          protocolVersion: hostile,
        })),
        calls: [{ method: hostile, name: hostile, arguments: hostile, meta: hostile }],
        rows: [
          row(
            hostile,
            [
              { content: text(hostile, { failed: true }), difference: { kind: 'added', from: 0 } },
              { content: text(hostile), difference: null },
            ],
            { code: true, group: `Call 1: ${hostile}` },
          ),
        ],
        reports: [],
        problems: [hostile],
      },
      NOW,
    );
    const lines = markdown.split('\n');
    const table = lines.filter((line) => line.startsWith('|'));
    expect(table).toHaveLength(12);
    for (const line of table) expect(line.replace(/\\[^]/g, '').split('|')).toHaveLength(5);
    expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(1);
    const prose = markdown.replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)|<code>[^<]*<\/code>/g, '');
    expect(prose).not.toMatch(/@octocat|<b>|https:\/\/evil|^# x/m);
  },
);

test('as JSON it says what it is, and holds the matrix and what stands behind its marks', () => {
  const file = JSON.parse(JSON.stringify(comparisonFile(comparison, { app, at: NOW }))) as Record<
    string,
    unknown
  >;
  expect(file).toMatchObject({
    format: 'roundtrip-comparison',
    version: 1,
    app,
    exportedAt: '2026-11-30T19:54:21.000Z',
    ranAt: '2026-11-30T19:53:21.000Z',
    against: 'left neighbour',
    columns: [{ title: '2025-11-25', recordedAt: '2026-11-30T19:54:21.000Z' }, { title: '2026-07-28' }],
    diffs: [
      {
        subject: 'tools',
        from: { title: '2025-11-25' },
        counts: { breaking: 1, unclear: 0, compatible: 1, wording: 0, same: 1 },
        differences: [{ after: '{"name":"b","n":1.0}' }, { before: '{"name":"a"}' }],
      },
    ],
    problems: [],
  });
  expect(file['rows']).toEqual(comparison.rows);
});

describe('who does not come through is told first', () => {
  const refused: ExportedComparison = {
    ...comparison,
    calls: [{ method: 'tools/call', name: 'a`b', arguments: '{}' }],
    outcomes: [
      {
        severity: 'breaking',
        what: 'connection',
        column: 1,
        from: 0,
        before: '2025-11-25, legacy',
        after: 'refused',
        failed: {
          title: 'The server refused the handshake',
          status: 400,
          code: '-32000',
          message: 'Bad Request: <b>\n# no',
        },
      },
      {
        severity: 'breaking',
        what: 'outcome',
        call: 0,
        column: 1,
        from: 'before',
        before: 'complete',
        after: 'error −32603',
      },
    ],
  };

  test('with what the server answered, and in the count', () => {
    const lines = comparisonMarkdown(refused, NOW).split('\n');
    const heading = lines.indexOf('### Breaking (3)');
    expect(lines).toContain('**3 breaking**, 1 compatible.');
    expect(lines.slice(heading + 2, heading + 4)).toEqual([
      '- Handshake, `2025-11-25` → `2026-07-28` (`2025-11-25, legacy` → `refused`): Does not connect. The server refused the handshake (400, `-32000` `Bad Request: <b>\\n# no`).',
      '- Call 1 ``a`b``, `2026-07-28, run before` → `2026-07-28`, outcome: `complete` → `error −32603`',
    ]);
  });

  test('also where nothing else can be compared', () => {
    expect(comparisonMarkdown({ ...refused, reports: [] }, NOW)).toContain('**2 breaking**.');
  });

  test('in the file too', () => {
    expect(comparisonFile(refused, { app, at: NOW })['outcomes']).toEqual(refused.outcomes);
  });
});

describe('no secret is in what is exported', () => {
  function recorded(): Recording {
    const recording = new Recording();
    recording.append({
      type: 'request',
      at: 1,
      exchange: 1,
      method: 'POST',
      url: 'https://acme.dev/mcp?token=short&api_key=a-key-in-the-url',
      headers: [['Authorization', 'Bearer ‹secret 1, 22 characters›']],
      body: keepText('{}'),
      messages: [],
      mode: 'cors',
    });
    return recording;
  }

  test('a token that the server repeats, and keys in the address', async () => {
    const masks = await exportMasks([
      {
        recording: recorded(),
        reveal: (placeholder) => (placeholder.startsWith('‹secret 1,') ? TOKEN : null),
      },
    ]);
    const leaky: DiffReport = {
      ...report,
      from: {
        title: 'acme.dev/mcp?token=short',
        url: 'https://acme.dev/mcp?token=short&api_key=a-key-in-the-url',
      },
      differences: report.differences.map((difference) => ({
        ...difference,
        entry: TOKEN,
        sentence: `Says "${TOKEN}".`,
        after: JSON.stringify({ said: `Bearer ${TOKEN}` }),
      })),
    };
    const exported = JSON.stringify(maskedReport(leaky, masks));
    const copied = reportMarkdown(maskedReport(leaky, masks), NOW);
    const whole = maskedComparison(
      {
        ...comparison,
        title: 'acme.dev/mcp?token=short',
        columns: comparison.columns.map((column) => ({
          ...column,
          url: 'https://acme.dev/?token=short',
          title: TOKEN,
          server: TOKEN,
        })),
        calls: [
          { method: 'tools/call', name: TOKEN, arguments: `{"a":"${TOKEN}"}`, meta: `{"b":"${TOKEN}"}` },
        ],
        rows: [row(TOKEN, [{ content: text(`x ${TOKEN}`), difference: null }])],
      },
      {
        reports: [leaky],
        outcomes: [
          {
            severity: 'breaking',
            what: 'connection',
            column: 1,
            from: 0,
            before: '2025-11-25, legacy',
            after: 'refused',
            failed: { title: 'Refused', message: `no ${TOKEN}` },
          },
        ],
        problems: [TOKEN],
      },
      masks,
    );
    const all = [
      exported,
      copied,
      JSON.stringify(comparisonFile(whole, { app, at: NOW })),
      comparisonMarkdown(whole, NOW),
    ].join('\n');
    expect(all).not.toContain(TOKEN);
    expect(all).not.toContain('a-key-in-the-url');
    expect(all).not.toContain('token=short');
    expect(all).toContain('‹secret');
  });

  test('nor are the entries that do not differ', async () => {
    const masks = await exportMasks([]);
    const entries = { before: { entries: [{ key: 'k', raw: '{"same":1}' }] }, after: { entries: [] } };
    expect(maskedReport({ ...report, entries }, masks)).not.toHaveProperty('entries');
  });
});

describe('what stands behind the marked cells', () => {
  const side = (title: string, names: readonly string[], how: string | null = 'complete'): ComparedSide => {
    const entries = names.map((name) => ({ key: name, raw: JSON.stringify({ name }) }));
    const listing = { ended: how === null ? null : { how } };
    const lists = new Map([['tools/list', { listing, list: { entries, failedPages: [], hints: [] } }]]);
    return {
      title,
      facts: { handshake: null, settled: { problem: 'It never connected' }, lists } as unknown as RunFacts,
    };
  };
  const sides = [side('one', ['a']), side('two', ['a', 'b']), side('three', ['b'])];
  const list = { kind: 'list', method: 'tools/list' } as const;
  const cell = (from: number | 'before' | null) => ({
    content: text('x'),
    difference: from === null ? null : ({ kind: 'changed', from } as const),
  });

  test('each two that a mark compares, whichever column that is with, once for all rows of a list', async () => {
    const rows = [
      row('Tools', [cell(null), cell(0), cell(0)], { subject: list }),
      row('Tools kept', [cell(null), cell(0), cell(null)], { subject: list }),
      row('Result', [cell(null), cell(0), cell(0)], { subject: { kind: 'call', call: 0 } }),
    ];
    const found = await matrixReports(
      rows,
      (column, from) => sides[typeof from === 'number' ? from : column],
      differ,
    );
    expect(
      found.reports.map(({ from, to, differences }) => [
        from.title,
        to.title,
        ...differences.map(({ path }) => path),
      ]),
    ).toEqual([
      ['one', 'two', 'tools.b'],
      ['one', 'three', 'tools.a', 'tools.b'],
    ]);
  });

  test('column by column', async () => {
    const rows = [
      row('Tools', [cell(null), cell(null), cell(0)], { subject: list }),
      row('Prompts', [cell(null), cell(0), cell(null)], { subject: { kind: 'list', method: 'tools/list' } }),
    ];
    const found = await matrixReports(
      rows,
      (column, from) => sides[typeof from === 'number' ? from : column],
      differ,
    );
    expect(found.reports.map(({ to }) => to.title)).toEqual(['two', 'three']);
  });

  test('the run before, where cells are compared with that', async () => {
    const before = side('one, run before', ['z']);
    const found = await matrixReports(
      [row('Tools', [cell('before')], { subject: list })],
      (column, from) => (from === 'before' ? before : sides[column]),
      differ,
    );
    expect(found.reports.map(({ from, to }) => [from.title, to.title])).toEqual([['one, run before', 'one']]);
  });

  test('what can not be compared is told once, with the reason', async () => {
    const found = await matrixReports(
      [row('A', [cell(null), cell(0)]), row('B', [cell(null), cell(0)])],
      (column, from) => sides[typeof from === 'number' ? from : column],
      differ,
    );
    expect(found).toEqual({ reports: [], outcomes: [], problems: ['one: It never connected'] });
  });

  describe('of a list that came in part', () => {
    const whole = side('two', ['a', 'b', 'c']);
    test.each([
      [side('one', ['a'], null), whole, 'one: Tools came in part. What was recorded ends within it.'],
      [whole, side('one', ['c', 'd'], 'failed'), 'one: Tools came in part. Listing failed.'],
    ])('nothing is told as added or removed', async (left, right, words) => {
      const found = await listReport('tools/list', left, right, differ);
      if (!found.ok) throw new Error(found.message);
      expect(found.value.differences).toEqual([]);
      expect(found.value.incomplete).toEqual([words, 'Only entries that both have are compared.']);
      expect(reportMarkdown(found.value, NOW)).toContain('No difference in what could be compared.');
    });

    test('what both have is compared', async () => {
      const [left, right] = [side('one', ['a'], null), side('two', ['b', 'a'])];
      const entries = right.facts.lists.get('tools/list')?.list.entries[1];
      Object.assign(entries ?? {}, { raw: '{"name":"a","title":"A"}' });
      const found = await listReport('tools/list', left, right, differ);
      expect(found.ok && found.value.differences.map(({ path }) => path)).toEqual(['tools.a.title']);
    });

    test('a list that was declared and not asked for is one too', async () => {
      const declared = { capabilities: [{ path: ['tools'] }] };
      const none = { ...whole, facts: { ...whole.facts, lists: new Map(), settled: { declared } } };
      const found = await listReport('tools/list', whole, none as unknown as ComparedSide, differ);
      expect(found.ok && [found.value.differences, found.value.incomplete?.length]).toEqual([[], 2]);
    });

    test('a comparison says so', async () => {
      const found = await matrixReports(
        [row('Tools', [cell(null), cell(null)], { subject: list })],
        (column) => (column === 0 ? side('one', ['a'], 'page cap') : whole),
        differ,
      );
      expect(found.problems).toEqual(['one: Tools came in part. It has more pages than are asked for.']);
      expect(comparisonMarkdown({ ...comparison, ...found }, NOW)).toContain(
        'It has more pages than are asked for',
      );
    });
  });
});
