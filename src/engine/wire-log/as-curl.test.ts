import { describe, expect, it } from 'vitest';
import { keepText } from '../base/body.ts';
import { asCurl } from './as-curl.ts';
import { asFetch } from './as-fetch.ts';
import { sentRequest, type SentRequest } from './sent-request.ts';

const request: SentRequest = {
  method: 'POST',
  url: 'http://127.0.0.1/mcp',
  headers: [['Accept', 'application/json, text/event-stream']],
  body: '{}',
  mode: 'cors',
};

describe('a request as a curl command', () => {
  it('is one that can be read', () => {
    const headers = [...request.headers, ['Authorization', 'Bearer ‹secret 1, 7 characters›']] as const;
    expect(asCurl({ ...request, headers })).toBe(
      [
        "curl -N -X POST 'http://127.0.0.1/mcp' \\",
        "  -H 'Accept: application/json, text/event-stream' \\",
        "  -H 'Authorization: Bearer ‹secret 1, 7 characters›' \\",
        "  --data-raw '{}'",
      ].join('\n'),
    );
  });

  it.each<readonly [what: string, change: Partial<SentRequest>, part: string]>([
    ['a single quote ends the quotes and begins them again', { body: "it's" }, `--data-raw 'it'\\''s'`],
    ['a line end stays one', { body: '{\n}' }, "--data-raw '{\n}'"],
    [
      'what a shell would expand stays',
      { body: '!! $HOME `id` $(id) \\n "' },
      "--data-raw '!! $HOME `id` $(id) \\n \"'",
    ],
    ['a body that begins with @ names no file', { body: '@/etc/passwd' }, "--data-raw '@/etc/passwd'"],
    ['other alphabets stay', { body: 'Zürich 😀 ‮' }, "--data-raw 'Zürich 😀 ‮'"],
    ['a tab is no key', { body: 'a\tb' }, "printf 'a\\011b' |\n  curl"],
    [
      'NUL, escape and interrupt are written as numbers',
      { body: '\0\x1b[2J\x03%s\\' },
      "printf '\\000\\033[2J\\003%%s\\\\' |\n",
    ],
    ['a carriage return too, and line ends beside it stay', { body: 'a\r\nb' }, "printf 'a\\015\nb' |\n"],
    [
      'no body is none',
      { body: null, method: 'GET' },
      "curl -N -X GET 'http://127.0.0.1/mcp' \\\n  -H 'Accept: application/json, text/event-stream'",
    ],
    [
      'brackets in a URL are no pattern',
      { url: 'http://[::1]:3000/mcp?a={b}' },
      "curl -N -g -X POST 'http://[::1]:3000/mcp?a={b}'",
    ],
    ['an empty header value', { headers: [['X-A', '']] }, "-H 'X-A;'"],
    ['no Accept is what a browser makes of it', { headers: [] }, "-H 'Accept: */*'"],
    ['a long body waits for nobody', { body: 'x'.repeat(1_025) }, "-H 'Expect:' \\\n  --data-raw"],
    [
      'a header of one byte a character',
      { headers: [['X-A', 'é! %']] },
      `-H "$(printf 'X-A: \\351\\041 %%')"`,
    ],
    ['a quote in such a header', { headers: [['X-A', "é'"]] }, `-H "$(printf 'X-A: \\351'\\''')"`],
  ])('%s', (_what, change, part) => {
    expect(asCurl({ ...request, ...change })).toContain(part);
  });
});

describe('a request as fetch code', () => {
  it('is one that can be read', () => {
    expect(asFetch(request)).toBe(
      [
        'const response = await fetch("http://127.0.0.1/mcp", {',
        '  method: "POST",',
        '  headers: [',
        '    ["Accept", "application/json, text/event-stream"],',
        '  ],',
        '  body: "{}",',
        '});',
        'console.log(response.status, response.headers);',
        'console.log(await response.text());',
        '',
      ].join('\n'),
    );
  });

  it.each<readonly [what: string, change: Partial<SentRequest>, part: string]>([
    ['quotes and line ends are escaped', { body: '"\n\u2028\\' }, 'body: "\\"\\n\\u2028\\\\",'],
    ['a probe keeps its mode', { mode: 'no-cors' }, "mode: 'no-cors',"],
    ['no headers are none', { headers: [] }, 'method: "POST",\n  body'],
    ['no body is none', { body: null }, '  ],\n});'],
  ])('%s', (_what, change, part) => {
    expect(asFetch({ ...request, ...change })).toContain(part);
  });
});

describe('what is sent again', () => {
  const sent = {
    type: 'request',
    at: 1,
    exchange: 1,
    method: 'POST',
    url: 'http://hôst.example/a b?x=ü#part',
    headers: [['authorization', 'Bearer ‹secret 1, 2 characters›']],
    body: keepText('\ud800x'),
    messages: [],
    mode: 'cors',
  } as const;

  it('is what travelled: the URL parsed, the type that fetch names, no lone surrogate, secrets as told', async () => {
    expect(await sentRequest(sent, (value) => value.replace(/‹.*›/, 'hi'))).toEqual({
      method: 'POST',
      url: 'http://xn--hst-kna.example/a%20b?x=%C3%BC',
      headers: [
        ['authorization', 'Bearer hi'],
        ['Content-Type', 'text/plain;charset=UTF-8'],
      ],
      body: '\ufffdx',
      mode: 'cors',
    });
  });

  it('has no type of its own without a body, and keeps a URL that is none', async () => {
    const bare = { ...sent, body: null, url: 'not a url', headers: [] };
    expect(await sentRequest(bare, (value) => value)).toMatchObject({
      headers: [],
      body: null,
      url: 'not a url',
    });
  });
});
