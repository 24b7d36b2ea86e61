import { describe, expect, test } from 'vitest';
import { headerOf, headerProblem, whyDropped } from './headers.ts';
import { existsIn } from './revisions.ts';

test.each([
  ['mcp-protocol-version', '2025-06-18', 'MCP-Protocol-Version'],
  ['MCP-Protocol-Version', '2025-03-26', undefined],
  ['mcp-session-id', '2025-11-25', 'Mcp-Session-Id'],
  ['mcp-session-id', '2026-07-28', undefined],
  ['Last-Event-ID', '2026-07-28', undefined],
  ['mcp-method', '2026-07-28', 'Mcp-Method'],
  ['mcp-name', '2025-11-25', undefined],
  ['Mcp-Param-Region', '2026-07-28', 'Mcp-Param-*'],
  ['Mcp-Param-', '2026-07-28', undefined],
  ['X-Tenant', '2026-07-28', undefined],
])('%s in %s is %s', (name, version, expected) => {
  const header = headerOf(name);
  expect(header && existsIn(version, header) ? header.name : undefined).toBe(expected);
});

describe('a browser drops', () => {
  test.each([
    'Accept-Charset',
    'accept-encoding',
    'Access-Control-Request-Headers',
    'Connection',
    'Content-Length',
    'Cookie',
    'Cookie2',
    'Date',
    'DNT',
    'Expect',
    'HOST',
    'Keep-Alive',
    'Origin',
    'Proxy-Authorization',
    'Referer',
    'Sec-Fetch-Mode',
    'Set-Cookie',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'User-Agent',
    'Via',
  ])('%s, and the reason is said', (name) => {
    expect(headerProblem(name, 'x')).toMatch(new RegExp(`^A browser drops ${name}, since .+`));
  });

  test.each(['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override'])('%s: TRACE', (name) => {
    expect(headerProblem(name, 'GET, trace')).toContain('drops');
    expect(headerProblem(name, 'PATCH')).toBeNull();
    expect(headerProblem(name, 'TRACED')).toBeNull();
  });
});

test.each([
  'Authorization',
  'X-Tenant-ID',
  'Mcp-Param-Region',
  'DPoP',
  'traceparent',
  'Accept-Language',
  'Cache-Control',
  'Last-Event-ID',
  'secure-thing',
  'constructor',
  '__proto__',
])('%s is sent', (name) => {
  expect(headerProblem(name, 'Bearer abc')).toBeNull();
  expect(whyDropped(name)).toBeNull();
});

test.each(['', ' ', 'Two words', 'Name:', 'Näme', 'a\nb', 'a/b', '"a"', 'a,b'])(
  '%j is no header name',
  (name) => {
    expect(headerProblem(name, 'x')).not.toBeNull();
  },
);

describe('a value', () => {
  test.each(['', ' padded ', 'a\tb', 'caf\u00e9', '=?base64?QQ==?='])('%j is sent', (value) => {
    expect(headerProblem('X-A', value)).toBeNull();
  });

  test.each(['a\nb', 'a\r\nX-Evil: 1', 'a\0b'])('%j is refused', (value) => {
    expect(headerProblem('X-A', value)).toBe('A header value is one line');
  });

  test.each([
    ['€5', '€'],
    ['名', '名'],
    ['a😀', '😀'],
    ['“quoted”', '“'],
  ])('%j is refused, naming %s', (value, character) => {
    expect(headerProblem('X-A', value)).toContain(character);
  });

  test('what is refused is what fetch refuses or drops', () => {
    for (const value of ['a\nb', 'a\0b', '€', 'ok', 'caf\u00e9', '']) {
      const throws = (() => {
        try {
          new Headers().set('X-A', value);
          return false;
        } catch {
          return true;
        }
      })();
      expect(headerProblem('X-A', value) !== null).toBe(throws);
    }
  });
});
