import { describe, expect, test } from 'vitest';
import { readDeclared } from '../../../engine/capabilities/declared.ts';
import type { CapabilityRow } from '../../../engine/capabilities/rows.ts';
import type { HandshakeView } from '../../../engine/views/handshakes.ts';
import { baselineOf } from './entries.ts';
import type { Facts, HandshakeEntry } from '../../../engine/views/handshake-facts.ts';
import {
  capabilityChips,
  capabilityCount,
  causeRows,
  explanationBeyond,
  factRows,
  findingRows,
  headline,
  optionText,
  verdictLines,
} from './rows.ts';

const at = new Date(2026, 10, 12, 14, 31).getTime();
const now = new Date(2026, 10, 30, 9, 0).getTime();

const base: HandshakeView = {
  number: 26,
  connection: 1,
  cause: 'connect',
  url: 'https://staging.acme.dev/mcp',
  protocolVersion: 'auto',
  profile: 'What Roundtrip can answer',
  at,
  endedAt: at + 131,
  attempts: [],
  probes: [],
  streams: [],
  outcome: { kind: 'connected', era: 'legacy', revision: '2025-11-25', asked: '2025-11-25', attempt: 2 },
  diagnosis: null,
  findings: [],
};
const failed: HandshakeView = { ...base, outcome: { kind: 'failed' } };

function facts(result: object, change: Partial<Facts> = {}): Facts {
  const declared = readDeclared(JSON.stringify(result), change.era ?? 'legacy');
  if (!declared.ok) throw new TypeError(declared.message);
  return {
    era: 'legacy',
    revision: '2025-11-25',
    asked: '2025-11-25',
    method: 'initialize',
    exchange: 1,
    event: null,
    declared: declared.value,
    client: 'roundtrip 0.1.0',
    clientCapabilitiesText: '{}',
    sessionId: null,
    ...change,
  };
}

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 'acme-deploy', version: '1.3.2' },
};

describe('a handshake in a list', () => {
  test.each([
    ['26: acme-deploy 1.3.2, 2025-11-25, 12 Nov', base, facts(initialize), now],
    ['26: acme-deploy 1.3.2, 2025-11-25, today 14:31', base, facts(initialize), at + 60_000],
    ['26: staging.acme.dev/mcp, failed, 12 Nov', failed, { problem: '' }, now],
    ['26: staging.acme.dev/mcp, still running, 12 Nov', { ...base, outcome: null }, undefined, now],
    ['26: staging.acme.dev/mcp, 2025-11-25, 12 Nov', base, undefined, now],
  ])('%s', (text, handshake, known, when) => expect(optionText(handshake, known, when)).toBe(text));
});

test.each([
  ['Legacy, 2025-11-25', base],
  ['Failed', failed],
  ['Cancelled', { ...base, outcome: { kind: 'cancelled' } as const }],
  ['Still running', { ...base, outcome: null }],
])('the headline is %s', (text, handshake) => expect(headline(handshake)).toBe(text));

test.each([
  ['connect', []],
  ['session ended', ['the server no longer knew the session']],
  ['again', ['you asked for another']],
] as const)('made because of %s is said as %j', (cause, said) => {
  expect(causeRows({ ...base, cause }).map(({ value }) => value)).toEqual(said);
  const rows = factRows({ ...base, cause }, facts(initialize), (id) => id);
  expect(rows.filter(({ key }) => key === 'Made because').map(({ value }) => value)).toEqual(said);
});

test('every attempt has its verdict in words', () => {
  const verdict = { kind: 'legacy', rule: 'x', reason: 'It answered.', warning: 'But late.' } as const;
  const attempt = { attempt: 1, era: 'legacy', asked: '', exchanges: [], verdict } as const;
  expect(verdictLines([attempt, { ...attempt, attempt: 2, verdict: null }])).toEqual([
    { attempt: 1, text: 'It answered.', warning: 'But late.' },
    { attempt: 2, text: 'Not judged: the handshake ended before an answer came.', warning: null },
  ]);
});

describe('facts', () => {
  const rowOf = (key: string, known: Facts, handshake = base) =>
    factRows(handshake, known, (id) => `${id.slice(0, 2)}…`).find((row) => row.key === key);

  test('say where the server gave its name', () => {
    expect(rowOf('Server', facts(initialize))).toMatchObject({
      value: 'acme-deploy 1.3.2',
      note: 'from serverInfo',
    });
    expect(rowOf('Server', facts({ ...initialize, serverInfo: undefined }))?.value).toContain('did not say');
  });

  test('show a version that was not asked for as such', () => {
    const other = facts(initialize, { asked: '2025-11-25', revision: '2025-06-18' });
    expect(rowOf('Asked, answered', other)).toMatchObject({
      value: [{ code: '2025-11-25' }, ', ', { code: '2025-06-18' }],
      chips: [{ text: 'another version than asked' }],
    });
    expect(rowOf('Asked, answered', facts(initialize))?.chips).toBeUndefined();
  });

  test('count a session id that is shortened', () => {
    expect(rowOf('Session', facts(initialize, { sessionId: 'abcdef' }))).toMatchObject({
      value: [{ code: 'ab…' }],
      note: '6 characters',
    });
    expect(rowOf('Session', facts(initialize))?.value).toBe('none that this page may read');
  });

  test('of the modern era have versions and cache hints, and no session', () => {
    const modern = facts(
      {
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25'],
        capabilities: {},
        ttlMs: 60_000,
        cacheScope: 'public',
      },
      { era: 'modern', revision: '2026-07-28', asked: '2026-07-28' },
    );
    expect(rowOf('Supports', modern)?.value).toEqual([{ code: '2026-07-28' }, ', ', { code: '2025-11-25' }]);
    expect(rowOf('Valid for', modern)).toMatchObject({ value: '1 min', note: 'ttlMs 60000' });
    expect(rowOf('Cache scope', modern)?.value).toEqual([{ code: 'public' }]);
    expect(rowOf('Session', modern)).toBeUndefined();
  });

  test('instructions without end are shown in part, with their length', () => {
    const { value } =
      rowOf('Instructions', facts({ ...initialize, instructions: 'z'.repeat(1_000_000) })) ?? {};
    expect(value).toMatch(/^z{20000}… \(1000000 characters\)$/);
  });

  test('an empty instruction is told from none', () => {
    expect(rowOf('Instructions', facts({ ...initialize, instructions: '' }))?.value).toBe('an empty text');
    expect(rowOf('Instructions', facts(initialize))).toBeUndefined();
  });
});

test('what was recorded and what the declaration shows are one list, each finding once', () => {
  const noName = facts({ ...initialize, serverInfo: undefined });
  const text = noName.declared.findings[0] ?? '';
  const recorded = { rule: 'r', severity: 'error', text } as const;
  expect(findingRows({ ...base, findings: [recorded] }, noName).map((item) => item.severity)).toEqual([
    'error',
  ]);
  expect(findingRows(base, noName)).toMatchObject([{ severity: 'warning', words: text }]);
});

describe('the baseline', () => {
  const exchanges = { count: 0, get: () => undefined };
  const entry = (number: number, change: Partial<HandshakeView> = {}): HandshakeEntry => ({
    handshake: { ...base, number, ...change },
    exchanges,
  });
  test('is the newest earlier one of the same URL that declared something', () => {
    const entries = [
      entry(9),
      entry(8, { outcome: { kind: 'failed' } }),
      entry(7, { url: 'https://other/mcp' }),
      entry(6),
      entry(5),
    ];
    const of = (number: number) => {
      const looked = entries.find((each) => each.handshake.number === number);
      return looked && baselineOf(entries, looked)?.handshake.number;
    };
    expect([of(9), of(8), of(7), of(6), of(5)]).toEqual([6, 6, undefined, 5, undefined]);
  });
});

describe('capabilities', () => {
  const row: CapabilityRow = {
    side: 'server',
    name: 'logging',
    path: ['logging'],
    declared: ['{}'],
    valueText: '{}',
    since: '2024-11-05',
    unknown: false,
    outside: false,
    meaning: 'Sends log messages',
  };
  const texts = (change: Partial<CapabilityRow>, revision = '2025-11-25') =>
    capabilityChips({ ...row, ...change }, revision).map((chip) => chip.text);

  test.each([
    [{}, []],
    [{ deprecatedSince: '2026-07-28' }, ['deprecated 2026-07-28']],
    [{ extension: { id: 'x', since: '2026-07-28' } }, ['extension from 2026-07-28']],
    [{ unknown: true, outside: true }, ['unknown']],
    [{ outside: true }, ['not in 2025-11-25']],
  ])('%j is marked %j', (change, chips) => expect(texts(change)).toEqual(chips));

  test('an extension where extensions exist is just that', () => {
    expect(texts({ extension: { id: 'x', since: '2026-07-28' } }, '2026-07-28')).toEqual(['extension']);
  });

  test('are counted, deprecated ones too', () => {
    expect(capabilityCount([row, { ...row, deprecatedSince: '2026-07-28' }])).toBe(
      '2 declared, 1 deprecated',
    );
    expect(capabilityCount([row])).toBe('1 declared');
  });
});

test('a diagnosis does not say again what an attempt was judged by', () => {
  const text = 'The server answered initialize with 404 and text/plain.';
  const lines = [
    { attempt: 1, text: 'The server answered server/discover with 404; trying initialize.', warning: null },
    { attempt: 2, text, warning: null },
  ];
  expect(explanationBeyond(`${text} Check the path of the URL.`, lines)).toBe('Check the path of the URL.');
  expect(explanationBeyond(text, lines)).toBe('');
  expect(explanationBeyond('The name or port is wrong.', lines)).toBe('The name or port is wrong.');
});

test('who the client is stands above the ladder, not among the facts', () => {
  const rows = factRows(base, facts(initialize), (id) => id);
  expect(JSON.stringify(rows)).not.toContain('roundtrip');
  expect(rows).toContainEqual({ key: 'Client profile', value: 'What Roundtrip can answer' });
});
