import { describe, expect, test } from 'vitest';
import type { Verdict } from '../protocol/verdict.ts';
import type { OtherId } from '../wire/other-id.ts';
import type { AnswerBody, AttemptEvidence } from './attempt.ts';
import { judgeDiscover } from './judge-discover.ts';
import { judgeInitialize } from './judge-initialize.ts';

const NEW = '2026-07-28';

const answer = (
  status: number,
  body: AnswerBody,
  more: { mediaType?: string | null; redirected?: string } = {},
): AttemptEvidence => ({ kind: 'answer', status, mediaType: 'application/json', body, ...more });
const error = (code: number, message = '', data?: unknown): AnswerBody => ({
  kind: 'error',
  code,
  message,
  data,
});
const otherId = (answered: string | undefined, more: OtherId['answer'] = { kind: 'result' }): AnswerBody => ({
  kind: 'other-id',
  otherId: { asked: '2', answered, answer: more },
});
const result = (value: unknown): AnswerBody => ({ kind: 'result', result: value });
const unsupported = (supported: unknown) => error(-32022, 'Unsupported protocol version', { supported });

const auto = { asked: NEW, auto: true, triedVersions: [] };
const again = { ...auto, triedVersions: [NEW] };
const pinned = { ...auto, auto: false };

type Row = readonly [title: string, evidence: AttemptEvidence, expected: Partial<Verdict>];

/** Every row in Auto mode; what a pinned version makes of it follows from the rule below. */
const discoverRows: readonly Row[] = [
  // The table's rows.
  ['400 empty is legacy', answer(400, { kind: 'empty' }), { kind: 'try-legacy', rule: 'rejected' }],
  ['400 HTML is legacy', answer(400, { kind: 'html' }), { kind: 'try-legacy', rule: 'rejected' }],
  [
    '404 without JSON-RPC is legacy',
    answer(404, { kind: 'empty' }),
    { kind: 'try-legacy', rule: 'not-found' },
  ],
  ['404 HTML is legacy', answer(404, { kind: 'html' }), { kind: 'try-legacy', rule: 'not-found' }],
  ['404 JSON is legacy', answer(404, { kind: 'json-not-rpc' }), { kind: 'try-legacy', rule: 'not-found' }],
  ['404 with -32601 is legacy', answer(404, error(-32601)), { kind: 'try-legacy', rule: 'method-not-found' }],
  ['200 with -32601 is legacy', answer(200, error(-32601)), { kind: 'try-legacy', rule: 'method-not-found' }],
  ['405 is legacy', answer(405, { kind: 'empty' }), { kind: 'try-legacy', rule: 'method-not-allowed' }],
  [
    '405 with an error is legacy',
    answer(405, error(-32000, 'Method not allowed')),
    { kind: 'try-legacy', rule: 'method-not-allowed' },
  ],
  [
    '400 -32000 "not initialized" is legacy',
    answer(400, error(-32000, 'Bad Request: Server not initialized')),
    { kind: 'try-legacy', rule: 'other-error' },
  ],
  [
    '400 -32000 that names versions is legacy, with the newest of them',
    answer(400, error(-32000, 'Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)')),
    { kind: 'try-legacy', rule: 'other-error', legacyVersion: '2025-06-18' },
  ],
  [
    '-32022 that lists the very version is asked once more, flagged as a contradiction',
    answer(400, unsupported([NEW])),
    { kind: 'retry-modern', rule: 'unsupported-version-contradiction', retryVersion: NEW },
  ],
  [
    '-32022 with modern and older versions stays modern',
    answer(400, unsupported(['2025-11-25', NEW])),
    { kind: 'retry-modern', retryVersion: NEW },
  ],
  [
    '-32022 with only older versions is legacy with the newest listed',
    answer(400, unsupported(['2025-03-26', '2025-06-18', '2024-11-05'])),
    { kind: 'try-legacy', rule: 'unsupported-version-only-legacy', legacyVersion: '2025-06-18' },
  ],
  [
    '-32022 with an older version Roundtrip does not know asks for it',
    answer(400, unsupported(['2024-11-05'])),
    { kind: 'try-legacy', rule: 'unsupported-version-only-legacy', legacyVersion: '2024-11-05' },
  ],
  [
    '-32022 with only unknown newer versions has no common version',
    answer(400, unsupported(['2027-01-01'])),
    { kind: 'stop', rule: 'no-common-version', retryVersion: '2027-01-01' },
  ],
  [
    '-32022 with only odd versions has no common version',
    answer(400, unsupported(['1.0', 'draft'])),
    { kind: 'stop', rule: 'no-common-version', retryVersion: '1.0' },
  ],
  ...[undefined, null, 'x', [], [7], { 0: NEW }].map((supported): Row => [
    `-32022 with supported ${JSON.stringify(supported)} contradicts itself, then legacy`,
    answer(400, unsupported(supported)),
    {
      kind: 'try-legacy',
      rule: 'unsupported-version-without-list',
      warning: expect.stringContaining('contradicts'),
    },
  ]),
  [
    '-32022 without data contradicts itself, then legacy',
    answer(400, error(-32022)),
    { kind: 'try-legacy', rule: 'unsupported-version-without-list' },
  ],
  [
    '-32022 with another status is judged alike, with a warning',
    answer(200, unsupported([NEW])),
    { kind: 'retry-modern', warning: expect.stringContaining('400, not 200') },
  ],
  ['-32020 is a modern server', answer(400, error(-32020)), { kind: 'stop', rule: 'header-mismatch' }],
  [
    '-32021 is a modern server',
    answer(400, error(-32021, '', { requiredCapabilities: {} })),
    { kind: 'stop', rule: 'missing-client-capability' },
  ],
  [
    '-32020 with 200 is a modern server, with a warning',
    answer(200, error(-32020)),
    { kind: 'stop', rule: 'header-mismatch', warning: expect.stringContaining('not 200') },
  ],
  ['401 has no era', answer(401, { kind: 'empty' }), { kind: 'stop', rule: 'unauthorized' }],
  ['401 outranks the body', answer(401, error(-32601)), { kind: 'stop', rule: 'unauthorized' }],
  ['403 has no era', answer(403, { kind: 'html' }), { kind: 'stop', rule: 'forbidden' }],
  ['403 outranks the body', answer(403, unsupported([NEW])), { kind: 'stop', rule: 'forbidden' }],
  ['429 has no era', answer(429, { kind: 'empty' }), { kind: 'stop', rule: 'too-many-requests' }],
  ['429 outranks the body', answer(429, error(-32601)), { kind: 'stop', rule: 'too-many-requests' }],
  ...[500, 502, 503, 504].map((status): Row => [
    `${status} has no era, whatever the body`,
    answer(status, error(-32601)),
    { kind: 'stop', rule: 'server-error' },
  ]),
  ['500 HTML has no era', answer(500, { kind: 'html' }), { kind: 'stop', rule: 'server-error' }],
  [
    '204 is legacy with a warning',
    answer(204, { kind: 'empty' }, { mediaType: null }),
    { kind: 'try-legacy', rule: 'no-answer', warning: expect.any(String) },
  ],
  [
    '200 empty is legacy with a warning',
    answer(200, { kind: 'empty' }),
    { kind: 'try-legacy', rule: 'no-answer', warning: expect.any(String) },
  ],
  [
    '200 text/plain is legacy with a warning',
    answer(200, { kind: 'text' }, { mediaType: 'text/plain' }),
    { kind: 'try-legacy', rule: 'no-answer', warning: expect.any(String) },
  ],
  ['the time limit stops', { kind: 'time-limit' }, { kind: 'stop', rule: 'time-limit' }],
  ['a cut stops', { kind: 'cut' }, { kind: 'stop', rule: 'cut' }],
  [
    'a result that lists only older versions is legacy',
    answer(200, result({ supportedVersions: ['2025-11-25', '2025-06-18'] })),
    { kind: 'try-legacy', rule: 'only-legacy-versions', legacyVersion: '2025-11-25' },
  ],
  // Rows of the choices.
  [
    'a result that lists the version is modern',
    answer(200, result({ supportedVersions: ['2025-11-25', NEW] })),
    { kind: 'modern', rule: 'discovered', revision: NEW },
  ],
  [
    'a result without supportedVersions is modern with a warning',
    answer(200, result({ capabilities: {} })),
    { kind: 'modern', rule: 'discovered-without-versions', revision: NEW, warning: expect.any(String) },
  ],
  [
    'a result with an empty supportedVersions is modern with a warning',
    answer(200, result({ supportedVersions: [] })),
    { kind: 'modern', rule: 'discovered-without-versions', warning: expect.any(String) },
  ],
  [
    'a result whose supportedVersions is no list is modern with a warning',
    answer(200, result({ supportedVersions: NEW })),
    { kind: 'modern', rule: 'discovered-without-versions', warning: expect.stringContaining('not strings') },
  ],
  [
    'a result with entries that are not strings is judged by the others',
    answer(200, result({ supportedVersions: [null, 7, NEW] })),
    { kind: 'modern', rule: 'discovered', warning: expect.stringContaining('not strings') },
  ],
  [
    'a result with unknown versions only has no common version',
    answer(200, result({ supportedVersions: ['2026-12-01', '2027-01-01'] })),
    { kind: 'stop', rule: 'no-common-version', retryVersion: '2027-01-01' },
  ],
  [
    'a result with another status is modern with a warning',
    answer(404, result({ supportedVersions: [NEW] })),
    { kind: 'modern', warning: expect.stringContaining('404') },
  ],
  ...[null, 'ok', [], 7].map((value): Row => [
    `the result ${JSON.stringify(value)} is legacy with a warning`,
    answer(200, result(value)),
    { kind: 'try-legacy', rule: 'result-not-object', warning: expect.any(String) },
  ]),
  ...[-32700, -32600, -32602, -32603, -31001, 0].flatMap((code): Row[] =>
    [200, 400].map((status) => [
      `${status} with ${code} is legacy`,
      answer(status, error(code)),
      { kind: 'try-legacy', rule: 'other-error' },
    ]),
  ),
  ...[-32001, -32003, -32004].map((code): Row => [
    `${code} is named as a pre-release code, then legacy`,
    answer(400, error(code)),
    { kind: 'try-legacy', rule: 'pre-release-code', warning: expect.stringContaining('pre-release') },
  ]),
  [
    'a pre-release code that lists a modern version is not silently taken as modern',
    answer(400, error(-32004, 'Unsupported', { supported: [NEW] })),
    { kind: 'try-legacy', rule: 'pre-release-code' },
  ],
  [
    '406 is legacy',
    answer(406, error(-32000, 'Not Acceptable')),
    { kind: 'try-legacy', rule: 'other-error' },
  ],
  ['415 is legacy', answer(415, { kind: 'empty' }), { kind: 'try-legacy', rule: 'rejected' }],
  ['400 text is legacy', answer(400, { kind: 'text' }), { kind: 'try-legacy', rule: 'rejected' }],
  ['400 null is legacy', answer(400, { kind: 'null' }), { kind: 'try-legacy', rule: 'rejected' }],
  [
    '200 HTML is legacy with a warning',
    answer(200, { kind: 'html' }),
    { kind: 'try-legacy', rule: 'no-answer' },
  ],
  [
    '200 null is legacy with a warning',
    answer(200, { kind: 'null' }),
    { kind: 'try-legacy', rule: 'no-answer' },
  ],
  [
    '200 JSON that is not JSON-RPC is legacy with a warning',
    answer(200, { kind: 'json-not-rpc' }),
    { kind: 'try-legacy', rule: 'no-answer' },
  ],
  [
    'a stream that ended without an answer is legacy with a warning',
    answer(200, { kind: 'no-message' }, { mediaType: 'text/event-stream' }),
    { kind: 'try-legacy', rule: 'no-message', warning: expect.any(String) },
  ],
  ...['application/json', 'text/event-stream'].map((mediaType): Row => [
    `a result with another id is legacy with a warning: ${mediaType}`,
    answer(200, otherId('102'), { mediaType }),
    {
      kind: 'try-legacy',
      rule: 'other-id',
      reason:
        'The server answered server/discover with 200 and a result with id 102; asked with id 2; trying initialize.',
      warning: 'A response must carry the id of its request.',
    },
  ]),
  [
    '400 and an error with another id is legacy',
    answer(400, otherId('"server-error"', { kind: 'error', code: -32600, message: 'Missing session ID' })),
    {
      kind: 'try-legacy',
      rule: 'rejected',
      reason: expect.stringContaining('-32600 (Missing session ID) with id "server-error"; asked with id 2'),
    },
  ],
  [
    'an answer with another id before the time limit stops and is named',
    { kind: 'time-limit', otherId: { asked: '2', answered: '102', answer: { kind: 'result' } } },
    { kind: 'stop', rule: 'time-limit', reason: expect.stringContaining('with id 102; asked with id 2.') },
  ],
  [
    'a redirect that leads nowhere stops',
    answer(304, { kind: 'empty' }),
    { kind: 'stop', rule: 'not-followed' },
  ],
  [
    'a redirect is followed and named',
    answer(200, result({ supportedVersions: [NEW] }), { redirected: 'https://a.example/mcp/' }),
    { kind: 'modern', warning: 'The server redirected to https://a.example/mcp/.' },
  ],
  [
    'a network error is no evidence of a legacy server',
    { kind: 'network' },
    {
      kind: 'try-legacy',
      rule: 'network',
      reason: expect.stringContaining('The modern attempt never reached the server (CORS or network)'),
    },
  ],
  [
    'an earlier answer of the server says what the network error is',
    {
      kind: 'network',
      known: { exchange: 1, agoMs: 2000, sent: 'POST tools/list', status: 200, path: null, unlike: [] },
    },
    {
      kind: 'try-legacy',
      rule: 'network',
      reason:
        'The modern attempt never reached the server (CORS or network), so its era is unknown; the server answered this page 2 s ago; trying initialize.',
    },
  ],
];

describe('server/discover in Auto mode', () => {
  test.each(discoverRows)('%s', (_title, evidence, expected) => {
    expect(judgeDiscover(evidence, auto)).toMatchObject(expected);
  });
});

describe('server/discover with a pinned version', () => {
  test.each(discoverRows)('never falls back: %s', (_title, evidence, expected) => {
    const verdict = judgeDiscover(evidence, pinned);
    expect(verdict.kind).toBe(expected.kind === 'try-legacy' ? 'stop' : expected.kind);
    expect(verdict.rule).toBe(judgeDiscover(evidence, auto).rule);
    if (expected.kind === 'try-legacy') expect(verdict.reason).toContain('2026-07-28 is pinned');
  });

  test('a blocked attempt is reported as blocked, never as a version the server did not offer', () => {
    const { reason } = judgeDiscover({ kind: 'network' }, pinned);
    expect(reason).toContain('never reached the server');
    expect(reason).not.toContain('support');
  });

  test.each([
    [
      'a version Roundtrip does not know is spoken when the server lists it',
      answer(200, result({ supportedVersions: ['2026-12-01'] })),
      '2026-12-01',
      { kind: 'modern', rule: 'discovered', revision: '2026-12-01' },
    ],
    [
      'an unknown version refused in favour of a known one is asked once more with that',
      answer(400, unsupported([NEW, '2025-11-25'])),
      '2099-01-01',
      { kind: 'retry-modern', rule: 'unsupported-version', retryVersion: NEW },
    ],
    [
      'a result that lists another modern version is asked once more, with the mismatch as warning',
      answer(200, result({ supportedVersions: [NEW] })),
      '2099-01-01',
      { kind: 'retry-modern', rule: 'version-mismatch', retryVersion: NEW, warning: expect.any(String) },
    ],
    [
      'an odd version is quoted in the reason',
      answer(400, unsupported(['2027-01-01'])),
      '',
      { kind: 'stop', reason: expect.stringContaining('""') },
    ],
  ] as const)('%s', (_title, evidence, asked, expected) => {
    expect(judgeDiscover(evidence, { ...pinned, asked })).toMatchObject(expected);
  });
});

describe('after one corrective retry', () => {
  test('-32022 that lists the version again stops, flagged as a contradiction', () => {
    const verdict = judgeDiscover(answer(400, unsupported([NEW])), again);
    expect(verdict).toMatchObject({ kind: 'stop', rule: 'unsupported-version-again' });
    expect(verdict.warning).toContain('as unsupported and as supported');
  });

  test('-32022 that also lists an older version stops and names it as a way on', () => {
    expect(judgeDiscover(answer(400, unsupported([NEW, '2025-11-25'])), again)).toMatchObject({
      kind: 'stop',
      legacyVersion: '2025-11-25',
    });
  });

  test('-32022 with only older versions is still legacy', () => {
    expect(judgeDiscover(answer(400, unsupported(['2025-06-18'])), again)).toMatchObject({
      kind: 'try-legacy',
      legacyVersion: '2025-06-18',
    });
  });

  test('no evidence is asked a third time', () => {
    for (const [, evidence] of discoverRows)
      expect(judgeDiscover(evidence, again).kind).not.toBe('retry-modern');
  });
});

const OLD = '2025-11-25';
const initializeRows: readonly Row[] = [
  [
    'the version asked for is spoken',
    answer(200, result({ protocolVersion: OLD })),
    { kind: 'legacy', rule: 'initialized', revision: OLD },
  ],
  ...['2025-06-18', '2024-10-07', '2099-01-01', '2024-11-05', NEW].map((version): Row => [
    `the answer ${version} is connected to, with the mismatch shown`,
    answer(200, result({ protocolVersion: version })),
    {
      kind: 'legacy',
      rule: 'version-mismatch',
      revision: version,
      warning: expect.stringContaining(`Asked for ${OLD}, answered ${version}.`),
    },
  ]),
  [
    'an answer without a version is connected to with the version asked for',
    answer(200, result({ capabilities: {} })),
    { kind: 'legacy', rule: 'initialized-without-version', revision: OLD, warning: expect.any(String) },
  ],
  [
    'an answer whose version is a number is connected to with the version asked for',
    answer(200, result({ protocolVersion: 7 })),
    { kind: 'legacy', rule: 'initialized-without-version', revision: OLD },
  ],
  [
    'a result that is no object stops',
    answer(200, result(null)),
    { kind: 'stop', rule: 'result-not-object' },
  ],
  [
    '-32602 whose text lists versions names the newest known one',
    answer(200, error(-32602, 'Unsupported protocol version 2025-11-25, supported: 2025-06-18,2024-11-05')),
    { kind: 'stop', rule: 'unsupported-version', legacyVersion: '2025-06-18' },
  ],
  [
    '-32602 whose data lists versions names the newest known one',
    answer(400, error(-32602, 'Unsupported protocol version', { supported: ['2025-03-26'], requested: OLD })),
    { kind: 'stop', rule: 'unsupported-version', legacyVersion: '2025-03-26' },
  ],
  [
    'an error that names only the version asked for is just an error',
    answer(400, error(-32602, 'Version 2025-11-25 is refused')),
    { kind: 'stop', rule: 'initialize-refused' },
  ],
  [
    '-32020 to initialize is a modern-only server',
    answer(400, error(-32020, 'Missing mandatory header: Mcp-Method')),
    { kind: 'stop', rule: 'modern-only', retryVersion: NEW },
  ],
  [
    '-32022 that lists a modern version is a modern-only server',
    answer(400, unsupported([NEW])),
    { kind: 'stop', rule: 'modern-only', retryVersion: NEW },
  ],
  [
    '-32022 that lists unknown versions is modern without a common version',
    answer(400, unsupported(['2027-01-01'])),
    { kind: 'stop', rule: 'modern-only' },
  ],
  [
    'an error whose text names a modern version is a modern-only server',
    answer(404, error(-32601, 'Method not found; this server supports 2026-07-28')),
    { kind: 'stop', rule: 'modern-only', retryVersion: NEW },
  ],
  ['-32601 may be a modern server', answer(404, error(-32601)), { kind: 'stop', rule: 'method-not-found' }],
  ['another error stops', answer(400, error(-32000, 'no')), { kind: 'stop', rule: 'initialize-refused' }],
  ['network stops', { kind: 'network' }, { kind: 'stop', rule: 'network' }],
  ['a cut stops', { kind: 'cut' }, { kind: 'stop', rule: 'cut' }],
  ['the time limit stops', { kind: 'time-limit' }, { kind: 'stop', rule: 'time-limit' }],
  ['401 stops', answer(401, { kind: 'empty' }), { kind: 'stop', rule: 'unauthorized' }],
  ['403 stops', answer(403, { kind: 'empty' }), { kind: 'stop', rule: 'forbidden' }],
  ['500 stops', answer(500, { kind: 'empty' }), { kind: 'stop', rule: 'server-error' }],
  ['404 stops as a wrong path', answer(404, { kind: 'html' }), { kind: 'stop', rule: 'not-found' }],
  ['404 empty stops as a wrong path', answer(404, { kind: 'empty' }), { kind: 'stop', rule: 'not-found' }],
  ['405 stops', answer(405, { kind: 'empty' }), { kind: 'stop', rule: 'method-not-allowed' }],
  ['200 HTML stops', answer(200, { kind: 'html' }), { kind: 'stop', rule: 'html' }],
  ['200 text stops', answer(200, { kind: 'text' }), { kind: 'stop', rule: 'not-json-rpc' }],
  [
    'JSON that is not JSON-RPC stops',
    answer(200, { kind: 'json-not-rpc' }),
    { kind: 'stop', rule: 'not-json-rpc' },
  ],
  ...(
    [
      ['102', 'with id 102'],
      ['"2"', 'with id "2", a string instead of a number'],
      ['null', 'with id null'],
      [undefined, 'without an id'],
    ] as const
  ).map(([answered, says]): Row => [
    `a result ${says} stops as another id`,
    answer(200, otherId(answered)),
    {
      kind: 'stop',
      rule: 'other-id',
      reason: `The server answered initialize with 200 and a result ${says}; asked with id 2.`,
    },
  ]),
  [
    'a refusal with an id of its own stops as a refusal that says why',
    answer(400, otherId('"server-error"', { kind: 'error', code: -32600, message: 'no' })),
    {
      kind: 'stop',
      rule: 'initialize-refused',
      reason:
        'The server answered initialize with 400 and error -32600 (no) with id "server-error"; asked with id 2.',
    },
  ],
  [
    '404 with another id stops as a wrong path',
    answer(404, otherId('102')),
    { kind: 'stop', rule: 'not-found' },
  ],
  [
    'another id before the time limit is named',
    { kind: 'time-limit', otherId: { asked: '2', answered: '102', answer: { kind: 'result' } } },
    { kind: 'stop', rule: 'time-limit', reason: expect.stringContaining('with id 102; asked with id 2.') },
  ],
  ['200 empty stops', answer(200, { kind: 'empty' }), { kind: 'stop', rule: 'no-answer' }],
  ['400 empty stops', answer(400, { kind: 'empty' }), { kind: 'stop', rule: 'rejected' }],
  [
    'a stream without an answer stops',
    answer(200, { kind: 'no-message' }),
    { kind: 'stop', rule: 'no-message' },
  ],
];

describe('initialize', () => {
  test.each(initializeRows)('%s', (_title, evidence, expected) => {
    expect(judgeInitialize(evidence, { asked: OLD })).toMatchObject(expected);
  });
});

describe('every verdict', () => {
  const verdicts = [
    ...discoverRows.flatMap(([, evidence]) =>
      [auto, again, pinned].map((each) => judgeDiscover(evidence, each)),
    ),
    ...initializeRows.map(([, evidence]) => judgeInitialize(evidence, { asked: OLD })),
  ];

  test('says why in one sentence', () => {
    for (const { reason } of verdicts) expect(reason).toMatch(/^\S.*\.$/);
  });

  test('names the revision when connected, and only then', () => {
    for (const { kind, revision } of verdicts) {
      expect(revision !== undefined).toBe(kind === 'modern' || kind === 'legacy');
    }
  });

  test('warns of nothing and offers nothing where all is well', () => {
    expect(judgeInitialize(answer(200, result({ protocolVersion: OLD })), { asked: OLD })).toEqual({
      kind: 'legacy',
      rule: 'initialized',
      reason: 'The server accepted initialize with 2025-11-25.',
      revision: OLD,
    });
    expect(judgeInitialize(answer(400, unsupported(['2027-01-01'])), { asked: OLD })).not.toHaveProperty(
      'retryVersion',
    );
  });

  test('names the version to ask for when it asks again', () => {
    for (const { kind, retryVersion } of verdicts) {
      if (kind === 'retry-modern') expect(retryVersion).toBe(NEW);
    }
  });

  test('gives the status and the code as evidence', () => {
    const { reason } = judgeDiscover(answer(400, error(-32000, 'Server not\n initialized')), auto);
    expect(reason).toContain('400 and -32000 (Server not initialized)');
  });

  test('quotes a long text of the server only in part', () => {
    const { reason } = judgeDiscover(answer(400, error(-32000, 'x'.repeat(100_000))), auto);
    expect(reason.length).toBeLessThan(400);
  });
});
