import { describe, expect, test } from 'vitest';
import { maskedMembers, maskedUrl } from './open-secrets.ts';

describe('a secret member of JSON is masked unit by unit', () => {
  test.each([
    ['none', '{"token":"a","code":"b"}', '{"token":"a","code":"b"}'],
    ['a token', '{ "access_token" : "s3cret", "n": 1.0 }', '{ "access_token" : "••••••", "n": 1.0 }'],
    ['each', '{"refresh_token":"ab","client_secret":"c"}', '{"refresh_token":"••","client_secret":"•"}'],
    ['one called like its own value', '{"id_token":"id_token"}', '{"id_token":"••••••••"}'],
    [
      'in JSON that is a string',
      String.raw`{"t":"{\"id_token\":\"abc\"}"}`,
      String.raw`{"t":"{\"id_token\":\"•••\"}"}`,
    ],
    ['with an escape in it', String.raw`{"code_verifier":"a\"b"}`, String.raw`{"code_verifier":"••••"}`],
    [
      'with an escape in it, in a string',
      String.raw`{"t":"{\"id_token\":\"a\\\"b\"}"}`,
      String.raw`{"t":"{\"id_token\":\"••••••\"}"}`,
    ],
    ['a password, in whatever case', '{"Password":"hunter2"}', '{"Password":"•••••••"}'],
    ['a key of an API', '{"apiKey":"a","api_key":"b","key":"c"}', '{"apiKey":"•","api_key":"•","key":"c"}'],
    ['a schema of one is none', '{"password":{"type":"string"}}', '{"password":{"type":"string"}}'],
    ['an empty one is none', '{"access_token":""}', '{"access_token":""}'],
  ])('%s', (_what, text, masked) => {
    expect(maskedMembers(text)).toBe(masked);
    expect(masked).toHaveLength(text.length);
  });
});

test.each([
  ['http://h/mcp', 'http://h/mcp'],
  ['http://h/mcp?page=2#code', 'http://h/mcp?page=2#code'],
  ['http://h/mcp?api_key=abc&x=1&code=z#f', 'http://h/mcp?api_key=••••••••&x=1&code=••••••••#f'],
  ['not a URL', 'not a URL'],
])('the secret parameters of a URL are masked: %s', (url, masked) => {
  expect(maskedUrl(url)).toBe(masked);
});
