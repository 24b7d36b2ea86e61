import { describe, expect, it } from 'vitest';
import {
  diagnoseAnswer,
  diagnoseHiddenSession,
  diagnoseNetwork,
  judgeTarget,
  type Failure,
  type ProbeFindings,
} from './diagnosis.ts';

const failure: Failure = {
  url: 'https://tools.example.org/mcp',
  origin: 'http://localhost:4173',
  verdict: { kind: 'stop', rule: 'network', reason: 'The modern attempt never reached the server.' },
  evidence: { kind: 'network' },
  headerNames: ['Content-Type', 'Accept', 'MCP-Protocol-Version', 'Mcp-Method', 'Authorization'],
  afterHandshake: false,
  tried: ['2025-11-25'],
  challenge: null,
};
const probes: ProbeFindings = { evidence: [], reachable: true, originAllowed: true, postAllowed: true };

describe('a request that got no answer', () => {
  it.each<[string, Partial<Failure>, Partial<ProbeFindings>, string | null, object]>([
    ['nothing answers', {}, { reachable: false }, null, { cause: 'unreachable', short: 'unreachable' }],
    [
      'outside a page there is no CORS',
      { origin: null },
      {},
      null,
      { cause: 'unreachable', headerLines: [] },
    ],
    [
      'local network access was denied',
      { url: 'http://127.0.0.1:3000/mcp', origin: 'https://roundtrip.example' },
      { reachable: false },
      'denied',
      { cause: 'local-network' },
    ],
    [
      'a page on this machine needs no leave to reach it',
      { url: 'http://127.0.0.1:3000/mcp', origin: 'http://localhost:4173' },
      { reachable: false },
      'denied',
      { cause: 'unreachable' },
    ],
    [
      'a server of the network at large needs no leave',
      {},
      { reachable: false },
      'denied',
      { cause: 'unreachable' },
    ],
    [
      'a denied permission does not matter where the server was reached',
      {},
      { refused: ['mcp-method'] },
      'denied',
      { cause: 'cors-preflight' },
    ],
    [
      'this origin may not read',
      {},
      { originAllowed: false, postAllowed: false },
      null,
      { cause: 'cors-origin' },
    ],
    ['POST itself is refused', {}, { postAllowed: false }, null, { cause: 'cors-preflight' }],
    [
      'single headers are refused',
      {},
      { refused: ['mcp-method', 'mcp-name'] },
      null,
      {
        cause: 'cors-preflight',
        title: 'The server is up. Its preflight refuses two of our headers.',
        short: 'CORS · the preflight refuses mcp-method and mcp-name',
      },
    ],
    ['every header passes on its own', {}, { refused: [] }, null, { cause: 'cors-unknown' }],
    [
      'only POST carries CORS headers, and a header is refused',
      {},
      { originAllowed: false, refused: ['mcp-method'] },
      null,
      { cause: 'cors-preflight' },
    ],
  ])('%s', (_rule, change, found, permission, expected) => {
    expect(diagnoseNetwork({ ...failure, ...change }, { ...probes, ...found }, permission)).toMatchObject(
      expected,
    );
  });

  const earlier = {
    exchange: 7,
    agoMs: 40_000,
    sent: 'POST tools/call',
    status: 200,
    path: null,
    unlike: [],
  };
  const row = { exchange: 7, sent: 'POST tools/call', good: true, saw: '200 and readable, 40 s ago' };
  it.each<[string, Partial<typeof earlier> | { path: string }, Partial<ProbeFindings>, RegExp, object]>([
    [
      'a server that is gone does not answer any more',
      {},
      { reachable: false },
      /^It answered this page 40 s ago, so the name and the port are right: /,
      { cause: 'unreachable', title: 'tools.example.org does not answer any more' },
    ],
    [
      'another path of it was read, and this one is dropped',
      { path: '/other' },
      { reachable: false },
      /It answered this page 40 s ago at \/other, so the name and the port are right: .* at this path/,
      { cause: 'unreachable', title: 'Nothing answers at tools.example.org/mcp' },
    ],
    [
      'one that lost its CORS headers',
      {},
      { originAllowed: false, postAllowed: false },
      /It answered this page 40 s ago: its CORS headers have changed since/,
      { cause: 'cors-origin' },
    ],
    [
      'another path of it was read',
      { path: '/mcp' },
      { originAllowed: false, postAllowed: false },
      /It answered this page 40 s ago at \/mcp: this path may be wrong/,
      { cause: 'cors-origin' },
    ],
  ])('an earlier answer is evidence: %s', (_rule, change, found, explanation, expected) => {
    const known = { ...earlier, ...change };
    const diagnosis = diagnoseNetwork(
      { ...failure, evidence: { kind: 'network', known } },
      { ...probes, ...found },
      null,
    );
    expect(diagnosis).toMatchObject({ ...expected, evidence: [row] });
    expect(diagnosis.explanation).toMatch(explanation);
  });

  it('says that the handshake had worked, where it had', () => {
    const { explanation } = diagnoseNetwork(
      { ...failure, afterHandshake: true },
      { ...probes, refused: ['mcp-protocol-version'] },
      null,
    );
    expect(explanation).toContain('The handshake worked');
  });

  it('computes the header lines from the request that failed, and marks what is refused', () => {
    expect(diagnoseNetwork(failure, { ...probes, refused: ['mcp-method'] }, null).headerLines).toEqual([
      { name: 'access-control-allow-origin', values: ['http://localhost:4173'], marked: [] },
      { name: 'access-control-allow-methods', values: ['GET', 'POST', 'DELETE'], marked: [] },
      {
        name: 'access-control-allow-headers',
        // mcp-name too: the first call will carry it; and last-event-id, which a stream is gone on with.
        values: [
          'authorization',
          'content-type',
          'last-event-id',
          'mcp-method',
          'mcp-name',
          'mcp-protocol-version',
          'mcp-session-id',
        ],
        marked: ['mcp-method'],
      },
      { name: 'access-control-expose-headers', values: ['mcp-session-id', 'www-authenticate'], marked: [] },
    ]);
  });

  it('marks the header to expose where the session id is hidden', () => {
    const lines = diagnoseHiddenSession(failure, []).headerLines;
    expect(lines.filter(({ marked }) => marked.length > 0)).toEqual([
      {
        name: 'access-control-expose-headers',
        values: ['mcp-session-id', 'www-authenticate'],
        marked: ['mcp-session-id'],
      },
    ]);
  });
});

describe('an answer that is no way in', () => {
  const answered = (verdict: Partial<Failure['verdict']>) =>
    diagnoseAnswer(
      {
        ...failure,
        verdict: { kind: 'stop', rule: 'unsupported-version', reason: 'Refused.', ...verdict },
        evidence: { kind: 'answer', status: 400, mediaType: null, body: { kind: 'empty' } },
      },
      [],
    );

  it.each([
    ['method-not-found', /does not know this kind of handshake/],
    ['only-legacy-versions', /only older versions/],
    ['method-not-allowed', /takes no POST/],
    ['no-answer', /holds no message/],
    ['other-id', /answered with another id/],
    ['no-message', /stream ended without an answer/],
    ['another rule', /refused the handshake/],
  ])('is named by what decided: %s', (rule, title) => {
    expect(answered({ rule }).title).toMatch(title);
  });

  it.each(['not-found', 'method-not-allowed'])('may be HTTP+SSE of 2024-11-05: %s', (rule) => {
    expect(answered({ rule }).explanation).toContain('HTTP+SSE, 2024-11-05');
  });

  it.each([
    ['a legacy version', { legacyVersion: '2025-06-18' }, '2025-06-18'],
    ['a modern version', { rule: 'modern-only', retryVersion: '2026-07-28' }, '2026-07-28'],
    ['no version', {}, undefined],
    ['one that was tried', { legacyVersion: '2025-11-25' }, undefined],
  ])('carries what it named instead: %s', (_what, verdict, version) => {
    expect(answered(verdict).version).toBe(version);
  });
});

describe('a challenge', () => {
  const refused = (rule: string, more: Partial<Failure>) =>
    diagnoseAnswer(
      {
        ...failure,
        verdict: { kind: 'stop', rule, reason: 'Refused.' },
        evidence: { kind: 'answer', status: 401, mediaType: null, body: { kind: 'empty' } },
        ...more,
      },
      [],
    );
  const exposed = ({ headerLines }: ReturnType<typeof diagnoseAnswer>) =>
    headerLines.flatMap(({ marked }) => marked);

  it.each(['unauthorized', 'forbidden'])('is told as it came: %s', (rule) => {
    const told = refused(rule, { challenge: 'Bearer scope="a\u202eb"' });
    expect(told.explanation).toContain('It asks for: Bearer scope="a\\u{202e}b".');
    expect(told.headerLines).toEqual([]);
  });

  it('of great length is cut', () => {
    expect(refused('unauthorized', { challenge: 'x'.repeat(9000) }).explanation).toMatch(
      /x{400}… \(9000 characters\)/,
    );
  });

  it('that can not be read may be hidden from another origin, and from no page of the same', () => {
    const across = refused('unauthorized', { challenge: null });
    expect(across.explanation).toContain('No WWW-Authenticate could be read');
    expect(exposed(across)).toEqual(['www-authenticate']);
    // It is told to send one: the lines have to let that through too.
    const allowed = across.headerLines.find(({ name }) => name === 'access-control-allow-headers');
    expect(allowed?.values).toContain('authorization');
    const same = refused('unauthorized', { challenge: null, origin: new URL(failure.url).origin });
    expect(same.explanation).toContain('It sent no WWW-Authenticate');
    expect(same.headerLines).toEqual([]);
  });

  it('is not missed where no 401 has to carry one', () => {
    const told = refused('forbidden', { challenge: null });
    expect(told.explanation).not.toContain('WWW-Authenticate');
    expect(told.headerLines).toEqual([]);
  });
});

describe('what is known before a request', () => {
  it.each([
    ['no scheme', 'localhost:3000/mcp', 'http://localhost:4173', 'bad-url'],
    ['not a URL', 'mcp', 'http://localhost:4173', 'bad-url'],
    ['a script', 'javascript:alert(1)', 'http://localhost:4173', 'bad-url'],
    ['credentials in it', 'https://a:b@host/mcp', 'http://localhost:4173', 'bad-url'],
    ['http from https', 'http://192.168.1.5:3000/mcp', 'https://roundtrip.example', 'mixed-content'],
    [
      'loopback from https is no mixed content',
      'http://127.0.0.1:3000/mcp',
      'https://roundtrip.example',
      undefined,
    ],
    ['http from http', 'http://192.168.1.5:3000/mcp', 'http://localhost:4173', undefined],
    ['a blocked port', 'http://127.0.0.1:6000/mcp', 'http://localhost:4173', 'bad-port'],
    ['nothing against it', 'https://host/mcp', 'https://roundtrip.example', undefined],
  ])('%s', (_rule, url, origin, cause) => {
    expect(judgeTarget(url, origin)?.cause).toBe(cause);
  });
});
