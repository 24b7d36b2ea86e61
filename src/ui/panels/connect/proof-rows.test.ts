import { expect, test } from 'vitest';
import { headerParts, headerText, sentParts } from './proof-rows.ts';

const allowHeaders = {
  name: 'access-control-allow-headers',
  values: ['mcp-method', 'content-type', 'mcp-name'],
  marked: ['Mcp-Method', 'mcp-name'],
};

test('values refused now stand last and are marked', () => {
  expect(headerParts(allowHeaders)).toEqual([
    { text: 'content-type, ', marked: false },
    { text: 'mcp-method, ', marked: true },
    { text: 'mcp-name', marked: true },
  ]);
});

test('what is copied is one line a header', () => {
  const origin = { name: 'access-control-allow-origin', values: ['http://localhost:4173'], marked: [] };
  expect(headerText([origin, allowHeaders])).toBe(
    'access-control-allow-origin: http://localhost:4173\naccess-control-allow-headers: content-type, mcp-method, mcp-name',
  );
});

test.each([
  ['POST server/discover', 'POST ', 'server/discover', ''],
  ['POST, the same and mcp-method', 'POST, the same and ', 'mcp-method', ''],
  ['GET, only accept', 'GET, only ', 'accept', ''],
  ['POST ping, no session id', 'POST ', 'ping', ', no session id'],
  ['GET, no-cors', 'GET, no-cors', '', ''],
])('%s names what it is about', (sent, ...parts) => expect(sentParts(sent)).toEqual(parts));
