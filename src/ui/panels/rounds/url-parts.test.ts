import { expect, test } from 'vitest';
import { urlParts } from './url-parts.ts';

test.each([
  ['https://example.com/a?b#c', 'example.com', true, 0],
  ['https://user:pw@example.com:8443/x', 'example.com:8443', true, 1],
  ['https://good.example@evil.example/', 'evil.example', true, 1],
  ['https://good.example\\@evil.example/', 'good.example', true, 0],
  ['https://xn--pple-43d.com/', 'xn--pple-43d.com', true, 1],
  ['https://аpple.com/', 'аpple.com', true, 1],
  ['http://example.com', 'example.com', true, 1],
  ['javascript:alert(1)', '', false, 1],
  ['data:text/html,x', '', false, 1],
  ['not a url', '', false, 1],
])('%s', (text, host, opens, warnings) => {
  const parts = urlParts(text);
  expect(parts.before + parts.host + parts.after).toBe(text);
  expect(parts.host).toBe(host);
  expect(parts.opens).toBe(opens);
  expect(parts.warnings).toHaveLength(warnings);
});
