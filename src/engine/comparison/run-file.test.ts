import { describe, expect, test } from 'vitest';
import { keepText } from '../base/body.ts';
import { defaultResponders } from '../responders/responders.ts';
import { Recording } from '../wire-log/recording.ts';
import { firstLineOf, withName } from './named-file.ts';
import { openRunFile } from './open-run-file.ts';
import type { ColumnRun, ComparisonPlan } from './plan.ts';
import { writeRunFile } from './run-file.ts';

const app = { name: 'roundtrip', version: '0.1.0' };
const TOKEN = 'a-token-nobody-may-see';

const plan: ComparisonPlan = {
  columns: [
    {
      title: '2025-11-25',
      options: {
        url: `https://h.example/mcp?api_key=${TOKEN}-in-url`,
        protocolVersion: '2025-11-25',
        headers: [
          { name: 'Authorization', value: `Bearer ${TOKEN}`, secret: true },
          { name: 'X-Pin', value: '12', secret: true },
          { name: 'X-Api-Key', value: `${TOKEN}-open`, secret: false },
          { name: 'X-Plain', value: ' as typed', secret: false },
        ],
        profile: {
          name: 'Mine',
          clientInfo: { name: 'c', version: '1', title: 'C' },
          capabilitiesText: null,
          rule: 'go-sdk',
          settings: {
            switches: { 'elicitation.url': false },
            extensions: [{ id: 'a.b/c', settingsText: '' }],
            experimentalText: '{"x":1.0}',
          },
        },
        timeLimitMs: 1500,
      },
    },
  ],
  calls: [
    {
      subject: {
        method: 'tools/call',
        name: 'echo',
        argumentsText: `{"n":1.0,\n"client_secret":"${TOKEN}-argument"}`,
        metaText: '{"trace":9007199254740993}',
        metaReplaces: true,
      },
      anyway: true,
    },
  ],
  runs: 2,
  responders: {
    ...defaultResponders,
    sampling: { kind: 'endpoint', url: 'http://localhost/v1', model: 'm' },
    roots: { kind: 'list', roots: [{ uri: 'file:///a', name: 'A' }] },
  },
  limits: { requests: 10, empty: 3 },
};

function recorded(url: string): Recording {
  const recording = new Recording();
  recording.append({
    type: 'request',
    at: 1,
    exchange: 1,
    method: 'POST',
    url,
    headers: [['Authorization', 'Bearer ‹secret 9z-1, 22 characters›']],
    body: keepText(`{"digits":1.0,"said":"${TOKEN}"}`),
    messages: [],
    mode: 'cors',
  });
  return recording;
}

const run = (url = 'https://h.example/mcp'): ColumnRun => ({
  recording: recorded(url),
  calls: [
    { kind: 'made', call: 1, givenUp: 'manual' },
    { kind: 'left out', reason: 'Cancelled' },
  ],
  reveal: (placeholder) => (placeholder === '‹secret 9z-1, 22 characters›' ? TOKEN : null),
});

async function written(columns: readonly (readonly ColumnRun[])[] = [[run(), run()]]): Promise<string> {
  const lines: string[] = [];
  const content = { plan, columns, startedAt: 10, endedAt: 20 };
  for await (const line of writeRunFile(content, { app, name: 'before the move' })) lines.push(line);
  return lines.join('');
}

const open = (text: string | Uint8Array<ArrayBuffer>, limits?: Parameters<typeof openRunFile>[1]) =>
  openRunFile(new Blob([text]).stream(), limits);

describe('a saved run', () => {
  test('opens as it was written, secrets apart', async () => {
    const opened = await open(await written());
    if (!opened.ok) expect.unreachable(opened.message);
    const { name, startedAt, endedAt, columns, warnings } = opened.value;
    expect({ name, startedAt, endedAt, warnings }).toEqual({
      name: 'before the move',
      startedAt: 10,
      endedAt: 20,
      warnings: [],
    });
    expect(columns.map((runs) => runs.map(({ calls }) => calls))).toEqual([[run().calls, run().calls]]);
    const request = columns[0]?.[1]?.recording.at(0);
    expect(request?.type === 'request' && (await request.body?.text())).toBe(
      '{"digits":1.0,"said":"‹secret 9z-1, 22 characters›"}',
    );
    const { columns: planned, calls, ...rest } = opened.value.plan;
    const { columns: asked, calls: made, ...others } = plan;
    expect(rest).toEqual(others);
    expect(planned.map(({ title, options }) => ({ title, ...options, url: '', headers: [] }))).toEqual(
      asked.map(({ title, options }) => ({ title, ...options, url: '', headers: [] })),
    );
    expect(calls[0]?.subject).toEqual({
      ...made[0]?.subject,
      argumentsText: '{"n":1.0,\n"client_secret":"‹secret 3, 31 characters›"}',
    });
    expect(planned[0]?.options.headers).toEqual([
      {
        name: 'Authorization',
        value: expect.stringMatching(/^Bearer ‹secret .*, 22 characters›$/),
        secret: true,
      },
      { name: 'X-Pin', value: expect.stringMatching(/^‹secret .*, 2 characters›$/), secret: true },
      { name: 'X-Api-Key', value: expect.stringMatching(/^‹secret .*, 27 characters›$/), secret: true },
      { name: 'X-Plain', value: ' as typed', secret: false },
    ]);
  });

  test('holds no secret anywhere', async () => {
    const text = await written();
    expect(text).not.toContain(TOKEN);
    expect(text).toContain('api_key=‹secret');
  });

  test('of a run that was cancelled has fewer recordings, and no warning', async () => {
    const opened = await open(await written([[]]));
    expect(opened).toMatchObject({ ok: true, value: { columns: [[]], warnings: [] } });
  });
});

describe('a file that is not as it has to be', () => {
  const change = async (at: number, with_: (line: string) => string): Promise<string> =>
    (await written())
      .split('\n')
      .map((line, index) => (index === at ? with_(line) : line))
      .join('\n');

  test.each<readonly [string, () => Promise<string | Uint8Array<ArrayBuffer>> | string, RegExp]>([
    ['is empty', () => '', /the file is empty/],
    ['is no JSON', () => 'hello', /names no format/],
    [
      'is a recording',
      () => '{"format":"roundtrip-recording","version":1}',
      /names the format "roundtrip-recording"/,
    ],
    [
      'is of another version',
      () => change(0, (line) => line.replace('"version":1', '"version":2')),
      /is of version 2/,
    ],
    [
      'lacks a member in its first line',
      () => change(0, (line) => line.replace('"startedAt"', '"x"')),
      /lacks a member/,
    ],
    ['ends before its plan', async () => (await written()).split('\n')[0] ?? '', /ends before its plan/],
    [
      'has no plan',
      () => change(1, () => '{"type":"plan","plan":{}}'),
      /plan of this saved run can't be read/,
    ],
    [
      'has a plan that runs without end',
      () => change(1, (line) => line.replace('"runs":2', '"runs":1000000')),
      /plan of this saved run can't be read/,
    ],
    [
      'calls another method',
      () => change(1, (line) => line.replace('tools/call', 'server/shutdown')),
      /plan of this saved run can't be read/,
    ],
    [
      'names two columns alike',
      () => change(1, (line) => line.replace(/"columns":\[(.*)\],"calls"/, '"columns":[$1,$1],"calls"')),
      /plan of this saved run can't be read/,
    ],
    [
      'is not text',
      async () => Uint8Array.of(...new TextEncoder().encode(await written()).subarray(0, 9), 0xff, 0x0a),
      /not text/,
    ],
  ])('and %s is refused, with the reason', async (_, text, message) => {
    const opened = await open(await text());
    expect(opened.ok ? opened.value.warnings.join() : opened.message).toMatch(message);
  });

  test('refuses a line that is too long', async () => {
    const opened = await open(await written(), { line: 300, text: 300, entries: 10 });
    expect(opened).toMatchObject({ ok: false, code: 'line-too-long' });
  });

  test('refuses more entries than all recordings together may have', async () => {
    const opened = await open(await written(), { line: 10_000, text: 10_000, entries: 1 });
    expect(opened).toMatchObject({ ok: false, code: 'too-many-entries' });
  });

  test.each<readonly [string, (lines: string[]) => string[], readonly number[], RegExp]>([
    ['after a recording', (lines) => lines.slice(0, 5), [1], /announces 2 recordings, and 1 is whole/],
    [
      'between a recording and its lines',
      (lines) => lines.slice(0, 6),
      [1],
      /announces 2 recordings, and 1 is whole/,
    ],
    ['inside a recording', (lines) => lines.slice(0, 7), [2], /announces 2 recordings, and 1 is whole/],
  ])('that ends early %s opens with what came', async (_, cut, expected, warning) => {
    const opened = await open(cut((await written()).split('\n')).join('\n'));
    if (!opened.ok) expect.unreachable(opened.message);
    expect(opened.value.columns.map(({ length }) => length)).toEqual(expected);
    expect(opened.value.warnings.join('\n')).toMatch(warning);
  });

  test.each<readonly [string, number, (line: string) => string, RegExp]>([
    ['of a column there is not', 2, (line) => line.replace('"column":0', '"column":7'), /can't be read/],
    [
      'of another version',
      3,
      (line) => line.replace('"version":1', '"version":3'),
      /Left out: a recording of 2025-11-25\. .*version 3/,
    ],
    ['whose calls are none', 2, (line) => line.replace('"made"', '"gone"'), /can't be read/],
  ])('leaves out a recording %s, and says so', async (_, at, with_, warning) => {
    const opened = await open(await change(at, with_));
    if (!opened.ok) expect.unreachable(opened.message);
    expect(opened.value.columns.map(({ length }) => length)).toEqual([1]);
    expect(opened.value.warnings.join('\n')).toMatch(warning);
  });

  test('never takes an object of its prototype for a switch', async () => {
    const opened = await open(
      await change(1, (line) =>
        line.replace('"switches":{', '"switches":{"__proto__":{"roots":true},"other":1,'),
      ),
    );
    expect(opened.ok && opened.value.plan.columns[0]?.options.profile.settings?.switches).toEqual({
      'elicitation.url': false,
    });
  });
});

describe('the name of a file', () => {
  test('stands in its first line alone', async () => {
    const text = await written();
    const named = await withName(new Blob([text], { type: 'application/jsonl' }), 'Größe "2"\n');
    expect(await firstLineOf(named)).toMatchObject({ format: 'roundtrip-run', name: 'Größe "2"\n' });
    expect((await named.text()).split('\n').slice(1)).toEqual(text.split('\n').slice(1));
    expect(named.type).toBe('application/jsonl');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'x\n{}'],
  ])('a file of %s has none', async (_, text) => {
    expect(await firstLineOf(new Blob([text]))).toBeUndefined();
  });
});
