import { expect, test } from 'vitest';
import { askedBy } from './asked-by.ts';

test.each([
  [{ url: 'https://h.example:8443/mcp', serverName: 'Your bank' }, 'Your bank at h.example:8443'],
  [{ url: 'https://h.example/mcp', serverName: 'h.example' }, 'h.example'],
  [{ url: 'https://h.example/mcp', serverName: 'a\u202eb' }, 'a\\u{202e}b at h.example'],
  [{ url: 'no url', serverName: 's' }, 's at no url'],
  [null, 'the server'],
])('%j asks as %s', (connection, words) => {
  expect(askedBy(connection)).toBe(words);
});
