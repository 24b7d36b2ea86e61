import { expect, test } from 'vitest';
import { urlParts } from './url-parts.ts';

test.each<[url: string, host: string, opens: boolean, warnings: readonly RegExp[]]>([
  ['https://example.com/a?b#c', 'example.com', true, []],
  ['https://login.example.com.evil.tld/x', 'login.example.com.evil.tld', true, []],
  ['https://user:pw@example.com:8443/x', 'example.com:8443', true, [/user name, not the host/]],
  ['https://good.example@evil.example/', 'evil.example', true, [/user name, not the host/]],
  ['https://good.example\\@evil.example/', 'good.example', true, []],
  [
    'https://xn--pple-43d.com/',
    'xn--pple-43d.com',
    true,
    [/punycode.*аpple\.com/, /аpple mixes Latin and Cyrillic/],
  ],
  ['https://аpple.com/', 'аpple.com', true, [/punycode/, /mixes Latin and Cyrillic/]],
  [
    'https://xn--80ak6aa92e.com/',
    'xn--80ak6aa92e.com',
    true,
    [/аррӏе\.com/, /looks like Latin letters and is Cyrillic/],
  ],
  ['https://bücher.example/', 'bücher.example', true, [/punycode/]],
  ['https://добро.example/', 'добро.example', true, [/punycode/]],
  ['http://example.com', 'example.com', true, [/Not encrypted/]],
  ['HTTPS://EXAMPLE.com/', 'EXAMPLE.com', true, []],
  ['javascript:alert(1)', '', false, [/Only http and https open from here, this is javascript/]],
  ['data:text/html,x', '', false, [/this is data/]],
  ['file:///etc/passwd', '', false, [/this is file/]],
  ['blob:https://example.com/1', '', false, [/this is blob/]],
  ['not a url', '', false, [/not a URL/]],
  ['', '', false, [/not a URL/]],
])('%s', (text, host, opens, warnings) => {
  const parts = urlParts(text);
  expect(parts.before + parts.host + parts.after).toBe(text);
  expect(parts.host).toBe(host);
  expect(parts.opens).toBe(opens);
  expect(parts.warnings).toEqual(warnings.map((each) => expect.stringMatching(each) as string));
});

test.each([
  ['https://example.com/\u202egpj.exe', 'https://example.com/\\u202egpj.exe'],
  ['https://exa\u200bmple.com/', 'https://exa\\u200bmple.com/'],
  ['https://example.com/a\nb', 'https://example.com/a\\u000ab'],
])('what nobody can see is written out: %j', (text, shown) => {
  const { before, host, after, warnings } = urlParts(text);
  expect(before + host + after).toBe(shown);
  expect(warnings[0]).toMatch(/nobody can see/);
});

test.each([
  ['https://example.com/a', null],
  ['https://example.com', null],
  ['https://good.example\\@evil.example/', 'https://good.example/@evil.example/'],
  ['HTTPS://EXAMPLE.com/', 'https://example.com/'],
  ['https://2130706433/', 'https://127.0.0.1/'],
])('how a browser reads %s is said where it is something else', (text, reads) => {
  expect(urlParts(text).reads).toBe(reads);
});
